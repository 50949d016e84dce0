"""Stage 3, the model: linear expressions, constraints, and the solver that searches them."""
