"""Memoisation: each value is worked out once, and goes with the object that it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple

Key = TypeVar("Key")
Arguments = TypeVarTuple("Arguments")
Worked = TypeVar("Worked")


class Memo(dict[Key, Worked]):
    """A dictionary that works out a missing value and keeps it."""

    def __init__(self, work: Callable[[Key], Worked]) -> None:
        super().__init__()
        self.work = work

    def __missing__(self, key: Key) -> Worked:
        worked = self[key] = self.work(key)
        return worked


class HasMemo(Protocol):
    """An object that values are memoised with: a book, a judge, a verdict."""

    @property
    def memo(self) -> dict[Any, dict[Any, Any]]:
        """The memoised values, by function, then by its further arguments."""


Of = TypeVar("Of", bound=HasMemo)


def memoised(work: Callable[[Of, *Arguments], Worked]) -> Callable[[Of, *Arguments], Worked]:
    """Memoise a function with its first argument.

    The values live as long as that argument. ``functools.cache`` would keep it for ever, and a
    server meets books without end.

    Args:
        work: a function whose arguments after the first are hashable.
    """

    @wraps(work)
    def memoising(of: Of, *key: *Arguments) -> Worked:
        own = of.memo.get(work)
        if own is None:
            own = of.memo[work] = {}
        if key not in own:
            own[key] = work(of, *key)
        found: Worked = own[key]
        return found

    return memoising
