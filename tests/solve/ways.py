"""Every way to change a small roster with no more than so many changes, counted one by one.

This says again, without a solver, what ``repair`` calls a change.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import chain, product
from math import ceil, lcm
from typing import NamedTuple

import attrs

from listbuilder.editing.army_kinds import is_kind
from listbuilder.editing.bearers import handed_on
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.rules.weights import weigh
from listbuilder.solve.tasks.changes import Distinction
from tests.solve.games import MOST, additions, sizes

Addition = tuple["Site", Place, tuple[Selection, ...]]


class Way(NamedTuple):
    """A way to make a roster legal.

    Attributes:
        army: what is then there.
        changes: how many.
        cost: points changed.
        lost: points of what the roster had and is gone.
        free: copies that are gone of pieces that cost nothing.
        meant: points that what is gone would have cost where it was meant to stand.
        distinctions: what left, and what came to where.
    """

    army: tuple[Selection, ...]
    changes: int
    cost: Number
    lost: Number
    free: int
    meant: Number
    distinctions: frozenset[Distinction]


@attrs.define(eq=False)
class Site:
    """Where copies of one of the player's selections may stand.

    Attributes:
        number: of the selection, in the roster's order; -1 for the roster itself.
        moved: its selection is moved there; what it holds comes along.
        along: it comes along.
    """

    number: int
    place: Place
    holder: Site | None
    moved: bool = False
    along: bool = False
    held: list[Site] = attrs.field(factory=list)


class Ways:
    """The ways to change one roster."""

    def __init__(self, judge: Judge, roster: Roster) -> None:
        self.judge = judge
        self.roster = roster
        self.selections: list[Selection] = []
        self.holders: list[int] = []
        self.sites: list[list[Site]] = []  # where it stands goes first
        self.root = Site(-1, judge.root, None)
        self._number(roster.army, -1)
        nodes = judge.lay_out(roster).nodes
        self.homes = [node.place for node in nodes]
        self.twins = dict(self._twins())
        self.sites = [[] for _ in self.selections]
        self.handed_on = handed_on(judge.evaluate(roster), judge)
        self.handed: set[Site] = set()
        self._stand(self.root)
        army = judge.lay_out(roster)
        self.paid = [self._cost(node, army) for node in army.nodes]
        self.pools = self._pools()

    def within(self, most: int, limit: int) -> list[Way] | None:
        """Try every way with no more changes than ``most``; some more than once.

        Returns:
            Those that make the roster legal; None where there are more to try than ``limit``.
        """
        found: list[Way] = []
        tried = 0
        for copies, changes in self._copies(0, {}, most):
            for models, resized in self._models(copies, most - changes):
                for added, more in self._added(copies, most - changes - resized):
                    tried += 1
                    if tried > limit:
                        return None
                    if way := self._way(copies, models, added, changes + resized + more):
                        found.append(way)
        return found

    def images(self, distinctions: frozenset[Distinction]) -> set[frozenset[Distinction]]:
        """What is the same but for which of several that are the same it is done to."""
        images, more = {distinctions}, [distinctions]
        while more:
            image = more.pop()
            for swap in self._swaps():
                other = frozenset(_swapped(distinction, swap) for distinction in image)
                if other not in images:
                    images.add(other)
                    more.append(other)
        return images

    def _swaps(self) -> Iterator[dict[int, int]]:
        """Yield which numbers stand for which, for two that are the same."""
        for after, number in self.twins.items():
            held = len(list(_all((self.selections[number],))))
            there = {below: below + after - number for below in range(number, number + held)}
            yield there | {twin: here for here, twin in there.items()}

    def _twins(self) -> Iterator[tuple[int, int]]:
        """Yield two that are the same, with none of their entry between them, the later first."""
        last: dict[tuple[int, str], int] = {}
        for number, (one, holder) in enumerate(zip(self.selections, self.holders, strict=True)):
            before = last.get((holder, one.entry))
            if before is not None and self.selections[before] == one:
                yield number, before
            last[holder, one.entry] = number

    # Where selections may stand

    def _number(self, held: tuple[Selection, ...], holder: int) -> None:
        for one in held:
            number = len(self.selections)
            self.selections.append(one)
            self.holders.append(holder)
            self._number(one.with_, number)

    def _stand(self, holder: Site) -> None:
        for number, one in enumerate(self.selections):
            if self.holders[number] == holder.number:
                place = holder.place.below[one.entry, one.slot]
                along = holder.moved or holder.along
                self._put(Site(number, place, holder, along=along))
        if holder.along or (holder.moved and not self._takes_in(holder)):
            return
        for number, one in enumerate(self.selections):
            for place in holder.place.offered():
                assert place.entry is not None
                here = self.holders[number] == holder.number
                stands = here and holder.place.below[one.entry, one.slot] is place
                free = not place.value("points") and place.entry.size is None
                thing = bool(place.entry.profiles) or free
                meant = holder.number in self.handed_on.get(number, ())
                if (
                    place.entry.id == one.entry
                    and not stands
                    and (here or thing or meant)
                    and not self._in(holder, number)
                ):
                    site = Site(number, place, holder, moved=True)
                    if meant:
                        self.handed.add(site)
                    self._put(site)

    def _takes_in(self, site: Site) -> bool:
        """Whether others are moved to what is moved itself: nobody offers it where it stood."""
        around = site.holder
        while around is not None:
            if around.moved:
                return False
            around = around.holder
        return self.homes[site.number].offer is None

    def _put(self, site: Site) -> None:
        assert site.holder is not None
        site.holder.held.append(site)
        if site.moved or site.along:
            self.sites[site.number].append(site)
        else:
            self.sites[site.number].insert(0, site)
        self._stand(site)

    def _in(self, site: Site, number: int) -> bool:
        around: Site | None = site
        while around is not None and around.number != number:
            around = around.holder
        return around is not None

    # What becomes of them

    def _copies(
        self, number: int, copies: dict[Site, int], most: int
    ) -> Iterator[tuple[dict[Site, int], int]]:
        """Yield copies at each site, holders first, and how many changes that is.

        Of two that are the same the later loses copies first: which is lost makes no other army,
        and where each further one costs more, the price of the last is saved.
        """
        if number == len(self.selections):
            there = {site for site, many in copies.items() if many} | {self.root}
            held = all(site.holder in there for site in there if site is not self.root)
            bearers = {self.sites[self.holders[site.number]][0] for site in self.handed & there}
            if held and bearers <= there:
                yield copies, 0
            return
        said = self.selections[number].count
        home = self.sites[number][0]
        more = 0 if home.place.copies == 1 else MOST
        for dealt in _dealt(said, more, len(self.sites[number])):
            here = copies | dict(zip(self.sites[number], dealt, strict=True))
            if number in self.twins and here[home] > here[self.sites[self.twins[number]][0]]:
                continue
            changes = sum(site.moved for site in self.sites[number] if here[site])
            if changes and sum(dealt) > said:  # more copies are added where they are to stand
                continue
            changes += sum(dealt) + self._gone_along(number, here) < said
            changes += sum(dealt) > said
            if changes <= most:
                for others, more in self._copies(number + 1, here, most - changes):
                    yield others, changes + more

    def _gone_along(self, number: int, copies: dict[Site, int]) -> int:
        """How many may be gone with copies of the holder's, as no change."""
        holder = self.holders[number]
        if holder < 0:
            return 0
        around = self.selections[holder].count
        each = -(-self.selections[number].count // around)
        return each * max(0, around - sum(copies[site] for site in self.sites[holder]))

    def _models(
        self, copies: dict[Site, int], most: int
    ) -> Iterator[tuple[dict[Site, Copies | None], int]]:
        """Yield the sizes of what is there, and how many changes that is."""
        there = [site for site, many in copies.items() if many and sizes(site.place)]
        ways: list[tuple[dict[Site, Copies | None], int]] = [({}, 0)]
        for site in there:
            said = self.selections[site.number].size
            ways = [
                (models | {site: size}, changes + (size != said))
                for models, changes in ways
                for size in dict.fromkeys([said, *sizes(site.place)])
                if changes + (size != said) <= most
            ]
        yield from ways

    def _added(self, copies: dict[Site, int], most: int) -> Iterator[tuple[list[Addition], int]]:
        """Yield what is added where, and how many changes that is."""
        there = (site for site, many in copies.items() if many)
        gain = (one for one in there if not ((one.moved or one.along) and is_kind(one.place)))
        holders = [self.root, *gain]
        homes = {(id(home.holder), home.place) for home in self._left(copies)}
        offers = [
            (site, place)
            for site in holders
            for place in site.place.offered()
            if (id(site), place) not in homes  # nothing new stands for what goes
        ]

        def choose(begin: int, left: int) -> Iterator[tuple[list[Addition], int]]:
            yield [], 0
            for number in range(begin, len(offers) if left else begin):
                site, place = offers[number]
                for way in additions(place):
                    changes = len(way)
                    if 0 < changes <= left:
                        for others, more in choose(number + 1, left - changes):
                            yield [(site, place, way), *others], changes + more

        yield from choose(0, most)

    def _left(self, copies: dict[Site, int]) -> Iterator[Site]:
        """Yield where selections stood of which more copies are gone than with their holder."""
        for number, (home, *_) in enumerate(self.sites):
            there = sum(copies[site] for site in self.sites[number])
            if there + self._gone_along(number, copies) < self.selections[number].count:
                yield home

    # What comes of it

    def _way(
        self,
        copies: dict[Site, int],
        models: dict[Site, Copies | None],
        added: list[Addition],
        changes: int,
    ) -> Way | None:
        """What comes of it, if that is legal.

        What is added has to be legal as it stands for itself; then it is put to the copies that
        the player has beside it, where that is legal, too.
        """
        numbers: list[int] = []
        raised = False

        def build(holder: Site, raising: bool) -> tuple[Selection, ...]:
            nonlocal raised
            held: list[tuple[Place, Selection]] = []
            for site in holder.held:
                if copies[site]:
                    numbers.append(site.number)
                    own = self.selections[site.number]
                    many, size = Copies(copies[site]), models.get(site, own.size)
                    slot = None if site.moved else own.slot
                    inside = build(site, raising)
                    one = attrs.evolve(own, count=many, size=size, slot=slot, with_=inside)
                    held.append((site.place, one))
            for site, place, way in added:
                for one in way if site is holder else ():
                    alike = (index for index, (other, _) in enumerate(held) if other is place)
                    index = next(alike, None) if place.copies is None else None
                    if index is not None and raising:
                        held[index] = place, joined(held[index][1], one)
                    else:
                        held.append((place, one))
                        numbers.extend(-1 for _ in _all((one,)))
                    raised |= index is not None
            return tuple(one for _, one in held)

        apart = attrs.evolve(self.roster, army=build(self.root, False))
        if not self.judge.evaluate(apart).legal:
            return None
        made, own_numbers = apart, list(numbers)
        if raised:
            together = attrs.evolve(self.roster, army=build(self.root, True))
            if self.judge.evaluate(together).legal:
                made = together
        added_cost, carried = self._carried(apart, own_numbers)
        carried |= {number: self.paid[number] for number in self._falling(copies, models)}
        less = [paid - carried[number] for number, paid in enumerate(self.paid)]
        cheaper = {*self._cheaper(copies)}
        fallen = [0 if number in cheaper else one for number, one in enumerate(less)]
        pooled = {*chain(*self.pools.values())}
        alone = [number for number in range(len(self.paid)) if number not in pooled]
        cost = added_cost + sum(max(fallen[number], -less[number]) for number in alone)
        lost = self._lost(copies, fallen, alone)
        for kind, pool in self.pools.items():
            gone = sum(self._gone_besides_models(number, copies) for number in pool)
            whole = sum(self._gone_besides_models(number, copies, True) for number in pool)
            fewer = sum(less[number] for number in pool)
            taken = sum(self._taken(place, way, kind) for _, place, way in added)
            gone_together = max(0, gone, fewer - taken)
            lost += gone_together
            cost += gone_together + max(0, gone - fewer) + max(0, whole - gone_together)
        distinctions = self._distinctions(copies, models, added)
        free, meant = self._free(copies), self._meant(copies)
        return Way(made.army, changes, cost, lost, free, meant, distinctions)

    def _free(self, copies: dict[Site, int]) -> int:
        """Copies that are gone of pieces that cost nothing and stood in a slot that takes them."""
        free = 0
        for number, one in enumerate(self.selections):
            place = self.sites[number][0].place
            is_piece = place.entry is not None and place.entry.profiles
            if not self.paid[number] and is_piece and place.offer is not None:
                left = sum(copies[site] for site in self.sites[number])
                along = self._gone_along(number, copies) if self._is_built(number) else 0
                free += max(0, one.count - left - along)
        return free

    def _meant(self, copies: dict[Site, int]) -> Number:
        """What options that cost nothing in the wrong place would cost in the right one."""
        meant: Number = 0
        for number, bearers in self.handed_on.items():
            one = self.selections[number]
            if not self.paid[number] and not any(copies[site] for site in self.sites[number]):
                bearer = self.sites[min(bearers)][0].place
                price = bearer.below[one.entry, None].value("points")
                along = self._gone_along(number, copies) if self._is_built(number) else 0
                meant += max(0, price.each) * max(0, 1 - along) if price else 0
        return meant

    def _is_built(self, number: int) -> bool:
        """Whether a selection stands in a slot that demands or brings it."""
        slot = self.sites[number][0].place.slot
        return (
            slot is None or bool(slot.default) or slot.min is not None or slot.exactly is not None
        )

    def mean(self) -> Fraction:
        """What a model costs on average, rounded up so that costs are whole multiples.

        These are a copy's in the roster, and all prices of the game. Example: two flags for 1 point
        among 3 models cost 1/2 each, so 1/3 is rounded up to 1/2.
        """
        models = 0
        for number, one in enumerate(self.selections):
            entry = self.sites[number][0].place.entry
            if entry is not None and entry.profiles:
                models += (one.size or 1) * one.count
        known = [
            Fraction(paid) / one.count for paid, one in zip(self.paid, self.selections, strict=True)
        ]
        for entry in chain(*(some.values() for some in self.judge.book.entries.values())):
            if price := entry.values.get("points"):
                by_size = (number for _, number in price.by_size)
                known += map(Fraction, (price.each, price.per_model, *price.steps, *by_size))
        step = Fraction(1, lcm(*(number.denominator for number in known)))
        return ceil(Fraction(sum(self.paid)) / max(1, models) / step) * step

    def _falling(self, copies: dict[Site, int], models: dict[Site, Copies | None]) -> Iterator[int]:
        """Yield selections that are as they were, and whose prices are worked out from others."""
        for number, (home, *others) in enumerate(self.sites):
            one, price = self.selections[number], home.place.value("points")
            if price is None or isinstance(price.fixed, int | Fraction):
                continue
            same = copies[home] == one.count and models.get(home, one.size) == one.size
            if same and not any(copies[site] for site in others):
                yield number

    def _cheaper(self, copies: dict[Site, int]) -> Iterator[int]:
        """Yield selections priced by steps of which copies move, and none goes: it is no loss."""
        gone = set()
        for one, sites in zip(self.selections, self.sites, strict=True):
            if sum(copies[site] for site in sites) < one.count:
                gone.add(one.entry)
        for number, (home, *others) in enumerate(self.sites):
            price = home.place.value("points")
            moved = any(copies[site] for site in others if site.moved)
            if price and price.steps and moved and self.selections[number].entry not in gone:
                yield number

    def _lost(self, copies: dict[Site, int], fallen: list[Number], alone: list[int]) -> Number:
        """The points of copies that are gone, or what a selection costs less where that is more."""
        lost: Number = 0
        for number in alone:
            one = self.selections[number]
            gone = one.count - sum(copies[site] for site in self.sites[number])
            share = Fraction(self.paid[number]) / one.count * gone
            lost += max(0, share, fallen[number])
        return lost

    def _gone_besides_models(
        self, number: int, copies: dict[Site, int], whole: bool = False
    ) -> Number:
        """The points of a unit's copies that are gone, without those of its models, or whole."""
        one, price = self.selections[number], self.sites[number][0].place.value("points")
        models = 0 if whole else (price.per_model if price else 0) * (one.size or 0) * one.count
        gone = max(0, one.count - sum(copies[site] for site in self.sites[number]))
        return Fraction(self.paid[number] - models) / one.count * gone

    def _taken(
        self, place: Place, way: Iterable[Selection], kind: Hashable, models: int = 0
    ) -> Number:
        """The points of the models that additions at a place have, and what they hold."""
        taken: Number = 0
        for one in way:
            price, size = place.value("points"), one.size or models
            if price and self._kind_by_models(place) == kind:
                taken += price.per_model * size * one.count
            for below in one.with_:
                inside = place.below[below.entry, below.slot]
                taken += one.count * self._taken(inside, (below,), kind, size)
        return taken

    def _pools(self) -> dict[Hashable, list[int]]:
        """Units of one entry whose prices are so much for each model, and their options."""
        pools: dict[Hashable, list[int]] = {}
        for number, (home, *_) in enumerate(self.sites):
            if (kind := self._kind_by_models(home.place)) is not None:
                pools.setdefault(kind, []).append(number)
        return pools

    def _kind_by_models(self, place: Place) -> Hashable:
        """The entries and prices of a unit that pays by the model, or of an option in it."""
        entry, price = place.entry, place.value("points")
        if entry is None or (price and (price.steps or price.by_size)):
            return None
        if price and not isinstance(price.fixed, int | Fraction):
            return None
        if entry.size is not None:
            return entry.id, price
        around = None if place.holder is None else self._kind_by_models(place.holder)
        if around is None or price is None or price.each or price.fixed:
            return None
        return around, entry.id, price

    def _cost(self, node: Node, army: Army) -> Number:
        return weigh(self.judge.compiler.weight("points", node.place), node, army)

    def _carried(self, roster: Roster, numbers: list[int]) -> tuple[Number, dict[int, Number]]:
        """What additions cost, and what each of the player's selections costs then."""
        army = self.judge.lay_out(roster)
        carried: dict[int, Number] = dict.fromkeys(range(-1, len(self.selections)), Fraction(0))
        for number, node in zip(numbers, army.nodes, strict=True):
            carried[number] += self._cost(node, army)
        return carried.pop(-1), carried

    def _distinctions(
        self, copies: dict[Site, int], models: dict[Site, Copies | None], added: list[Addition]
    ) -> frozenset[Distinction]:
        distinctions: set[Distinction] = set()
        for number, one in enumerate(self.selections):
            stay = sum(copies[site] for site in self.sites[number] if not site.moved)
            there = sum(copies[site] for site in self.sites[number])
            if stay < one.count:
                distinctions.add(Distinction("left", number))
            if there + self._gone_along(number, copies) < one.count:
                distinctions.add(Distinction("fewer", number))
            if any(models.get(site, one.size) != one.size for site in self.sites[number]):
                distinctions.add(Distinction("resized", number))
            if there > one.count:
                kind = _kind(self.sites[number][0].place)
                distinctions.add(Distinction("added", _holder(self.holders[number]), kind))
        for site, many in copies.items():
            if many and site.moved and site.holder is not None:
                distinctions.add(
                    Distinction("arrived", _holder(site.holder.number), _kind(site.place))
                )
        for site, place, _ in added:
            distinctions.add(Distinction("added", _holder(site.number), _kind(place)))
        gone = [
            one.number for one in distinctions if one.what == "fewer" and one.number is not None
        ]
        for _, place, way in added:
            for entry, kind in _new(place, way):
                renewed = (number for number in gone if self.selections[number].entry == entry)
                distinctions.update(Distinction("added", number, kind) for number in renewed)
        return frozenset(distinctions)


def _holder(number: int) -> int | None:
    return None if number < 0 else number


def _swapped(distinction: Distinction, swap: dict[int, int]) -> Distinction:
    if distinction.number is None:
        return distinction
    return distinction._replace(number=swap.get(distinction.number, distinction.number))


def joined(one: Selection, more: Selection) -> Selection:
    """Put copies, with what they hold, to those that are there."""
    held = list(one.with_)
    for added in more.with_:
        entries = [other.entry for other in held]
        if added.entry in entries:
            index = entries.index(added.entry)
            held[index] = joined(held[index], added)
        else:
            held.append(added)
    return attrs.evolve(one, count=Copies(one.count + more.count), with_=tuple(held))


def _dealt(copies: int, more: int, sites: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to deal copies, fewer, or some more at the first site."""
    for first in range(copies + more + 1):
        for others in product(range(copies + 1), repeat=sites - 1):
            if sum(others) <= copies and first + sum(others) <= copies + more:
                yield first, *others


def _kind(place: Place) -> tuple[str, str]:
    return place.slot.id if place.slot else "", place.entry.id if place.entry else ""


def _new(place: Place, way: tuple[Selection, ...]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield what new selections hold: entry of the holder, and kind."""
    for one in way:
        for held in one.with_:
            below = place.below[held.entry, held.slot]
            yield one.entry, _kind(below)
            yield from _new(below, (held,))


def _all(held: tuple[Selection, ...]) -> Iterator[Selection]:
    for one in held:
        yield one
        yield from _all(one.with_)
