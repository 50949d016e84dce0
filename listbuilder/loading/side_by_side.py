"""Working on many files in as many processes as there are processors; results in their order."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding
from listbuilder.loading.grouped import Continuation, grouped, whole
from listbuilder.loading.isolation import BUG, Isolation
from listbuilder.loading.system import fork_context, may_fork, processors
from listbuilder.record import Record

Item = TypeVar("Item")
Made = TypeVar("Made")

FEW = 48
"""Most files that a single process finishes before others would have begun."""

MOST_AT_ONCE = 256
"""Most files that a process takes at a time."""

PARTS = 4
"""A process takes this part of its share of the remaining files, so that in the end none waits."""


@attrs.frozen(eq=False, repr=False)
class _Done(Record):
    """The result of a file in another process; an error is sent in parts.

    Attributes:
        again: a bug of this program came up: the file is done again here, where it can be raised.
    """

    made: Any = None
    error: tuple[str, list[Finding]] | None = None
    again: bool = False


def side_by_side(
    items: Sequence[Item],
    name: Callable[[Item], str],
    work: Callable[[Item], Made | Continuation[Made]],
    isolation: Isolation,
    few: int = FEW,
) -> Iterator[Made | LoadError]:
    """Yield the result of each item, or its error (``Isolation.run``).

    Args:
        items: the files.
        name: gives an item's name.
        work: does the work on an item, or begins it; results are sent between processes.
        isolation: keeps the errors of files apart.
        few: most items that a single process finishes before others would have begun.
    """

    def one(item: Item) -> Made | LoadError:
        return isolation.run(name(item), partial(whole, work, item))

    workers = min(processors(), 1 + len(items) // few)
    if workers < 2 or not may_fork():
        yield from map(one, items)
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(workers, fork_context(), _begin, (name, work))
    with pool:
        chunks = [*_chunks(items, workers)]
        for chunk, made in zip(chunks, pool.map(_do, chunks), strict=True):
            for item, done in zip(chunk, made, strict=True):
                if done.again:
                    yield one(item)
                elif done.error is not None:
                    yield LoadError(*done.error)
                else:
                    yield done.made


def _chunks(items: Sequence[Item], workers: int) -> Iterator[Sequence[Item]]:
    """Part the items: large parts first, small ones in the end (guided self-scheduling)."""
    begin = 0
    while begin < len(items):
        end = begin + max(1, min(MOST_AT_ONCE, (len(items) - begin) // (PARTS * workers)))
        yield items[begin:end]
        begin = end


_TASK: list[tuple[Callable[[Any], str], Callable[[Any], Any]]] = []
"""The functions of a worker process: an item's name, and the work on an item."""


ENDS_SOON = 1_000_000
LIVES_LONG = 50_000
"""New objects after which garbage is looked for: in a command, and in a server.

A repair makes half a million, which a command need not collect before it ends.
"""


def collect_seldom(after: int = ENDS_SOON) -> None:
    """Collect garbage seldom: judging makes many small objects, and few cycles.

    Args:
        after: the number of new objects after which it is looked for.
    """
    gc.freeze()
    gc.set_threshold(after, 20, 50)


def _begin(name: Callable[[Any], str], work: Callable[[Any], Any]) -> None:
    collect_seldom()
    _TASK[:] = [(name, work)]


def _do(items: Sequence[Any]) -> list[_Done]:
    ((name, work),) = _TASK
    return [_done(made) for made in grouped(items, name, work, Isolation())]


def _done(made: Any) -> _Done:
    if not isinstance(made, LoadError):
        return _Done(made)
    if any(finding.code == BUG for finding in made.findings):
        return _Done(again=True)
    return _Done(error=(made.path, list(made.findings)))
