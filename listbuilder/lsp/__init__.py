"""What an editor is told of rulesets, army lists and rosters while they are typed."""
