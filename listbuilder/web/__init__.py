"""The builder in the browser: server-rendered pages over the same edits as the command line."""
