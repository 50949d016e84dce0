"""The judge: which rules a roster keeps and breaks, and in which words."""
