"""Matching another program's roster with our army lists: by name and place, without guesses.

A selection is one of ours if a holder around it offers an entry of that name. A selection with an
unknown name that holds others is a container: its contents are matched in its stead. A free
selection that is on the unit's card anyway (wargear, rules, the crew on its profile) is skipped.
All other selections are missed, and told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from listbuilder.editing.find import folded
from listbuilder.interop.foreign import ForeignForce, ForeignSelection
from listbuilder.interop.naming import (
    built_in_names,
    built_in_wargear,
    entries_of,
    first_with_room,
    offers_of,
    title_of,
)
from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Copies, Value
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place

USED = re.compile(r".+: (?:.*\d.*|no|yes)")
"""A line that sums up the army: how much of a limit is used, or a figure."""

IN_SLOT = re.compile(r"(?P<name>.*\S)\s+\((?P<slot>[^()]+)\)")


@attrs.define(eq=False)
class Match:
    """A selection of ours while it is built.

    Attributes:
        place: the place of its entry.
        count, size: as in a roster.
        theirs: points in the file of all selections that went into it.
        at: name of the selection that it is placed at.
        id: the id by which others are placed at it; empty if none is.
        held: the matches in it.
    """

    place: Place
    count: int = 1
    size: int | None = None
    called: str = ""
    notes: str = ""
    theirs: Fraction | None = None
    at: str = ""
    id: str = ""
    held: list[Match] = attrs.field(factory=list)

    def selection(self, ids: Mapping[str, str]) -> Selection:
        """Make the roster's selection.

        Args:
            ids: ids of the selections that others are placed at, by the text that names them.
        """
        entry, slot, holder = self.place.entry, self.place.slot, self.place.holder
        if entry is None or holder is None:
            raise ValueError("a selection has an entry, and stands in something")
        usual = slot is None or holder.below[entry.id, None].slot is slot
        return Selection(
            entry.id,
            slot=None if slot is None or usual else slot.id,
            count=Copies(self.count),
            size=Copies(self.size) if self.size else None,
            name=self.called or None,
            notes=self.notes or None,
            id=self.id or None,
            at=ids.get(self.at) if self.at else None,
            with_=tuple(one.selection(ids) for one in self.held),
        )

    @property
    def title(self) -> str:
        """The player's name for it, or else its entry's name."""
        return self.called or (self.place.entry.name if self.place.entry else "")

    def whole(self) -> Iterator[Match]:
        """Yield the match and all below it, in the order of a roster."""
        yield self
        for one in self.held:
            yield from one.whole()


class Matcher:
    """Matches the selections of one roster.

    Attributes:
        missed: selections that match no entry.
    """

    def __init__(self, judge: Judge, cost: str, exact: bool) -> None:
        """Match against the army lists of a judge's book.

        Args:
            judge: the judge of the book.
            cost: id of the value that is counted in points.
            exact: the roster's ``ForeignRoster.exact``.
        """
        self.judge = judge
        self.cost = cost
        self.exact = exact
        self.missed: list[ForeignSelection] = []
        self._bookkeeping = {folded(name) for name in judge.book.ruleset.bookkeeping}

    def force(self, force: ForeignForce, *tops: Match) -> None:
        """Match the selections of a force, each in the first of the tops that offers it."""
        for node in force.held:
            self._visit(node, tops)

    def _visit(self, node: ForeignSelection, holders: Sequence[Match]) -> list[Match]:
        """Match a selection in the first of the holders that offers its entry."""
        if folded(node.name) in self._bookkeeping:
            return []
        found = self._offered(node, holders)
        if found is None and (node.held or node.parts):
            found = self._misplaced(node, holders)
        place = found[1] if found else None
        if place is None and node.parts:
            node.held[:0] = [attrs.evolve(one, path=(*node.path, one.name)) for one in node.parts]
        if (place is None or _is_container(node, place)) and node.held and not node.points:
            return self._through(node, holders)
        if found is None:
            summed = self.exact and len(node.path) == 1 and self._is_summary(node.line or node.name)
            if summed or self._is_described(node, holders):
                return []
            found = self._misplaced(node, holders)
        if found is None:
            self.missed.append(node)
            return []
        holder, place = found
        if self._comes_along(node, place, holder):
            return []
        return [self._made(node, place, holder)]

    def _misplaced(
        self, node: ForeignSelection, holders: Sequence[Match]
    ) -> tuple[Match, Place] | None:
        """Match an entry that the holder does not take, in our own text: it stays, illegal."""
        holder = holders[0]
        if not self.exact or holder.place.entry is None:
            return None
        meant = entries_of(self.judge, holder.place).get(folded(node.name), [])
        return (holder, holder.place.below[meant[0].id, None]) if len(meant) == 1 else None

    def _is_summary(self, line: str) -> bool:
        """Whether a line below an army is a summary: the use of a limit, or a reference title."""
        standing = {
            topic.title
            for part in self.judge.book.parts()
            for topic in part.reference
            if topic.on_army_sheet
        }
        return line.partition(" – ")[0] in standing or bool(USED.fullmatch(line))

    def _through(self, node: ForeignSelection, holders: Sequence[Match]) -> list[Match]:
        """Match a container's contents in its holders, or in selections that were made before."""
        beside: list[Match] = []
        direct = [one for one in node.held if self._offered(one, holders) is not None]
        later = [one for one in node.held if one not in direct]
        for one in (*direct, *later):
            beside += self._visit(one, [*reversed(beside), *holders])
        return beside

    def _offered(
        self, node: ForeignSelection, holders: Sequence[Match]
    ) -> tuple[Match, Place] | None:
        name = folded(node.name)
        for holder in holders:
            offers = offers_of(self.judge, holder.place)
            offered = offers.get(name, [])
            if not offered and self.exact:
                offered = _in_named_slot(node.name, offers)
            places = self._meant(node, offered)
            if places:
                there = Counter[str]()
                for one in holder.held if len(places) > 1 else ():
                    there[one.place.slot.id if one.place.slot else ""] += one.count
                return holder, first_with_room(places, there, holder.count)
        return None

    def _meant(self, node: ForeignSelection, places: list[Place]) -> list[Place]:
        """Choose of entries of one name the one with the file's points; empty: several have."""
        if len({id(one.entry) for one in places}) > 1:
            own = [one for one in places if one.entry and _is_called(node, one.entry.name)]
            points = node.points if node.points is not None else -1
            each = points / node.number
            places = own or [one for one in places if self._each(one) == each]
        return places if len({id(one.entry) for one in places}) == 1 else []

    def _made(self, node: ForeignSelection, place: Place, holder: Match) -> Match:
        made = Match(place, called=node.called, notes=node.notes, theirs=node.points, at=node.at)
        holder.held.append(made)
        node.held[:0] = self._whole_parts(node, place)
        node.parts = []
        entry = place.entry
        is_unit = entry is not None and (entry.size is not None or self.judge.book.is_piece(entry))
        counted = list(self._counted(node, place)) if is_unit and not self.exact else []
        number = sum(one.number for one in counted) if counted else node.number
        sized = place.entry is not None and place.entry.size is not None
        if self.exact:
            made.count, made.size = node.number, node.size if sized else None
        elif sized:
            made.size = min(number, MOST_COPIES)
        elif counted:
            made.count = min(number, MOST_COPIES)
        else:
            made.count = self._copies(node, place, holder)
        for one in counted:
            made.called = made.called or one.called
            made.theirs = (made.theirs or Fraction(0)) + (one.points or 0)
        inside = [held for one in counted for held in one.held]
        inside += [one for one in node.held if one not in counted]
        around = [made] if is_unit or self.exact else [made, holder]
        for one in inside:  # an option may stand in another option there: a banner in its bearer
            self._visit(one, around)
        self._split(made, holder)
        return made if self.exact else _merged(made, holder)

    def _split(self, made: Match, holder: Match) -> None:
        """Make a selection of each copy, where the place takes selections of one copy only."""
        if made.place.copies == 1 and 1 < made.count <= 100:
            copies, made.count = made.count, 1
            made.theirs = made.theirs / copies if made.theirs is not None else None
            holder.held += [attrs.evolve(made) for _ in range(copies - 1)]

    def _whole_parts(self, node: ForeignSelection, place: Place) -> Iterator[ForeignSelection]:
        """Yield the contents that a line lists; pieces that an entry's name joins become one."""
        offers = offers_of(self.judge, place)
        most = 1 + max(
            (one[0].entry.name.count(",") for one in offers.values() if one[0].entry), default=0
        )
        at = 0
        while at < len(node.parts):
            one = node.parts[at]
            for length in range(min(most, len(node.parts) - at), 0, -1):
                pieces = node.parts[at : at + length]
                name = ", ".join(piece.name for piece in pieces)
                if length == 1 or folded(name) in offers:
                    points = pieces[-1].points
                    yield attrs.evolve(one, name=name, points=points, path=(*node.path, name))
                    at += length
                    break

    def _counted(self, node: ForeignSelection, place: Place) -> Iterator[ForeignSelection]:
        """Yield the models that a unit's selection holds as selections of their own."""
        models = [one for one in node.held if one.kind == "model" and not _is_same(one, node)]
        same = [one for one in node.held if one.kind == "model" and _is_same(one, node)]
        offers = offers_of(self.judge, place)
        own = [one for one in models if folded(one.name) not in offers] + same
        each = self._each(place)
        sized = place.entry is not None and place.entry.size is not None
        told = [one for one in node.held if one.counts and one not in models]
        if own or told:
            yield from own or told
        elif models and sized:
            yield max(models, key=lambda one: one.number)
        elif not models:
            strange = [one for one in node.held if folded(one.name) not in offers and one.points]
            alike = [one for one in strange if each and one.points == each * one.number]
            if alike or sized or (len(strange) == 1 and not strange[0].kind):
                yield from alike or sorted(strange, key=lambda one: -one.number)[:1]

    def _copies(self, node: ForeignSelection, place: Place, holder: Match) -> int:
        """Count an option's copies: its points tell whether each model of the holder has one."""
        least = place.slot.min if node.further and place.slot else None
        if isinstance(least, int) and least:
            return node.number + least * holder.count
        each = self._each(place)
        models = holder.size or holder.count
        if models == 1:
            return node.number
        if each and node.points:
            copies = node.points / each
            if copies.denominator == 1 and (copies == node.number or 0 < copies <= models):
                return int(copies)
        if holder.size:
            return 1 if node.number in (1, holder.size) else node.number
        return models if node.number == 1 and place.copies != 1 else node.number

    def _each(self, place: Place) -> Fraction | None:
        """Give the points of one copy, where they are a plain number."""
        value = place.value(self.cost)
        if isinstance(value, Value) and not (value.per_model or value.once or value.steps):
            return Fraction(value.each)
        return None

    def _comes_along(self, node: ForeignSelection, place: Place, holder: Match) -> bool:
        """Whether the holder has it without an option: an option of this name would cost points."""
        if node.points is None or node.points or node.held:
            return False
        value = place.value(self.cost)
        costs = value is not None and bool(value.each or value.per_model or value.by_size)
        return costs and folded(node.name) in built_in_names(self.judge, holder.place)

    def _is_described(self, node: ForeignSelection, holders: Sequence[Match]) -> bool:
        """Whether a free selection is on the holder's card anyway, or repeats the holder's name."""
        name = folded(node.name)
        one = name.removesuffix("s")
        free = bool(name) and not node.points and not node.held
        if (
            free
            and node.kind == "upgrade"
            and name in built_in_wargear(self.judge, self.judge.root)
        ):
            return True  # wargear of another model in our data
        return free and any(
            {name, one} & built_in_names(self.judge, holder.place) or name == folded(holder.called)
            for holder in holders[:1]
        )


def _merged(made: Match, holder: Match) -> Match:
    """Merge a match into an earlier one that differs in its copies alone."""
    for one in holder.held:
        alike = one is not made and one.place is made.place and made.place.copies is None
        if alike and all(part.selection({}) == _one(part) and not part.at for part in (one, made)):
            holder.held.remove(made)
            one.count += made.count
            if one.theirs is not None and made.theirs is not None:
                one.theirs += made.theirs
            return one
    return made


def _one(match: Match) -> Selection:
    """Give the match's selection reduced to entry, slot and count."""
    whole = match.selection({})
    return Selection(whole.entry, whole.slot, whole.count)


def _in_named_slot(said: str, offers: Mapping[str, list[Place]]) -> list[Place]:
    """List the places of a name that ends with its slot in brackets: ``Cloak (Second hero)``."""
    found = IN_SLOT.fullmatch(said)
    if found is None:
        return []
    slot = folded(found["slot"])
    places = offers.get(folded(found["name"]), [])
    return [
        one for one in places if one.slot and slot in map(folded, (title_of(one.slot), one.slot.id))
    ]


def _is_container(node: ForeignSelection, place: Place) -> bool:
    """Whether a free selection contains the real one, of the same name."""
    if node.points or (place.entry is not None and place.entry.size is not None):
        return False
    return any(_is_same(one, node) and (one.points or one.held) for one in node.held)


def _is_called(node: ForeignSelection, name: str) -> bool:
    return folded(node.name) == folded(name)


def _is_same(one: ForeignSelection, other: ForeignSelection) -> bool:
    return _is_called(one, other.name)
