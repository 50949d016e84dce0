"""The judge of rosters: breaches with their numbers, and the sentences of findings."""
