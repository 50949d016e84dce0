"""Unrolling a roster: the player's selections as candidates, and those that could be added.

All additions of one entry in one slot are one aggregate (``domains.candidates``). Where that
relaxation allowed too much, refinement *disaggregates*: some copies become candidates of their own
in front of the aggregate of the others. Copies are ordered, each present only if the copy before it
is present, so that the solver sees one of many equal orders.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.placing import AskedAt, Placements
from listbuilder.solve.domains.relocation import Relocations
from listbuilder.solve.model.big_m import at_most_each
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import UNLIMITED, SearchBudget
from listbuilder.solve.model.linear import LinearExpr, constant, of_literal, of_variable, total
from listbuilder.solve.outcomes import Truncation

MAX_CANDIDATES = 12_000
"""The most candidates of a tree; further ones are left out (``Truncation``)."""
MAX_COPIES = 60
"""The most candidates for copies at one place; further ones are left out."""
MAX_DEPTH = 8
"""The most levels of additions within one another; deeper ones are left out."""

EditPolicy = Literal["fixed", "free", "movable"]
"""Permitted changes to the player's selections: none; fewer copies; any, in other holders, too."""


class CandidateTree:
    """All candidates of a roster.

    Attributes:
        candidates: all candidates below the root, each before its contents.
        owned: for each of the player's selections its candidates: first at the place where it
            stands, then at the places to which it could be moved.
        numbers: by id, the number of each of the player's selections that has an id.
        placements: the placing of the candidates.
        of_entry: the candidates of an entry, by its id.
        truncations: parts that were left out for their size; if any, no absence is proved.
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
        may_add: Callable[[Place, Candidate], bool] = lambda place, holder: True,
        asked: Iterable[AskedAt] = (),
        budget: SearchBudget | None = None,
        handed_on: Mapping[int, Collection[int]] = MappingProxyType({}),
        strays: Collection[int] = (),
    ) -> None:
        """Unroll a roster.

        Args:
            judge: the judge of the roster's book.
            roster: the player's roster.
            bounds: the domain bounds of copies and models.
            model: gets the variables.
            policy: the permitted changes to the player's selections.
            only_at: the only places to add at, each with the most copies; None: all places.
            disaggregated: how many copies at a place are candidates of their own.
            may_add: whether anything may be added at a place in a holder.
            asked: rules that the search asks besides the judge's.
            budget: a budget that has begun; None: no limit.
            handed_on: as ``Relocations`` has it.
            strays: the numbers of the player's selections that nobody offers where they stand:
                others may be moved to them wherever they are moved.

        Raises:
            BudgetExhaustedError: the time is over.
        """
        self.judge = judge
        self.roster = roster
        self.bounds = bounds
        self.model = model
        self.policy = policy
        self.only_at = only_at
        self.disaggregated = disaggregated
        self.may_add = may_add
        self.strays = strays
        self.budget = budget or UNLIMITED
        self.truncations: dict[Truncation, None] = {}
        self.candidates: list[Candidate] = []
        self.relocations = Relocations(roster, handed_on)
        self.owned: list[list[Candidate]] = [[] for _ in self.relocations.owned]
        self.numbers = {
            own.selection.id: own.number
            for own in self.relocations.owned
            if own.selection.id is not None
        }
        self.placements = Placements(self, asked)
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
        """Yield the candidates that the player's roster does not have."""
        return (candidate for candidate in self.candidates if candidate.selection is None)

    def _fill(
        self,
        holder: Candidate,
        held: tuple[Selection, ...],
        charged: Mapping[str, Number],
        depth: int,
    ) -> None:
        """Add the candidates inside a holder: the player's own, those moved there, then additions.

        Args:
            holder: the holder's candidate.
            held: the player's selections in it.
            charged: for each allowance, the sum that it and its holders take for certain.
            depth: the levels of selections around its contents.
        """
        number = 0 if holder.number is None else holder.number + 1
        for selection in held:
            place = _below(holder, selection)
            if place is not None:
                held_there = self._put_own(
                    place, holder, number, charged, depth, moved=holder.moved
                )
                held_there.comes_along = holder.moved
            number = self.relocations.owned[number].end
        if self.policy == "movable" and self._takes_in(holder):
            around = [one.number for one in holder.around()]
            for own, place in self.relocations.to(holder.place, around):
                if len(self.candidates) >= MAX_CANDIDATES:
                    self.truncations[Truncation("candidates", MAX_CANDIDATES)] = None
                    break
                self._put_own(place, holder, own.number, charged, depth, moved=True)
        copies = int(self.model.high(holder.count))
        below = holder.place.below
        present = (
            [(below[one.entry, one.slot], one.count) for one in held]
            if self.policy == "fixed"
            else []
        )
        for place in holder.place.offered():
            asked_for = MOST_COPIES if self.only_at is None else self.only_at.get(place, 0)
            if asked_for > 0 and self.may_add(place, holder):
                most = min(asked_for, self.bounds.most(place, copies, charged, present))
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
    ) -> Candidate:
        """Add the candidates of one of the player's selections and its contents."""
        selection = self.relocations.owned[number].selection
        most = 0
        if self.policy == "movable" and not moved and place.copies != 1:
            copies = int(self.model.high(holder.count))
            most = self.bounds.most(place, copies, charged, owned=True)
            most = min(most, place.copies or most)
        candidate = self._begin(place, holder, selection, most)
        candidate.number, candidate.moved = number, moved
        if moved:
            self.owned[number].append(candidate)
        else:
            self.owned[number].insert(0, candidate)
        self._fill(candidate, selection.with_, charged, depth + 1)
        candidate.end = len(self.candidates)
        return candidate

    def _takes_in(self, holder: Candidate) -> bool:
        """Whether the player's selections may be moved to a holder.

        Nothing is moved into a holder that is itself moved, unless it is a stray, nor into an
        addition inside a piece, such as a new detachment of a unit.
        """
        outer = [*holder.around()][1:]
        if any(one.moved for one in outer):
            return False
        if holder.moved and holder.number not in self.strays:
            return False
        inside = any(one.place.is_piece for one in outer)
        return not (holder.is_added and inside)

    def _add(
        self, place: Place, holder: Candidate, most: int, charged: Mapping[str, Number], depth: int
    ) -> None:
        """Add the candidates of one place: disaggregated copies, then an aggregate of the others.

        Symmetry is broken by order: each candidate is present only if the candidate before it is;
        unless prices go by steps, it also has no more copies.
        """
        if depth >= MAX_DEPTH:
            self.truncations[Truncation("depth", MAX_DEPTH)] = None
            return
        stepped = any(place.value(name) is not None for name in self.bounds.stepped)
        before: Candidate | None = None
        for number, (is_aggregate, high) in enumerate(self._highs(place, most, stepped)):
            if len(self.candidates) >= MAX_CANDIDATES:
                self.truncations[Truncation("candidates", MAX_CANDIDATES)] = None
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
                at_most_each(self.model, candidate.count, before.count, times)
            before, charged = candidate, paid

    def _highs(self, place: Place, most: int, stepped: bool) -> Iterator[tuple[bool, int]]:
        """Yield for each candidate at a place whether it is an aggregate, and its most copies."""
        each = min(place.copies or most, most)
        alone = min(self.disaggregated(place), most)
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
        """Add an addition's candidate with all that may stand in it."""
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
        """Add a candidate without contents, and its variables.

        Args:
            place: the candidate's place.
            holder: the candidate around it.
            selection: the player's selection; None: an addition.
            most: the most copies; of the player's selection at least the copies that it has.
            is_aggregate: whether it stands for several selections.
            charged: as for ``_fill``; it bounds the models.
        """
        self.budget.check(self.model.size)
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
        if selection is not None:
            model.clause((~candidate.present, holder.present))
        candidate.is_aggregate = is_aggregate
        candidate.is_unit_aggregate = is_aggregate and place.copies == 1
        if candidate.aggregate_root is None and is_aggregate:
            candidate.aggregate_root = candidate
        candidate.size = self._size(candidate, most, charged or {})
        return candidate

    def _size(self, candidate: Candidate, most: int, charged: Mapping[str, Number]) -> LinearExpr:
        """The number of models: the player's, else a variable; 0 where there is no copy."""
        entry, selection = candidate.place.entry, candidate.selection
        candidate.most_size = (selection and selection.size) or 0
        if entry is None or entry.size is None:
            return constant((selection and selection.size) or 0)
        said = selection.size if selection is not None else None
        if said is not None and self.policy == "fixed":
            return constant(said)
        number = most if candidate.is_unit_aggregate else 1
        holders = int(self.model.high(candidate.holder.count)) if candidate.holder else 1
        each, together = (
            self.bounds.most_size(
                candidate.place, charged, copies, holders, owned=selection is not None
            )
            for copies in (1, number)
        )
        highest = max(said or 1, MOST_COPIES if together is None else min(together, MOST_COPIES))
        size = of_variable(self.model.variable(0, highest))
        candidate.most_size = highest if each is None else min(highest, max(each, said or 1))
        many = candidate.count if candidate.is_unit_aggregate else of_literal(candidate.present)
        if selection is None:
            self.model.at_least_0(size - many)
        at_most_each(self.model, size, many, None if each is None else max(each, said or 1))
        return size

    def _charged(
        self, charged: Mapping[str, Number], held: tuple[Selection, ...], place: Place
    ) -> Mapping[str, Number]:
        """The sums that the player's selections take from allowances for certain."""
        for selection in held:
            below = place.below[selection.entry, selection.slot]
            charged = self.bounds.charge(charged, below, selection.count)
            charged = self._charged(charged, selection.with_, below)
        return charged


def _below(holder: Candidate, selection: Selection) -> Place | None:
    """The place of a selection below a holder; None: the holder's army list lacks the entry."""
    try:
        return holder.place.below[selection.entry, selection.slot]
    except KeyError:
        return None
