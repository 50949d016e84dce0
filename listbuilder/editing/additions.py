"""Additions that may mend a breach: what is counted, or what can hold it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import ceil

import attrs

from listbuilder.editing.defaults import split_copies
from listbuilder.editing.distinct_names import named
from listbuilder.editing.prices import dearness
from listbuilder.editing.roster_tree import path_of, put
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.messages import gettext, joined
from listbuilder.model.language import MOST_COPIES, Number, Quantity, Selector, Test
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import holds, sums
from listbuilder.rules.places import Place, passes

MOST_OF_SLOT = 5
"""Entries of one slot that are tried: where they don't help, another holder's may."""

MOST_INSIDE = 20_000
"""Places inside others that are looked at for one breach; other breaches have a right to some."""


def additions(
    breach: Check,
    missing: Number,
    quantity: Quantity,
    verdict: Verdict,
    judge: Judge,
    budget: TrialBudget,
) -> Iterator[Fix]:
    """Put in what is counted, wherever the roster has a slot that offers it, or what can hold it.

    What can be paid for comes first, the cheapest first.
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
        for inside in (False, True):
            for holder in holders:
                tried: Counter[str] = Counter()
                offered = sorted(holder.place.offered(), key=partial(dearness, judge, verdict))
                budget.look(1 + len(offered))
                for place in offered:
                    if budget.spent:
                        return
                    slot = place.slot.id if place.slot else ""
                    own = brings(place)
                    if inside and not own and left > 0 and tried[slot] < MOST_OF_SLOT:
                        below = place.offered()
                        left -= len(below)
                        budget.look(len(below))
                        held = next((one for one in below if brings(one) >= missing), None)
                        if held is not None:
                            tried[slot] += 1
                            yield _addition(holder, place, 1, army, held)
                    elif own > 0 and not inside:
                        tried[slot] += 1
                        copies = ceil(missing / own)
                        if tried[slot] <= MOST_OF_SLOT and copies <= MOST_COPIES:
                            yield _addition(holder, place, copies, army)


def brought(judge: Judge, value: str | None, test: Test, factor: Number, place: Place) -> Number:
    """What one more at a place brings to a count (None) or a sum."""
    weight = 1 if value is None else judge.compiler.weight(value, place)
    fits = not judge.compiler.is_static(test) or passes(test, place)
    return weight * factor if fits and isinstance(weight, int) else 0


def _addition(
    holder: Node, place: Place, copies: int, army: Army, held: Place | None = None
) -> Fix:
    def added() -> Roster:
        changed = army.roster
        for selection in split_copies(place, copies):
            inside = () if held is None else split_copies(held, 1)
            full = attrs.evolve(selection, with_=(*selection.with_, *inside))
            changed, _ = put(changed, path_of(holder), full, place.copies)
        return changed

    name = place.entry.name if place.entry else ""
    what = joined(" × ", (str(copies), name)) if copies > 1 else name
    if held is not None and held.entry is not None:
        what = gettext("{unit} with {other}", unit=what, other=held.entry.name)
    text = gettext("Add {what}", what=what)
    if holder.name:
        text = gettext("Add {what} to {holder}", what=what, holder=named(holder, army))
    alike = [one for one in holder.place.offered() if one.entry is place.entry]
    if len(alike) > 1 and place.slot is not None:
        return Fix(joined("", (text, " (", place.slot.title or "None", ")")), added)
    return Fix(text, added)
