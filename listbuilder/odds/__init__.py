"""Exact chances of dice: of tables, and of the odds that data declares."""
