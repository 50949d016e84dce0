"""Diagnostics of rulesets, army lists and rosters, before anyone plays with them."""
