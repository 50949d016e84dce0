"""One module a page or a group of pages: request to view models to template."""
