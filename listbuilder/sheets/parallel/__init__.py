"""A second process that prints half of a large deck."""
