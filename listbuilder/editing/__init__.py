"""New, add, remove, set: what the command line and the browser share."""
