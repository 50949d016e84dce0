"""Where the player's selections may be moved to."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import attrs

from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.rules.places import Place


@attrs.frozen(eq=False)
class OwnedSelection:
    """One of the player's selections.

    Attributes:
        number: in the roster's order; all below it have the numbers up to ``end``.
        holder: the number of what holds it; None for the roster itself.
        movable: neither it nor what it holds is placed somewhere, or is a place itself.
    """

    number: int
    end: int
    holder: int | None
    selection: Selection
    movable: bool

    def place_below(self, holder: Place) -> Place:
        """Where it stands below a place; a list that has no such entry raises KeyError."""
        return holder.below[self.selection.entry, self.selection.slot]

    def parts(self, place: Place) -> int:
        """How many selections its copies need at a place."""
        return ceil(self.selection.count / (place.copies or self.selection.count))


class Relocations:
    """What may be moved.

    Attributes:
        own: the player's selections, by number.
        twins: neighbours that are the same: what is done to one could be done to the other.
    """

    def __init__(self, roster: Roster) -> None:
        self.owned: list[OwnedSelection] = []
        self.symmetric_pairs: list[tuple[OwnedSelection, OwnedSelection]] = []
        self._places = {one.at for one in _all(roster.army) if one.at is not None}
        self._of_entry: dict[str, list[OwnedSelection]] = {}
        self._list(roster.army, None)
        for own in self.owned:
            self._of_entry.setdefault(own.selection.entry, []).append(own)

    def to(self, place: Place, holder: int | None) -> Iterator[tuple[OwnedSelection, Place]]:
        """Yield what may be moved to a selection of the player's, and where it stands then.

        What has more copies than one selection may have, can be moved to others beside itself.

        Args:
            place: of the one to move to.
            holder: its number; None for the roster itself.
        """
        around = set()
        inside = holder
        while inside is not None:
            around.add(inside)
            inside = self.owned[inside].holder
        for below in place.offered():
            for own in self._of_entry.get(below.entry.id if below.entry else "", ()):
                if own.movable and own.number not in around:
                    stays = own.holder == holder and own.place_below(place) is below
                    for _ in range(own.parts(below) - 1 if stays else 1):
                        yield own, below

    def _list(self, army: tuple[Selection, ...], holder: int | None) -> bool:
        """List selections; tell whether all may be moved."""
        movable = True
        before: OwnedSelection | None = None
        for selection in army:
            number = len(self.owned)
            placed = selection.at is not None or selection.id in self._places
            self.owned.append(OwnedSelection(number, 0, holder, selection, False))
            free = self._list(selection.with_, number) and not placed
            own = self.owned[number] = OwnedSelection(
                number, len(self.owned), holder, selection, free
            )
            if before is not None and before.selection == selection and free:
                self.symmetric_pairs.append((before, own))
            before = own
            movable &= free
        return movable


def _all(army: tuple[Selection, ...]) -> Iterator[Selection]:
    for selection in army:
        yield selection
        yield from _all(selection.with_)
