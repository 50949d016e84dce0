"""Printing: the sheets to look at, and the PDF."""

from __future__ import annotations

import base64
import hashlib
import re

import attrs
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from listbuilder.editing.mend import judged
from listbuilder.loading.save import dump
from listbuilder.sheets import Options, html_of_army
from listbuilder.sheets.options import CARDS, PAPERS, SHEETS
from listbuilder.web.desk import desk_of, page
from listbuilder.web.head import head
from listbuilder.web.store import file_name
from listbuilder.web.trials import MOST_JUDGED

LONGEST = 60
"""Seconds that printing may take."""

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


async def show(request: Request) -> Response:
    """Show what can be printed, with a preview."""
    session = await desk_of(request).sessions.open(request.path_params["key"])
    return page(
        request,
        "print.html",
        **head(session, "print"),
        papers=list(PAPERS),
        sizes=list(CARDS),
        sheets=SHEETS,
        query=request.url.query,
    )


async def preview(request: Request) -> Response:
    """Show the sheets as one page that may do nothing and loads nothing: its styles are hashed."""
    session = await desk_of(request).sessions.open(request.path_params["key"])
    findings = [*session.notices, *judged(session.verdict, session.judge, most=MOST_JUDGED)]
    html = html_of_army(session.judge, session.verdict, findings, options_of(request))
    hashes = " ".join(f"'sha256-{_hash(style)}'" for style in STYLE.findall(html))
    policy = (
        f"default-src 'none'; style-src {hashes}; font-src data:; img-src data:; "
        "frame-ancestors 'self'; sandbox"
    )
    return HTMLResponse(html, headers={"Content-Security-Policy": policy})


async def pdf(request: Request) -> Response:
    """Print, in a process of its own."""
    desk = desk_of(request)
    session = await desk.sessions.open(request.path_params["key"])
    job = {
        "roster": dump(session.roster),
        "data": [str(folder) for folder in desk.data],
        "options": attrs.asdict(options_of(request)),
    }
    data = await desk.jobs.run("print", job, LONGEST)
    disposition = f'inline; filename="{file_name(session.roster.name)}.pdf"'
    headers = {"Content-Disposition": disposition}
    return Response(data, media_type="application/pdf", headers=headers)


def options_of(request: Request) -> Options:
    """What the dialog asks for; what it does not know is as it is printed unasked."""
    query = request.query_params
    sheets = tuple(sheet for sheet in SHEETS if sheet in query.getlist("sheets")) or SHEETS
    return Options(
        sheets=sheets,
        paper=next((name for name in PAPERS if name == query.get("paper")), "a4"),
        cards=next((name for name in CARDS if name == query.get("cards")), "poker"),
        card_per="model" if query.get("card_per") == "model" else "kind",
        duplex="duplex" in query,
        ink_saver="ink_saver" in query,
        reader="opponent" if query.get("reader") == "opponent" else "me",
    )


def _hash(style: str) -> str:
    return base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
