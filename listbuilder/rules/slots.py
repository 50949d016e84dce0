"""Slots, requires, excludes, caps, copies and sizes as constraints.

They are shorthand for constraints, and judged as constraints alone: a finding about a slot is a
finding like any other, named after owner, slot and bound.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from listbuilder.findings import Source
from listbuilder.messages import either, gettext
from listbuilder.model.entries import Entry, Group, Keyword, Offer, Size, Slot
from listbuilder.model.language import (
    MODELS,
    Comparison,
    Constraint,
    Count,
    If,
    Names,
    Number,
    Op,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
)

COPIES = Count(Selector("self"))
NOWHERE = Source("")

NOT_OFFERED = "not-offered"
"""The code of the rule that a selection breaks if no slot of its holder takes it."""

SIZE = gettext("Size")
ALWAYS_HELD = gettext("Fixed contents")
NEEDED = gettext("Needs another")
APART = gettext("Not together")
ALONE = gettext("Each is a selection of its own")
"""The titles, from ``SIZE`` on, of rules that data writes in shorthand."""


def slot_constraints(owner: str, slot: Slot, source: Source) -> Iterator[Constraint]:
    """Yield the constraints of a slot on its holder.

    Args:
        owner: the id of the entry or keyword that brings the slot; ``roster`` for the ruleset's.
        slot: the slot.
        source: the owner's source, used if the slot has none.
    """
    source = slot.source or source
    whole = Group(
        min=slot.min,
        max=slot.max,
        exactly=slot.exactly,
        each_max=slot.each_max,
        budget=slot.budget,
    )
    prefix = f"{owner}.{slot.id}"
    for code, group, title in (
        (prefix, whole, slot.title or slot.id),
        *(
            (f"{prefix}.{group.id or number}", group, group.title or slot.title or slot.id)
            for number, group in enumerate(slot.groups, 1)
        ),
    ):
        rule = partial(Constraint, title=title, source=source, shown=slot.shown, ruling=slot.ruling)
        yield from _bounds(code, group, slot, rule)
    for number, offer in enumerate(slot.offers, 1):
        name = offer.test.entry[0] if offer.test.entry else str(number)
        group = Group(offer.test, min=offer.min, max=offer.max, exactly=offer.exactly)
        rule = partial(Constraint, title=slot.title or slot.id, source=source, ruling=slot.ruling)
        yield from _bounds(f"{prefix}.{name}", group, slot, rule)
        yield from _company(f"{prefix}.{name}", offer, slot, rule)


def entry_constraints(entry: Entry) -> Iterator[Constraint]:
    """Yield an entry's constraints: copies, size, holds, requires, excludes, its own rules."""
    source = entry.source or NOWHERE

    def rule(code: str, title: str, quantity: Quantity, op: Op, bound: Quantity) -> Constraint:
        comparison = Comparison(quantity, op, bound)
        return Constraint(f"{entry.id}.{code}", title, comparison, source, ruling=entry.ruling)

    if entry.size is None:
        if entry.copies is not None:
            yield _copies(entry.id, entry.copies, source)
    else:
        yield _copies(entry.id, 1, source)
        yield rule("size.min", SIZE, MODELS, "at_least", entry.size.min)
        if entry.size.max is not None:
            yield rule("size.max", SIZE, MODELS, "at_most", entry.size.max)
        if entry.size.one_of:
            title = gettext("Comes in {sizes} models", sizes=either(map(str, entry.size.one_of)))
            yield attrs.evolve(
                rule("size.one_of", title, MODELS, "exactly", _next_size(entry.size.one_of)),
                when=Test(all_=tuple(_between(entry.size))),
            )
    for held, count in entry.holds.items():
        among, many = Selector("whole", Test(entry=Names((held,)))), Times(count, COPIES)
        yield rule(f"holds.{held}", ALWAYS_HELD, Count(among), "exactly", many)
    for number, selector in enumerate(entry.requires, 1):
        yield rule(f"requires.{number}", NEEDED, Count(selector), "at_least", 1)
    for number, selector in enumerate(entry.excludes, 1):
        yield rule(f"excludes.{number}", APART, Count(selector), "at_most", 0)
    yield from entry.constraints


def _next_size(sizes: Sequence[int]) -> Quantity:
    """The smallest of some sizes that is no less than the number of models, as a quantity."""
    *smaller, found = sizes
    bound: Quantity = found
    for models in reversed(smaller):
        bound = If(Comparison(MODELS, "at_most", models), models, bound)
    return bound


def _between(size: Size) -> Iterator[Comparison]:
    """Yield comparisons that a number of models passes if it is neither too small nor too large."""
    yield Comparison(MODELS, "at_least", size.one_of[0])
    yield Comparison(MODELS, "at_most", size.one_of[-1])


def keyword_constraints(name: str, keyword: Keyword) -> Iterator[Constraint]:
    """Yield a keyword's constraints on its entries: copies, its own rules."""
    if keyword.copies is not None:
        yield _copies(name, keyword.copies, keyword.source or NOWHERE)
    yield from keyword.constraints


def cap_constraint(entry: Entry, scope: str) -> Constraint:
    """Make the constraint of an entry's cap, which is asked of the scope."""
    found = Count(Selector("whole", Test(entry=Names((entry.id,)))))
    require = Comparison(found, "at_most", entry.caps[scope])
    code = f"{entry.id}.caps.{scope}"
    return Constraint(code, entry.name, require, entry.source or NOWHERE, ruling=entry.ruling)


def _bounds(
    code: str, group: Group, slot: Slot, rule: Callable[..., Constraint]
) -> Iterator[Constraint]:
    bounds: tuple[tuple[Op, str, Quantity | None], ...] = (
        ("at_least", "min", group.min),
        ("at_most", "max", group.max),
        ("exactly", "exactly", group.exactly),
    )
    said = [(op, key, bound) for op, key, bound in bounds if bound is not None]
    if not said and group.each_max is None and not group.budget:
        return
    held = Selector("children", _and_slot(group.test, slot.id))
    for op, key, bound in said:
        yield rule(f"{code}.{key}", require=Comparison(Count(held), op, _scaled(bound, slot)))
    if group.each_max is not None:
        require = Comparison(Count(held), "at_most", _scaled(group.each_max, slot), "entry")
        yield rule(f"{code}.each_max", require=require)
    for value, bound in group.budget.items():
        found = Sum(value, attrs.evolve(held, whole=True))
        require = Comparison(found, "at_most", _scaled(bound, slot))
        yield rule(f"{code}.budget.{value}", require=require)


def _company(
    code: str, offer: Offer, slot: Slot, rule: Callable[..., Constraint]
) -> Iterator[Constraint]:
    """Yield the ``requires`` and ``excludes`` of an offer, asked of a holder that takes it."""
    if not (offer.requires or offer.excludes):
        return
    held = Count(Selector("children", _and_slot(offer.test, slot.id)))
    taken = Comparison(held, "at_least", 1)
    for number, selector in enumerate(offer.requires, 1):
        require = Comparison(Count(selector), "at_least", 1)
        yield rule(f"{code}.requires.{number}", require=require, when=taken)
    for number, selector in enumerate(offer.excludes, 1):
        require = Comparison(Count(selector), "at_most", 0)
        yield rule(f"{code}.excludes.{number}", require=require, when=taken)


def not_offered(holder: Entry | None, source: Source) -> Constraint:
    """Make the rule that a selection breaks if no slot of its holder takes it.

    Args:
        holder: the holder's entry; None for the roster itself.
        source: the source for a holder that names none.
    """
    whose = holder.name if holder else gettext("the roster")
    title = gettext("{holder} can't hold this", holder=whose)
    source = (holder and holder.source) or source
    return Constraint(NOT_OFFERED, title, Comparison(COPIES, "at_most", 0), source)


def _copies(owner: str, copies: int, source: Source) -> Constraint:
    title = ALONE if copies == 1 else gettext("{number} in one selection", number=copies)
    return Constraint(f"{owner}.copies", title, Comparison(COPIES, "at_most", copies), source)


def _and_slot(test: Test, slot_id: str) -> Test:
    """Narrow a test to a slot; a test with slots of its own becomes a part of the new test."""
    if test.slot:
        test = Test(all_=(test,))
    return attrs.evolve(test, slot=Names((slot_id,)))


def _scaled(bound: Quantity, slot: Slot) -> Quantity:
    if isinstance(bound, Number):
        return Times(bound, MODELS if slot.per == "model" else COPIES)
    return bound
