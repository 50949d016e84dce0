"""Numbers that are chosen among several: greatest, least, looked up; asking once for many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from listbuilder.model.language import Number
from listbuilder.model.memo import Memo
from listbuilder.rules.army import Amount, Army, Node
from listbuilder.rules.places import Place
from listbuilder.rules.selectors import Around

Worked = TypeVar("Worked")


def extreme(
    choose: Callable[..., Number],
    value: str,
    find: Callable[[Node, Army], Sequence[Node]],
    shared: Around | None,
) -> Amount:
    """Compile the greatest or the least of what copies carry by themselves; of nothing, 0.

    Args:
        choose: ``max`` or ``min``.
        value: its name.
        find: the selections.
        shared: what all have around them that find the same.
    """
    each: Memo[Place, Number | None] = Memo(lambda place: each_of(place, value))

    def chosen(node: Node, army: Army) -> Number:
        found = (each[other.place] for other in find(node, army))
        return choose((number for number in found if number is not None), default=0)

    return once(shared, chosen) if shared else chosen


def look_up(table: Sequence[Sequence[Number]], row: Amount, column: Amount) -> Amount:
    """Compile what a table says in a row and a column, which count from 1; beside it, 0."""
    cells: dict[tuple[Number, Number], Number] = {
        (number, index): said
        for number, numbers in enumerate(table, 1)
        for index, said in enumerate(numbers, 1)
    }
    return lambda node, army: cells.get((row(node, army), column(node, army)), 0)


def each_of(place: Place, value: str) -> Number | None:
    """What each copy at a place carries of a value by itself; None where it carries none."""
    carried = place.value(value)
    return None if carried is None else carried.each


def once(around: Around, ask: Callable[[Node, Army], Worked]) -> Callable[[Node, Army], Worked]:
    """Ask something once in an army for all that have the same selection around them."""

    def asked(node: Node, army: Army) -> Worked:
        key = ask, around(node, army)
        found: Worked | None = army.worked.get(key)
        if found is None:
            found = army.worked[key] = ask(node, army)
        return found

    return asked
