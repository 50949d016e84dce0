"""For `lint`: a witness for each rule and entry, or a proof that there is none."""
