"""Ruleset, catalogue, roster and the nodes of the rule language: frozen, without I/O."""
