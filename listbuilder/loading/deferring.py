"""Deferred structuring of a file's play aids: each when it is first read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from listbuilder.loading.json_pointer import json_key
from listbuilder.loading.structuring import HOOKS, REFUSALS, Model, own_titles, structure
from listbuilder.loading.titles import Titles, titled
from listbuilder.model.deferred import Deferred, deferrable


def structure_rules(
    data: Any, kind: type[Model], titles: Titles, refusal: Callable[[], Exception]
) -> Model:
    """Make a ruleset or catalogue of parsed JSON, with deferred play aids.

    Args:
        data: the parsed JSON.
        kind: the class to make.
        titles: as for ``structure``.
        refusal: makes the error that is raised when a bad play aid is read.

    Raises:
        ValueError: the data is not a good file of that kind, play aids aside.
    """
    if type(data) is not dict:
        raise ValueError(kind.__name__)
    later = {json_key(name): name for name in deferrable(kind)}
    made = structure({key: part for key, part in data.items() if key not in later}, kind, titles)
    own = own_titles(data)

    def read(part: Any, name: str) -> object:
        try:
            with titled(titles, own):
                return HOOKS.play_aid(kind, name)(part, None)
        except REFUSALS:
            raise refusal() from None

    for key in later.keys() & data.keys():
        object.__setattr__(made, later[key], Deferred(partial(read, data[key], later[key])))
    return made
