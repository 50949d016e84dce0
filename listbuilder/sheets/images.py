"""Cards as pictures: each page of a PDF a PNG file."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

DPI = 300
"""Dots per inch."""

MOST_LETTERS = 40
"""Most letters of a card's name in a file's name."""


def card_images(pdf: bytes) -> Iterator[tuple[str, bytes]]:
    """Draw the pages of a PDF that has one side of a card on each.

    Yields:
        Name and bytes of a PNG file; the name has the page's number and the card's name.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    titles: dict[int, str] = {}
    for mark in document.get_toc():
        place = mark.get_dest()
        if place is not None:  # later ones lie deeper: the card within its roster
            titles[place.get_index()] = mark.get_title()
    title = ""
    for number, page in enumerate(document):
        title = titles.get(number, title)  # a back has that of its front
        image = page.render(scale=DPI / 72).to_pil().convert("RGB")
        made = BytesIO()
        image.save(made, "PNG", dpi=(DPI, DPI))
        yield f"{number + 1:03}{_slug(title)}.png", made.getvalue()


def _slug(title: str) -> str:
    """Make a file name of a title: letters and digits, with hyphens between them."""
    words = "".join(letter if letter.isalnum() else " " for letter in title.casefold()).split()
    return "-".join(["", *words])[:MOST_LETTERS].rstrip("-")
