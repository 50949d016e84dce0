"""Stage 4, the search: goals, the best solution, its refinement, and the roster read from it."""
