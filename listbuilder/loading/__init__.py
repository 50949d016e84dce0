"""Bytes to JSON to the model, with line and column where something is wrong; and saving."""
