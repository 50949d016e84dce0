"""What is worked out once of a book or a judge, and kept with it: it goes when that goes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple

Key = TypeVarTuple("Key")
Worked = TypeVar("Worked")


class Keeper(Protocol):
    """Who keeps it; ``kept`` is by the function that works it out."""

    @property
    def kept(self) -> dict[Any, dict[Any, Any]]:
        """What is kept, for each function by the rest of its arguments."""


Of = TypeVar("Of", bound=Keeper)


def kept(work: Callable[[Of, *Key], Worked]) -> Callable[[Of, *Key], Worked]:
    """Let a function work each thing out once, and keep it with its first argument.

    ``functools.cache`` would keep that argument for ever, and a server meets books without end.
    """

    @wraps(work)
    def known(of: Of, *key: *Key) -> Worked:
        mine = of.kept.get(work)
        if mine is None:
            mine = of.kept[work] = {}
        if key not in mine:
            mine[key] = work(of, *key)
        found: Worked = mine[key]
        return found

    return known
