"""Stage 4, the search: goals, the best solution, refinement, and the roster of a solution."""
