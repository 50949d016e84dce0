"""An event pack: what an organiser asks of every army, beside the ruleset's own rules."""

from collections.abc import Iterator, Mapping

import attrs

from listbuilder.findings import Source
from listbuilder.messages import gettext
from listbuilder.model.language import Bounds, Chosen, Comparison, Constraint, Limit, Names, Test
from listbuilder.model.ruleset import Book, Catalogue, Document
from listbuilder.model.shown_figures import Figure
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class Allowed(Bounds):
    """What a limit may be set to."""

    def and_(self, other: "Allowed") -> "Allowed":
        """What both allow; of two that are exact and differ, nothing (``is_impossible``)."""
        exact = [one.exactly for one in (self, other) if one.exactly is not None]
        most = [one.at_most for one in (self, other) if one.at_most is not None]
        least = [one.at_least for one in (self, other) if one.at_least is not None]
        if len({*exact}) == 2:
            return Allowed(exact[0], min(exact), max(exact))
        return Allowed(
            exact[0] if exact else None,
            min(most) if most else None,
            max(least) if least else None,
        )

    def is_impossible(self) -> bool:
        """Whether no number is allowed."""
        least = max((bound for op, bound in self.bounds() if op != "at_most"), default=0)
        most = min((bound for op, bound in self.bounds() if op != "at_least"), default=least)
        return least > most


Limits = Mapping[str, Allowed]
"""By limit, what it may be set to."""

Choices = Mapping[str, Names]
"""By choice, the options that are allowed."""


@attrs.frozen(eq=False, repr=False)
class Demands(Record):
    """What is asked of the rosters that made certain choices, such as a side, beside all else.

    Attributes:
        choices: one of these options of each.
        limits, catalogues, banned: as in a pack.
    """

    choices: Choices
    limits: Limits = attrs.field(factory=dict)
    catalogues: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()

    def hold(self, made: Mapping[str, str]) -> bool:
        """Whether a roster that made these choices has to meet them."""
        return all(made.get(name) in options for name, options in self.choices.items())


@attrs.frozen(eq=False, repr=False)
class Together(Record):
    """What is asked of all rosters of one player, or of one team.

    Attributes:
        rosters: how many there are.
        players: how many players a team has.
        one_of_each: by choice, options of which each is that of one roster.
        constraints: asked of all their selections as of one roster.
    """

    rosters: Allowed | None = None
    players: Allowed | None = None
    one_of_each: Choices = attrs.field(factory=dict)
    constraints: tuple[Constraint, ...] = ()


@attrs.frozen(eq=False, repr=False)
class Pack(Record):
    """An event pack: rules of one event for armies of one ruleset.

    Attributes:
        ruleset: id of the game.
        source: where the event's limits, choices and army lists stand.
        limits: what each limit may be; a roster that does not set it is judged by the event's.
        choices: of each choice named, the options that are allowed; a single one is fixed.
        catalogues: ids of the army lists that may be used; none named: all.
        banned: ids of those that may not.
        versions: by army list, the version by which the event judges.
        sides: what is asked beside that of rosters that made certain choices.
        per_player, per_team: what is asked of all rosters of one.
        constraints: judged like those of the ruleset.
        figures: those for the roster are columns of the table of all rosters.
    """

    name: str
    ruleset: str
    documents: Mapping[str, Document]
    source: Source
    summary: str = ""
    limits: Limits = attrs.field(factory=dict)
    choices: Choices = attrs.field(factory=dict)
    catalogues: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    versions: Mapping[str, str] = attrs.field(factory=dict)
    sides: tuple[Demands, ...] = ()
    per_player: Together | None = None
    per_team: Together | None = None
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
        limits = (*self._limits(self.limits, None), *self._limits_of_sides())
        ruleset = attrs.evolve(
            book.ruleset,
            documents={**book.ruleset.documents, **self.documents},
            constraints=(*book.ruleset.constraints, *limits, *self.constraints),
            figures=(*book.ruleset.figures, *self.figures),
        )
        event = (
            gettext("{one} and {other}", one=book.event, other=self.name)
            if book.event
            else self.name
        )
        return Book(ruleset, book.catalogues, event)

    def all_constraints(self) -> Iterator[Constraint]:
        """Yield the rules that have ids: of each roster, and of all of a player or team."""
        yield from self.constraints
        for together in (self.per_player, self.per_team):
            yield from together.constraints if together else ()

    def _limits(self, limits: Limits, when: Test | None) -> Iterator[Constraint]:
        for limit, allowed in limits.items():
            for op, bound in allowed.bounds():
                yield Constraint(
                    f"event.{limit}.{op}",
                    "An army is built to the event's limit",
                    Comparison(Limit(limit), op, bound),
                    self.source,
                    for_="roster",
                    when=when,
                )

    def _limits_of_sides(self) -> Iterator[Constraint]:
        for demands in self.sides:
            made = tuple(
                Test(any_=tuple(Test(choice=Chosen(((name, option),))) for option in options))
                for name, options in demands.choices.items()
            )
            yield from self._limits(demands.limits, Test(all_=made))
