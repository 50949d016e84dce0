"""Changing one selection in a roster's tree; everything else stays the same object."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import count as count_from

import attrs

from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node

SelectionPath = tuple[int, ...]
"""Indexes from the roster's army down; empty for the roster itself."""

ChangeSelections = Callable[[tuple[Selection, ...]], tuple[Selection, ...]]


def path_of(node: Node) -> SelectionPath:
    """Give the path of a laid-out selection."""
    return () if node.holder is None else (*path_of(node.holder), node.index)


def selection_at(roster: Roster, path: SelectionPath) -> Selection:
    """Look a selection up; the path must not be empty."""
    selections = roster.army
    for index in path[:-1]:
        selections = selections[index].with_
    return selections[path[-1]]


def held_at(roster: Roster, path: SelectionPath) -> tuple[Selection, ...]:
    """Give the contents of the selection at a path; the army for the roster itself."""
    return selection_at(roster, path).with_ if path else roster.army


def is_numbered_alike(before: tuple[Selection, ...], now: tuple[Selection, ...]) -> bool:
    """Whether all selections have kept their numbers, so that new ones only follow them."""
    return len(before) <= len(now) and all(
        (was.entry, was.id) == (is_.entry, is_.id) and is_numbered_alike(was.with_, is_.with_)
        for was, is_ in zip(before, now, strict=False)
    )


def change_held(roster: Roster, path: SelectionPath, change: ChangeSelections) -> Roster:
    """Change the contents of the selection at a path."""
    return attrs.evolve(roster, army=_change(roster.army, path, change))


def change_selection(
    roster: Roster, path: SelectionPath, change: Callable[[Selection], Selection]
) -> Roster:
    """Change the selection at a path; the path must not be empty."""
    index = path[-1]

    def swap(held: tuple[Selection, ...]) -> tuple[Selection, ...]:
        return (*held[:index], change(held[index]), *held[index + 1 :])

    return change_held(roster, path[:-1], swap)


def replace_at(path: SelectionPath, selection: Selection, roster: Roster) -> Roster:
    """Put a selection in the place of the one at a path."""
    return change_selection(roster, path, lambda _: selection)


def remove_at(roster: Roster, path: SelectionPath) -> Roster:
    """Remove the selection at a path; selections that were placed at it are placed nowhere.

    The path must not be empty.
    """
    index = path[-1]
    gone = set(_ids([selection_at(roster, path)]))
    roster = change_held(roster, path[:-1], lambda held: (*held[:index], *held[index + 1 :]))
    gone -= set(_ids(roster.army)) if gone else gone
    return place_anew(roster, dict.fromkeys(gone)) if gone else roster


def place_anew(roster: Roster, ids: Mapping[str, str | None]) -> Roster:
    """Update all placings at ids that have changed, or are gone (None)."""

    def follow(selection: Selection) -> Selection:
        at = ids.get(selection.at, selection.at) if selection.at else None
        return attrs.evolve(selection, at=at, with_=tuple(map(follow, selection.with_)))

    return attrs.evolve(roster, army=tuple(map(follow, roster.army)))


def unused_id(name: str, taken: Collection[str]) -> str:
    """Make an id of a name, with a number where it is taken."""
    words = "".join(letter if letter.isalnum() else " " for letter in name.casefold())
    own = "-".join(words.split()) or "place"
    numbered = (f"{own}-{number}" for number in count_from(2))
    return own if own not in taken else next(one for one in numbered if one not in taken)


def add_to(roster: Roster, path: SelectionPath, selection: Selection) -> Roster:
    """Add a selection at the end of the contents of the one at a path."""
    return change_held(roster, path, lambda held: (*held, selection))


def with_count(selection: Selection, count: int) -> Selection:
    """Set the copies; contents of at most one for each copy stay so."""

    def clip(held: Selection) -> Selection:
        fits = held.count <= selection.count and held.count > count
        return with_count(held, count) if fits else held

    return attrs.evolve(selection, count=Copies(count), with_=tuple(map(clip, selection.with_)))


def split(roster: Roster, path: SelectionPath, count: int) -> tuple[Roster, SelectionPath]:
    """Part some copies from a selection; its contents are dealt out among the copies.

    Returns:
        The roster, and the path of the parted copies, right after the others.
    """
    index = path[-1]
    left, taken = _dealt(selection_at(roster, path), count)
    changed = change_held(
        roster, path[:-1], lambda held: (*held[:index], left, taken, *held[index + 1 :])
    )
    return changed, (*path[:-1], index + 1)


def _dealt(selection: Selection, count: int) -> tuple[Selection, Selection]:
    """Deal out contents: copies that stay keep as many as they can, one for each copy."""
    stay = selection.count - count
    left: list[Selection] = []
    taken: list[Selection] = []
    for held in selection.with_:
        goes = max(0, held.count - stay) if held.count <= selection.count else held.count // 2
        if goes == 0:
            left.append(held)
        elif goes == held.count:
            taken.append(held)
        else:
            stays, part = _dealt(held, goes)
            left.append(stays)
            taken.append(part)
    return (
        attrs.evolve(selection, count=Copies(stay), with_=tuple(left)),
        attrs.evolve(selection, count=Copies(count), id=None, with_=tuple(taken)),
    )


def _change(
    held: tuple[Selection, ...], path: SelectionPath, change: ChangeSelections
) -> tuple[Selection, ...]:
    if not path:
        return change(held)
    index = path[0]
    inside = attrs.evolve(held[index], with_=_change(held[index].with_, path[1:], change))
    return (*held[:index], inside, *held[index + 1 :])


def put(
    roster: Roster, path: SelectionPath, selection: Selection, most: int | None
) -> tuple[Roster, SelectionPath]:
    """Add a selection, or its copies to one that is the same but for their number.

    Args:
        roster: the roster.
        path: the holder's path.
        selection: the selection to add.
        most: most copies of one selection (``Place.copies``).

    Returns:
        The roster, and the path of the selection in it.
    """
    for index, held in enumerate(held_at(roster, path)):
        if selection.with_ or held.entry != selection.entry:
            continue
        count = held.count + selection.count
        alike = attrs.evolve(held, count=selection.count) == selection
        if alike and count <= (most or MOST_COPIES):
            more = attrs.evolve(held, count=Copies(count))
            where = (*path, index)
            return change_selection(roster, where, partial(_instead, more)), where
    return add_to(roster, path, selection), (*path, len(held_at(roster, path)))


def move(roster: Roster, path: SelectionPath, to: SelectionPath, most: int | None) -> Roster:
    """Move a selection with its contents to another holder.

    The holder must not be inside it, nor hold it already; ``most`` is as for ``put``.
    """
    moved = attrs.evolve(selection_at(roster, path), slot=None)
    # The copy is added at the end, so the path still leads to the original.
    return remove_at(put(roster, to, moved, most)[0], path)


def _ids(selections: Iterable[Selection]) -> Iterator[str]:
    for selection in selections:
        if selection.id is not None:
            yield selection.id
        yield from _ids(selection.with_)


def _instead(other: Selection, _: Selection) -> Selection:
    return other
