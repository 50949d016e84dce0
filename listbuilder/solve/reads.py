"""What rules hang on besides what is selected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import attrs

from listbuilder.model.language import Limit, Selector, Test
from listbuilder.record import Record

Read = tuple[str, str]
"""``limit`` or ``choice`` and its id; or ``AT``."""

AT: Read = ("at", "")
"""What is placed where."""


def reads_of(parts: Iterable[object]) -> Iterator[Read]:
    """Yield what rules, or anything that is made of nodes, read."""
    for node in nodes_of([*parts]):
        match node:
            case Limit(name):
                yield "limit", name
            case Test(choice=choices):
                yield from (("choice", name) for name, _ in choices)
            case Selector("at" | "placed"):
                yield AT


def nodes_of(node: object) -> Iterator[Record]:
    """Yield all that something is made of, itself first."""
    if isinstance(node, Record):
        yield node
        for value in attrs.asdict(cast(Any, node), recurse=False).values():
            yield from nodes_of(value)
    elif isinstance(node, Mapping):
        for value in node.values():
            yield from nodes_of(value)
    elif isinstance(node, tuple | list):
        for value in node:
            yield from nodes_of(value)
