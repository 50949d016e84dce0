"""Results as text for people, tables, and formats for other programs."""
