"""The page of printing: a preview of the sheets, and the PDF."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import partial

import attrs
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from listbuilder.editing.mend import findings_with_remedies
from listbuilder.findings import Finding
from listbuilder.loading.save import dump
from listbuilder.messages import gettext
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import judge_of
from listbuilder.sheets import Options, html_of_army
from listbuilder.sheets.options import (
    BACKS,
    CARDS,
    LEAST_TYPE,
    MOST_TYPE,
    PAPERS,
    SHEETS,
    UNASKED,
    Back,
    Reader,
    Sheet,
    unasked,
)
from listbuilder.web.http.context import context_of, page
from listbuilder.web.http.turns import address_of
from listbuilder.web.storage.files import file_name
from listbuilder.web.storage.threads import off_loop
from listbuilder.web.views.layout_context import layout_context
from listbuilder.web.views.placements import is_set_up
from listbuilder.web.views.what_if import MOST_JUDGED

LONGEST = 60
"""Most seconds that printing may take."""

TITLES: Mapping[Sheet, str] = {
    "flow": gettext("order of play"),
    "army": gettext("army"),
    "trackers": gettext("trackers"),
    "cards": gettext("cards"),
    "glance": gettext("at a glance"),
    "rules": gettext("rules"),
    "reference": gettext("quick reference"),
    "odds": gettext("odds"),
    "counters": gettext("counters"),
}
"""Titles of sheets."""

BACK_TITLES: Mapping[Back, str] = {
    "name": gettext("name"),
    "wall": gettext("wall"),
    "shield": gettext("shield"),
}
"""Titles of the looks of cards' backs."""

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


async def show(request: Request) -> Response:
    """Show the dialog of printing, with a preview."""
    document = await context_of(request).documents.open(request.path_params["key"])
    has_counters = is_set_up(document.judge.book, document.verdict.army)
    return page(
        request,
        "print.html",
        **layout_context(document, "print"),
        papers=list(PAPERS),
        sizes=list(CARDS),
        backs=list(BACK_TITLES.items()),
        type=(LEAST_TYPE, MOST_TYPE),
        sheets=[
            (sheet, TITLES[sheet], sheet in UNASKED)
            for sheet in SHEETS
            if has_counters or sheet != "counters"
        ],
        query=request.url.query,
    )


async def preview(request: Request) -> Response:
    """Answer with the sheets as a page without scripts and loads; its policy hashes its style.

    A thread lays the sheets out, with a book of its own.
    """
    context = context_of(request)
    document = await context.documents.open(request.path_params["key"])
    work = partial(
        _sheets,
        document.book_of_its_own(),
        document.roster,
        document.notices,
        options_of(request),
    )
    async with context.slow_slots.slot(address_of(request)):
        html = await off_loop(work)
    hashes = " ".join(f"'sha256-{_hash(style)}'" for style in STYLE.findall(html))
    # A browser prints a frame when its page asks it to, if it is of the same origin.
    allowed = " allow-same-origin allow-modals" if context.in_browser else ""
    policy = (
        f"default-src 'none'; style-src {hashes}; font-src data:; img-src data:; "
        f"frame-ancestors 'self'; sandbox{allowed}"
    )
    return HTMLResponse(html, headers={"Content-Security-Policy": policy})


def _sheets(book: Book, roster: Roster, notices: tuple[Finding, ...], options: Options) -> str:
    judge = judge_of(book)
    verdict = judge.evaluate(roster)
    findings = [*notices, *findings_with_remedies(verdict, judge, most=MOST_JUDGED)]
    return html_of_army(judge, verdict, findings, options)


async def pdf(request: Request) -> Response:
    """Print the sheets to a PDF, in a process of its own."""
    context = context_of(request)
    document = await context.documents.open(request.path_params["key"])
    job = {
        "roster": dump(document.roster),
        **context.job(),
        "options": attrs.asdict(options_of(request)),
    }
    data = await context.jobs.run(address_of(request), "print", job, LONGEST)
    disposition = f'inline; filename="{file_name(document.roster.name)}.pdf"'
    headers = {"Content-Disposition": disposition}
    return Response(data, media_type="application/pdf", headers=headers)


def options_of(request: Request) -> Options:
    """Read the options of the dialog; unknown values count as the defaults."""
    query = request.query_params
    reader: Reader = "opponent" if query.get("reader") == "opponent" else "me"
    sheets = tuple(sheet for sheet in SHEETS if sheet in query.getlist("sheets"))
    return Options(
        sheets=sheets or unasked(reader),
        paper=next((name for name in PAPERS if name == query.get("paper")), "a4"),
        cards=next((name for name in CARDS if name == query.get("cards")), "poker"),
        card_per="model" if query.get("card_per") == "model" else "kind",
        duplex="duplex" in query,
        flip="short" if query.get("flip") == "short" else "long",
        back=next((name for name in BACKS if name == query.get("back")), "name"),
        min_type=_points(query.get("min_type", "")),
        plain="plain" in query,
        single="single" in query,
        ink_saver="ink_saver" in query,
        reader=reader,
    )


def _points(text: str) -> float:
    """Read the size of the smallest type, in points; anything else counts as the default."""
    try:
        points = float(text)
    except ValueError:
        return LEAST_TYPE
    return points if LEAST_TYPE <= points <= MOST_TYPE else LEAST_TYPE


def _hash(style: str) -> str:
    return base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
