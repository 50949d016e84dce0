"""Limits of a file from outside: with these, reading it takes bounded memory, time and stack."""

MOST_BYTES = 16 * 1024 * 1024
"""Bytes of a file."""

MOST_DEPTH = 64
"""Objects and lists inside each other: all that reads them gets by with the stack it has."""

MOST_LIKE = 8
"""Entries through which one is like another: each adds its slots and profiles."""

MOST_DIGITS = 15
"""Digits of a whole number: as many as every tool that reads JSON keeps exact."""
