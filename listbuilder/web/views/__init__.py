"""View models of the builder's pages, built from the judged roster."""
