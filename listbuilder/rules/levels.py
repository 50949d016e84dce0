"""Numbers chosen among several: greatest, least, looked up; and answers shared by selections."""

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
    """Compile the greatest or the least number that one of some copies carries; 0 without copies.

    Args:
        choose: ``max`` or ``min``.
        value: the value's name.
        find: finds the selections.
        shared: gives the anchor common to all selections that find the same; None: not shared.
    """
    each: Memo[Place, Number | None] = Memo(lambda place: each_of(place, value))

    def chosen(node: Node, army: Army) -> Number:
        found = (each[other.place] for other in find(node, army))
        return choose((number for number in found if number is not None), default=0)

    return once(shared, chosen) if shared else chosen


def look_up(table: Sequence[Sequence[Number]], row: Amount, column: Amount) -> Amount:
    """Compile the number in a row and a column of a table, both from 1; 0 outside the table."""
    cells: dict[tuple[Number, Number], Number] = {
        (number, index): said
        for number, numbers in enumerate(table, 1)
        for index, said in enumerate(numbers, 1)
    }
    return lambda node, army: cells.get((row(node, army), column(node, army)), 0)


def each_of(place: Place, value: str) -> Number | None:
    """The number of a value that each copy at a place carries by itself; None: it carries none."""
    carried = place.value(value)
    return None if carried is None else carried.each


def once(around: Around, ask: Callable[[Node, Army], Worked]) -> Callable[[Node, Army], Worked]:
    """Make a function answer once in an army for all selections with the same anchor."""

    def asked(node: Node, army: Army) -> Worked:
        key = ask, around(node, army)
        found: Worked | None = army.worked.get(key)
        if found is None:
            found = army.worked[key] = ask(node, army)
        return found

    return asked
