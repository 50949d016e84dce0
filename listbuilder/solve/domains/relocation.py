"""Where the player's selections may be moved to, in a repair."""

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
        holder: the number of its holder; None: the roster.
        movable: neither it nor its contents are placed somewhere, or are a place themselves.
    """

    number: int
    end: int
    holder: int | None
    selection: Selection
    movable: bool

    def place_below(self, holder: Place) -> Place:
        """Its place below a holder.

        Raises:
            KeyError: the holder's army list has no such entry.
        """
        return holder.below[self.selection.entry, self.selection.slot]

    def parts(self, place: Place) -> int:
        """How many selections its copies need at a place."""
        return ceil(self.selection.count / (place.copies or self.selection.count))


class Relocations:
    """The player's selections, and the holders that each may be moved to.

    Attributes:
        owned: the player's selections, by number.
        symmetric_pairs: equal neighbours: a change of one is as good as of the other.
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
        """Yield the selections that may be moved to a holder, each with its place there.

        A selection of more copies than one selection may have there can be split: its copies move
        to further selections beside it.

        Args:
            place: of the holder.
            holder: its number; None: the roster.
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
