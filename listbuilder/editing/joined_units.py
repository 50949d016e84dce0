"""Remedies of a unit that is too small: models of another come, or the two are one unit.

Example: of 21 and 9 guards, where 10 are the least, one goes over; two times 7 are one unit of 14.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import ceil

import attrs

from listbuilder.editing.distinct_names import named
from listbuilder.editing.roster_tree import path_of, remove_at, replace_at
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.messages import Text, gettext
from listbuilder.model.language import Copies, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node

MOST_OTHERS = 2
"""The most other units that are tried, the smallest first: they are too small, too."""


def joined_units(unit: Node, short: Number, army: Army, budget: TrialBudget) -> Iterator[Fix]:
    """Yield changes with which a unit takes models of another of its entry in the same holder.

    Args:
        unit: a unit that is too small.
        short: the models that it lacks.
        army: the army.
        budget: pays for the units that are looked at.
    """
    beside = unit.holder.children if unit.holder is not None else ()
    budget.look(len(beside))
    others = [one for one in beside if one is not unit and one.place is unit.place and one.size]
    for other in sorted(others, key=lambda one: one.size)[:MOST_OTHERS]:
        more = ceil(short)
        if other.size > more:
            sizes = {unit: unit.size + more, other: other.size - more}
            first, second = (_resized(one, size, army) for one, size in sizes.items())
            text = gettext("{first}, and {second}", first=first, second=second.within())
            changed = partial(_with_sizes, sizes, army.roster)
            yield Fix(text, changed, other, is_double=True)
        kept, gone = sorted((unit, other), key=lambda one: one.start)
        size = kept.size + gone.size
        text = gettext(
            "Join {unit} to {other}: {number} models",
            unit=named(gone, army),
            other=named(kept, army),
            number=size,
        )
        yield Fix(text, partial(_joined, kept, gone, size, army.roster), is_double=True)


def _resized(unit: Node, size: int, army: Army) -> Text:
    return gettext("Set the size of {unit} to {number}", unit=named(unit, army), number=size)


def _with_size(unit: Node, size: int, roster: Roster) -> Roster:
    return replace_at(path_of(unit), attrs.evolve(unit.selection, size=Copies(size)), roster)


def _with_sizes(sizes: Mapping[Node, int], roster: Roster) -> Roster:
    for unit, size in sizes.items():
        roster = _with_size(unit, size, roster)
    return roster


def _joined(kept: Node, gone: Node, size: int, roster: Roster) -> Roster:
    return remove_at(_with_size(kept, size, roster), path_of(gone))
