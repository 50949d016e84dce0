"""Stage 1, what a roster may become: its candidates, and bounds on their copies and models."""
