"""Setting the contents of a slot: a number of copies of each entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from listbuilder.editing.defaults import split_copies
from listbuilder.editing.edit import remove
from listbuilder.editing.edited import Edited
from listbuilder.editing.find import described, find_holder, number_of
from listbuilder.editing.roster_tree import path_of, put
from listbuilder.errors import EditError
from listbuilder.messages import gettext, joined
from listbuilder.model.language import MOST_COPIES
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import THE_ARMY
from listbuilder.rules.places import Place


def choose(
    judge: Judge, roster: Roster, wanted: str, slot: str, numbers: Mapping[str, int]
) -> Edited:
    """Set the copies of each named entry in a slot; entries that are not named stay.

    Of several selections of an entry the last is removed first. Selections are removed before
    others are added, so an entry takes the place of another.

    Args:
        judge: the judge of the roster's book.
        roster: the roster.
        wanted: the holder (``find_holder``).
        slot: id of one of its slots.
        numbers: copies by entry; 0 removes the entry.

    Raises:
        EditError: no such holder or slot, an entry that the slot does not offer, too many copies.
    """
    holder = find_holder(judge.lay_out(roster), wanted)
    offered = {
        place.entry.id: place
        for place in holder.place.offered()
        if place.entry is not None and place.slot is not None and place.slot.id == slot
    }
    there = {key: sum(node.count for node in _nodes(holder, offered[key])) for key in offered}
    done: list[str] = []
    for entry, number in sorted(numbers.items(), key=lambda one: one[1] > there.get(one[0], 0)):
        if entry not in offered:
            raise EditError(
                gettext(
                    "{name} doesn't take “{entry}” there.",
                    name=holder.name or THE_ARMY,
                    entry=entry,
                )
            )
        if not 0 <= number <= MOST_COPIES:
            raise EditError(
                gettext(
                    "There can be from 0 to {most_copies} copies, not {number}.",
                    most_copies=MOST_COPIES,
                    number=number,
                )
            )
        place, more = offered[entry], number - there[entry]
        name = place.entry.name if place.entry else ""
        if more > 0:
            for selection in split_copies(place, more):
                roster, _ = put(roster, path_of(holder), selection, place.copies)
            done.append(gettext("{unit} added", unit=_many(more, name)))
        elif more < 0:
            now = find_holder(judge.lay_out(roster), wanted)
            roster = _fewer(judge, roster, _nodes(now, place), -more)
            done.append(gettext("{unit} taken out", unit=_many(-more, name)))
    what = joined(", ", done) if done else gettext("nothing changed")
    if holder.name:
        what = joined(": ", (described(holder), what))
    return Edited(roster, gettext("{what}.", what=what))


def _fewer(judge: Judge, roster: Roster, nodes: Sequence[Node], count: int) -> Roster:
    """Remove copies, the last first, so that selections before them keep their numbers."""
    for node in reversed(nodes):
        gone = min(count, node.count)
        if gone:
            roster = remove(judge, roster, number_of(node), gone).roster
        count -= gone
    return roster


def _nodes(holder: Node, place: Place) -> list[Node]:
    return [node for node in holder.children if node.place is place]


def _many(number: int, name: str) -> str:
    return joined("", (f"{number} × ", name)) if number > 1 else name
