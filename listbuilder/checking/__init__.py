"""Checking files: load, judge, explain, advise; a result for each file of any kind."""
