"""To read at the table: cards, tracks and the quick reference, with boxes that stay ticked."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.page import army_page
from listbuilder.web.http.context import context_of, page
from listbuilder.web.views.layout_context import layout_context


async def show(request: Request) -> Response:
    """Show it."""
    document = await context_of(request).documents.open(request.path_params["key"])
    shown = army_page(document.judge, document.verdict, ())
    return page(
        request,
        "play.html",
        **layout_context(document, "play"),
        cards=shown.cards,
        tracks=shown.tracks,
        reference=shown.reference,
    )
