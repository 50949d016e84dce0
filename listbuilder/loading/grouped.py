"""Working on many files, grouped by the book that they need.

The data of one army list fills a processor's cache: judging rosters of several lists in turns takes
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
"""Most bytes of files that are begun at once; their models take some times as much."""

Item = TypeVar("Item")
Made = TypeVar("Made")


@attrs.frozen(eq=False, repr=False)
class Continuation(Record, Generic[Made]):
    """The rest of the work on a file that was begun.

    Attributes:
        needs: the object that the work needs most, such as a book.
        rest: does the rest of the work.
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
    """List the result of each item, or its error (``Isolation.run``), in the order of items.

    Args:
        items: the files; as many are begun at once as memory should hold.
        name: gives an item's name.
        work: does the work on an item, or begins it.
        isolation: keeps the errors of files apart.
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
    """Begin as many items as memory should hold, at least one."""
    held = 0
    for item in items:
        begun = isolation.run(name(item), partial(work, item))
        yield begun
        held += begun.held if isinstance(begun, Continuation) else 0
        if held > MOST_HELD:
            return


def _by_needs(begun: Sequence[object]) -> Iterator[int]:
    """Yield the numbers of the items that were begun, grouped by their needs."""
    groups: dict[Hashable, list[int]] = {}
    for number, one in enumerate(begun):
        groups.setdefault(one.needs if isinstance(one, Continuation) else None, []).append(number)
    for group in groups.values():
        yield from group
