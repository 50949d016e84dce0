"""Stage 2, what a roster may become: its candidates, and bounds on their copies and models."""
