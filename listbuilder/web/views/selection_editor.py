"""The panel of a selection: its slots, with all that they offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal

from listbuilder.content.costs import write_costs
from listbuilder.editing.find import number_of
from listbuilder.findings import Source
from listbuilder.messages import joined
from listbuilder.model.entries import Slot
from listbuilder.report.told import is_plain
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.measure import own
from listbuilder.rules.places import Place
from listbuilder.rules.potential import is_chosen_away, offered_to
from listbuilder.web.views.about import about_selection
from listbuilder.web.views.army_tree import row_of, slot_title
from listbuilder.web.views.filters import Filters, chips_of, titles_of
from listbuilder.web.views.models import OfferView, SelectionEditor, SlotView
from listbuilder.web.views.placements import can_be_placed, where
from listbuilder.web.views.slot_bounds import bounds_in_words, most, most_of
from listbuilder.web.views.what_if import blocking_rule, cost_of_one, most_tried, rule_against_move

MOST_SHOWN = 80
"""Most entries of a slot that are shown; of more, those that a search finds."""

ALWAYS_SHORT = 12
"""The number of entries up to which all are shown, whatever is searched for."""

NO_FILTERS = Filters()

BlockingRule = Callable[[Place, bool], str]
"""Gives the rule against adding an entry, or against putting it in place of another."""


def selection_editor(
    judge: Judge,
    verdict: Verdict,
    node: Node,
    filters: Filters = NO_FILTERS,
    known: dict[tuple[str, str], str] | None = None,
    asked: bool = True,
) -> SelectionEditor:
    """Show a selection, or the army itself.

    Args:
        judge: the judge of the roster's book.
        verdict: the judge's verdict on the roster.
        node: the selection; the root for the army.
        filters: the filters on the entries that may be added.
        asked: whether the page was asked to look at it.
        known: blocking rules from before, by slot and entry, to show for now; None: work them out,
            of a huge army those of the first entries.
    """
    found: dict[tuple[str, str], str] = {}
    most = most_tried(verdict.army)

    def hinder(place: Place, instead: bool) -> str:
        key = _key(place)
        if known is not None:
            return known.get(key, "")
        if len(found) >= most:
            return ""
        found[key] = blocking_rule(judge, verdict, node, place, instead)
        return found[key]

    army, entry = verdict.army, node.place.entry
    away = _chosen_away(judge, army, node)
    slots = tuple(_slots(judge, army, node, filters, hinder, away))
    long = [place for place in offered_to(judge, node.place) if place.slot in _long(judge, node)]
    return SelectionEditor(
        at=number_of(node) if node.holder else ".",
        name=node.name or army.roster.name,
        kind=joined(", ", titles_of(judge, node.place)),
        holder=number_of(node.holder) if node.holder and node.holder.holder else ".",
        row=row_of(judge, verdict, node) if node.holder else None,
        slots=slots,
        text=entry.text if entry else (),
        cite=judge.book.cite(entry.source) if entry and entry.source else "",
        ruling=(entry.ruling if entry else "") or "",
        sure=known is None,
        placed=_placed(army, node),
        places=tuple(where(judge, army))
        if node.holder and can_be_placed(judge, node.place)
        else (),
        holders=tuple(_holders(judge, verdict, node, known is None)),
        filters=filters,
        chips=chips_of(judge, long, node.models),
        about=about_selection(judge, verdict, node) if node.holder and known is None else None,
        asked=asked,
        long=bool(long),
        chosen_away=tuple(dict.fromkeys(place.entry.name for place in away if place.entry)),
    )


def blocking_rules(shown: SelectionEditor) -> dict[tuple[str, str], str]:
    """Map slot and entry to the blocking rules that an editor shows."""
    return {
        (slot.id, choice.entry): choice.blocking_rule
        for slot in shown.slots
        for choice in slot.choices
    }


def _key(place: Place) -> tuple[str, str]:
    return place.slot.id if place.slot else "", place.entry.id if place.entry else ""


def _placed(army: Army, node: Node) -> str:
    """Give the number of the selection that a selection is placed at; empty if none."""
    at = node.selection.at if node.holder else None
    return number_of(army.named[at]) if at in army.named else ""


def _holders(
    judge: Judge, verdict: Verdict, node: Node, sure: bool
) -> Iterator[tuple[str, str, str]]:
    """Yield where it could be moved to: other selections with a slot for it, and a rule against."""
    army = verdict.army
    tried = most_tried(army) if sure else 0
    if node.holder is None:
        return
    for other in army.nodes:
        inside = node.start <= other.start < node.end
        if inside or other is node.holder:
            continue
        if other.place.below[node.selection.entry, None].offer is not None:
            against = rule_against_move(judge, verdict, node, other) if tried > 0 else ""
            tried -= 1
            yield number_of(other), other.name, against


def _long(judge: Judge, node: Node) -> list[Slot]:
    """List the slots that offer so much that they need a search field."""
    many = Counter(place.slot.id for place in offered_to(judge, node.place) if place.slot)
    return [slot for _, slot, _ in node.place.owned if many[slot.id] > ALWAYS_SHORT]


def _chosen_away(judge: Judge, army: Army, node: Node) -> list[Place]:
    """List the offers that a selection has no copy of, and may not have with the army's choices."""
    there = {child.place for child in node.children}
    return [
        place
        for place in offered_to(judge, node.place)
        if place not in there and is_chosen_away(judge, place, army.roster.choices)
    ]


def _slots(
    judge: Judge,
    army: Army,
    node: Node,
    filters: Filters,
    hinder: BlockingRule,
    away: Collection[Place],
) -> Iterator[SlotView]:
    offered: dict[str, list[Place]] = {}
    for place in offered_to(judge, node.place):
        if place.slot is not None and place not in away:
            offered.setdefault(place.slot.id, []).append(place)
    for _, slot, source in node.place.owned:
        places = offered.get(slot.id, [])
        shown = _searched(judge, node, places, filters)
        at_most = most(judge, army, node, slot, places)
        kind = _kind(slot, places, at_most)
        there = {place: [c for c in node.children if c.place is place] for place in places}
        empty = not any(there.values())
        if (not places or at_most == 0) and empty:
            continue
        yield SlotView(
            id=slot.id,
            title=slot_title(slot.title, slot.id),
            kind=kind,
            bounds=bounds_in_words(judge, army, node, slot, at_most),
            cite=_cite(judge, slot.source or source),
            choices=tuple(
                _choice(judge, army, node, place, there[place], kind, at_most, hinder)
                for index, place in enumerate(shown)
                if index < MOST_SHOWN or there[place]
            ),
            empty=empty,
            total=len(places),
        )


def _cite(judge: Judge, source: Source) -> str:
    return judge.book.cite(source) if source.document else ""


def _searched(judge: Judge, node: Node, places: Sequence[Place], filters: Filters) -> list[Place]:
    if filters == NO_FILTERS or len(places) <= ALWAYS_SHORT:
        return list(places)
    return [place for place in places if filters.passes(judge, place, node.models)]


def _kind(
    slot: Slot, places: Sequence[Place], at_most: int | None
) -> Literal["one", "some", "add"]:
    if at_most == 1 and len(places) > 1:
        return "one"
    if at_most == 1 or all(map(is_plain, places)) or slot.each_max is not None:
        return "some"
    return "add"


def _choice(
    judge: Judge,
    army: Army,
    node: Node,
    place: Place,
    there: Sequence[Node],
    kind: str,
    at_most: int | None,
    hinder: BlockingRule,
) -> OfferView:
    entry = place.entry
    if entry is None or place.slot is None:
        raise ValueError("a slot offers entries")
    number = sum(child.count for child in there)
    each = most_of(judge, army, node, place)
    bounds = [bound for bound in (at_most, each) if bound is not None]
    limit = min(bounds, default=None)
    full = kind != "add" and limit is not None and number >= limit and kind != "one"
    costs = cost_of_one(judge, place, node.models)
    if there and kind != "add":
        costs = {name: own(judge, army, there[0], name) for name in costs}
    return OfferView(
        entry=entry.id,
        name=entry.name,
        cost=write_costs(judge.book, costs),
        number=number,
        most=limit,
        blocking_rule="" if full else hinder(place, kind == "one"),
        about=joined(", ", titles_of(judge, place)) if kind == "add" else "",
        edit=number_of(there[0]) if there and (place.owned or entry.size) else "",
    )
