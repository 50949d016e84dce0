"""Help for an editor in which rulesets, army lists and rosters are typed."""
