"""Many files, of which some need the same: those are done one after another.

What judging an army list takes of memory is more than a processor keeps near: lists in turns take
twice the time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Generic, TypeVar

import attrs

from listbuilder.errors import LoadError
from listbuilder.loading.isolation import Isolation
from listbuilder.record import Record

MOST_HELD = 2 * 1024 * 1024
"""Bytes of files that are begun at once; what is made of them takes some times as much."""

Item = TypeVar("Item")
Made = TypeVar("Made")


@attrs.frozen(eq=False, repr=False)
class Continuation(Record, Generic[Made]):
    """The rest of the work on a file that was begun.

    Attributes:
        needs: what it needs most, such as a book.
        rest: does it.
        held: bytes of the file, which is kept until then.
    """

    needs: Hashable
    rest: Callable[[], Made]
    held: int


def whole(work: Callable[[Item], Made | Continuation[Made]], item: Item) -> Made:
    """Do all of the work on one item."""
    made = work(item)
    return made.rest() if isinstance(made, Continuation) else made


def grouped(
    items: Sequence[Item],
    name: Callable[[Item], str],
    work: Callable[[Item], Made | Continuation[Made]],
    isolation: Isolation,
) -> list[Made | LoadError]:
    """List what is made of each item, or why it can't be (``Isolation.run``), in their order.

    Args:
        items: the files; as many are begun before the rest is done as memory should hold.
        name: what an item is called.
        work: makes something of an item, or begins to.
        isolation: keeps the files apart, and what is a bug of ours.
    """
    made: list[Made | LoadError] = []
    while len(made) < len(items):
        some = items[len(made) :]
        begun = [*_begin(some, name, work, isolation)]
        ended: dict[int, Made | LoadError] = {}
        for number in _by_needs(begun):
            one, title = begun[number], name(some[number])
            ended[number] = isolation.run(title, one.rest) if isinstance(one, Continuation) else one
        made += [ended[number] for number in range(len(begun))]
    return made


def _begin(
    items: Sequence[Item],
    name: Callable[[Item], str],
    work: Callable[[Item], Made | Continuation[Made]],
    isolation: Isolation,
) -> Iterator[Made | Continuation[Made] | LoadError]:
    """Begin as many as memory should hold, at least one."""
    held = 0
    for item in items:
        begun = isolation.run(name(item), partial(work, item))
        yield begun
        held += begun.held if isinstance(begun, Continuation) else 0
        if held > MOST_HELD:
            return


def _by_needs(begun: Sequence[object]) -> Iterator[int]:
    """Yield the numbers of those that were begun, those that need the same one after another."""
    groups: dict[Hashable, list[int]] = {}
    for number, one in enumerate(begun):
        groups.setdefault(one.needs if isinstance(one, Continuation) else None, []).append(number)
    for group in groups.values():
        yield from group
