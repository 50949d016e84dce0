"""Repairing a roster: legal, with little lost and few changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import attrs

from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.relocation import OwnedSelection, Relocations
from listbuilder.solve.explain.why import conflict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import (
    Feature,
    Impossible,
    Outcome,
    Solved,
    Stopped,
    StopReason,
    answer_of,
    ended_with,
)
from listbuilder.solve.search.problem import without_gc
from listbuilder.solve.tasks.answer_order import (
    LITTLE_MORE,
    alone,
    comes_first,
    exchange_comes_first,
    keeps_no_force,
    named,
    saves_too_little,
)
from listbuilder.solve.tasks.changes import Distinction
from listbuilder.solve.tasks.complete import AnswerSearch, distinct_answers
from listbuilder.solve.tasks.fewer_warnings import with_fewer_warnings
from listbuilder.solve.tasks.leader_exchange import (
    TO_EXCHANGE,
    exchanged,
    is_exchange,
)
from listbuilder.solve.tasks.near_first import MUCH, NearFirst
from listbuilder.solve.tasks.repair_goals import (
    CHANGES,
    GIVEN_UP,
    LEAST,
    LOST,
    NEW,
    TIES,
    WEIGHED,
    new_or_taken,
)
from listbuilder.solve.tasks.repair_search import RepairSearch, errors_of
from listbuilder.solve.tasks.useful_bounds import WEIGHT

EXTRA_CHANGES = 1
"""The most changes of further answers beyond those of the answer that gives up the least."""

MOST_VARIED = 5
"""With more changes than these no further answers are looked for: they would swap some changes for
others, and nobody compares ten lines with ten."""

NOT_MUCH_MORE = Fraction(1, 10)
"""A further answer gives up at most this part of the army beyond the least: where a garrison is too
large, nobody takes its unit out."""

FURTHER_WORK = 1.0
"""The most work for each answer beyond the front, in deterministic seconds."""

WORTH_A_CHANGE = Fraction(9, 10)
"""An answer between two gives up at most this part of what the one with the fewest changes does."""

MAX_IMAGES = 100
"""The most symmetric images of an answer that are excluded with it."""


@attrs.frozen(eq=False)
class _RepairRequest:
    """A repair that is asked for.

    Attributes:
        search, solver: the searches for repairs of the roster.
        number: the most answers; of one it is only asked whether another comes before it.
        budget: the budget of the search for each answer.
    """

    search: RepairSearch
    solver: NearFirst
    number: int
    budget: SearchBudget


@without_gc()
def repair(
    judge: Judge, roster: Roster, budget: SearchBudget | None = None, number: int = 3
) -> list[Outcome]:
    """Find ways to make a roster legal: with the least given up, and with the fewest changes.

    *Lost* is the cost of the player's copies and models that are gone, and the difference where a
    selection becomes cheaper, unless it is priced by steps and moved. Units of an entry lose
    together (``ModelPools``): models that another of them takes, or a new one, are not lost. All
    costs of a game are added up, such as points and siege points; in a game without costs, models
    are counted.

    *Given up* is the loss, and besides:

    - the mean cost of the army's models for each free model that goes;
    - ``A_POST`` of the army for each post that models leave, such as a garrison;
    - ``SHARE_PER_KIND`` of the army for each selection that says what kind of army it is
      (``editing.army_kinds``), if it goes or comes, and for a leader (``editing.leaders``) who goes
      or from whom another takes the command;
    - a quarter of the cost of each purchase: it is room that the player could use otherwise; and of
      models that a new unit takes, or others from a unit that goes.

    A *change* is one of these:

    - a selection taken out, or some of its copies;
    - another size of a unit;
    - a selection, or some of its copies, moved to another slot of its holder, or to another holder
      (this not for options and mounts that cost something). The new holder is the army, or a
      selection that is not added inside a piece, and moved itself only if nobody offers it where it
      stands;
    - a selection placed at another one, or nowhere;
    - an addition to the army or to a selection of the player's, with its contents: a selection, or
      copies of a plain entry. Where it is legal, these copies raise the number of a selection of
      the same entry beside them.

    Contents go and are moved with their holder. If a selection goes and another is added beside it,
    the other may take over all that is left in it: that is no further change. Options and mounts
    that cost something it gets only from a single piece whose men it may have. To a force or an
    army list that is moved nothing is added. No new selection is put in the place of one of the
    same entry that goes. A selection of which copies are moved gets no more copies: these are added
    where they are to stand. If the selection goes at which another was placed, it is no change that
    the other is placed nowhere; if the other goes, too, that is a further change, unless it is free
    and no piece. Where it is gone already, an addition may get its id: who stood there stands there
    again, and only the addition is a change.

    The answers come in this order:

    1. The answer that gives up the least, and the answer with the fewest changes that gives up at
       most ``MUCH``, if that is another: the ends of the Pareto front. No legal roster beats
       the first of them in both. With two changes or more the second gives up the least that the
       small search (``NearFirst``) found with as few. It comes first if it loses less and gives up
       at most ``LITTLE_MORE``, if the other buys for more than ``WORTH_A_PURCHASE`` times what it
       saves, or if the other loses something, too, and saves next to nothing: at most ``A_CHANGE``
       for each change, and ``FEW_POINTS`` in all.
    2. The exchange of a leader (``leader_exchange``), if the first has none: before it, if that
       loses no more in fewer changes, else as the second. Without one, if their changes differ by
       more than two, between them the best trade-off (``WEIGHED``), if it is better than both. If
       there is none, and their changes differ by two or more, the answer that gives up the least
       with one change more than the fewest, if it gives up at most ``WORTH_A_CHANGE`` of what the
       answer with the fewest changes does. It is the best of the small search (``NearFirst``) that
       found the first answer, or the best of all where that gives up more than ``LITTLE_MORE``
       beyond the least; and comes before the first if it loses less.
    3. If more answers are asked for, and ``MOST_VARIED`` changes or fewer are enough, other ones
       with at most ``EXTRA_CHANGES`` changes more than the fewest, in which something else goes,
       comes or changes its size (``_no_goods``). They come from the same search: where it is enough
       to take a unit out, nobody buys a leader who would allow a second one. They give up at most
       ``NOT_MUCH_MORE`` than the least, buy nothing if none of the answers before them does, and
       get ``FURTHER_WORK`` each.

    An answer that takes a whole force out comes last, unless it is the first of all. Of equally
    good answers the one with the fewest warnings is told.

    Args:
        judge: the judge of the roster's book.
        roster: the player's roster; a legal roster needs no change.
        budget: the budget of the search for each answer.
        number: the most answers.

    Returns:
        The outcomes, best first. A last outcome that is not ``Solved`` tells why there are no more
        answers, if that is a proof or the clock; an ``Impossible`` that is the only outcome has the
        rules that no roster keeps.
        Where the solver rounds there are at most two answers, the ends of the front.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    verdict = judge.evaluate(roster)
    if verdict.legal:
        return [Solved(roster, True, {LOST: 0, CHANGES: 0})]
    search = RepairSearch(judge, roster, errors_of(verdict))
    solver = NearFirst(search)
    found = solver.solve(budget or SearchBudget(), LEAST)
    if isinstance(found, Impossible):
        empty = attrs.evolve(roster, army=())
        return [Impossible(conflict(judge, empty, (), budget or SearchBudget()))]
    first = ended_with(found)
    if first is None:
        return [found]
    request = _RepairRequest(search, solver, number, budget or SearchBudget())
    ends, settled = _front(request, first)
    if isinstance(found, Stopped):  # of answers without a proof two are enough
        kept = [other for other in ends[1:] if not search.drops_a_force(other)]
        best, *others = with_fewer_warnings(judge, roster, named([ends[0], *kept], settled), budget)
        if number == 1:
            return [attrs.evolve(found, best=answer_of(best))]
        return [best, *others, attrs.evolve(found, best=None)]
    front = named(_with_middle(request, first, ends), settled)
    if number == 1:
        return with_fewer_warnings(judge, roster, [alone(front[0])], budget)
    outcomes: list[Outcome] = [*front]
    if max(solved.reached[CHANGES] for solved in front) >= -MOST_VARIED:
        outcomes = _with_further(request, front, ends)
    further = told(outcomes[1:], solver.small is not None)
    outcomes[1:] = sorted(further, key=partial(keeps_no_force, search))
    return with_fewer_warnings(judge, roster, outcomes[:number], budget)


def _with_middle(request: _RepairRequest, first: Solved, ends: list[Solved]) -> list[Solved]:
    """The ends of the front with the exchange of a leader or, without one, an answer between them.

    Args:
        request: the repair.
        first: the answer that gives up the least.
        ends: the ends of the front, the better first.
    """
    search, number = request.search, request.number
    begins = is_exchange(ends[0])
    may_come_first = begins or ends[0].reached[CHANGES] < -TO_EXCHANGE
    if not is_exchange(first) and (number > 1 or may_come_first):
        exchange = exchanged(search, first, request.budget)
        if exchange is not None and all(one.roster != exchange.roster for one in ends):
            # The likest comes in the place of any other.
            front = [one for one in ends if not is_exchange(one)]
            begins = begins or exchange_comes_first(search, exchange, front[0])
            front.insert(0 if begins else 1, exchange)
            return front
    front = [*ends]
    if (number == 1 or number > len(front)) and not saves_too_little(search, first, front[0]):
        front[1:1] = _between(request, front)
    if len(front) > 2 and comes_first(search, front[1], front[0]):
        front[:2] = reversed(front[:2])
    return front


def _front(request: _RepairRequest, first: Solved) -> tuple[list[Solved], bool]:
    """The ends of the front, the better first, and whether the search for the second was finished.

    Args:
        request: the repair.
        first: the answer that gives up the least.
    """
    search, solver, number, budget = request.search, request.solver, request.number, request.budget
    lost, changes, buys = first.reached[LOST], first.reached[CHANGES], bool(new_or_taken(first))
    is_alone = number == 1 and not (lost or buys) and changes < -MOST_VARIED
    if changes == -1 or is_alone:  # else another answer may come first
        return [first], True
    more = search.losses.share(MUCH if buys or number > 1 else LITTLE_MORE)
    fewer = {CHANGES: changes + 1, GIVEN_UP: first.reached[GIVEN_UP] - WEIGHT * more}
    order = (CHANGES, GIVEN_UP, *TIES)
    other = solver.solve(budget, order, fewer, only_first=True)
    second, settled = ended_with(other), not isinstance(other, Stopped)
    if second is None:
        return [first], settled
    if not comes_first(search, second, first):
        return [first, second], settled
    # Nothing with as few changes gives up less, either, unless it takes too much work.
    other = solver.solve(budget, order, fewer, known=second)
    second = ended_with(other) or second
    return [second, first] if comes_first(search, second, first) else [first, second], settled


def _with_further(
    request: _RepairRequest, front: list[Solved], ends: list[Solved]
) -> list[Outcome]:
    """The answers of the front, and further ones that do something else.

    Args:
        request: the repair.
        front: the answers that are known.
        ends: those that bound the further ones: without the exchange of a leader.
    """
    search, solver = request.search, request.solver
    # Nobody drops a whole force for the sake of fewer changes: one more answer is looked for.
    at_a_stroke = any(map(search.drops_a_force, front[1:]))
    fewest = max(solved.reached[CHANGES] for solved in ends)
    least = max(solved.reached[GIVEN_UP] for solved in ends)
    within: dict[str, Number] = {
        CHANGES: fewest - EXTRA_CHANGES,
        GIVEN_UP: least - WEIGHT * search.losses.share(NOT_MUCH_MORE),
    }
    if solver.small and not any(map(new_or_taken, ends)):
        within[NEW] = 0
    no_goods = partial(_no_goods, relocations=Relocations(search.roster))

    def found(by: AnswerSearch) -> list[Outcome]:
        most, work = request.number + at_a_stroke, request.budget.at_most(FURTHER_WORK)
        return distinct_answers(by, work, most, no_goods, front, LEAST, within)

    outcomes = found(solver.small or solver)
    no_more = isinstance(outcomes[-1], Impossible) and len(outcomes) == len(front) + 1
    return found(solver) if no_more and solver.is_beaten else outcomes


def _between(request: _RepairRequest, front: list[Solved]) -> Iterator[Solved]:
    """Yield the answer between two: a better trade-off, else one change more than the fewest.

    The second is looked for everywhere if the small search finds only one that gives up more than
    ``LITTLE_MORE`` beyond the least: a hero may be exchanged for another, who leads his men.
    """
    search, solver, budget = request.search, request.solver, request.budget
    most = min(solved.reached[CHANGES] for solved in front)
    fewest = max(front, key=lambda solved: solved.reached[CHANGES])
    if fewest.reached[CHANGES] - most < 2:
        return
    if solver.small and fewest.reached[CHANGES] - most > 2:  # else only one number is between
        best = {WEIGHED: max(solved.reached[WEIGHED] for solved in front)}
        outcome = solver.small.solve(budget, (WEIGHED, *LEAST), {CHANGES: most + 1}, best)
        if isinstance(outcome, Solved) and outcome.proved:
            yield outcome
            return
    few = {CHANGES: fewest.reached[CHANGES] - 1}
    outcome = (solver.small or solver).solve(budget, LEAST, few)
    if not isinstance(outcome, Solved) or not outcome.proved:
        return
    least = max(solved.reached[GIVEN_UP] for solved in front)
    if least - outcome.reached[GIVEN_UP] > WEIGHT * search.losses.share(LITTLE_MORE):
        better = solver.solve(budget.at_most(FURTHER_WORK), LEAST, few, known=outcome)
        outcome = answer_of(better) or outcome
    if outcome.reached[GIVEN_UP] >= WORTH_A_CHANGE * fewest.reached[GIVEN_UP]:
        yield outcome


def told(outcomes: Sequence[Outcome], by_small: bool) -> list[Outcome]:
    """Leave out searches that took too much work, and proofs that are none.

    Args:
        outcomes: of the searches for further answers.
        by_small: whether they are of a small search: without an answer it proves nothing of the
            large one. Nor does a search without an answer that another one, left out, had.
    """
    kept = [
        one
        for one in outcomes
        if not (isinstance(one, Stopped) and one.stopped_by is StopReason.WORK)
    ]
    if by_small or len(kept) < len(outcomes):
        kept = [one for one in kept if not isinstance(one, Impossible)]
    return kept


def _no_goods(
    features: frozenset[Feature], relocations: Relocations
) -> list[frozenset[Distinction]]:
    """The distinctions that no further answer may have all of, and their symmetric images.

    These are what goes, comes or changes its size; all, where an answer only rearranges. Where a
    unit goes, it is no other answer that a garrison stands on another wall besides.
    """
    known = frozenset(feature for feature in features if isinstance(feature, Distinction))
    images = [frozenset(one for one in known if not one.is_rearranged) or known]
    for image in images:
        for one, other in relocations.symmetric_pairs:
            mirrored = frozenset(_mirrored(distinction, one, other) for distinction in image)
            if mirrored not in images and len(images) < MAX_IMAGES:
                images.append(mirrored)
    return images


def _mirrored(distinction: Distinction, one: OwnedSelection, other: OwnedSelection) -> Distinction:
    """The same distinction on an equal selection, or inside it."""
    if distinction.number is not None:
        for here, there in ((one, other), (other, one)):
            if here.number <= distinction.number < here.end:
                return distinction._replace(number=distinction.number - here.number + there.number)
    return distinction
