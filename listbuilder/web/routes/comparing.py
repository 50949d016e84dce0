"""Two armies side by side, with their differences."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import attrs
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.costs import CostView
from listbuilder.editing.roster_changes import changes
from listbuilder.errors import LoadError
from listbuilder.messages import gettext
from listbuilder.report.outline import text_lines
from listbuilder.rules.evaluate import judge_of
from listbuilder.web.http.context import AppContext, context_of, page
from listbuilder.web.storage.documents import RosterDocument
from listbuilder.web.storage.files import NoRosterError
from listbuilder.web.views.army_tree import cost_views, gauges, roster_figures
from listbuilder.web.views.layout_context import url_of


@attrs.frozen
class ComparedArmy:
    """An army of the two.

    Attributes:
        figures: its figures and its use of limits, by title.
        lines: its selections, as text.
    """

    key: str
    name: str
    game: str
    legal: bool
    totals: tuple[CostView, ...]
    figures: dict[str, str]
    lines: tuple[str, ...]


async def show(request: Request) -> Response:
    """Show two armies, or the form to choose them."""
    context = context_of(request)
    keys = [request.query_params.get(side, "") for side in ("a", "b")]
    documents = [await context.documents.open(key) for key in keys if key]
    sides = [_side(document) for document in documents]
    titles = dict.fromkeys(title for side in sides for title in side.figures)
    return page(
        request,
        "compare.html",
        armies=await _named(context),
        keys=keys,
        sides=sides,
        titles=list(titles),
        lines=_difference(context, documents),
        url=url_of,
    )


async def _named(context: AppContext) -> list[tuple[str, str]]:
    """List the armies that can be read, by key: the name, with the key where names are equal."""
    found: list[tuple[str, str]] = []
    for key in context.store.armies():
        with suppress(LoadError, NoRosterError):
            found.append((key, (await context.documents.open(key)).roster.name))
    many = Counter(name for _, name in found)
    return [(key, name if many[name] == 1 else f"{name} ({key})") for key, name in found]


def _side(document: RosterDocument) -> ComparedArmy:
    judge, verdict = document.judge, document.verdict
    used = {
        use.title: gettext("{some} of {all}", some=use.found, all=use.allowed)
        for use in gauges(verdict, judge)
    }
    return ComparedArmy(
        document.key,
        document.roster.name,
        judge.book.ruleset.name,
        document.legal,
        cost_views(verdict, judge),
        {**dict(roster_figures(judge, verdict.army)), **used},
        tuple(text_lines(judge, verdict)),
    )


def _difference(context: AppContext, documents: list[RosterDocument]) -> list[str] | None:
    """List what the second army has more and less than the first; None if of different games."""
    if len(documents) < 2:
        return None
    first, second = (document.roster for document in documents)
    if first.ruleset != second.ruleset:
        return None
    lists = dict.fromkeys([*first.catalogues, *second.catalogues])
    judge = judge_of(context.documents.book(first.ruleset, list(lists)))
    return changes(judge, first, second)
