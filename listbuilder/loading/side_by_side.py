"""Many files, done by as many processes as there are processors, in the order of the files."""

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
"""Files that are done sooner by one process than others begin."""

MOST_AT_ONCE = 256
"""Files that a process takes at a time."""

PARTS = 4
"""A process takes so small a share of its part of what is left: in the end none waits long."""


@attrs.frozen(eq=False, repr=False)
class _Done(Record):
    """What came of one file in another process; an error goes in parts, which can be sent.

    Attributes:
        again: a bug of ours came up: it is to be raised where it can be told.
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
    """Yield what is made of each item, or why it can't be (``Isolation.run``).

    Args:
        items: the files.
        name: what an item is called.
        work: makes something of an item, or begins to, that can be sent between processes.
        isolation: keeps the files apart, and what is a bug of ours.
        few: as many items one process does sooner than others begin.
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
    """Cut up what is to be done: large parts first, small ones in the end."""
    begin = 0
    while begin < len(items):
        end = begin + max(1, min(MOST_AT_ONCE, (len(items) - begin) // (PARTS * workers)))
        yield items[begin:end]
        begin = end


_TASK: list[tuple[Callable[[Any], str], Callable[[Any], Any]]] = []
"""What a process that was begun calls an item, and what it does with it."""


def collect_seldom() -> None:
    """Look for garbage seldom: judging makes many small objects, and few that need it."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


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
