"""Checking files: load, judge, explain, advise; one row for each, whatever it is."""
