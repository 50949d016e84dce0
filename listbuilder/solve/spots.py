"""A roster unrolled: every selection that the player has, and every one that could be added.

A plain entry that could be added is one number in a slot. A thing of its own is, at first, one
number too, a *bundle* of its copies with all that they hold; where that would not be exact, it is
unrolled into as many spots as there can be copies. What a bundle's copies hold each is settled
afterwards, among what the bundle uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Number, Value
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.linear import (
    Linear,
    Lit,
    Program,
    constant,
    of_literal,
    of_variable,
)

MOST_SPOTS = 12_000
MOST_UNROLLED = 60
MOST_SIZE = 200
DEEPEST = 8

Kept = Literal["fixed", "free"]
"""What may become of the player's selections: nothing, or anything."""


class BundleError(Exception):
    """A question that a bundle can't answer for its copies together.

    Attributes:
        places: whose copies have to be unrolled.
    """

    def __init__(self, *places: Place) -> None:
        self.places = places
        super().__init__(*places)


class Spot:
    """Where a selection stands or could stand.

    Attributes:
        place: where.
        holder: None for the roster itself.
        selection: the player's own; None for one that could be added.
        count, size: how many copies and models; a bundle's size is that of all its copies.
        bundle: it stands for several selections of a thing of its own.
        lump: it stands for what could be several selections: a bundle, or a plain entry's number.
        zone: the outermost lump that it is or is in.
        start, end: the spots from ``start`` to ``end`` are it and all below it.
    """

    __slots__ = (
        "_program",
        "_there",
        "bundle",
        "children",
        "count",
        "end",
        "holder",
        "lump",
        "place",
        "selection",
        "size",
        "start",
        "zone",
    )

    count: Linear
    size: Linear
    end: int

    def __init__(
        self, program: Program, place: Place, holder: Spot | None, selection: Selection | None
    ) -> None:
        self._program = program
        self._there: Lit | None = None
        self.place = place
        self.holder = holder
        self.selection = selection
        self.children: list[Spot] = []
        self.bundle = False
        self.lump = False
        self.zone: Spot | None = holder.zone if holder is not None else None
        self.start = 0

    @property
    def there(self) -> Lit:
        """Holds where there is one; many are never asked, so it is made when it is."""
        if self._there is None:
            self._there = self._program.is_at_least_0(self.count - constant(1))
        return self._there

    @property
    def bundled(self) -> Spot | None:
        """The outermost bundle that it is or is in."""
        found = None
        spot: Spot | None = self
        while spot is not None:
            if spot.bundle:
                found = spot
            spot = spot.holder
        return found


def lumped(spot: Spot, anchor: Spot) -> bool:
    """Whether an asking spot may be in any of the several selections that an anchor is in."""
    if anchor.zone is None:
        return False
    around: Spot | None = spot
    while around is not None:
        if around.lump:
            return True
        if around is anchor:
            return False
        around = around.holder
    return False


class Tree:
    """All spots of a roster.

    Attributes:
        spots: those below the root, each before what it holds.
        named: those that have an id.
        of_entry: those of an entry, by its id.
        cut: a bound had to be cut for size; then nothing is proved by what is not found.
    """

    def __init__(
        self,
        judge: Judge,
        roster: Roster,
        bounds: Bounds,
        program: Program,
        *,
        kept: Kept = "fixed",
        among: Mapping[Place, int] | None = None,
        bundled: Callable[[Place], bool] = lambda place: True,
        additions: bool = True,
    ) -> None:
        """Unroll a roster.

        Args:
            judge: of the roster's book.
            roster: the player's.
            bounds: of additions.
            program: gets the variables.
            kept: what may become of the player's own.
            among: the only places to add at, each with the most copies; None for all.
            bundled: whether the copies of a thing of its own are one number.
            additions: whether anything may be added.
        """
        self.judge = judge
        self.roster = roster
        self.bounds = bounds
        self.program = program
        self.kept = kept
        self.among = among
        self.bundled = bundled
        self.additions = additions
        self.cut = False
        self.spots: list[Spot] = []
        self.named: dict[str, Spot] = {}
        self.of_entry: dict[str, list[Spot]] = {}
        self.root = Spot(program, judge.root, None, None)
        self.root.count, self.root.size = constant(1), constant(0)
        spent: dict[str, Number] = dict.fromkeys(bounds.budgets, 0)
        if kept == "fixed":
            spent = {name: self._spent(roster.army, judge.root, name) for name in spent}
        self._fill(self.root, roster.army, spent, 0)
        self.root.end = len(self.spots)

    def added(self) -> Iterator[Spot]:
        """Yield the spots that the player's roster does not have."""
        return (spot for spot in self.spots if spot.selection is None)

    def _fill(
        self, holder: Spot, held: tuple[Selection, ...], spent: Mapping[str, Number], depth: int
    ) -> None:
        for selection in held:
            place = holder.place.below[selection.entry, selection.slot]
            spot = self._begin(place, holder, selection)
            if selection.id is not None:
                self.named[selection.id] = spot
            self._fill(spot, selection.with_, spent, depth + 1)
            spot.end = len(self.spots)
        if not self.additions:
            return
        copies = int(self.program.high(holder.count))
        for place in holder.place.offered():
            if self.among is not None and not self.among.get(place):
                continue
            most = min(self.bounds.most(place, copies, spent), self._most_among(place))
            if most > 0:
                self._add(place, holder, most, spent, depth)

    def _may_bundle(self, place: Place) -> bool:
        """Whether copies are one number: not where prices hang on which copy is the first."""
        return self.bundled(place) and not any(
            value.steps
            for name in self.bounds.stepped
            for child in place.offered()
            if (value := child.value(name)) is not None
        )

    def _most_among(self, place: Place) -> int:
        return MOST_COPIES if self.among is None else self.among.get(place, 0)

    def _add(
        self, place: Place, holder: Spot, most: int, spent: Mapping[str, Number], depth: int
    ) -> None:
        """Add the spots of one place: a plain entry's, a bundle's, or one for each copy."""
        if len(self.spots) >= MOST_SPOTS or depth >= DEEPEST:
            self.cut = True
            return
        each = place.copies
        if each is None or each >= most or (each == 1 and self._may_bundle(place)):
            self._put(place, holder, most, spent, depth)
            return
        self._unroll(place, holder, most, each, spent, depth)

    def _unroll(
        self,
        place: Place,
        holder: Spot,
        most: int,
        each: int,
        spent: Mapping[str, Number],
        depth: int,
    ) -> None:
        """Add a spot for each copy that there can be, each there only if that before it is."""
        before: Spot | None = None
        needed = -(-most // each)
        if needed > MOST_UNROLLED:
            self.cut, needed = True, MOST_UNROLLED
        least = {name: self.bounds.least(place, name) for name in spent}
        paid = spent
        for _ in range(needed):
            if any(paid[name] + least[name] > self.bounds.budgets[name] for name in paid):
                break
            spot = self._put(place, holder, each, paid, depth)
            if before is not None:
                self.program.at_least_0(before.count - spot.count)
            before = spot
            paid = {name: cost + least[name] for name, cost in paid.items()}

    def _put(
        self, place: Place, holder: Spot, most: int, spent: Mapping[str, Number], depth: int
    ) -> Spot:
        spot = self._begin(place, holder, None, most, spent)
        paid = {name: cost + (place.value(name) or Value()).each for name, cost in spent.items()}
        self._fill(spot, (), paid, depth + 1)
        spot.end = len(self.spots)
        return spot

    def _begin(
        self,
        place: Place,
        holder: Spot,
        selection: Selection | None,
        most: int = 0,
        spent: Mapping[str, Number] | None = None,
    ) -> Spot:
        spot = Spot(self.program, place, holder, selection)
        spot.start = len(self.spots)
        self.spots.append(spot)
        holder.children.append(spot)
        self.of_entry.setdefault(place.entry.id if place.entry else "", []).append(spot)
        program = self.program
        if selection is not None and self.kept == "fixed":
            spot.count = constant(selection.count)
        else:
            most = max(most, selection.count if selection is not None else 0)
            spot.count = of_variable(program.variable(0, most))
        if selection is not None and holder.selection is not None:
            program.clause((~spot.there, holder.there))
        spot.bundle = selection is None and most > 1 and place.copies == 1
        spot.lump = selection is None and most > 1
        if spot.zone is None and spot.lump:
            spot.zone = spot
        spot.size = self._size(spot, most, spent or {})
        return spot

    def _size(self, spot: Spot, most: int, spent: Mapping[str, Number]) -> Linear:
        """Models: those said, else any number; none where there is no copy."""
        entry, selection = spot.place.entry, spot.selection
        if entry is None or entry.size is None:
            return constant((selection and selection.size) or 0)
        said = selection.size if selection is not None else None
        if said is not None and self.kept == "fixed":
            return constant(said)
        highest = self.bounds.most_size(spot.place, spent)
        if highest is None:
            self.cut, highest = True, MOST_SIZE
        highest = max(highest, said or 1)
        copies = most if spot.bundle else 1
        size = of_variable(self.program.variable(0, highest * copies))
        many = spot.count if spot.bundle else of_literal(spot.there)
        if selection is None:
            self.program.at_least_0(size - many)
        self.program.at_least_0(many.times(highest) - size)
        return size

    def _spent(self, held: tuple[Selection, ...], place: Place, name: str) -> Number:
        """The least that the player's selections carry of a budgeted value."""
        spent: Number = 0
        for selection in held:
            below = place.below[selection.entry, selection.slot]
            value = below.value(name)
            if value is not None:
                spent += value.each * selection.count
            spent += self._spent(selection.with_, below, name)
        return spent
