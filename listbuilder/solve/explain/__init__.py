"""Why there is no roster: the smallest set of rules and choices that can't all hold."""
