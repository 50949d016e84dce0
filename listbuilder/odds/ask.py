"""Working out the odds of a ruleset, or of a roster's own engines, units and forces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs

from listbuilder.editing.find import number_of
from listbuilder.errors import OddsBudgetError, OddsError
from listbuilder.findings import written
from listbuilder.messages import gettext
from listbuilder.model.language import Condition, Number, Scope
from listbuilder.model.odds import Ask, Odds, Roll, Turns, Way
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.odds.answers import (
    Chances,
    Curve,
    GivenNumber,
    OddsAnswer,
    ResultChance,
    RowOdds,
    Spread,
    Subject,
    TableValue,
    Turn,
)
from listbuilder.odds.budget import SHOWN, Budget, words
from listbuilder.odds.dice import Word
from listbuilder.odds.rolls import KnownResults, RollResult, Rolls
from listbuilder.odds.starting_numbers import starting_number
from listbuilder.odds.tables import table_odds
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.measure import concerns

MOST_TURNS = 100
"""Most turns of a curve, from the first to the last."""

PLAIN = Way("")
"""The only column of odds that name no columns."""


def chances(book: Book, roster: Roster | None = None) -> Chances:
    """Work out all odds.

    Args:
        book: the ruleset, with the catalogues whose odds are asked for too.
        roster: a roster of the book; its own odds are worked out, and the tables that concern it.
            Without a roster the odds of any army are worked out, with the data's supposed numbers.

    Once the budget is spent, all other odds are marked ``stopped``.
    """
    budget = Budget()
    if roster is None:
        tables = [table for part in book.parts() for table in part.tables]
        answers = [
            odds_answer(book, odds, budget=budget) for part in book.parts() for odds in part.odds
        ]
        title = book.ruleset.name
    else:
        judge = judge_of(book)
        army = judge.lay_out(roster)
        topics = [topic for part in book.parts() for topic in part.reference]
        asked = {name for one in topics if concerns(judge, army, one.for_) for name in one.tables}
        every = [table for part in book.parts() for table in part.tables]
        tables = [table for table in every if table.id in asked]
        answers = list(army_answers(judge, army, budget))
        title = roster.name
    return Chances(
        title, tuple(table_odds(book, table, budget) for table in tables), tuple(answers)
    )


def army_answers(judge: Judge, army: Army, budget: Budget | None = None) -> Iterator[OddsAnswer]:
    """Yield the odds that concern an army; selections with the same numbers share an answer."""
    budget = budget or Budget()
    for part in judge.book.parts():
        for odds in part.odds:
            alike: dict[tuple[tuple[str, object], ...], list[Node]] = {}
            for node in _asked(judge, army, odds):
                numbers = {
                    name: starting_number(judge, army, node, one)
                    for name, one in odds.numbers.items()
                }
                alike.setdefault(tuple(numbers.items()), []).append(node)
            for key, nodes in alike.items():
                subjects = [
                    Subject(number_of(node), node.name) for node in nodes if node is not army.root
                ]
                yield odds_answer(judge.book, odds, dict(key), subjects, budget)


def _asked(judge: Judge, army: Army, odds: Odds) -> Iterator[Node]:
    """Yield the selections whose odds are asked for; the root for odds of the whole roster."""
    nodes: Sequence[Node] = (army.root,)
    if odds.for_ != "roster":
        nodes = [node for node in army.nodes if _holds(judge, army, node, odds.for_)]
    for node in nodes:
        if odds.when is None or _holds(judge, army, node, odds.when):
            yield node


def _holds(judge: Judge, army: Army, node: Node, scope: Scope | Condition) -> bool:
    return scope == "roster" or judge.compiler.test(scope)(node, army)


def odds_answer(
    book: Book,
    odds: Odds,
    numbers: Mapping[str, Any] | None = None,
    subjects: Sequence[Subject] = (),
    budget: Budget | None = None,
) -> OddsAnswer:
    """Work odds out.

    Args:
        book: the book of the odds.
        odds: the odds as the data declares them.
        numbers: the numbers to start from by name, None where nothing tells a number; left out:
            the supposed numbers of the data.
        subjects: the selections whose odds they are.
        budget: the work that all odds may take together.
    """
    if numbers is None:
        numbers = {name: one.suppose for name, one in odds.numbers.items()}
    unknown = [name for name, number in numbers.items() if number is None]
    titles = {name: one.title for name, one in odds.numbers.items()}
    known: dict[str, RollResult] = {name: one for name, one in numbers.items() if one is not None}
    ways: list[Way] = []
    rows: list[RowOdds] = []
    problem: OddsError | None = None
    if not unknown:
        with (budget or Budget()).part() as part:
            table = _OddsTableBuilder(Rolls(book, part), odds, known)
            try:
                ways = list(table.ways())
                rows = list(table.rows(ways))
            except OddsError as error:
                problem, rows = error, []
    return OddsAnswer(
        odds.id,
        odds.title,
        tuple(subjects),
        tuple(
            GivenNumber(title, _written(known[name]))
            for name, title in titles.items()
            if title and name in known
        ),
        tuple(way.title for way in ways),
        tuple(rows),
        odds.text,
        tuple(titles[name] or name for name in unknown),
        str(problem or ""),
        isinstance(problem, OddsBudgetError),
        book.cite(odds.source),
        odds.ruling,
    )


@attrs.frozen
class _OddsTableBuilder:
    """Builds the table of some odds from the numbers that they start from."""

    rolls: Rolls
    odds: Odds
    known: KnownResults

    def ways(self) -> Iterator[Way]:
        """Yield the columns whose condition surely holds."""
        for way in self.odds.columns or (PLAIN,):
            if way.when is None or self.rolls.chance(way.when, self.known) == 1:
                yield way

    def rows(self, ways: Sequence[Way]) -> Iterator[RowOdds]:
        """Yield the rows whose condition surely holds."""
        for ask in self.odds.rows:
            if ask.when is None or self.rolls.chance(ask.when, self.known) == 1:
                yield RowOdds(ask.title, tuple(self._cell(ask, way) for way in ways))

    def _cell(self, ask: Ask, way: Way) -> TableValue:
        known = self._set(self._set(self.known, ask.set), way.set)
        odds = self.odds
        own = ask.chance is not None or ask.spread is not None or ask.turns is not None
        asked = ask if own else odds
        if asked.turns is not None:
            return self._curve(asked.turns, known)
        if asked.spread is not None:
            return self._spread(asked.spread, known)
        if asked.chance is not None:
            return self.rolls.chance(asked.chance, known)
        raise OddsError(gettext("“{title}” asks nothing.", title=ask.title))

    def _set(self, known: KnownResults, numbers: Mapping[str, Roll]) -> KnownResults:
        """Set numbers, each worked out from the numbers before any was set."""
        self.rolls.budget.spend(len(known))
        return {
            **known,
            **{name: self.rolls.certain(roll, known) for name, roll in numbers.items()},
        }

    def _spread(self, roll: Roll, known: KnownResults) -> Spread:
        die, budget = self.rolls.die(roll, known), self.rolls.budget
        whole = die.denominator()
        budget.spend(len(die) * (SHOWN + words(whole) ** 2 // 8))
        numbers = [(one, weight) for one, weight in die.items() if not isinstance(one, Word)]
        others = [(one, weight) for one, weight in die.items() if isinstance(one, Word)]
        left = sum(weight for _, weight in numbers)
        falls = []
        for number, weight in numbers:
            chance = Fraction(weight, whole)
            falls.append(ResultChance(number, chance, Fraction(left, whole)))
            left -= weight
        falls += [ResultChance(word.text, Fraction(weight, whole)) for word, weight in others]
        return Spread(tuple(falls), None if others else self._mean(numbers, whole))

    def _mean(self, numbers: Sequence[tuple[Number, int]], whole: int) -> Fraction:
        total = Fraction(0)
        for number, weight in numbers:
            total = self.rolls.budget.plus(total, number * Fraction(weight, whole))
        return total

    def _curve(self, turns: Turns, known: KnownResults) -> Curve:
        """Carry the chance of each state from turn to turn: a finite Markov chain."""
        if not 0 <= turns.to - turns.from_ < MOST_TURNS:
            raise OddsError(
                gettext(
                    "From {from_} to {to} are not 1 to {most_turns} turns.",
                    from_=turns.from_,
                    to=turns.to,
                    most_turns=MOST_TURNS,
                )
            )
        until, budget = turns.until, self.rolls.budget
        states: dict[str, Fraction] = {turns.start: Fraction(1)}
        by = states.get(until, Fraction(0))
        found = []
        for number in range(turns.from_, turns.to + 1):
            moved: dict[str, Fraction] = {}
            for state, chance in states.items():
                for then, likely in self._next(turns, state, {**known, turns.number: number}):
                    come = budget.times(chance, likely)
                    moved[then] = budget.plus(moved.get(then, Fraction(0)), come)
            states, before = moved, by
            by = states.get(until, Fraction(0))
            alone = (by - before) / (1 - before) if before < 1 else None
            found.append(Turn(number, alone, by))
        return Curve(turns.title, tuple(found))

    def _next(
        self, turns: Turns, state: str, known: KnownResults
    ) -> Iterator[tuple[str, Fraction]]:
        if state == turns.until or state not in turns.states:
            yield state, Fraction(1)
            return
        die = self.rolls.die(turns.states[state], known)
        for one, weight in die.items():
            yield _written(one), Fraction(weight, die.denominator())


def _written(result: RollResult) -> str:
    return result.text if isinstance(result, Word) else written(result)
