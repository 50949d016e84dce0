"""The tasks of the solver: to complete a roster, or to repair it."""
