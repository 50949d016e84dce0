"""Readings: the rule language's quantities and conditions, encoded at a candidate.

A rule asked of an aggregate is asked of all its copies at once. So each reading says whether it is
the same for all of them (``per_copy`` false) or a sum over copies that may differ (true). Example:
for five chiefs in one aggregate, "points of the roster" is the same number for each; "shields that
a chief holds" is a sum, and two of the five may hold all of them.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from listbuilder.model.language import Condition, Quantity
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.model.linear import BoolLiteral, LinearExpr


class Reading(NamedTuple):
    """A quantity, read at a candidate.

    Attributes:
        amount: the quantity.
        unset: holds if it reads a limit that the roster does not set.
        per_copy: the copies of the candidate's aggregate may differ in it.
    """

    amount: LinearExpr
    unset: BoolLiteral
    per_copy: bool


class Truth(NamedTuple):
    """A condition, read at a candidate.

    Attributes:
        literal: holds where the condition does, if the candidate is present.
        per_copy: the copies of the candidate's aggregate may differ in it.
    """

    literal: BoolLiteral
    per_copy: bool


class ExpressionReader(Protocol):
    """Reads quantities and conditions for the encoders of keywords and values."""

    def read(self, quantity: Quantity, candidate: Candidate, own: bool = False) -> Reading:
        """Encode a quantity."""
        ...

    def test(self, condition: Condition, candidate: Candidate, own: bool = False) -> Truth:
        """Encode a condition."""
        ...
