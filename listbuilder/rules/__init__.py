"""The rule language at work: `evaluate`, the only judge, and `explain`."""
