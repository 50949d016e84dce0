"""What an opponent may know of a roster: the rest is taken out before anything is built."""
