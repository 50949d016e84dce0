"""Quantities that are no sums: extremes, table numbers, copies left over, a holder's quantities.

An aggregate is read only where all its copies find the same number; else it is split, for the
greatest number of several copies does not follow from sums over them.
"""

from __future__ import annotations

from typing import NoReturn

from listbuilder.model.language import LookUp, Number, Outside, Quantity, Selector, Unassigned
from listbuilder.rules.levels import each_of
from listbuilder.solve.domains.candidates import Candidate, is_inside_aggregate
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.readings import ExpressionReader, Reading
from listbuilder.solve.encode.relaxation import Relaxation
from listbuilder.solve.encode.selectors import SelectorEncoder, scope_key
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import FALSE, ZERO, BoolLiteral, LinearExpr
from listbuilder.solve.model.piecewise_linear import Assignees, left_over, look_up


class PiecewiseEncoder:
    """Encodes quantities that are no sums, each at the candidate where it is asked."""

    def __init__(
        self,
        tree: CandidateTree,
        model: ConstraintModel,
        relaxation: Relaxation,
        selectors: SelectorEncoder,
        reader: ExpressionReader,
    ) -> None:
        self.tree = tree
        self.model = model
        self.relaxation = relaxation
        self.selectors = selectors
        self.reader = reader

    def extreme(
        self, value: str, selector: Selector, candidate: Candidate, own: bool, falling: bool
    ) -> Reading:
        """The greatest (``falling``: the least) number that one of the copies found carries."""
        matches = self.selectors.matches(selector, candidate, own)
        there: list[tuple[Number, BoolLiteral]] = []
        for other, literal, is_open in matches.found:
            if (number := each_of(other.place, value)) is not None:
                if is_open:
                    self.blame(other, candidate)
                there.append((number, self.model.all_of((literal, other.present))))
        amount = self.model.last_level(there, falling)
        return self.for_one(amount, selector, matches.per_copy, candidate)

    def looked_up(self, node: LookUp, candidate: Candidate, own: bool) -> Reading:
        """The number in a table, by the quantities for its row and its column."""
        row = self._same(node.row, candidate, candidate, own)
        column = self._same(node.column, candidate, candidate, own)
        amount = look_up(self.model, node.table, row.amount, column.amount)
        return Reading(amount, self.model.any_of((row.unset, column.unset)), False)

    def outside(self, node: Outside, candidate: Candidate, own: bool) -> Reading:
        """A quantity that is asked of the holder; 0 without a holder."""
        if candidate.holder is None:
            return Reading(ZERO, FALSE, False)
        return self._same(node.outside, candidate.holder, candidate, own)

    def left_over(self, node: Unassigned, candidate: Candidate, own: bool) -> Reading:
        """The number of copies for which no taker has room."""
        matches = self.selectors.matches(node.unassigned, candidate, own)
        wanted: list[Assignees] = []
        for other, literal, is_open in matches.found:
            if is_open:
                self.blame(other, candidate)
            taken = [self.reader.test(taker.test, other, own).literal for taker in node.to]
            wanted.append(Assignees(self.model.gate(literal, other.count), taken))
        most = [self._same(taker.max, candidate, candidate, own) for taker in node.to]
        amount = left_over(self.model, wanted, [one.amount for one in most])
        part = self.for_one(amount, node.unassigned, matches.per_copy, candidate)
        return part._replace(unset=self.model.any_of(one.unset for one in most))

    def for_one(
        self, amount: LinearExpr, selector: Selector, per_copy: bool, candidate: Candidate
    ) -> Reading:
        """Read an amount that is the same for all copies; else the aggregate must be split.

        Raises:
            NeedsDisaggregationError: the copies of an aggregate may differ in the amount.
        """
        anchor = scope_key(self.tree, selector.in_, candidate)
        inside = anchor is not None and is_inside_aggregate(candidate, anchor)
        differs = per_copy and candidate.aggregate_root is not None
        if amount.terms and (differs or inside):
            self.relaxation.require_disaggregation(candidate)
        return Reading(amount, FALSE, False)

    def _same(
        self, quantity: Quantity, candidate: Candidate, asking: Candidate, own: bool
    ) -> Reading:
        """Read a quantity that is the same for all copies; else the aggregate must be split."""
        reading = self.reader.read(quantity, candidate, own)
        if reading.per_copy and asking.aggregate_root is not None:
            self.relaxation.require_disaggregation(asking)
        return reading

    def blame(self, found: Candidate, asking: Candidate) -> NoReturn:
        """Have an aggregate split: the one of the candidate found, or else of the candidate asking.

        Raises:
            NeedsDisaggregationError: always.
        """
        self.relaxation.require_disaggregation(asking if found.aggregate_root is None else found)
