"""Rosters of other programs: reading their formats, and writing them."""
