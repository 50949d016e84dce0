"""An event pack: what an organiser asks of every army, beside the ruleset's own rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import Comparison, Constraint, Limit, Op
from listbuilder.model.play_aids import Figure
from listbuilder.model.ruleset import Book, Catalogue, Document
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class Allowed(Record):
    """What a limit may be set to; at least one of the three is said."""

    exactly: int | None = None
    at_most: int | None = None
    at_least: int | None = None

    def bounds(self) -> Iterator[tuple[Op, int]]:
        """Yield what is said."""
        bounds: tuple[tuple[Op, int | None], ...] = (
            ("exactly", self.exactly),
            ("at_most", self.at_most),
            ("at_least", self.at_least),
        )
        yield from ((op, bound) for op, bound in bounds if bound is not None)


@attrs.frozen(eq=False, repr=False)
class Pack(Record):
    """An event pack: rules of one event for armies of one ruleset.

    Attributes:
        ruleset: id of the game.
        source: where the event's limits, choices and army lists stand.
        limits: what each limit may be; a roster that does not set it is judged by the event's.
        choices: the option of each choice that the event fixes.
        catalogues: ids of the army lists that may be used; none named: all.
        constraints: judged like those of the ruleset.
        figures: those for the roster are columns of the table of all rosters.
    """

    name: str
    ruleset: str
    documents: Mapping[str, Document]
    source: Source
    summary: str = ""
    limits: Mapping[str, Allowed] = attrs.field(factory=dict)
    choices: Mapping[str, str] = attrs.field(factory=dict)
    catalogues: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    figures: tuple[Figure, ...] = ()
    schema: str | None = None

    def part(self) -> Catalogue:
        """What the pack brings of the rule language, as a part of a book."""
        return Catalogue(
            id="",
            ruleset=self.ruleset,
            name=self.name,
            version="",
            documents=self.documents,
            constraints=self.constraints,
            figures=self.figures,
        )

    def over(self, book: Book) -> Book:
        """The book as the event plays it: its limits, which are constraints in short, and rules."""
        limits = tuple(
            Constraint(
                f"event.{limit}.{op}",
                "An army is built to the event's limit",
                Comparison(Limit(limit), op, bound),
                self.source,
                for_="roster",
            )
            for limit, allowed in self.limits.items()
            for op, bound in allowed.bounds()
        )
        ruleset = attrs.evolve(
            book.ruleset,
            documents={**book.ruleset.documents, **self.documents},
            constraints=(*book.ruleset.constraints, *limits, *self.constraints),
            figures=(*book.ruleset.figures, *self.figures),
        )
        return Book(ruleset, book.catalogues)
