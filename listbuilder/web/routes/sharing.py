"""Sharing: an army as a link, a code or lines of text; and taking in what others share."""

from __future__ import annotations

import attrs
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from listbuilder.content.costs import CostView
from listbuilder.content.verification_code import qr_code, verification
from listbuilder.errors import EditError, ListbuilderError, LoadError
from listbuilder.interop.opening import is_foreign, parse_any, parse_lines
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_text
from listbuilder.loading.rosters import Loaded
from listbuilder.loading.save import dump
from listbuilder.loading.share import fold, is_folded
from listbuilder.redaction.redact import hides_anything, redacted
from listbuilder.report.exports import text_of
from listbuilder.report.outline import text_lines
from listbuilder.rules.evaluate import judge_of
from listbuilder.web.http.addresses import shared_base
from listbuilder.web.http.context import context_of, form_of, page, redirect
from listbuilder.web.storage.documents import RosterDocument, unusable
from listbuilder.web.storage.files import MOST_BYTES, NoRosterError, file_name
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
    notices: tuple[str, ...] = ()


async def show(request: Request) -> Response:
    """Show how to share an army."""
    document = await context_of(request).documents.open(request.path_params["key"])
    roster, judge = document.roster, document.judge
    context = context_of(request)
    base, reachable = shared_base(str(request.base_url), context.host, context.public_url)
    link = f"{base}shared#{fold(roster)}"
    whole = verification(roster, whole=True)[0]
    return page(
        request,
        "share.html",
        **layout_context(document, "share"),
        link=link,
        reachable=reachable,
        code=qr_code(link) if whole else "",
        lines=text_of(judge, roster).rstrip("\n"),
        theirs=_for_opponent(document),
    )


async def export_theirs(request: Request) -> Response:
    """Give out the opponent's copy of an army that hides something, as a file of lines."""
    document = await context_of(request).documents.open(request.path_params["key"])
    text = _for_opponent(document)
    if not text:
        raise NoRosterError("This army hides nothing: its own file is for everybody.")
    disposition = f'attachment; filename="{file_name(document.roster.name)}-for-opponent.txt"'
    return PlainTextResponse(f"{text}\n", headers={"Content-Disposition": disposition})


def _for_opponent(document: RosterDocument) -> str:
    """What an opponent may read of an army, in lines; empty where it hides nothing."""
    judge, verdict = document.judge, document.verdict
    if not hides_anything(judge.book, verdict.army):
        return ""
    seen, theirs = redacted(judge, verdict, ())[:2]
    return "\n".join([document.roster.name, *text_lines(seen, theirs)])


def preview(request: Request, loaded: Loaded) -> Response:
    """Show what another program's file was made into, and what of it is not understood."""
    text = dump(loaded.roster)
    return page(request, "shared.html", 200, text=text, seen=_seen(loaded), problem=None)


async def shared(request: Request) -> Response:
    """Show what is pasted, or stands in the link that was opened; keep it where that is wished."""
    context = context_of(request)
    text, seen = "", None
    problem: ListbuilderError | None = None
    if request.method == "POST":
        fields = await form_of(request, changes=False, longest=MOST_BYTES)
        text = fields.get("text")
        try:
            loaded = read_any(text, context.library)
            if fields.get("do") == "keep":
                kept = dump(loaded.roster).encode()
                return redirect(request, url_of(context.documents.create(loaded.roster.name, kept)))
            seen = _seen(loaded)
        except LoadError as error:
            problem = EditError(f"This can't be used: {unusable(error)}")
        except EditError as error:
            problem = error
    status = 422 if problem else 200
    return page(request, "shared.html", status, text=text, seen=seen, problem=problem)


def read_any(text: str, library: Library) -> Loaded:
    """Read a roster from a link, a shared line, JSON, another program's file, or lines.

    Raises:
        EditError: lines that mean nothing.
        LoadError: a roster that can't be used.
    """
    text = text.strip()
    if "\n" not in text and text.startswith("http"):
        text = text.partition("#")[2]
    raw = text.encode(errors="replace")
    if is_foreign(raw):
        return read_for_pages(parse_any(raw, WHAT, library), library)
    if not (is_folded(text) or text.startswith("{")):
        return read_for_pages(parse_lines(text, WHAT, library), library)
    return read_for_pages(parse_text(text, WHAT), library)


def _seen(loaded: Loaded) -> ImportPreview:
    roster, judge = loaded.roster, judge_of(loaded.book)
    verdict = judge.evaluate(roster)
    return ImportPreview(
        roster.name,
        judge.book.ruleset.name,
        verdict.legal,
        army_tree.totals(verdict, judge),
        tuple(text_lines(judge, verdict)),
        tuple(finding.message for finding in loaded.notices),
    )
