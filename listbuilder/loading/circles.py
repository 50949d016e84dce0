"""Circles in data from outside, found in linear time and without recursion."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Thing = TypeVar("Thing", bound=Hashable)


def circles(onward: Mapping[Thing, Iterable[Thing]]) -> dict[Thing, Thing]:
    """Name for each thing one thing of its circle: of those that lead to it and back, or itself.

    These are the strongly connected components, by Kosaraju's algorithm.

    Args:
        onward: the things that each thing leads to.
    """
    order: list[Thing] = []
    seen: set[Thing] = set()
    for start in onward:
        steps = [(start, False)]
        while steps:
            thing, done = steps.pop()
            if done:
                order.append(thing)
            elif thing not in seen:
                seen.add(thing)
                steps += [(thing, True), *((other, False) for other in onward.get(thing, ()))]
    back: dict[Thing, list[Thing]] = {}
    for thing, others in onward.items():
        for other in others:
            back.setdefault(other, []).append(thing)
    found: dict[Thing, Thing] = {}
    for first in reversed(order):
        todo = [first]
        while todo:
            thing = todo.pop()
            if thing not in found:
                found[thing] = first
                todo += back.get(thing, ())
    return found
