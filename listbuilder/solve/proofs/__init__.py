"""Proofs for `lint`: a witness for each rule, entry and alteration, or a proof that none exists."""
