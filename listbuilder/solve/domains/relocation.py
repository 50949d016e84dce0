"""Holders that the player's selections may be moved to, in a repair."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType

import attrs

from listbuilder.editing.bearers import stays_itself
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.rules.places import Place


@attrs.frozen(eq=False)
class OwnedSelection:
    """One of the player's selections.

    Attributes:
        number: its index in the roster's order; its contents have the numbers up to ``end``.
        holder: the number of its holder; None: the roster.
    """

    number: int
    end: int
    holder: int | None
    selection: Selection

    def place_below(self, holder: Place) -> Place:
        """Its place below a holder.

        Raises:
            KeyError: the holder's army list has no such entry.
        """
        return holder.below[self.selection.entry, self.selection.slot]

    def parts(self, place: Place) -> int:
        """The number of selections that its copies need at a place."""
        return ceil(self.selection.count / (place.copies or self.selection.count))


class Relocations:
    """The player's selections, and the holders that each may be moved to.

    Attributes:
        owned: the player's selections, by number.
        symmetric_pairs: equal selections of one holder, with none of their entry between them: to
            change the one is as good as to change the other.
        handed_on: by the number of an option that stands in the wrong place, the numbers of the
            bearers that it may be moved to besides.
    """

    def __init__(
        self,
        roster: Roster,
        handed_on: Mapping[int, Collection[int]] = MappingProxyType({}),
    ) -> None:
        self.handed_on = handed_on
        self.owned: list[OwnedSelection] = []
        self.symmetric_pairs: list[tuple[OwnedSelection, OwnedSelection]] = []
        self._of_entry: dict[str, list[OwnedSelection]] = {}
        self._leaders: dict[int | None, list[OwnedSelection]] = {}
        self._list(roster.army, None)
        for own in self.owned:
            self._of_entry.setdefault(own.selection.entry, []).append(own)

    def to(
        self, place: Place, around: Sequence[int | None]
    ) -> Iterator[tuple[OwnedSelection, Place]]:
        """Yield the selections that may be moved to a holder, each with its place there.

        A selection of more copies than a selection may have at its place can be split: its copies
        move to further selections beside it. Options with a cost move only to another slot of their
        holder or as ``handed_on`` says, free options to other holders, too. To an addition both
        move only if it may take over the men of their bearer: else its options are chosen anew.

        Args:
            place: the holder's place.
            around: the numbers of the holder and of the selections around it, inside out; None for
                an addition; empty: the holder is the roster.
        """
        holder = around[0] if around else None
        is_added = bool(around) and holder is None
        succeeded = self._succeeded(place, around) if is_added else ()
        for below in place.offered():
            if below.entry is None:
                continue
            for own in self._of_entry.get(below.entry.id, ()):
                at_home = own.holder == holder and not is_added
                may_stand = at_home or holder in self.handed_on.get(own.number, ())
                may_stand = may_stand or own.holder in succeeded
                if own.number not in around and (may_stand or stays_itself(below, is_added)):
                    stays = at_home and own.place_below(place) is below
                    for _ in range(own.parts(below) - 1 if stays else 1):
                        yield own, below

    def moves_to(self, place: Place) -> bool:
        """Whether one of the player's selections may be moved to a place in another holder."""
        known = self._of_entry.get(place.entry.id, ()) if place.entry else ()
        return stays_itself(place, True) and bool(known)

    def _succeeded(self, place: Place, around: Sequence[int | None]) -> Collection[int]:
        """The numbers of the leaders whose men an addition at a place may take over.

        Leaders are single pieces beside it whose contents may move; an addition of the same entry
        comes in nobody's place.
        """
        _, *outer = around
        if outer[:1] == [None] or not place.is_piece:
            return ()
        beside = self._leaders.get(outer[0] if outer else None, ())
        if not beside:
            return ()
        men = {one.entry.id for one in place.offered() if one.entry and stays_itself(one, True)}
        return {
            own.number
            for own in beside
            if own.selection.entry != (place.entry and place.entry.id)
            and not men.isdisjoint(one.entry for one in own.selection.with_)
            and place.holder is not None
            and own.place_below(place.holder).is_piece
        }

    def _list(self, army: tuple[Selection, ...], holder: int | None) -> None:
        last: dict[str, OwnedSelection] = {}
        for selection in army:
            number = len(self.owned)
            self.owned.append(OwnedSelection(number, 0, holder, selection))
            self._list(selection.with_, number)
            own = self.owned[number] = OwnedSelection(number, len(self.owned), holder, selection)
            if selection.with_ and selection.count == 1 and selection.size is None:
                self._leaders.setdefault(holder, []).append(own)
            before = last.get(selection.entry)
            if before is not None and before.selection == selection:
                self.symmetric_pairs.append((before, own))
            last[selection.entry] = own
