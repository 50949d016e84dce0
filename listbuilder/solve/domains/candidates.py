"""A roster unrolled: every selection that the player has, and every one that could be added.

What could be added is, at first, one number in a slot: a *lump* of several selections with all that
they hold together. A plain entry's lump is mostly as good as its selections. A thing of its own is
a *bundle*: what each of its copies holds is settled afterwards, among what it uses. Where a lump
allows more than its selections do, some of them stand apart: spots of their own, before the lump.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.bounds import DomainBounds
from listbuilder.solve.domains.relocation import Relocations
from listbuilder.solve.model.cpsat import UNLIMITED, SearchBudget
from listbuilder.solve.model.linear import (
    BoolLiteral,
    ConstraintModel,
    LinearExpr,
    constant,
    of_literal,
    of_variable,
    total,
)
from listbuilder.solve.outcomes import Truncation

MAX_CANDIDATES = 12_000
MAX_COPIES = 60
MAX_DEPTH = 8

EditPolicy = Literal["fixed", "free", "movable"]
"""What may become of the player's selections: nothing; less or none; anything, elsewhere too."""


class NeedsDisaggregationError(Exception):
    """A question that the selections of a lump may answer differently.

    Attributes:
        place: of the outermost lump.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        super().__init__(place)


class Candidate:
    """Where a selection stands or could stand.

    Attributes:
        place: where.
        holder: None for the roster itself.
        selection: the player's own; None for one that could be added.
        number: of the player's selection, in the roster's order.
        moved: the player's selection does not stand there, but copies of it may be moved there.
        count, size: how many copies and models; a bundle's size is that of all its copies.
        lump: it stands for what could be several selections.
        bundle: it is a lump of a thing of its own.
        zone: the outermost lump that it is or is in.
        start, end: the spots from ``start`` to ``end`` are it and all below it.
    """

    __slots__ = (
        "_model",
        "_present",
        "aggregate_root",
        "children",
        "count",
        "end",
        "holder",
        "is_aggregate",
        "is_unit_aggregate",
        "moved",
        "number",
        "place",
        "selection",
        "size",
        "start",
    )

    count: LinearExpr
    size: LinearExpr
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
        self.moved = False
        self.is_unit_aggregate = False
        self.is_aggregate = False
        self.aggregate_root: Candidate | None = (
            holder.aggregate_root if holder is not None else None
        )
        self.start = 0

    @property
    def present(self) -> BoolLiteral:
        """Holds where there is one; many are never asked, so it is made when it is."""
        if self._present is None:
            self._present = self._model.is_at_least_0(self.count - constant(1))
        return self._present


def is_inside_aggregate(candidate: Candidate, anchor: Candidate) -> bool:
    """Whether an asking spot may be in any of the several selections that an anchor is in."""
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


class CandidateTree:
    """All spots of a roster.

    Attributes:
        spots: those below the root, each before what it holds.
        own: those of each of the player's selections, the one where it stands first.
        named: those that have an id.
        of_entry: those of an entry, by its id.
        cuts: what is not looked at for its size; then nothing is proved by what is not found.
    """

    def __init__(
        self,
        judge: Judge,
        roster: Roster,
        bounds: DomainBounds,
        model: ConstraintModel,
        *,
        policy: EditPolicy = "fixed",
        only_at: Mapping[Place, int] | None = None,
        disaggregated: Callable[[Place], int] = lambda place: 0,
        additions: bool = True,
        budget: SearchBudget | None = None,
    ) -> None:
        """Unroll a roster.

        Args:
            judge: of the roster's book.
            roster: the player's.
            bounds: of additions.
            program: gets the variables.
            kept: what may become of the player's own.
            among: the only places to add at, each with the most copies; None for all.
            apart: how many selections stand apart at a place; the others are one lump.
            additions: whether anything may be added.
            effort: begun; None: it may take as long as it does.

        Raises:
            TimeOverError: the effort's time ran out.
        """
        self.judge = judge
        self.roster = roster
        self.bounds = bounds
        self.model = model
        self.policy = policy
        self.only_at = only_at
        self.disaggregated = disaggregated
        self.additions = additions
        self.budget = budget or UNLIMITED
        self.truncations: dict[Truncation, None] = {}
        self.candidates: list[Candidate] = []
        self.relocations = Relocations(roster)
        self.owned: list[list[Candidate]] = [[] for _ in self.relocations.owned]
        self.named: dict[str, Candidate] = {}
        self.of_entry: dict[str, list[Candidate]] = {}
        self.root = Candidate(model, judge.root, None, None)
        self.root.count, self.root.size = constant(1), constant(0)
        charged: Mapping[str, Number] = dict.fromkeys(bounds.allowances, 0)
        if policy == "fixed":
            charged = self._charged(charged, roster.army, judge.root)
        self._fill(self.root, roster.army, charged, 0)
        self.root.end = len(self.candidates)
        for own, (home, *others) in zip(self.relocations.owned, self.owned, strict=True):
            moved = total([candidate.count for candidate in others])
            model.at_least_0(constant(own.selection.count) - moved)
            model.at_least_0(constant(model.high(home.count)) - home.count - moved)

    def added(self) -> Iterator[Candidate]:
        """Yield the spots that the player's roster does not have."""
        return (candidate for candidate in self.candidates if candidate.selection is None)

    def _fill(
        self,
        holder: Candidate,
        held: tuple[Selection, ...],
        charged: Mapping[str, Number],
        depth: int,
    ) -> None:
        number = 0 if holder.number is None else holder.number + 1
        for selection in held:
            place = _below(holder, selection)
            if place is not None:
                self._put_own(place, holder, number, charged, depth, moved=holder.moved)
            number = self.relocations.owned[number].end
        stays = not holder.moved and (holder.selection is not None or holder is self.root)
        if self.policy == "movable" and stays:
            for own, place in self.relocations.to(holder.place, holder.number):
                if len(self.candidates) >= MAX_CANDIDATES:
                    self.truncations[Truncation("spots", MAX_CANDIDATES)] = None
                    break
                self._put_own(place, holder, own.number, charged, depth, moved=True)
        if not self.additions:
            return
        copies = int(self.model.high(holder.count))
        below = holder.place.below
        present = (
            [(below[one.entry, one.slot], one.count) for one in held]
            if self.policy == "fixed"
            else []
        )
        for place in holder.place.offered():
            most = self.bounds.most(place, copies, charged, present)
            if self.only_at is not None:
                most = min(most, self.only_at.get(place, 0))
            if most > 0:
                self._add(place, holder, most, charged, depth)

    def _put_own(
        self,
        place: Place,
        holder: Candidate,
        number: int,
        charged: Mapping[str, Number],
        depth: int,
        *,
        moved: bool,
    ) -> None:
        """Add the spot of one of the player's selections, and of what it holds."""
        selection = self.relocations.owned[number].selection
        most = 0
        if self.policy == "movable" and not moved and place.copies != 1:
            most = self.bounds.most(place, int(self.model.high(holder.count)), charged)
            most = min(most, place.copies or most)
        candidate = self._begin(place, holder, selection, most)
        candidate.number, candidate.moved = number, moved
        if moved:
            self.owned[number].append(candidate)
        else:
            self.owned[number].insert(0, candidate)
            if selection.id is not None:
                self.named[selection.id] = candidate
        self._fill(candidate, selection.with_, charged, depth + 1)
        candidate.end = len(self.candidates)

    def _add(
        self, place: Place, holder: Candidate, most: int, charged: Mapping[str, Number], depth: int
    ) -> None:
        """Add the spots of one place: those that stand apart, then a lump of the others.

        Each is there only if that before it is, and of a plain entry has no more copies.
        """
        if depth >= MAX_DEPTH:
            self.truncations[Truncation("depth", MAX_DEPTH)] = None
            return
        stepped = any(place.value(name) is not None for name in self.bounds.stepped)
        before: Candidate | None = None
        for number, (is_aggregate, high) in enumerate(self._highs(place, most, stepped)):
            if len(self.candidates) >= MAX_CANDIDATES:
                self.truncations[Truncation("spots", MAX_CANDIDATES)] = None
                return
            if number == MAX_COPIES:
                self.truncations[
                    Truncation("copies", MAX_COPIES, place.entry.name if place.entry else "")
                ] = None
                return
            paid = self.bounds.charge(charged, place, inside=True)
            if before is not None and self.bounds.is_overcharged(paid):
                return
            candidate = self._put(place, holder, high, is_aggregate, charged, depth)
            if before is not None:
                times = high if stepped or is_aggregate is not before.is_aggregate else 1
                self.model.at_least_0(before.count.times(times) - candidate.count)
            before, charged = candidate, paid

    def _highs(self, place: Place, most: int, stepped: bool) -> Iterator[tuple[bool, int]]:
        """Yield of each spot at a place whether it is a lump, and its most copies."""
        each = min(place.copies or most, most)
        alone = min(self.disaggregated(place), most)
        if each > 1 and place.entry is not None and place.entry.size is not None:
            alone = most  # each has a size of its own
        for number in range(1, alone + 1):
            yield False, min(each, most if stepped else most // number)
        left = most - alone
        size = left if place.copies == 1 else each
        while left > 0:
            yield min(left, size) > 1, min(left, size)
            left -= size

    def _put(
        self,
        place: Place,
        holder: Candidate,
        most: int,
        is_aggregate: bool,
        charged: Mapping[str, Number],
        depth: int,
    ) -> Candidate:
        candidate = self._begin(place, holder, None, most, is_aggregate, charged)
        self._fill(candidate, (), self.bounds.charge(charged, place), depth + 1)
        candidate.end = len(self.candidates)
        return candidate

    def _begin(
        self,
        place: Place,
        holder: Candidate,
        selection: Selection | None,
        most: int = 0,
        is_aggregate: bool = False,
        charged: Mapping[str, Number] | None = None,
    ) -> Candidate:
        self.budget.check()
        candidate = Candidate(self.model, place, holder, selection)
        candidate.start = len(self.candidates)
        self.candidates.append(candidate)
        holder.children.append(candidate)
        self.of_entry.setdefault(place.entry.id if place.entry else "", []).append(candidate)
        model = self.model
        if selection is not None and self.policy == "fixed":
            candidate.count = constant(selection.count)
        else:
            most = max(most, selection.count if selection is not None else 0)
            candidate.count = of_variable(model.variable(0, most))
        if selection is not None and holder.selection is not None:
            model.clause((~candidate.present, holder.present))
        candidate.is_aggregate = is_aggregate
        candidate.is_unit_aggregate = is_aggregate and place.copies == 1
        if candidate.aggregate_root is None and is_aggregate:
            candidate.aggregate_root = candidate
        candidate.size = self._size(candidate, most, charged or {})
        return candidate

    def _size(self, candidate: Candidate, most: int, charged: Mapping[str, Number]) -> LinearExpr:
        """Models: those said, else any number; none where there is no copy."""
        entry, selection = candidate.place.entry, candidate.selection
        if entry is None or entry.size is None:
            return constant((selection and selection.size) or 0)
        said = selection.size if selection is not None else None
        if said is not None and self.policy == "fixed":
            return constant(said)
        highest = self.bounds.most_size(candidate.place, charged)
        highest = max(MOST_COPIES if highest is None else highest, said or 1)
        copies = most if candidate.is_unit_aggregate else 1
        size = of_variable(self.model.variable(0, highest * copies))
        many = candidate.count if candidate.is_unit_aggregate else of_literal(candidate.present)
        if selection is None:
            self.model.at_least_0(size - many)
        self.model.at_least_0(many.times(highest) - size)
        return size

    def _charged(
        self, charged: Mapping[str, Number], held: tuple[Selection, ...], place: Place
    ) -> Mapping[str, Number]:
        """What is spent of each budget with the least that the player's selections carry."""
        for selection in held:
            below = place.below[selection.entry, selection.slot]
            charged = self.bounds.charge(charged, below, selection.count)
            charged = self._charged(charged, selection.with_, below)
        return charged


def _below(holder: Candidate, selection: Selection) -> Place | None:
    """Where a selection stands below; None where a list that its holder is moved to lacks it."""
    try:
        return holder.place.below[selection.entry, selection.slot]
    except KeyError:
        return None
