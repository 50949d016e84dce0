"""What rules hang on besides what is selected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.model.language import Limit, Selector, Test
from listbuilder.record import nodes_of

Dependency = tuple[str, str]
"""``limit`` or ``choice`` and its id; or ``AT``."""

PLACEMENT: Dependency = ("at", "")
"""What is placed where, and what stands beside what."""


def dependencies_of(parts: Iterable[object]) -> Iterator[Dependency]:
    """Yield what rules, or anything that is made of nodes, read."""
    for node in nodes_of([*parts]):
        match node:
            case Limit(name):
                yield "limit", name
            case Test(choice=choices):
                yield from (("choice", name) for name, _ in choices)
            case Selector("at" | "placed" | "beside"):
                yield PLACEMENT
