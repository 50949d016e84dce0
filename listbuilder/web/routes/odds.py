"""Odds: exact chances of an army's rolls, with bars and curves to see them by."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.odds import odds_sheet
from listbuilder.web.http.context import context_of, page
from listbuilder.web.http.turns import address_of
from listbuilder.web.storage.threads import off_loop
from listbuilder.web.views.layout_context import layout_context


async def show(request: Request) -> Response:
    """Show the odds of an army, as its odds sheet has them.

    Odds may take seconds, so a thread works them out, with a book of its own.
    """
    context = context_of(request)
    document = await context.documents.open(request.path_params["key"])
    book = document.book_of_its_own()
    async with context.slow_slots.slot(address_of(request)):
        sheet = await off_loop(odds_sheet, book, document.roster)
    return page(request, "odds.html", **layout_context(document, "odds"), sheet=sheet)
