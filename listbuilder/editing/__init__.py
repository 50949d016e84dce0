"""New, add, remove, set, remedies, differences: shared by terminal and browser."""
