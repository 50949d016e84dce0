"""Limits of a file from outside, which bound memory, time and stack of reading it."""

MOST_BYTES = 16 * 1024 * 1024
"""Most bytes of a file."""

MOST_DEPTH = 64
"""Most objects and lists inside each other: all readers get by with Python's stack."""

MOST_LIKE = 8
"""Most entries in a chain of ``like``: each adds its slots and profiles."""

MOST_DIGITS = 15
"""Most digits of a whole number: as many as all JSON tools keep exact."""
