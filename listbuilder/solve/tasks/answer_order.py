"""The order in which a player would take the answers of a repair, and what each is best at."""

from __future__ import annotations

from fractions import Fraction

import attrs

from listbuilder.editing.remedy_weights import A_CHANGE
from listbuilder.model.language import Number
from listbuilder.solve.outcomes import Outcome, Solved, TradeOff
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP, LOST, new_or_taken
from listbuilder.solve.tasks.repair_search import RepairSearch
from listbuilder.solve.tasks.useful_bounds import WEIGHT

FEW_POINTS = Fraction(1, 50)
"""Fewer changes come first if they lose at most ``A_CHANGE`` of the army for each change saved, but
at most this part in all."""

LITTLE_MORE = Fraction(1, 20)
"""They come first because they lose less if they give up at most this part of the army more."""

WORTH_A_PURCHASE = 2
"""Fewer changes come first if the purchases cost more than this many times the loss avoided; and an
exchange does not if it gives up more than this many times what its fewer changes are worth."""

LEAST_LOST: TradeOff = "least lost"
LEAST_GIVEN_UP: TradeOff = "least given up"
FEWEST_CHANGES: TradeOff = "fewest changes"
IN_BETWEEN: TradeOff = "in between"


def keeps_no_force(search: RepairSearch, outcome: Outcome) -> int:
    """A sort key: answers that keep all forces, answers that drop one, then what is no answer."""
    return 1 + search.drops_a_force(outcome) if isinstance(outcome, Solved) else 3


def comes_first(search: RepairSearch, other: Solved, first: Solved) -> bool:
    """Whether the answer with the fewest changes comes before the one that gives up the least."""
    if other.reached[LOST] > first.reached[LOST]:
        more = first.reached[GIVEN_UP] - other.reached[GIVEN_UP]
        is_near = more <= WEIGHT * search.losses.share(LITTLE_MORE)
        drops = search.drops_a_force(other)
        return is_near and not drops and not saves_too_little(search, other, first)
    is_better = _buys_too_much(first, other) or saves_too_little(search, first, other)
    return is_better and not search.drops_a_force(other)


def saves_too_little(search: RepairSearch, one: Solved, other: Solved) -> bool:
    """Whether an answer with more changes than another saves too little for them.

    Where it loses nothing it saves too little only if the other misses nothing, either, and buys a
    little: who has room lets a unit grow, and takes no model from another.
    """
    saved = Fraction(one.reached[GIVEN_UP] - other.reached[GIVEN_UP]) / WEIGHT
    changes = other.reached[CHANGES] - one.reached[CHANGES]
    most = min(
        changes * search.losses.share_of_all(A_CHANGE), search.losses.share_of_all(FEW_POINTS)
    )
    only_buys = not other.reached[LOST] and _missed(one) == _missed(other)
    return (bool(one.reached[LOST]) or only_buys) and changes > 0 and saved <= most


def _buys_too_much(one: Solved, other: Solved) -> bool:
    """Whether an answer with more changes than another buys too much for what it saves.

    It does if its purchases cost more than ``WORTH_A_PURCHASE`` times what it saves.
    """
    saved = Fraction(_missed(other) - _missed(one)) / WEIGHT
    has_more = one.reached[CHANGES] < other.reached[CHANGES]
    return has_more and new_or_taken(one) - new_or_taken(other) > WORTH_A_PURCHASE * saved


def _missed(solved: Solved) -> Number:
    """What an answer gives up beside its purchases."""
    return -solved.reached[GIVEN_UP] - new_or_taken(solved)


def named(front: list[Solved], settled: bool = True) -> list[Solved]:
    """Give each answer of a front the names of the aims in which no other answer is better.

    One that gives up less than some in fewer changes than others is in between.

    Args:
        front: the answers.
        settled: whether the search for fewer changes was finished.
    """
    proved = all(solved.proved for solved in front)
    named = []
    for solved in front:
        best: list[TradeOff] = []
        if proved and not solved.reached[LOST] and any(one.reached[LOST] for one in front):
            best.append(LEAST_LOST)
        for name, goals in ((LEAST_GIVEN_UP, (GIVEN_UP,)), (FEWEST_CHANGES, (CHANGES, GIVEN_UP))):
            reached = [tuple(one.reached[goal] for goal in goals) for one in front]
            if proved and tuple(solved.reached[goal] for goal in goals) == max(reached):
                best.append(name)
        if proved and not best and _is_between(solved, front):
            best.append(IN_BETWEEN)
        named.append(attrs.evolve(solved, best_at=tuple(best)))
    return named if settled else [alone(solved) for solved in named]


def _is_between(solved: Solved, front: list[Solved]) -> bool:
    """Whether an answer gives up less than one and has fewer changes than another."""
    return all(
        any(solved.reached[goal] > one.reached[goal] for one in front)
        for goal in (GIVEN_UP, CHANGES)
    )


def alone(solved: Solved) -> Solved:
    """The only answer asked for: it is not compared with answers of fewer changes.

    Perhaps they were not looked for.
    """
    if solved.reached[CHANGES] == -1:
        return solved
    best = tuple(name for name in solved.best_at if name in (LEAST_LOST, LEAST_GIVEN_UP))
    return attrs.evolve(solved, best_at=best)


def exchange_comes_first(search: RepairSearch, exchange: Solved, other: Solved) -> bool:
    """Whether an exchange comes before the first answer: it loses no more in fewer changes.

    Not if it buys so much for them that nobody would: more than ``WORTH_A_PURCHASE`` times what
    these changes are worth. Men who find other captains need no wizard to lead them.
    """
    loses_no_more = exchange.reached[LOST] >= other.reached[LOST]
    fewer = exchange.reached[CHANGES] - other.reached[CHANGES]
    more = Fraction(other.reached[GIVEN_UP] - exchange.reached[GIVEN_UP]) / WEIGHT
    worth = WORTH_A_PURCHASE * fewer * search.losses.share_of_all(A_CHANGE)
    return loses_no_more and fewer > 0 and more <= worth
