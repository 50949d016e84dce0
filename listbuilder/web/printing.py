"""Printing: the sheets to look at, and the PDF."""

from __future__ import annotations

import base64
import hashlib
import re

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from listbuilder.editing.mend import judged
from listbuilder.loading.save import dump
from listbuilder.sheets import Options, html_of_army
from listbuilder.sheets.options import Reader
from listbuilder.web.desk import desk_of, page
from listbuilder.web.head import head
from listbuilder.web.store import file_name

LONGEST = 60
"""Seconds that printing may take."""

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


async def show(request: Request) -> Response:
    """Show what can be printed, with a preview."""
    session = desk_of(request).sessions.open(request.path_params["key"])
    query = request.query_params
    return page(
        request,
        "print.html",
        **head(session, "print"),
        paper=query.get("paper", "a4"),
        reader=query.get("reader", "me"),
    )


async def preview(request: Request) -> Response:
    """Show the sheets as one page that may do nothing and loads nothing: its styles are hashed."""
    session = desk_of(request).sessions.open(request.path_params["key"])
    findings = [*session.notices, *judged(session.verdict, session.judge)]
    html = html_of_army(session.judge, session.verdict, findings, Options(reader=_reader(request)))
    hashes = " ".join(f"'sha256-{_hash(style)}'" for style in STYLE.findall(html))
    policy = (
        f"default-src 'none'; style-src {hashes}; font-src data:; img-src data:; "
        "frame-ancestors 'self'; sandbox"
    )
    return HTMLResponse(html, headers={"Content-Security-Policy": policy})


async def pdf(request: Request) -> Response:
    """Print, in a process of its own."""
    desk = desk_of(request)
    session = desk.sessions.open(request.path_params["key"])
    job = {
        "roster": dump(session.roster),
        "data": [str(folder) for folder in desk.data],
        "paper": "letter" if request.query_params.get("paper") == "letter" else "a4",
        "reader": _reader(request),
    }
    data = await desk.jobs.run("print", job, LONGEST)
    disposition = f'inline; filename="{file_name(session.roster.name)}.pdf"'
    headers = {"Content-Disposition": disposition}
    return Response(data, media_type="application/pdf", headers=headers)


def _reader(request: Request) -> Reader:
    return "opponent" if request.query_params.get("reader") == "opponent" else "me"


def _hash(style: str) -> str:
    return base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
