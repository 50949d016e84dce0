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
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.engine import UNLIMITED, Effort
from listbuilder.solve.linear import (
    Linear,
    Lit,
    Program,
    constant,
    of_literal,
    of_variable,
    total,
)
from listbuilder.solve.moves import Moves
from listbuilder.solve.outcomes import Cut

MOST_SPOTS = 12_000
MOST_APART = 60
DEEPEST = 8

Kept = Literal["fixed", "free", "movable"]
"""What may become of the player's selections: nothing; less or none; anything, elsewhere too."""


class LumpError(Exception):
    """A question that the selections of a lump may answer differently.

    Attributes:
        place: of the outermost lump.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        super().__init__(place)


class Spot:
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
        "_program",
        "_there",
        "bundle",
        "children",
        "count",
        "end",
        "holder",
        "lump",
        "moved",
        "number",
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
        self.number: int | None = None
        self.moved = False
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
        own: those of each of the player's selections, the one where it stands first.
        named: those that have an id.
        of_entry: those of an entry, by its id.
        cuts: what is not looked at for its size; then nothing is proved by what is not found.
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
        apart: Callable[[Place], int] = lambda place: 0,
        additions: bool = True,
        effort: Effort | None = None,
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
        self.program = program
        self.kept = kept
        self.among = among
        self.apart = apart
        self.additions = additions
        self.effort = effort or UNLIMITED
        self.cuts: dict[Cut, None] = {}
        self.spots: list[Spot] = []
        self.moves = Moves(roster)
        self.own: list[list[Spot]] = [[] for _ in self.moves.own]
        self.named: dict[str, Spot] = {}
        self.of_entry: dict[str, list[Spot]] = {}
        self.root = Spot(program, judge.root, None, None)
        self.root.count, self.root.size = constant(1), constant(0)
        spent: Mapping[str, Number] = dict.fromkeys(bounds.budgets, 0)
        if kept == "fixed":
            spent = self._spent(spent, roster.army, judge.root)
        self._fill(self.root, roster.army, spent, 0)
        self.root.end = len(self.spots)
        for own, (home, *others) in zip(self.moves.own, self.own, strict=True):
            moved = total([spot.count for spot in others])
            program.at_least_0(constant(own.selection.count) - moved)
            program.at_least_0(constant(program.high(home.count)) - home.count - moved)

    def added(self) -> Iterator[Spot]:
        """Yield the spots that the player's roster does not have."""
        return (spot for spot in self.spots if spot.selection is None)

    def _fill(
        self, holder: Spot, held: tuple[Selection, ...], spent: Mapping[str, Number], depth: int
    ) -> None:
        number = 0 if holder.number is None else holder.number + 1
        for selection in held:
            place = _below(holder, selection)
            if place is not None:
                self._put_own(place, holder, number, spent, depth, moved=holder.moved)
            number = self.moves.own[number].end
        stays = not holder.moved and (holder.selection is not None or holder is self.root)
        if self.kept == "movable" and stays:
            for own, place in self.moves.to(holder.place, holder.number):
                if len(self.spots) >= MOST_SPOTS:
                    self.cuts[Cut("spots", MOST_SPOTS)] = None
                    break
                self._put_own(place, holder, own.number, spent, depth, moved=True)
        if not self.additions:
            return
        copies = int(self.program.high(holder.count))
        below = holder.place.below
        there = (
            [(below[one.entry, one.slot], one.count) for one in held]
            if self.kept == "fixed"
            else []
        )
        for place in holder.place.offered():
            most = self.bounds.most(place, copies, spent, there)
            if self.among is not None:
                most = min(most, self.among.get(place, 0))
            if most > 0:
                self._add(place, holder, most, spent, depth)

    def _put_own(
        self,
        place: Place,
        holder: Spot,
        number: int,
        spent: Mapping[str, Number],
        depth: int,
        *,
        moved: bool,
    ) -> None:
        """Add the spot of one of the player's selections, and of what it holds."""
        selection = self.moves.own[number].selection
        most = 0
        if self.kept == "movable" and not moved and place.copies != 1:
            most = self.bounds.most(place, int(self.program.high(holder.count)), spent)
            most = min(most, place.copies or most)
        spot = self._begin(place, holder, selection, most)
        spot.number, spot.moved = number, moved
        if moved:
            self.own[number].append(spot)
        else:
            self.own[number].insert(0, spot)
            if selection.id is not None:
                self.named[selection.id] = spot
        self._fill(spot, selection.with_, spent, depth + 1)
        spot.end = len(self.spots)

    def _add(
        self, place: Place, holder: Spot, most: int, spent: Mapping[str, Number], depth: int
    ) -> None:
        """Add the spots of one place: those that stand apart, then a lump of the others.

        Each is there only if that before it is, and of a plain entry has no more copies.
        """
        if depth >= DEEPEST:
            self.cuts[Cut("depth", DEEPEST)] = None
            return
        stepped = any(place.value(name) is not None for name in self.bounds.stepped)
        before: Spot | None = None
        for number, (lump, high) in enumerate(self._highs(place, most, stepped)):
            if len(self.spots) >= MOST_SPOTS:
                self.cuts[Cut("spots", MOST_SPOTS)] = None
                return
            if number == MOST_APART:
                self.cuts[Cut("copies", MOST_APART, place.entry.name if place.entry else "")] = None
                return
            paid = self.bounds.spend(spent, place, inside=True)
            if before is not None and self.bounds.overspent(paid):
                return
            spot = self._put(place, holder, high, lump, spent, depth)
            if before is not None:
                times = high if stepped or lump is not before.lump else 1
                self.program.at_least_0(before.count.times(times) - spot.count)
            before, spent = spot, paid

    def _highs(self, place: Place, most: int, stepped: bool) -> Iterator[tuple[bool, int]]:
        """Yield of each spot at a place whether it is a lump, and its most copies."""
        each = min(place.copies or most, most)
        alone = min(self.apart(place), most)
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
        holder: Spot,
        most: int,
        lump: bool,
        spent: Mapping[str, Number],
        depth: int,
    ) -> Spot:
        spot = self._begin(place, holder, None, most, lump, spent)
        self._fill(spot, (), self.bounds.spend(spent, place), depth + 1)
        spot.end = len(self.spots)
        return spot

    def _begin(
        self,
        place: Place,
        holder: Spot,
        selection: Selection | None,
        most: int = 0,
        lump: bool = False,
        spent: Mapping[str, Number] | None = None,
    ) -> Spot:
        self.effort.check()
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
        spot.lump = lump
        spot.bundle = lump and place.copies == 1
        if spot.zone is None and lump:
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
        highest = max(MOST_COPIES if highest is None else highest, said or 1)
        copies = most if spot.bundle else 1
        size = of_variable(self.program.variable(0, highest * copies))
        many = spot.count if spot.bundle else of_literal(spot.there)
        if selection is None:
            self.program.at_least_0(size - many)
        self.program.at_least_0(many.times(highest) - size)
        return size

    def _spent(
        self, spent: Mapping[str, Number], held: tuple[Selection, ...], place: Place
    ) -> Mapping[str, Number]:
        """What is spent of each budget with the least that the player's selections carry."""
        for selection in held:
            below = place.below[selection.entry, selection.slot]
            spent = self.bounds.spend(spent, below, selection.count)
            spent = self._spent(spent, selection.with_, below)
        return spent


def _below(holder: Spot, selection: Selection) -> Place | None:
    """Where a selection stands below; None where a list that its holder is moved to lacks it."""
    try:
        return holder.place.below[selection.entry, selection.slot]
    except KeyError:
        return None
