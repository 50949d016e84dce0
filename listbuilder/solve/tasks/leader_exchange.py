"""The exchange of a leader whom broken rules blame, as an answer of a repair.

An exchange loses the leader's price, and the search for the least given up knows cheaper ways: a
man fewer, and his unit moved. To a player it is the plainest answer: somebody else leads the men.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import attrs

from listbuilder.editing.exchanges import may_be_succeeded, may_take_over
from listbuilder.rules.army import Node
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.model.linear import LinearExpr, of_literal, total
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP, LEAST
from listbuilder.solve.tasks.repair_search import RepairSearch
from listbuilder.solve.tasks.useful_bounds import WEIGHT

EXCHANGE_WORK = 0.3
"""The most work of the search for an exchange, in deterministic seconds."""

TO_EXCHANGE = 2
"""The changes of an exchange: somebody goes, another comes."""

HALF_LOST = "half"
"""The goal of least given up, with half of the leader's price: so `check` weighs an exchange."""

MEN = "men"
"""The goal of fewest men and engines that go: none goes for the sake of a dearer leader."""

LIKENESS = "likeness"
"""The goal of fewest keywords by which who goes and who comes differ."""

EXCHANGES = "exchanges"
"""The number of selections that go and whose contents an addition takes over."""


def exchanged(search: RepairSearch, best: Solved, budget: SearchBudget) -> Solved | None:
    """Find the exchange of a leader that keeps the most men, of these for the likest one.

    Args:
        search: the search for repairs of the roster.
        best: the answer that gives up the least.
        budget: the budget of the search; it gets ``EXCHANGE_WORK`` at most.

    Returns:
        The exchange; None if there is none that gives up as little as the best answer, where half
        of the leader's price counts: who leads is another, the men are the same.
    """
    found: dict[Place, set[int | None]] = {}
    for node in _leaders(search):
        holder = node.holder
        if holder is not None:
            number = holder.start if holder.holder is not None else None
            for place in holder.place.offered():
                if may_take_over(node, place):
                    found.setdefault(place, set()).add(number)
    if not found:
        return None
    within = {EXCHANGES: 1, HALF_LOST: best.reached[GIVEN_UP], CHANGES: -TO_EXCHANGE}
    solver = RefinementSolver(_problem(search, found))
    answer = solver.solve(budget.at_most(EXCHANGE_WORK), (MEN, LIKENESS, *LEAST), within)
    if not isinstance(answer, Solved) or not answer.proved:
        return None
    reached = {name: value for name, value in answer.reached.items() if name in best.reached}
    # Only of other exchanges it is known that none is better.
    return attrs.evolve(answer, reached=reached, proven_goals=())


def is_exchange(answer: Solved) -> bool:
    """Whether all that an answer does is that somebody takes over what another leaves."""
    return answer.reached[CHANGES] == -TO_EXCHANGE and any(
        change.takes_over for change in answer.changes
    )


def _leaders(search: RepairSearch) -> Iterator[Node]:
    """Yield the leaders that broken rules blame or are asked of, or those of their men."""
    asked = [one for breach in search.breaches for one in (breach.node, breach.node.holder) if one]
    blamed = dict.fromkeys(
        (*asked, *(search.losses.nodes[number] for number in sorted(search.blamed)))
    )
    return filter(may_be_succeeded, blamed)


def _problem(search: RepairSearch, at: Mapping[Place, set[int | None]]) -> SearchProblem:
    """The search that adds only leaders, at some places in the holders with these numbers."""

    def may_add(place: Place, holder: Candidate) -> bool:
        return holder.is_added or holder.number in at.get(place, ())

    def goals(encoded: EncodedProblem) -> dict[str, LinearExpr]:
        changes, known = search.changes(encoded.tree), search.goals(encoded)
        pairs = changes.successors.items()
        prices, strangeness = [], []
        for (number, one), literal in pairs:
            prices.append(of_literal(literal, search.losses.worth(number)))
            strange = search.losses.nodes[number].place.keywords ^ one.place.keywords
            strangeness.append(of_literal(literal, -len(strange)))
        price = total(prices)
        men = (node.start for node in search.losses.nodes if node.place.is_piece)
        gone = total(changes.gone(number) for number in men)
        return known | {
            MEN: gone.times(-1),
            LIKENESS: total(strangeness),
            EXCHANGES: total(of_literal(literal) for _, literal in pairs),
            HALF_LOST: known[GIVEN_UP] + price.times(Fraction(WEIGHT, 2)),
        }

    return search.adding(at, may_add, goals)
