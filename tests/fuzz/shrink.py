"""Makes what fails small: hierarchical delta debugging (Misherghi and Su 2006) of JSON."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from tests.loading.strategies import Path, at

MOST_TRIES = 500


def shrunk(data: Any, fails: Callable[[Any], bool], most: int = MOST_TRIES) -> Any:
    """Take away all that a failure does not need: halves of a list or map first, then less.

    Args:
        data: that fails.
        fails: asks whether a smaller one does so too.
        most: tries, after which it is small enough.
    """
    waiting: deque[Path] = deque([()])
    while waiting:
        path = waiting.popleft()
        keys = _keys(at(data, path))
        many = len(keys)
        while many and most > 0:
            start = 0
            while start < len(keys) and most > 0:
                less = _without(data, path, keys[start : start + many])
                most -= 1
                if fails(less):
                    data = less
                    keys = _keys(at(data, path))
                else:
                    start += many
            many //= 2
        waiting += [(*path, key) for key in keys]
    return data


def _keys(value: Any) -> Sequence[str | int]:
    if isinstance(value, dict):
        return list(value)
    return range(len(value)) if isinstance(value, list) else ()


def _without(data: Any, path: Path, keys: Sequence[str | int]) -> Any:
    data = copy.deepcopy(data)
    value = at(data, path)
    for key in reversed(keys):
        del value[key]
    return data
