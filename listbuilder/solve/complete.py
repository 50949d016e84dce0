"""Fill a roster up: everything that the player chose stays, the rest is the solver's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

import attrs

from listbuilder.model.entries import Selection
from listbuilder.model.language import Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.engine import Effort
from listbuilder.solve.goals import ADDED, Aim, aims_of, tidy
from listbuilder.solve.linear import Linear, Lit
from listbuilder.solve.outcomes import GaveUp, Impossible, Mark, Outcome, Solved
from listbuilder.solve.search import Model, Problem, Search
from listbuilder.solve.why import conflict

MOST_ALIKE = 3
"""Answers looked at for each that is handed out: some are the same in another order."""


def complete(
    judge: Judge,
    roster: Roster,
    aims: Sequence[str] = (),
    rules: Sequence[Constraint] = (),
    effort: Effort | None = None,
) -> Outcome:
    """Find the best legal roster that keeps all that the player chose.

    The aims go in order; then as few copies and models are added as will do. What is still a tie
    goes to the answer that the search comes to first: the same for the same roster, wishes, seed
    and version of OR-Tools. That holds for what is proved best, and for what is found when the
    effort's work is done; only where its time runs out first may another run have another answer.

    Args:
        judge: of the roster's book.
        roster: the player's, perhaps empty. Numbers said are kept, an unsaid size is open.
        aims: names (``aims_of``).
        rules: what the player asks for besides (``asked``, ``owned``).
        effort: how long to search.

    Raises:
        EditError: an aim that the game does not know.
        NoSolverError: OR-Tools is not installed.
    """
    return next(iter(alternatives(judge, roster, aims, rules, effort, 1)))


def alternatives(
    judge: Judge,
    roster: Roster,
    aims: Sequence[str] = (),
    rules: Sequence[Constraint] = (),
    effort: Effort | None = None,
    number: int = 3,
) -> list[Outcome]:
    """Find several completions, best first; each lacks a kind that each one before it adds.

    Kinds are entries with a profile; where nothing added has one, all entries.

    Returns:
        The outcomes; a last one that is not solved says that there are no more, or why not. Where
        it is impossible, with the conflict.
    """
    goals = partial(_goals, aims_of(judge.book, roster, aims))
    problem = Problem(judge, roster, goals, rules=tuple(rules))
    if number > 1:
        problem = attrs.evolve(problem, marks=_kinds)
    outcomes = several(problem, effort, number, _distinct)
    if isinstance(outcomes[0], Impossible):
        return [Impossible(conflict(judge, roster, rules, (effort or Effort()).begin()))]
    return outcomes


def several(
    problem: Problem,
    effort: Effort | None,
    number: int,
    telling: Callable[[frozenset[Mark]], Iterable[frozenset[Mark]]] = lambda marks: (marks,),
    further: Mapping[str, Number] = MappingProxyType({}),
) -> list[Outcome]:
    """Find several answers to a problem, best first, each apart from those before it.

    Args:
        problem: with marks.
        effort: how long to search for each.
        number: of answers.
        telling: from the marks of an answer: such as the next ones may not all have.
        further: by how much the others may fall short of the first in a goal.

    Returns:
        The outcomes; a last one that is not solved says that there are no more, or why not.
    """
    outcomes: list[Outcome] = []
    seen: set[object] = set()
    search = Search(problem)
    for _ in range(number * MOST_ALIKE):
        outcome = search.best(effort or Effort())
        solved = outcome.best if isinstance(outcome, GaveUp) else outcome
        alike = _shape(solved.roster.army) if isinstance(solved, Solved) else None
        if alike is None or alike not in seen:
            outcomes.append(outcome)
            seen.add(alike)
        if not isinstance(solved, Solved) or not solved.marks or len(outcomes) == number:
            break
        if len(outcomes) == 1:
            for goal, less in further.items():
                search.set_floor(goal, solved.reached[goal] - less)
        for marks in telling(solved.marks):
            search.set_apart(marks)
    return outcomes


def _shape(army: tuple[Selection, ...]) -> tuple[object, ...]:
    """What an army is made of, in whatever order."""
    shapes = (
        (one.entry, one.slot or "", one.count, one.size or 0, one.name or "", _shape(one.with_))
        for one in army
    )
    return tuple(sorted(shapes, key=repr))


def _goals(aims: Sequence[Aim], model: Model) -> dict[str, Linear]:
    root = model.tree.root
    goals = {aim.name: model.compiler.quantity(aim.quantity, root) for aim in aims}
    return goals | {ADDED: tidy(model)}


def _kinds(model: Model) -> dict[Mark, Lit]:
    """Which entries are added, and whether each is a piece."""
    kinds: dict[Mark, list[Lit]] = {}
    for spot in model.tree.added():
        if spot.place.entry is not None:
            entry = spot.place.entry
            piece = spot.place.book.is_piece(entry)
            kinds.setdefault((entry.id, piece), []).append(spot.there)
    return {kind: model.program.any_of(lits) for kind, lits in kinds.items()}


def _distinct(marks: frozenset[Mark]) -> Iterator[frozenset[Mark]]:
    """The entries that make an answer another one: the pieces, if there are any."""
    pieces = frozenset(mark for mark in marks if isinstance(mark, tuple) and mark[1])
    yield pieces or marks
