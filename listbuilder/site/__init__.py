"""The builder as static files: put together here, answering in the player's browser there."""
