"""The page for play at the table: losses, what is spent, turns; with an undo of its own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.page import Contents, army_page
from listbuilder.errors import EditError
from listbuilder.messages import gettext
from listbuilder.web.http.context import Fields, context_of, form_of, is_partial, page, redirect
from listbuilder.web.storage.play_records import PlayRecord, PlayRecords, read_record
from listbuilder.web.views.army_tree import roster_figures
from listbuilder.web.views.layout_context import layout_context, url_of
from listbuilder.web.views.play_cards import counters, fallen, play_cards

LONGEST_RECORD = 400_000
"""Most characters of a record that a browser sends."""

PLAIN = ("token", "do", "record")


async def show(request: Request) -> Response:
    """Show an army with its record of play."""
    context = context_of(request)
    document = await context.documents.open(request.path_params["key"])
    record = PlayRecords(context.store).read(document.key)
    shown = army_page(document.judge, document.verdict, (), Contents(odds=False, verifiable=False))
    cards = play_cards(shown.cards, record.ticks)
    further = counters(shown.cut_outs.squares, cards, record.ticks)
    return page(
        request,
        "play.html",
        **layout_context(document, "play"),
        cards=cards,
        counters=further,
        fallen=fallen(cards, further),
        numbers=roster_figures(document.judge, document.verdict.army),
        flows=shown.flows,
        tracks=shown.tracks,
        reference=shown.reference,
        record=record,
        kept=record.ticks,
    )


async def keep(request: Request) -> Response:
    """Save the record of play: one that a script sends, or the boxes of the form."""
    fields = await form_of(request, longest=LONGEST_RECORD)
    context = context_of(request)
    document = await context.documents.open(request.path_params["key"])
    records = PlayRecords(context.store)
    records.write(document.key, _after(records.read(document.key), fields))
    if is_partial(request):
        return Response(status_code=204)
    return redirect(url_of(document.key, "play"))


def _after(record: PlayRecord, fields: Fields) -> PlayRecord:
    match fields.get("do"):
        case "keep" if fields.get("record"):
            return read_record(fields.get("record").encode())
        case "keep":
            values = ((name, fields.get(name)) for name in fields.all if name not in PLAIN)
            return read_record(
                record.changed({name: value for name, value in values if value}).dump().encode()
            )
        case "undo":
            return record.undone()
        case "redo":
            return record.redone()
        case "anew":
            return record.changed({})
        case _:
            raise EditError(gettext("This button means nothing to this Listbuilder."))
