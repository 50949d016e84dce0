"""Copies left over when as many as possible are assigned, each to one of the takers that take it.

This is a maximum matching in a bipartite graph with capacities. By Hall's theorem the number left
over is the greatest crowding of any set of takers: the copies that only these take, less their
room. Example: a boat with room for two is the only taker of three men: its crowding is 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from listbuilder.model.language import Number
from listbuilder.rules.army import Amount, Army, Asked, Node

Takers = frozenset[int]
"""Takers, by their numbers."""


def left_over(
    find: Callable[[Node, Army], Sequence[Node]], takes: Sequence[tuple[Asked, Amount]]
) -> Amount:
    """Compile how many copies are left over.

    Args:
        find: finds the selections to assign.
        takes: for each taker the test of the copies that it takes, and the most of them.
    """

    def left(node: Node, army: Army) -> int:
        wanted = wanting(find(node, army), [test for test, _ in takes], army)
        rooms = [room(most(node, army)) for _, most in takes]
        return crowding(wanted, rooms, tightest(wanted, rooms))

    return left


def wanting(found: Iterable[Node], tests: Sequence[Asked], army: Army) -> dict[Takers, int]:
    """Count the copies for each set of takers that take them."""
    counts: dict[Takers, int] = {}
    for node in found:
        takers = taking(node, tests, army)
        counts[takers] = counts.get(takers, 0) + node.count
    return counts


def taking(node: Node, tests: Sequence[Asked], army: Army) -> Takers:
    """The takers that take a selection."""
    return frozenset(index for index, test in enumerate(tests) if test(node, army))


def room(most: Number) -> int:
    """The room of a taker: a whole number of copies."""
    return max(0, math.floor(most))


def tightest(wanted: Mapping[Takers, int], rooms: Sequence[int]) -> Takers:
    """The set of takers with the greatest crowding; of several the smallest."""
    sets = sorted(unions(wanted), key=lambda takers: (len(takers), sorted(takers)))
    return max(sets, key=lambda takers: crowding(wanted, rooms, takers))


def crowding(wanted: Mapping[Takers, int], rooms: Sequence[int], takers: Takers) -> int:
    """The crowding of some takers: the copies that only they take, less their room."""
    only = sum(count for own, count in wanted.items() if own <= takers)
    return only - sum(rooms[index] for index in takers)


def unions(sets: Iterable[Takers]) -> set[Takers]:
    """All unions of the sets, and the empty set: one of them has the greatest crowding."""
    found = {frozenset[int]()}
    for one in sets:
        found |= {one | other for other in found}
    return found
