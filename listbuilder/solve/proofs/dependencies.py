"""The limits, the choices and the order that rules depend on, besides the selections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.model.language import Limit, Selector, Test
from listbuilder.record import records_in

Dependency = tuple[str, str]
"""``limit`` or ``choice`` and its id; ``ORDER`` or ``FIRST_LIST``."""

ORDER: Dependency = ("beside", "")
"""What stands beside what: the solver tries one order only."""


FIRST_LIST: Dependency = ("list", "")
"""Which army list the roster names first."""


def dependencies_of(parts: Iterable[object]) -> Iterator[Dependency]:
    """Yield the dependencies of rules, or of any values made of records."""
    for node in records_in([*parts]):
        match node:
            case Limit(name):
                yield "limit", name
            case Test(choice=choices, first_list=lists):
                yield from (("choice", name) for name, _ in choices)
                if lists:
                    yield FIRST_LIST
            case Selector("beside"):
                yield ORDER
