"""Stage 1, the selections that a roster may have: candidates, and bounds on copies and models."""
