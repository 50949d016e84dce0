"""Content to HTML, cards to press sheets, pages to PDF."""
