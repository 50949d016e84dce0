"""Sharing an army as a link, a code or lines of text, and importing the armies of others."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import attrs
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.costs import CostView
from listbuilder.content.verification_code import qr_code, verification
from listbuilder.errors import EditError, ListbuilderError, LoadError
from listbuilder.findings import illegal
from listbuilder.interop.archive import packed
from listbuilder.interop.opening import is_foreign, parse_any, parse_lines
from listbuilder.loading.events import LoadedEvent
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_text
from listbuilder.loading.rosters import Loaded
from listbuilder.loading.save import dump
from listbuilder.loading.share import fold, is_folded
from listbuilder.messages import ENGLISH, gettext, spoken
from listbuilder.model.roster import Roster
from listbuilder.redaction.redact import hides_anything, open_copy, opponents_copy
from listbuilder.report.exports import text_of
from listbuilder.report.outline import text_lines
from listbuilder.rules.evaluate import judge_of
from listbuilder.web.http.addresses import shared_base
from listbuilder.web.http.context import context_of, form_of, page, redirect
from listbuilder.web.routes.event_links import (
    MARK,
    NAME,
    PACKS,
    event_of_link,
    packs_of_link,
    said_of_event,
)
from listbuilder.web.storage.documents import Documents, RosterDocument, told_unusable
from listbuilder.web.storage.files import MOST_BYTES, NoRosterError, file_name
from listbuilder.web.storage.reading import read_for_pages
from listbuilder.web.views import army_tree
from listbuilder.web.views.layout_context import layout_context, url_of

WHAT = gettext("This text")
"""Name of a pasted roster in findings."""


@attrs.frozen
class ImportPreview:
    """A shared roster, shown before it is saved; an opponent's copy is never saved."""

    name: str
    game: str
    redacted: bool
    legal: bool
    totals: tuple[CostView, ...]
    lines: tuple[str, ...]
    notices: tuple[str, ...] = ()
    event: str = ""


async def show(request: Request) -> Response:
    """Show how to share an army."""
    document = await context_of(request).documents.open(request.path_params["key"])
    roster, judge = document.roster, document.judge
    context = context_of(request)
    base, reachable = shared_base(str(request.base_url), context.host, context.public_url)
    theirs = _opponents_copy(document)
    event = context.event_link if judge.book.event else {}
    with spoken(ENGLISH):  # whoever is given it may read any language, and paste it anywhere
        told = [*text_lines(*open_copy(judge, theirs))] if theirs else []
    return page(
        request,
        "share.html",
        **layout_context(document, "share"),
        mine=_shared_as(roster, base, event),
        reachable=reachable,
        lines=text_of(judge, roster).rstrip("\n"),
        theirs=_shared_as(theirs, base, event) if theirs else None,
        their_lines="\n".join([roster.name, *told]) if theirs else "",
    )


@attrs.frozen
class SharedAs:
    """A roster as a link and as a QR code; the code is empty for a roster that is too large."""

    link: str
    code: str


def _shared_as(roster: Roster, base: str, event: Mapping[str, str]) -> SharedAs:
    """Make link and code of a roster; the code has the event's name only, to be small enough."""
    short = {NAME: event[NAME]} if event else {}
    link, code = (
        f"{base}shared{f'?{urlencode(said)}' if said else ''}#{fold(roster)}"
        for said in (event, short)
    )
    fits = verification(roster, whole=True)[0]
    return SharedAs(link, qr_code(code) if fits else "")


async def export_theirs(request: Request) -> Response:
    """Send the opponent's copy of an army that hides something, as a file."""
    document = await context_of(request).documents.open(request.path_params["key"])
    theirs = _opponents_copy(document)
    if theirs is None:
        raise NoRosterError(gettext("This army hides nothing: its own file is for everybody."))
    disposition = f'attachment; filename="{file_name(document.roster.name)}-for-opponent.json"'
    headers = {"Content-Disposition": disposition}
    return Response(dump(theirs), media_type="application/json", headers=headers)


def _opponents_copy(document: RosterDocument) -> Roster | None:
    """Make the opponent's copy of an army; None where the army hides nothing."""
    judge, verdict = document.judge, document.verdict
    return opponents_copy(judge, verdict) if hides_anything(judge.book, verdict.army) else None


def preview(request: Request, loaded: Loaded) -> Response:
    """Show the roster that another program's file became, with its missed selections."""
    text = dump(loaded.roster)
    return page(
        request,
        "shared.html",
        200,
        text=text,
        seen=_preview_of(loaded),
        problem=None,
        action="/shared",
        missing="",
        outside="",
        unread="",
    )


async def shared(request: Request) -> Response:
    """Show the roster that was pasted, or is in the opened link; save it if asked to."""
    context = context_of(request)
    text, seen = "", None
    said: dict[str, str] = said_of_event("", request.query_params)
    outside = unread = ""
    problem: ListbuilderError | None = None
    if request.method == "POST":
        fields = await form_of(request, changes=False, longest=MOST_BYTES)
        text = fields.get("text")
        keeps = fields.get("do") == "keep"
        said = said_of_event(text, request.query_params)
        if fields.get("do") == "rules" and said:
            return _rules(said, context.library)
        event = context.documents.event
        try:
            theirs = event_of_link(said, context.library) if not keeps else None
        except LoadError as error:
            theirs, unread = None, told_unusable(error)
            del said[PACKS]
        if theirs and (event is None or event.ruleset != theirs.ruleset):
            event, outside = theirs, theirs.name
        try:
            loaded = read_any(text, context.documents, not keeps, event)
            if keeps:
                kept = dump(loaded.roster).encode()
                return redirect(url_of(context.documents.create(loaded.roster.name, kept)))
            seen = _preview_of(loaded)
        except LoadError as error:
            problem = EditError(
                gettext("This can't be used: {unusable}", unusable=told_unusable(error))
            )
        except EditError as error:
            problem = error
    status = 422 if problem else 200
    wanted = said.get(NAME, "")
    outside = outside if seen and seen.event == outside else ""
    own = said.get(MARK) in (None, context.event_link.get(MARK)) or bool(outside)
    return page(
        request,
        "shared.html",
        status,
        text=text,
        seen=seen,
        problem=problem,
        action=f"/shared?{urlencode(said)}" if said else "/shared",
        missing=wanted if seen and (wanted != seen.event or not own) else "",
        outside=outside,
        unread=unread,
    )


def _rules(said: Mapping[str, str], library: Library) -> Response:
    """Send the event packs of a link: a file, or several in a zip.

    Raises:
        NoRosterError: the packs can't be used.
    """
    try:
        event_of_link(said, library)
        packs = packs_of_link(said)
    except LoadError as error:
        raise NoRosterError(told_unusable(error)) from None
    name = file_name(said[NAME])
    if len(packs) == 1:
        data, ending, kind = packs[0].encode(), "json", "application/json"
    else:
        files = ((f"{name}-{number}.json", one.encode()) for number, one in enumerate(packs, 1))
        data, ending, kind = packed(files), "zip", "application/zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
    return Response(data, media_type=kind, headers=headers)


def read_any(
    text: str, documents: Documents, redacted: bool = False, event: LoadedEvent | None = None
) -> Loaded:
    """Read a roster from a link, a shared line, JSON, another program's file, or lines.

    Args:
        text: the pasted text.
        documents: the documents, with their library.
        redacted: whether an opponent's copy is accepted.
        event: an event with rules of its own.

    Raises:
        EditError: the lines are no army.
        LoadError: the roster can't be used.
    """
    library = documents.library
    text = text.strip()
    if "\n" not in text and text.startswith("http"):
        text = text.partition("#")[2]
    raw = text.encode(errors="replace")
    if is_foreign(raw):
        return read_for_pages(parse_any(raw, WHAT, library), library, event=event)
    if not (is_folded(text) or text.startswith("{")):
        return read_for_pages(parse_lines(text, WHAT, library), library, event=event)
    return read_for_pages(parse_text(text, WHAT), library, redacted, event)


def _preview_of(loaded: Loaded) -> ImportPreview:
    roster, judge = loaded.roster, judge_of(loaded.book)
    if roster.redacted:
        judge, verdict = open_copy(judge, roster)
    else:
        verdict = judge.evaluate(roster)
    return ImportPreview(
        roster.name,
        judge.book.ruleset.name,
        roster.redacted,
        verdict.legal and not illegal(loaded.notices),
        army_tree.cost_views(verdict, judge),
        tuple(text_lines(judge, verdict)),
        tuple(finding.message for finding in loaded.notices),
        judge.book.event,
    )
