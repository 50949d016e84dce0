"""Odds: exact chances of an army's rolls, with bars and curves to see them by."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.odds import odds_sheet
from listbuilder.web.http.context import context_of, page
from listbuilder.web.views.layout_context import layout_context


async def show(request: Request) -> Response:
    """Show the odds of an army: what its odds sheet says."""
    document = await context_of(request).documents.open(request.path_params["key"])
    sheet = odds_sheet(document.judge.book, document.roster)
    return page(request, "odds.html", **layout_context(document, "odds"), sheet=sheet)
