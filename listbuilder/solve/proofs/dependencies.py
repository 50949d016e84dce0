"""The limits, the choices and the order that rules depend on, besides the selections."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from listbuilder.model.entries import Entry, Keyword, Offer, Slot
from listbuilder.model.language import Limit, Selector, Test
from listbuilder.model.ruleset import Book
from listbuilder.record import records_in
from listbuilder.solve.proofs.obligations import RuleName, rules_of_part

Dependency = tuple[str, str]
"""``limit`` or ``choice``, and its id; or ``ORDER``, or ``FIRST_LIST``."""

ORDER: Dependency = ("beside", "")
"""The order of selections in a row: the solver tries a single order."""

FIRST_LIST: Dependency = ("list", "")
"""The army list that the roster names first."""


def dependencies_of(parts: Iterable[object]) -> Iterator[Dependency]:
    """Yield the dependencies of rules, or of other records."""
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


class BookDependencies:
    """The limits and choices that the parts of a book depend on.

    Attributes:
        constant: the dependencies of values and keyword changes, which bear on all rules.
        every: the dependencies of the whole book.
        slots: the dependencies of all slots.
        named: the dependencies of each rule, by name.
    """

    def __init__(self, book: Book) -> None:
        parts = [*book.parts()]
        carriers = [node for node in records_in(parts) if isinstance(node, Keyword | Entry | Offer)]
        values = [carrier.values for carrier in carriers]
        self.constant = frozenset(dependencies_of([*values, *(part.changes for part in parts)]))
        self.every = frozenset(dependencies_of(parts))
        slots = [node for node in records_in(parts) if isinstance(node, Slot)]
        self.slots = frozenset(dependencies_of(slots))
        self.named: defaultdict[RuleName, set[Dependency]] = defaultdict(set)
        for part in book.entries:
            for rule in rules_of_part(book, part):
                self.named[part, rule.id].update(dependencies_of([rule]))
