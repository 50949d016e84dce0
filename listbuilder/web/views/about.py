"""View models of all about a selection or an offer: its card, and the meanings of its names."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.content.cards import CardBuilder
from listbuilder.content.terms import terms_of
from listbuilder.editing.find import way_to
from listbuilder.errors import EditError
from listbuilder.messages import gettext
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.places import Place
from listbuilder.web.views.army_tree import row_of
from listbuilder.web.views.models import AboutView
from listbuilder.web.views.what_if import blocking_rule, with_one


def about_selection(judge: Judge, verdict: Verdict, node: Node) -> AboutView:
    """Show all about a selection of an army."""
    return _about(judge, verdict, node, "")


def about_offer(judge: Judge, verdict: Verdict, holder: Node, slot: str, entry: str) -> AboutView:
    """Show all about an entry that could be added: it is added on trial, and shown there.

    Raises:
        EditError: the slot has no such entry.
    """
    place = _offered(holder, slot, entry)
    roster, number = with_one(verdict.army.roster, holder, place, False)
    if roster is None:
        raise EditError(gettext("It is there already."))
    after = judge.evaluate(roster)
    *_, node = way_to(after.army, number)
    reason = blocking_rule(judge, verdict, holder, place, False)
    return _about(judge, after, node, reason)


def _offered(holder: Node, slot: str, entry: str) -> Place:
    for place in holder.place.offered():
        if place.slot and place.entry and (place.slot.id, place.entry.id) == (slot, entry):
            return place
    raise EditError(gettext("It is not offered here."))


def _about(judge: Judge, verdict: Verdict, node: Node, reason: str) -> AboutView:
    army = verdict.army
    builder = CardBuilder(judge, army)
    bearer = builder.contents.bearers[node.start]
    own = bearer is node
    entry = node.place.entry
    return AboutView(
        name=node.name,
        cost=row_of(judge, verdict, node).cost,
        whose="" if own or bearer is None else bearer.name,
        text=entry.text if entry and not own else (),
        cite=judge.book.cite(entry.source) if entry and entry.source and not own else "",
        ruling=(entry.ruling if entry else "") or "",
        blocking_rule=reason,
        card=builder.card([bearer]) if bearer is not None else None,
        terms=terms_of(builder.reader.equipment, _on_card(builder, bearer)),
    )


def _on_card(builder: CardBuilder, bearer: Node | None) -> Iterator[Node]:
    """Yield the selections on the card of a selection."""
    if bearer is not None:
        yield bearer
        yield from builder.contents.inside(bearer)
