"""What an opponent may know: the rest goes before anything is built."""
