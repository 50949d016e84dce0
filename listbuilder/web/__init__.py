"""The builder in the browser: pages rendered by the server."""
