"""To read at the table: cards, tracks and the quick reference, with boxes that stay ticked."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.page import army_page
from listbuilder.web.desk import desk_of, page
from listbuilder.web.head import head


async def show(request: Request) -> Response:
    """Show it."""
    session = await desk_of(request).sessions.open(request.path_params["key"])
    shown = army_page(session.judge, session.verdict, ())
    return page(
        request,
        "play.html",
        **head(session, "play"),
        cards=shown.cards,
        tracks=shown.tracks,
        reference=shown.reference,
    )
