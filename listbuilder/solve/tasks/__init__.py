"""What a player asks for: to complete a roster, or to repair it."""
