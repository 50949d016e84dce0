"""Completing a roster: the player's selections stay, the solver adds the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Protocol

import attrs

from listbuilder.editing.only_choice import with_earlier_choices, without_free_choices
from listbuilder.editing.unordered import unordered
from listbuilder.model.language import Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.explain.why import conflict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.model.linear import BoolLiteral, LinearExpr, total
from listbuilder.solve.outcomes import Feature, Impossible, Outcome, Solved, Stopped
from listbuilder.solve.search.goals import ADDED, Aim, aims_of, fewest_additions
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.search.refinement import RefinementSolver

KEPT = "kept_choices"
"""The name of the goal that free choices stay with whom the player gave them to."""

FEWEST_WORK = 0.75
"""Deterministic seconds for the search for fewer additions, four or five seconds by the clock.

To prove that none are fewer can take longer than all else, and few players wait for it."""

TRIES_PER_ANSWER = 3
"""Answers tried for each that is returned: some are equal but for their order."""


class AnswerSearch(Protocol):
    """A search that finds one answer after another, such as ``RefinementSolver``."""

    def exclude(self, features: frozenset[Feature]) -> None:
        """Look from now on only for answers that lack at least one of the features."""

    def solve(
        self,
        budget: SearchBudget,
        order: Sequence[str] | None = None,
        within: Mapping[str, Number] = MappingProxyType({}),
    ) -> Outcome:
        """Find the best answer."""


def complete(
    judge: Judge,
    roster: Roster,
    aims: Sequence[str] = (),
    rules: Sequence[Constraint] = (),
    budget: SearchBudget | None = None,
) -> Outcome:
    """Find the best legal roster that keeps all that the player chose.

    A choice that the rules demand and that costs nothing, such as who leads, moves only where an
    addition makes it illegal: then a greater hero who is added leads. None is added where the aims
    are reached as well without.

    The aims are optimised in order, then as few copies and models are added as possible. A tie goes
    to the answer that the search comes to first: the same for the same roster, wishes, seed and
    version of OR-Tools. That holds for a proved answer and where work ends the search; only where
    wall time ends it may another run have another answer. The search for fewer additions gets
    ``FEWEST_WORK``, if the budget has a limit of work at all.

    Args:
        judge: the judge of the roster's book.
        roster: the player's, perhaps empty. Numbers given are kept, a size not given is open.
        aims: names (``aims_of``).
        rules: wishes (``asked``, ``owned``).
        budget: the budget of the search.

    Raises:
        EditError: an aim that the game does not know.
        NoSolverError: OR-Tools is not installed.
    """
    return next(iter(alternatives(judge, roster, aims, rules, budget, 1)))


def alternatives(
    judge: Judge,
    roster: Roster,
    aims: Sequence[str] = (),
    rules: Sequence[Constraint] = (),
    budget: SearchBudget | None = None,
    number: int = 3,
) -> list[Outcome]:
    """Find several completions, best first; each lacks a kind that each one before it adds.

    Kinds are entries with a profile; if no addition has one, all entries.

    Returns:
        The outcomes; a last one that is not solved proves that there are no more, or tells why the
        search ended. If it is impossible, with the conflict.

    Raises:
        EditError: an aim that the game does not know.
        NoSolverError: OR-Tools is not installed.
    """
    wanted = aims_of(judge.book, roster, aims)
    reads = tuple(aim.quantity for aim in wanted)
    own, choices = without_free_choices(judge, roster)
    problem = SearchProblem(
        judge,
        own,
        partial(_goals, wanted, choices),
        rules=tuple(rules),
        ties=(KEPT, ADDED),
        tie_work=None if budget and budget.work is None else FEWEST_WORK,
        reads=reads,
    )
    if number > 1:
        problem = attrs.evolve(problem, features=_kinds)
    outcomes = distinct_answers(RefinementSolver(problem), budget, number, _distinct)
    if isinstance(outcomes[0], Impossible):
        return [Impossible(conflict(judge, roster, rules, (budget or SearchBudget()).begin()))]
    return [_as_chosen(judge, roster, own, outcome) for outcome in outcomes]


def _as_chosen(judge: Judge, roster: Roster, own: Roster, outcome: Outcome) -> Outcome:
    """Put the player's free choices back into an outcome, where they are legal in it.

    A free choice, such as who leads, is taken out before the search (``without_free_choices``), so
    that an addition may take its place.

    Args:
        judge: the judge of the book.
        roster: the player's roster.
        own: the same without the free choices.
        outcome: the outcome of the search that began with ``own``.
    """
    match outcome:
        case Solved(roster=found, reached=reached):
            gone = len(judge.lay_out(roster).nodes) - len(judge.lay_out(own).nodes)
            aims = {name: number for name, number in reached.items() if name != KEPT}
            return attrs.evolve(
                outcome,
                roster=with_earlier_choices(judge, roster, found),
                reached={**aims, ADDED: reached[ADDED] + gone},
                proven_goals=tuple(name for name in outcome.proven_goals if name != KEPT),
            )
        case Stopped(best=Solved() as best):
            kept = _as_chosen(judge, roster, own, best)
            return attrs.evolve(outcome, best=kept if isinstance(kept, Solved) else None)
        case _:
            return outcome


def distinct_answers(
    solver: AnswerSearch,
    budget: SearchBudget | None,
    number: int,
    exclusions: Callable[[frozenset[Feature]], Iterable[frozenset[Feature]]] = lambda features: (
        features,
    ),
    found: Sequence[Solved] = (),
    order: Sequence[str] | None = None,
    within: Mapping[str, Number] = MappingProxyType({}),
) -> list[Outcome]:
    """Find several answers to a problem, best first, each distinct from those before it.

    Args:
        solver: the search of a problem with features.
        budget: the budget of the search for each answer.
        number: the most answers.
        exclusions: makes of an answer's features the no-goods for the answers after it.
        found: the first answers, if they are known already.
        order, within: the arguments of ``RefinementSolver.solve``.

    Returns:
        The outcomes; a last one that is not solved proves that there are no more, or tells why the
        search ended.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    outcomes: list[Outcome] = [*found]
    seen: set[object] = {unordered(solved.roster.army) for solved in found}
    left = (*found,)
    for _ in range(number * TRIES_PER_ANSWER):
        for solved in left:
            for features in exclusions(solved.features):
                solver.exclude(features)
        if len(outcomes) >= number or not all(solved.features for solved in left):
            break
        outcome = solver.solve(budget or SearchBudget(), order, within)
        answer = outcome.best if isinstance(outcome, Stopped) else outcome
        alike = unordered(answer.roster.army) if isinstance(answer, Solved) else None
        if alike is None or alike not in seen:
            outcomes.append(outcome)
            seen.add(alike)
        if not isinstance(answer, Solved):
            break
        left = (answer,)
    return outcomes


def _goals(
    aims: Sequence[Aim], choices: Sequence[tuple[int, str]], encoded: EncodedProblem
) -> dict[str, LinearExpr]:
    """Encode the goals, in order.

    Args:
        aims: the player's aims.
        choices: the player's free choices, each as its holder's number and its entry.
        encoded: the problem.
    """
    tree = encoded.tree
    goals = {aim.name: encoded.encoder.quantity(aim.quantity, tree.root) for aim in aims}
    if choices:
        goals[KEPT] = total(
            one.count
            for one in tree.added()
            if one.holder and one.place.entry
            if (one.holder.number, one.place.entry.id) in choices
        )
    return goals | {ADDED: fewest_additions(encoded)}


def _kinds(encoded: EncodedProblem) -> dict[Feature, BoolLiteral]:
    """A literal for each entry that may be added, by its id and whether it is a piece."""
    kinds: dict[Feature, list[BoolLiteral]] = {}
    for candidate in encoded.tree.added():
        if candidate.place.entry is not None:
            entry = candidate.place.entry
            piece = candidate.place.is_piece
            kinds.setdefault((entry.id, piece), []).append(candidate.present)
    return {kind: encoded.model.any_of(literals) for kind, literals in kinds.items()}


def _distinct(features: frozenset[Feature]) -> Iterator[frozenset[Feature]]:
    """Yield the one no-good of an answer: the pieces that it adds; if none, all entries it adds."""
    pieces = frozenset(feature for feature in features if isinstance(feature, tuple) and feature[1])
    yield pieces or features
