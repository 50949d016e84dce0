"""Ruleset, catalogue, roster and the nodes of the rule language: frozen, no I/O."""
