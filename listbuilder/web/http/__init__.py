"""Around every route: security, connections, the page's context, fingerprinted files."""
