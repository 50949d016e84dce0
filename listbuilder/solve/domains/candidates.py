"""A candidate: a selection that the roster has or could have, with its variables.

Additions that are interchangeable are one candidate, an *aggregate*: one whole number of copies,
with one candidate below it for each entry that all copies together may hold. Example: 30 foot that
may carry shields are two variables, foot and shields, instead of 30 and 30. This is orbital
shrinking (Fischetti and Liberti 2012): symmetric variables are replaced by their sum, a relaxation
that allows every solution of the original and perhaps more. An aggregate of entries with copies of
one is a *unit aggregate*: which copy holds what is decided afterwards, among the places in use.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.entries import Selection
from listbuilder.rules.places import Place
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import BoolLiteral, LinearExpr, constant


class NeedsDisaggregationError(Exception):
    """A condition in which the copies of an aggregate may differ.

    Attributes:
        place: the place of the outermost aggregate around them.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        super().__init__(place)


class Candidate:
    """A selection that the roster has or could have.

    Attributes:
        place: the place at which it stands.
        holder: the candidate around it; None: it is the root, the roster itself.
        selection: the player's selection; None: it could be added.
        number: the index of the player's selection in the roster's order.
        moved: copies of the player's selection may be moved here from elsewhere.
        comes_along: they are moved only along with their holder.
        count, size: numbers of copies and of models; of a unit aggregate the models of all copies
            together.
        most_size: an upper bound of the models of one copy.
        is_aggregate: whether it stands for several selections.
        is_unit_aggregate: whether it is an aggregate of which each copy is a selection.
        aggregate_root: the outermost aggregate around it, or it itself; None: there is none.
        start, end: the candidate and all below it are ``candidates[start:end]`` of its tree.
    """

    __slots__ = (
        "_model",
        "_present",
        "aggregate_root",
        "children",
        "comes_along",
        "count",
        "end",
        "holder",
        "is_aggregate",
        "is_unit_aggregate",
        "most_size",
        "moved",
        "number",
        "place",
        "selection",
        "size",
        "start",
    )

    count: LinearExpr
    size: LinearExpr
    most_size: int
    end: int

    def __init__(
        self,
        model: ConstraintModel,
        place: Place,
        holder: Candidate | None,
        selection: Selection | None,
    ) -> None:
        self._model = model
        self._present: BoolLiteral | None = None
        self.place = place
        self.holder = holder
        self.selection = selection
        self.children: list[Candidate] = []
        self.number: int | None = None
        self.moved = self.comes_along = False
        self.is_unit_aggregate = False
        self.is_aggregate = False
        self.aggregate_root: Candidate | None = (
            holder.aggregate_root if holder is not None else None
        )
        self.start = 0

    @property
    def present(self) -> BoolLiteral:
        """The literal that holds where the candidate has a copy; made when first asked for."""
        if self._present is None:
            self._present = self._model.is_at_least_0(self.count - constant(1))
        return self._present

    @property
    def is_moved_itself(self) -> bool:
        """Whether copies are moved here by themselves, not along with their holder."""
        return self.moved and not self.comes_along

    @property
    def is_added(self) -> bool:
        """Whether the player's roster does not have it."""
        return self.selection is None and self.holder is not None

    def around(self) -> Iterator[Candidate]:
        """Yield the candidate and its holders, inside out, without the root."""
        outer: Candidate | None = self
        while outer is not None and outer.holder is not None:
            yield outer
            outer = outer.holder


def is_inside_aggregate(candidate: Candidate, anchor: Candidate) -> bool:
    """Whether there is an aggregate from a candidate up to an anchor around it, ends included.

    The anchor must be an aggregate or stand in one. Then one copy of the anchor may hold several of
    the selections that the candidate stands for.
    """
    if anchor.aggregate_root is None:
        return False
    around: Candidate | None = candidate
    while around is not None:
        if around.is_aggregate:
            return True
        if around is anchor:
            return False
        around = around.holder
    return False
