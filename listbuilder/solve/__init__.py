"""The solver: completes, repairs, explains and proves, by the same rules."""
