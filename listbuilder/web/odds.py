"""Odds: exact chances of an army's rolls, with bars and curves to see them by."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.odds import odds_sheet
from listbuilder.web.desk import desk_of, page
from listbuilder.web.head import head


async def show(request: Request) -> Response:
    """Show the odds of an army: what its odds sheet says."""
    session = await desk_of(request).sessions.open(request.path_params["key"])
    sheet = odds_sheet(session.judge.book, session.roster)
    return page(request, "odds.html", **head(session, "odds"), sheet=sheet)
