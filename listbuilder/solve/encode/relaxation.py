"""Remembers which aggregates are relaxed, and to which candidate each variable belongs.

An aggregate stands for several selections, and a constraint over their sums allows at least what
constraints over each of them allow: it is a relaxation. Where a constraint is linear in the copies
and the same for each, the relaxation is exact, and nothing is noted. Else the aggregate's place is
noted here, and refinement splits the aggregate if the solution fails.
"""

from __future__ import annotations

from typing import NoReturn

from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate, NeedsDisaggregationError
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.model.linear import LinearExpr


class Relaxation:
    """The relaxed aggregates of one tree.

    Attributes:
        exact: whether nothing may be relaxed.
        relaxed: the places of aggregate roots that allow more than the rules.
        relaxed_where_present: candidates whose aggregate root allows more than the rules, but only
            in solutions that have the candidate.
        candidate_of: by variable, the candidate over whose copies it is summed.
    """

    def __init__(self, tree: CandidateTree, exact: bool) -> None:
        self.exact = exact
        self.relaxed: set[Place] = set()
        self.relaxed_where_present: set[Candidate] = set()
        self._bounds = tree.bounds
        self.candidate_of = {
            variable: candidate
            for candidate in tree.candidates
            for variable in (*candidate.count.terms, *candidate.size.terms)
        }

    def relax(self, candidate: Candidate) -> None:
        """Note that the aggregate around a candidate is relaxed.

        Raises:
            NeedsDisaggregationError: everything is to be exact.
        """
        if self.exact:
            self.require_disaggregation(candidate)
        if candidate.aggregate_root is not None:
            self.relaxed.add(candidate.aggregate_root.place)

    def relax_where_present(self, candidate: Candidate) -> None:
        """Note that the aggregate around a candidate is relaxed if a solution has the candidate.

        Raises:
            NeedsDisaggregationError: everything is to be exact.
        """
        if candidate.aggregate_root is not None:
            if self.exact:
                self.require_disaggregation(candidate)
            self.relaxed_where_present.add(candidate)

    def require_disaggregation(self, candidate: Candidate) -> NoReturn:
        """Refuse to encode something in which the copies of an aggregate may differ.

        Raises:
            NeedsDisaggregationError: always.
        """
        raise NeedsDisaggregationError((candidate.aggregate_root or candidate).place)

    def catches(self, error: NeedsDisaggregationError, candidate: Candidate) -> bool:
        """Whether the aggregate around a candidate may be relaxed instead; if so, it is noted."""
        root = candidate.aggregate_root
        if self.exact or root is None or root.place is not error.place:
            return False
        self.relaxed.add(root.place)
        return True

    def assign(self, quantity: LinearExpr, candidate: Candidate) -> LinearExpr:
        """Note new variables as sums over the copies of a candidate.

        Returns:
            The quantity.
        """
        for variable in quantity.terms:
            self.candidate_of[variable] = candidate
        return quantity

    def is_within(self, quantity: LinearExpr, candidate: Candidate) -> bool:
        """Whether a quantity is a sum over a candidate and candidates below it alone."""
        owners = (self.candidate_of.get(variable) for variable in quantity.terms)
        return all(
            owner is not None and candidate.start <= owner.start < candidate.end for owner in owners
        )

    def most_held(self, candidate: Candidate, ancestor: Candidate) -> int:
        """The most copies of a candidate in one copy of a candidate around it."""
        most = 1
        outer: Candidate | None = candidate
        while outer is not None and outer is not ancestor:
            most *= self._bounds.most(outer.place, 1, {})
            outer = outer.holder
        return most
