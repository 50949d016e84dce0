"""Checks of cited pages: numbers that their document can't have."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.findings import Source
from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.loading.names import quoted
from listbuilder.messages import gettext

FEWEST_PAGES = 5
"""Least number of cited pages of a document from which its thickness is guessed."""

FAR = 2
"""A page is too far if it is so many times the next lower cited page, and no ``pages`` are said."""


def doubtful_pages(game: Game) -> Iterator[Diagnostic]:
    """Yield pages below 1, past a document's ``pages``, or far past all others cited of it."""
    lengths = {
        name: document.pages
        for file in game.files.values()
        if file.part is not None
        for name, document in file.part.documents.items()
    }
    cited: dict[str, list[tuple[int, Location]]] = {}
    for at, source in game.of(Source):
        if source.page is None:
            continue
        length = lengths.get(source.document)
        if source.page < 1:
            yield at.diagnostic("no-such-page", gettext("Pages begin with 1."), "/page")
        elif length is not None and source.page > length:
            message = gettext(
                "{document} has {length} pages.", document=quoted(source.document), length=length
            )
            yield at.diagnostic("no-such-page", message, "/page")
        elif length is None:
            cited.setdefault(source.document, []).append((source.page, at))
    for document, places in cited.items():
        yield from _far_beyond(document, places)


def _far_beyond(document: str, places: list[tuple[int, Location]]) -> Iterator[Diagnostic]:
    numbers = sorted({page for page, _ in places})
    if len(numbers) <= FEWEST_PAGES:
        return
    *_, before, last = numbers
    if last > FAR * before:
        message = gettext(
            "The next page cited of {document} is {before}.",
            document=quoted(document),
            before=before,
        )
        yield from (
            at.diagnostic("page-far-beyond", message, "/page")
            for page, at in places
            if page == last
        )
