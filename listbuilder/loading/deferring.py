"""Play aids of a file that are structured when somebody first reads them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from listbuilder.loading.json_pointer import json_key
from listbuilder.loading.structuring import REFUSALS, Model, own_titles, play_aid, structure
from listbuilder.loading.titles import Titles, titled
from listbuilder.model.deferred import Deferred, deferrable


def structure_rules(
    data: Any, kind: type[Model], titles: Titles, refusal: Callable[[], Exception]
) -> Model:
    """Make a part of a book of parsed JSON, and its play aids when somebody reads them.

    Args:
        titles: as of ``structure``.
        refusal: makes the error that is raised where somebody reads one that is not good.

    Raises:
        ValueError: the data is not a good file of that kind, whatever its play aids are.
    """
    if type(data) is not dict:
        raise ValueError(kind.__name__)
    later = {json_key(name): name for name in deferrable(kind)}
    made = structure({key: part for key, part in data.items() if key not in later}, kind, titles)
    own = own_titles(data)

    def read(part: Any, name: str) -> object:
        try:
            with titled(titles, own):
                return play_aid(kind, name)(part, None)
        except REFUSALS:
            raise refusal() from None

    for key in later.keys() & data.keys():
        object.__setattr__(made, later[key], Deferred(partial(read, data[key], later[key])))
    return made
