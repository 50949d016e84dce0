"""Additions that may mend a breach: of selections that it counts, or of holders for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import ceil

import attrs

from listbuilder.editing.defaults import split_copies
from listbuilder.editing.distinct_names import named
from listbuilder.editing.new_holders import moved_into_new
from listbuilder.editing.prices import dearness
from listbuilder.editing.roster_tree import path_of, put
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.messages import gettext, joined
from listbuilder.model.language import MOST_COPIES, Copies, Number, Quantity, Selector, Test
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import holds, sums
from listbuilder.rules.places import Place, passes

MOST_OF_SLOT = 5
"""Most entries of a slot that are tried: where they don't help, another holder's may."""

FAR = 3
"""A unit so many times as large as needed is tried after all that fit."""

MOST_INSIDE = 20_000
"""Most places inside others that are looked at for a breach, to leave some for other breaches."""


def additions(
    breach: Check,
    missing: Number,
    quantity: Quantity,
    verdict: Verdict,
    judge: Judge,
    budget: TrialBudget,
) -> Iterator[Fix]:
    """Yield additions of counted selections, in all slots that offer them, or of their holders.

    Those that the army can pay for come first, the cheapest first.
    """
    army, left = verdict.army, MOST_INSIDE
    for value, selector, factor in sums(quantity, partial(holds, judge, army, breach.node)):
        look = judge.compiler.select(Selector(selector.in_))
        holders = look(breach.node, army)
        if selector.in_ == "children":
            holders = (breach.node,)
        elif selector.in_ in ("whole", "roster"):
            holders = (*holders, breach.node)

        brings = partial(brought, judge, value, selector.test, factor)
        passes_test = partial(_passes, judge, selector.test)
        for inside in (False, True):
            for holder in holders:
                tried: Counter[str] = Counter()
                units: list[Fix] = []
                offered = sorted(holder.place.offered(), key=partial(dearness, judge, verdict))
                budget.look(1 + len(offered))
                for place in offered:
                    if budget.spent:
                        return
                    slot = place.slot.id if place.slot else ""
                    own = brings(place)
                    models = 0 if own or inside else _models(place, value, missing, factor)
                    if models and passes_test(place):
                        fix = _addition(holder, place, 1, army, models=models)
                        units.append(fix._replace(last=models > FAR * _least(place)))
                    elif inside and not own and left > 0 and tried[slot] < MOST_OF_SLOT:
                        below = place.offered()
                        left -= len(below)
                        budget.look(len(below))
                        held = next((one for one in below if brings(one) >= missing), None)
                        if held is not None:
                            tried[slot] += 1
                            yield from moved_into_new(holder, place, brings, missing, army, budget)
                            yield _addition(holder, place, 1, army, held)
                    elif own > 0 and not inside:
                        tried[slot] += 1
                        copies = ceil(missing / own)
                        if tried[slot] <= MOST_OF_SLOT and copies <= MOST_COPIES:
                            yield _addition(holder, place, copies, army)
                yield from sorted(units, key=lambda fix: fix.last)[:MOST_OF_SLOT]


def brought(judge: Judge, value: str | None, test: Test, factor: Number, place: Place) -> Number:
    """Work out what a further copy at a place adds to a count (value None) or a sum."""
    weight = 1 if value is None else judge.compiler.weight(value, place)
    return weight * factor if isinstance(weight, int) and _passes(judge, test, place) else 0


def _passes(judge: Judge, test: Test, place: Place) -> bool:
    """Whether selections at a place may be counted: the parts of the test decide that it settles.

    Example: of "a hero who bears no banner" it settles that he is a hero.
    """
    settled = judge.compiler.is_static
    if not settled(test):
        whole = all(map(settled, test.any_))
        test = attrs.evolve(
            test,
            has=None,
            not_=test.not_ if test.not_ is not None and settled(test.not_) else None,
            under=test.under if test.under is not None and settled(test.under) else None,
            all_=tuple(filter(settled, test.all_)),
            any_=test.any_ if whole else (),
        )
    return not settled(test) or passes(test, place)


def _models(place: Place, value: str | None, missing: Number, factor: Number) -> int:
    """Work out the models with which a unit adds what is missing; 0 where it can't be so large."""
    size = place.entry.size if place.entry is not None else None
    said = place.value(value) if value is not None else None
    if size is None or said is None or said.per_model <= 0 or factor <= 0:
        return 0
    once = said.each + (said.fixed if isinstance(said.fixed, int) else 0)
    models = max(_least(place), ceil((missing / Fraction(factor) - once) / said.per_model))
    if size.one_of:
        return next((one for one in size.one_of if one >= models), 0)
    most = size.max if isinstance(size.max, int) else MOST_COPIES
    return models if models <= most else 0


def _least(place: Place) -> int:
    """Give the least size of a unit."""
    size = place.entry.size if place.entry is not None else None
    return size.min if size is not None and isinstance(size.min, int) else 1


def _addition(
    holder: Node,
    place: Place,
    copies: int,
    army: Army,
    held: Place | None = None,
    models: int = 0,
) -> Fix:
    def added() -> Roster:
        changed = army.roster
        for selection in split_copies(place, copies):
            inside = () if held is None else split_copies(held, 1)
            size = Copies(models) if models else selection.size
            full = attrs.evolve(selection, size=size, with_=(*selection.with_, *inside))
            changed, _ = put(changed, path_of(holder), full, place.copies)
        return changed

    name = place.entry.name if place.entry else ""
    what = joined(" × ", (str(copies), name)) if copies > 1 else name
    if models:
        what = gettext("{unit} of {models}", unit=name, models=models)
    if held is not None and held.entry is not None:
        what = gettext("{unit} with {other}", unit=what, other=held.entry.name)
    text = gettext("Add {what}", what=what)
    if holder.name:
        text = gettext("Add {what} to {holder}", what=what, holder=named(holder, army))
    alike = [one for one in holder.place.offered() if one.entry is place.entry]
    if len(alike) > 1 and place.slot is not None:
        return Fix(joined("", (text, " (", place.slot.title or place.slot.id, ")")), added)
    return Fix(text, added)
