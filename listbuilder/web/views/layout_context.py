"""The top of every page of an army."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from listbuilder.messages import gettext
from listbuilder.rules.evaluate import Verdict
from listbuilder.rules.measure import is_unfinished
from listbuilder.web.storage.documents import RosterDocument
from listbuilder.web.views.army_tree import cost_views
from listbuilder.web.views.placements import castle_of, is_set_up

ALWAYS = (
    ("solve", gettext("Help me")),
    ("odds", gettext("Odds")),
    ("play", gettext("Play")),
    ("print", gettext("Print")),
    ("share", gettext("Share")),
)
"""Pages that every army has."""


def url_of(key: str, page_name: str = "", **query: str) -> str:
    """Give the address of an army's page; for a file name that is no text, of an error page."""
    asked = {name: value for name, value in query.items() if value}
    name = quote(key, safe="", errors="replace")
    tail = f"/{page_name}" if page_name else ""
    return f"/army/{name}{tail}{f'?{urlencode(asked)}' if asked else ''}"


def is_begun(verdict: Verdict) -> bool:
    """Whether an army is free of costs, and unfinished at most."""
    return is_unfinished(verdict) and not any(verdict.costs.values())


def layout_context(document: RosterDocument, here: str = "", at: str = "") -> dict[str, Any]:
    """Make the template's variables for the top of an army's page.

    Args:
        document: the army.
        here: name of the page.
        at: number of the selection that is shown.
    """
    verdict, judge = document.verdict, document.judge
    pages: list[tuple[str, str]] = [("", gettext("Build"))]
    if (castle := castle_of(judge, verdict.army)) is not None:
        pages.append(("castle", castle))
    if is_set_up(judge.book, verdict.army):
        pages.append(("set-up", gettext("Set-up")))
    pages += ALWAYS
    return {
        "key": document.key,
        "name": document.roster.name,
        "version": document.step.version,
        "game": judge.book.ruleset.name,
        "legal": document.legal,
        "event": judge.book.event,
        "begun": is_begun(verdict),
        "totals": cost_views(verdict, judge),
        "history": document.place,
        "pages": pages,
        "here": here,
        "at": at,
        "url": url_of,
    }
