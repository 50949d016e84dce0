"""Bounds that are plain numbers, and the company that offers ask for: what keeps and breaks each.

They are worked out from the data: an entry's slots, sizes and copies are tried with the least
that is too much, and with the most that is not. Nothing else has to be in the roster: what is
asked is whether one finding is there or not.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.findings import Source
from listbuilder.model.entries import Entry, Selection
from listbuilder.model.language import (
    MODELS,
    Comparison,
    Constraint,
    Copies,
    Count,
    If,
    Number,
    Quantity,
    Selector,
    Times,
)
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.places import Place, is_static, passes
from listbuilder.rules.slots import COPIES, entry_constraints, slot_constraints

SIZE = 6
"""Models in a unit where its size is not what is tried."""

WHERE = Source("")


@attrs.frozen
class Trial:
    """A finding, and two rosters: it is in the one and not in the other."""

    code: str
    broken: Roster
    kept: Roster


def of_numbers(entry: Entry) -> Iterator[Constraint]:
    """Yield what an entry demands in plain numbers, and what its offers ask for."""
    for slot in entry.slots:
        for rule in slot_constraints(entry.id, slot, WHERE):
            match rule.require.bound:
                case Times(int(), of, None) if of in (COPIES, MODELS):
                    plain = isinstance(rule.require.quantity, Count)
                case _:
                    plain = rule.when is not None
            if plain:
                yield rule
    own = {f"{entry.id}.{name}" for name in ("copies", "size.min", "size.max")}
    for rule in entry_constraints(entry):
        if rule.id in own and isinstance(rule.require.bound, Number | If):
            yield rule


def trials(book: Book) -> Iterator[Trial]:
    """Yield a trial of each plain bound of a book's entries, at the first place that has it."""
    judge = judge_of(book)
    for place in every_place(judge):
        if place.entry is not None:
            tried = (_tried(judge, place, rule) for rule in of_numbers(place.entry))
            yield from (trial for trial in tried if trial is not None)


def every_place(judge: Judge) -> Iterator[Place]:
    """Yield where anything can stand, once for each entry of a list, the outermost first."""
    known: set[tuple[str, int]] = set()
    level = [judge.root]
    while level:
        below = []
        for place in level:
            for child in place.offered():
                key = child.list_id, id(child.entry)
                if key not in known:
                    known.add(key)
                    below.append(child)
        yield from below
        level = below


def _tried(judge: Judge, place: Place, rule: Constraint) -> Trial | None:
    """Try a bound; None where no roster can be beyond it, as below a size of one."""
    require = rule.require
    if isinstance(rule.when, Comparison):
        return _company(judge, place, rule, rule.when)
    quantity, bound, per = require.quantity, require.bound, 1
    while isinstance(bound, If):
        assert is_static(bound.if_, frozenset())
        bound = bound.then if passes(bound.if_, place) else bound.else_
    if isinstance(bound, Times):
        per, bound = SIZE if bound.of == MODELS else 1, bound.times
    assert isinstance(bound, int)
    most = bound * per
    beyond = most - 1 if require.op == "at_least" else most + 1
    if quantity == COPIES:
        within, out = (_selected(place, count=count) for count in (most, beyond))
    elif quantity == MODELS:
        if beyond == 0:
            return None
        within, out = (_selected(place, size=size) for size in (most, beyond))
    else:
        held = _first(place, quantity)
        within, out = (_selected(place, *_copies(held, count)) for count in (most, beyond))
    return Trial(rule.id, _roster(place, out), _roster(place, within))


def _company(judge: Judge, place: Place, rule: Constraint, taken: Comparison) -> Trial:
    """What an offer needs is missing and there; what it goes without is there and missing."""
    wanted = rule.require.quantity
    assert isinstance(wanted, Count)
    option = _selected(_first(place, taken.quantity))
    alone = _roster(place, _selected(place, option))
    if wanted.count.in_ == "children":
        both = _roster(place, _selected(place, option, _selected(_first(place, wanted))))
    else:
        assert wanted.count.in_ == "roster"
        other = next(found for found in every_place(judge) if _fits(wanted.count, found))
        both = _roster(place, _selected(place, option), _around(other, _selected(other)))
    broken, kept = (alone, both) if rule.require.op == "at_least" else (both, alone)
    return Trial(rule.id, broken, kept)


def _first(place: Place, quantity: Quantity) -> Place:
    """The first that can stand in a place and counts to a number of what it holds."""
    assert isinstance(quantity, Count)
    return next(child for child in place.offered() if _fits(quantity.count, child))


def _fits(selector: Selector, place: Place) -> bool:
    assert is_static(selector.test, frozenset())
    return passes(selector.test, place)


def _copies(place: Place, count: int) -> list[Selection]:
    if place.copies is None:
        return [_selected(place, count=count)] if count else []
    return [_selected(place)] * count


def _selected(place: Place, *held: Selection, count: int = 1, size: int = SIZE) -> Selection:
    entry, slot = place.entry, place.slot
    assert entry is not None
    return Selection(
        entry.id,
        slot=slot.id if slot else None,
        count=Copies(count),
        size=Copies(size) if entry.size else None,
        with_=held,
    )


def _around(place: Place, selection: Selection) -> Selection:
    """A selection with what is around its place, and nothing else."""
    around = place.holder
    while around is not None and around.entry is not None:
        selection = _selected(around, selection)
        around = around.holder
    return selection


def _roster(place: Place, selection: Selection, beside: Selection | None = None) -> Roster:
    book = place.book
    army = (_around(place, selection), *([beside] if beside else []))
    versions = {name: part.version for name, part in book.catalogues.items()}
    return Roster(book.ruleset.id, "Trial", catalogues=versions, army=army)
