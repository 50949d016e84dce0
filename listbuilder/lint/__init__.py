"""What is checked of rulesets, army lists and rosters before anyone plays with them."""
