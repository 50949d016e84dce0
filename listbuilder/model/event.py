"""An event pack: an organiser's demands on every army, beside the ruleset's own rules."""

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
    """The values that a limit may be set to."""

    def and_(self, other: "Allowed") -> "Allowed":
        """The values that both allow: none (``is_impossible``) if both are exact and differ."""
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
"""The values that limits may be set to, by the limit's id."""

Choices = Mapping[str, Names]
"""The options that are allowed, by the choice's id."""


@attrs.frozen(eq=False, repr=False)
class Demands(Record):
    """Further demands on rosters that made certain choices, such as a side.

    Attributes:
        choices: by choice, options of which the roster must have taken one.
        limits, catalogues, banned: as in a pack.
    """

    choices: Choices
    limits: Limits = attrs.field(factory=dict)
    catalogues: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()

    def hold(self, made: Mapping[str, str]) -> bool:
        """Whether a roster that made these choices has to meet the demands."""
        return all(made.get(name) in options for name, options in self.choices.items())


@attrs.frozen(eq=False, repr=False)
class Together(Record):
    """Demands on all rosters of one player, or of one team, together.

    Attributes:
        rosters: the number of rosters.
        players: the number of players in a team.
        one_of_each: by choice, options each of which one of the rosters must have taken.
        constraints: rules asked of the selections of all these rosters as if of one.
    """

    rosters: Allowed | None = None
    players: Allowed | None = None
    one_of_each: Choices = attrs.field(factory=dict)
    constraints: tuple[Constraint, ...] = ()


@attrs.frozen(eq=False, repr=False)
class Pack(Record):
    """An event pack: rules of one event for armies of one ruleset.

    Attributes:
        ruleset: the game's id.
        source: the source of the event's limits, choices and army lists.
        limits: the allowed values of limits; a roster that does not set one gets the event's.
        choices: by choice, the options that are allowed; a single option is fixed.
        catalogues: the ids of the army lists that may be used; empty: all.
        banned: the ids of the army lists that may not be used.
        versions: by army list, the version by which the event judges.
        sides: further demands on rosters that made certain choices.
        per_player, per_team: demands on all rosters of a player, or of a team.
        constraints: rules judged like those of the ruleset.
        figures: figures; those of the roster are columns of the table of all rosters.
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
        """The pack's constraints and figures as a part of a book."""
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
        """The book as the event plays it: with the pack's limits, as constraints, and its rules."""
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
        """Yield all rules with ids: on each roster, and on the rosters of a player or team."""
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
