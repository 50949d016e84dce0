"""Rosters on disk, open documents with their history, and work in processes of its own."""
