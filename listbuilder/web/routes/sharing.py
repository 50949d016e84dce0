"""Sharing: an army as a link, a code or lines of text; and taking in what others share."""

from __future__ import annotations

import attrs
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.costs import CostView
from listbuilder.content.verification_code import qr_code, verification
from listbuilder.editing.outline_parser import parse_outline
from listbuilder.errors import EditError, ListbuilderError, LoadError
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_text
from listbuilder.loading.save import dump
from listbuilder.loading.share import fold, is_folded
from listbuilder.model.roster import Roster
from listbuilder.report.exports import text_of
from listbuilder.report.outline import text_lines
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.web.http.context import context_of, form_of, page, redirect
from listbuilder.web.storage.documents import unusable
from listbuilder.web.storage.files import MOST_BYTES
from listbuilder.web.storage.reading import read_for_pages
from listbuilder.web.views import army_tree
from listbuilder.web.views.layout_context import layout_context, url_of

WHAT = "This text"
"""What findings call it."""


@attrs.frozen
class ImportPreview:
    """What was shared, to be looked at before it is kept."""

    name: str
    game: str
    legal: bool
    totals: tuple[CostView, ...]
    lines: tuple[str, ...]


async def show(request: Request) -> Response:
    """Show how to share an army."""
    document = await context_of(request).documents.open(request.path_params["key"])
    roster, judge = document.roster, document.judge
    text, _ = verification(roster, whole=True)
    return page(
        request,
        "share.html",
        **layout_context(document, "share"),
        link=f"{request.base_url}shared#{fold(roster)}",
        code=qr_code(text) if text else "",
        lines=text_of(judge, roster).rstrip("\n"),
    )


async def shared(request: Request) -> Response:
    """Show what is pasted, or stands in the link that was opened; keep it where that is wished."""
    context = context_of(request)
    text, seen = "", None
    problem: ListbuilderError | None = None
    if request.method == "POST":
        fields = await form_of(request, changes=False, longest=MOST_BYTES)
        text = fields.get("text")
        try:
            roster, judge = read_any(text, context.library)
            if fields.get("do") == "keep":
                return redirect(
                    request, url_of(context.documents.create(roster.name, dump(roster).encode()))
                )
            seen = _seen(roster, judge)
        except LoadError as error:
            problem = EditError(f"This can't be used: {unusable(error)}")
        except EditError as error:
            problem = error
    status = 422 if problem else 200
    return page(request, "shared.html", status, text=text, seen=seen, problem=problem)


def read_any(text: str, library: Library) -> tuple[Roster, Judge]:
    """Read a roster from a link, a shared line, JSON, or lines as ``show`` writes them.

    Raises:
        EditError: lines that mean nothing.
        LoadError: a roster that can't be used.
    """
    text = text.strip()
    if "\n" not in text and text.startswith("http"):
        text = text.partition("#")[2]
    if is_folded(text) or text.startswith("{"):
        loaded = read_for_pages(parse_text(text, WHAT), library)
        return loaded.roster, judge_of(loaded.book)
    roster = parse_outline(text, library)
    loaded = read_for_pages(parse_text(dump(roster), WHAT), library)
    return loaded.roster, judge_of(loaded.book)


def _seen(roster: Roster, judge: Judge) -> ImportPreview:
    verdict = judge.evaluate(roster)
    return ImportPreview(
        roster.name,
        judge.book.ruleset.name,
        verdict.legal,
        army_tree.totals(verdict, judge),
        tuple(text_lines(judge, verdict)),
    )
