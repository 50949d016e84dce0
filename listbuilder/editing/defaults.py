"""Default contents: selections that come with another by themselves, as crew with an engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import ceil

import attrs

from listbuilder.editing.roster_tree import add_to, path_of, put
from listbuilder.errors import EditError
from listbuilder.findings import Severity
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Selection, Slot
from listbuilder.model.language import MOST_COPIES, Copies, If, Number, Quantity
from listbuilder.model.roster import Roster
from listbuilder.rules.arithmetic import LimitUnsetError
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place, is_static, movable, passes

MOST_APART = 1000
"""Most selections of an entry that are made at once."""

MOST_AT_ONCE = 10_000
"""Most selections that are made at once, with all their contents."""

MOST_BROUGHT = 300
"""Most selections that come with another; needs that branch without end are cut off there."""

MOST_WITHIN = 24
"""Most levels of default contents within one another."""

MOST_BEGINNINGS = 50
"""Most entries with which a new roster is begun on trial, to find a legal start."""

DEEPEST = 8
"""Most rounds of meeting needs, each of the selections that came in the round before."""


@attrs.define
class _RemainingRoom:
    """The number of selections that may still be added by default."""

    left: int = MOST_BROUGHT

    def take(self) -> bool:
        """Use the room of one selection; whether there was any."""
        self.left -= 1
        return self.left >= 0


def with_defaults(place: Place, count: int = 1) -> Selection:
    """Make a selection for a place, with its slots' defaults and compulsory contents.

    A slot without a default gets its least number of the first entry that it offers.

    Raises:
        EditError: there may not be so many copies.
    """
    return _filled(place, count, _RemainingRoom())


def _filled(place: Place, count: int, room: _RemainingRoom) -> Selection:
    entry = place.entry
    if entry is None:
        raise ValueError("the roster is no selection")
    if count > MOST_COPIES:
        raise EditError(gettext("{count} × {name} are too many.", count=count, name=entry.name))
    size = least_size(place)
    contents = [held for _, slot, _ in place.owned for held in _contents(place, slot, count, room)]
    return Selection(
        entry.id,
        slot=place.slot.id if place.slot is not None and not _is_first(place) else None,
        count=Copies(count),
        size=Copies(size) if size is not None else None,
        with_=(*contents, *_missing(place, entry, contents, count, room)),
    )


def with_needed(judge: Judge, roster: Roster) -> Roster:
    """Fill slots whose least number depends on the roster, such as a force of the chosen side.

    An added selection may need others in its turn; needs without conditions come with it.

    Raises:
        EditError: a slot needs more copies than there may be.
    """
    room = _RemainingRoom()
    for _ in range(DEEPEST):
        army = judge.lay_out(roster)
        found = [(node, *short) for node in army.nodes for short in _short(judge, army, node)]
        for node, place, count in found:
            for selection in _needed(place, count, room):
                roster = add_to(roster, path_of(node), selection)
        if not found or room.left <= 0:
            break
    return roster


def _short(judge: Judge, army: Army, node: Node) -> Iterator[tuple[Place, int]]:
    """Yield the entries that slots with a conditional least number lack, and their number."""
    for _, slot, _ in node.place.owned:
        least = _least(slot)
        if least is None or isinstance(least, Number):
            continue
        there = sum(child.count for child in node.children if child.place.slot is slot)
        with suppress(LimitUnsetError):
            count = ceil(judge.compiler.amount(least)(node, army)) - there
            first = _first(node.place, slot)
            if count > 0 and first is not None:
                yield first, count


def begin_list(judge: Judge, roster: Roster, list_id: str) -> Roster:
    """Add the first entry of an army list that the roster offers, in a slot with room if possible.

    An entry that exceeds a limit at once, which no addition could mend, gives way to a later one.

    Raises:
        EditError: a slot needs more copies than there may be.
    """
    offered = [place for place in judge.root.offered() if place.list_id == list_id]
    if not offered:
        return roster
    army = judge.lay_out(roster)
    tried = [place for place in offered if has_room(judge, army, place)] or offered[:1]
    begun = (
        with_needed(judge, put(roster, (), with_defaults(place), place.copies)[0])
        for place in tried[:MOST_BEGINNINGS]
    )
    first = next(begun)
    if not _has_too_much(judge, first):
        return first
    return next((other for other in begun if not _has_too_much(judge, other)), first)


def _has_too_much(judge: Judge, roster: Roster) -> bool:
    """Whether a rule's upper bound is exceeded."""
    return any(
        breach.constraint.severity is Severity.ERROR
        and breach.constraint.require.op in ("at_most", "exactly")
        and breach.found > breach.allowed
        for breach in judge.evaluate(roster).breaches
    )


def has_room(judge: Judge, army: Army, place: Place) -> bool:
    """Whether a slot of the roster takes a further copy with the present limits and choices."""
    slot, root = place.slot, army.root
    if slot is None:
        return False
    there = sum(child.count for child in root.children if child.place.slot is slot)
    for bound in (slot.max, slot.exactly):
        with suppress(LimitUnsetError):
            if bound is not None and judge.compiler.amount(bound)(root, army) <= there:
                return False
    return True


def least_size(place: Place) -> int | None:
    """Give the least size of a unit; None for other entries, or where it depends on the roster."""
    least = place.entry.size.min if place.entry and place.entry.size else None
    while isinstance(least, If) and is_static(least.if_, movable(place.book)):
        least = least.then if passes(least.if_, place) else least.else_
    return least if isinstance(least, int) else None


def split_copies(place: Place, count: int) -> list[Selection]:
    """Make the selections of some copies: a selection each, where the place takes single copies.

    Raises:
        EditError: there would be too many selections.
    """
    most = place.copies or max(count, 1)
    full, rest = divmod(count, most)
    if full + bool(rest) > MOST_APART:
        raise EditError(gettext("No more than {value} at once.", value=most * MOST_APART))
    made = [with_defaults(place, most)] * full if full else []
    if full * _size(made[:1]) > MOST_AT_ONCE:
        raise EditError(
            gettext(
                "More than {most_at_once} selections would come along at once.",
                most_at_once=MOST_AT_ONCE,
            )
        )
    return [*made, with_defaults(place, rest)] if rest else made


def _size(selections: Iterable[Selection]) -> int:
    return sum(1 + _size(selection.with_) for selection in selections)


def _contents(place: Place, slot: Slot, count: int, room: _RemainingRoom) -> Iterator[Selection]:
    if slot.default:
        for default in slot.default:
            below = _below(place, default.entry, slot.id)
            if below is not None and room.take():
                yield _as_said(below, default, count, room)
        return
    least = _least(slot)
    if isinstance(least, Number) and least > 0 and room.left > 0 and not _has_no_end(place):
        first = _first(place, slot)
        yield from _needed(first, ceil(least * count), room) if first else ()


def _needed(place: Place, count: int, room: _RemainingRoom) -> Iterator[Selection]:
    """Yield the compulsory contents of copies, as far as there is room."""
    most = place.copies or count
    for done in range(0, count, most):
        if not room.take():
            return
        yield _filled(place, min(most, count - done), room)


def _least(slot: Slot) -> Quantity | None:
    return slot.exactly if slot.exactly is not None else slot.min


def _first(place: Place, slot: Slot) -> Place | None:
    """Give the first entry that a slot offers."""
    return next((offered for offered in place.offered() if offered.slot is slot), None)


def _as_said(place: Place, default: Selection, count: int, room: _RemainingRoom) -> Selection:
    """Make the selection of a default, whose own contents go before its slots' defaults."""
    selection = _filled(place, default.count * count, room)
    if default.with_:
        known = [(_below(place, one.entry, one.slot), one) for one in default.with_]
        held = tuple(_as_said(below, one, count, room) for below, one in known if below is not None)
        selection = attrs.evolve(selection, with_=held)
    return attrs.evolve(selection, name=default.name, id=default.id)


def _missing(
    place: Place, entry: Entry, contents: Iterable[Selection], count: int, room: _RemainingRoom
) -> Iterator[Selection]:
    """Yield the compulsory contents of an entry that its slots' defaults lack."""
    there = Counter(_entries(contents))
    for held, number in entry.holds.items():
        short = number * count - there[held]
        below = _below(place, held, None)
        if short > 0 and below is not None and below.offer is not None:
            yield from _needed(below, short, room)


def _below(place: Place, entry_id: str, slot_id: str | None) -> Place | None:
    """Give the place of an entry below; None where the roster's army lists have no such entry."""
    try:
        return None if _has_no_end(place) else place.below[entry_id, slot_id]
    except KeyError:
        return None


def _has_no_end(place: Place) -> bool:
    """Whether a place is inside a place of the same entry, so that filling might never end."""
    within, *around = place.around()
    return 1 + len(around) >= MOST_WITHIN or any(one.entry is within.entry for one in around)


def _entries(selections: Iterable[Selection]) -> Iterator[str]:
    for selection in selections:
        yield from [selection.entry] * selection.count
        yield from _entries(selection.with_)


def _is_first(place: Place) -> bool:
    """Whether the entry's first slot is meant, which need not be named."""
    holder, entry = place.holder, place.entry
    return (
        holder is not None and entry is not None and holder.below[entry.id, None].slot is place.slot
    )
