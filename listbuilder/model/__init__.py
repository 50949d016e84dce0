"""Ruleset, catalogue, roster and the expressions of the rule language: frozen, no I/O."""
