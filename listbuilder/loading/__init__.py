"""Bytes to JSON to the model, with the line where something is wrong; and saving."""
