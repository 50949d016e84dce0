"""The builder as static files: it builds them, and answers requests in the player's browser."""
