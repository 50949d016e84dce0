"""Setting keys of a selection or of the roster: numbers, names, limits, choices, holders."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import attrs

from listbuilder.editing.edited import Edited, read_copies, refuse_unreadable, whole_number
from listbuilder.editing.find import (
    ROSTER,
    described,
    find_holder,
    find_selection,
)
from listbuilder.editing.keys_in_words import settings_in_words
from listbuilder.editing.roster_tree import (
    SelectionPath,
    change_held,
    change_selection,
    move,
    path_of,
    place_anew,
    selection_at,
    split,
    unused_id,
    with_count,
)
from listbuilder.errors import EditError
from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import THE_ARMY

AFTER = "after"
"""The key that moves a selection within its holder; it goes late, for it changes numbers, too."""

TO = "to"
"""The key that moves a selection to another holder; it goes last, for it changes numbers."""


def set_values(
    judge: Judge,
    roster: Roster,
    wanted: str,
    values: Iterable[tuple[str, str]],
    count: int | None = None,
) -> Edited:
    """Set keys of a selection, or (``wanted`` is ``.``) of the roster: name, limits, choices.

    Args:
        judge: the judge of the roster's book.
        roster: the roster to change.
        wanted: the selection (``find_selection``).
        values: keys with their new values; ``to`` moves the selection to another holder, ``after``
            behind another selection of its own holder (empty: to the front).
        count: the number of its copies to change; the others stay. None: all.

    Raises:
        EditError: no such selection or key, or a value that does not fit it.
    """
    pairs = sorted(values, key=lambda pair: (pair[0] == TO, pair[0] == AFTER))
    done = settings_in_words(judge.book, pairs)
    if wanted == ROSTER:
        for key, value in pairs:
            roster = set_on_roster(judge.book, roster, key, value)
        return Edited(roster, gettext("Set {what}.", what=done))
    if {TO, AFTER} <= {key for key, _ in pairs}:
        raise EditError(
            gettext(
                "Move it “{to}” another holder, or behind (“{after}”) another selection.",
                to=TO,
                after=AFTER,
            )
        )
    node = meant = find_selection(judge.lay_out(roster), wanted)
    if count is not None and read_copies(count) < node.count:
        roster, path = split(roster, path_of(node), count)
        node = next(node for node in judge.lay_out(roster).nodes if path_of(node) == path)
    for key, value in pairs:
        if key == TO:
            roster = _move(judge, roster, node, value)
        elif key == AFTER:
            roster = _put_after(judge, roster, node, value)
        else:
            roster = set_at(judge, roster, path_of(node), key, value)
    unit, some = described(meant), node.count < meant.count
    unit = gettext("{count} of {unit}", count=node.count, unit=unit) if some else unit
    done = gettext("Set {what} on {unit}.", what=done, unit=unit)
    return Edited(refuse_unreadable(judge, roster), done)


def _move(judge: Judge, roster: Roster, node: Node, to: str) -> Roster:
    """Move a selection with its contents to another holder."""
    army = judge.lay_out(roster)
    holder = find_holder(army, to)
    if node.start <= holder.start < node.end and holder is not army.root:
        raise EditError(gettext("{node} can't go into itself.", node=described(node)))
    if path_of(holder) == path_of(node)[:-1]:
        raise EditError(gettext("{node} is there already.", node=described(node)))
    if holder.place.below[node.selection.entry, None].offer is None:
        raise EditError(
            gettext(
                "{holder} doesn't take {entry}.", holder=holder.name or THE_ARMY, entry=node.name
            )
        )
    return move(roster, path_of(node), path_of(holder), node.place.copies)


def _put_after(judge: Judge, roster: Roster, node: Node, other: str) -> Roster:
    """Move a selection within its holder: behind another one, or to the front."""
    path = path_of(node)
    before = path_of(find_selection(judge.lay_out(roster), other)) if other else (*path[:-1], -1)
    if before[:-1] != path[:-1]:
        raise EditError(
            gettext(
                "{node} and “{other}” don't stand in the same holder.",
                node=described(node),
                other=other,
            )
        )
    if before == path:
        raise EditError(gettext("{node} can't stand behind itself.", node=described(node)))

    def put_after(held: tuple[Selection, ...]) -> tuple[Selection, ...]:
        others = [*held[: path[-1]], *held[path[-1] + 1 :]]
        others.insert(before[-1] + (before[-1] < path[-1]), held[path[-1]])
        return tuple(others)

    return change_held(roster, path[:-1], put_after)


def set_on_roster(book: Book, roster: Roster, key: str, value: str) -> Roster:
    """Set a key of the roster itself: its name, its owner, a limit or a choice.

    Raises:
        EditError: no such key, or a value that does not fit it.
    """
    ruleset = book.ruleset
    if key == "name":
        return attrs.evolve(roster, name=value)
    if key == "player":
        return attrs.evolve(roster, player=value or None)
    if key == "team":
        return attrs.evolve(roster, team=value or None)
    if key in ruleset.limits:
        return attrs.evolve(roster, limits={**roster.limits, key: whole_number(value, key)})
    if key in book.choices:
        options = book.choices[key].options
        if value not in options:
            raise EditError(
                gettext("{title} can't be “{value}”.", title=book.choices[key].title, value=value),
                list(options),
            )
        return attrs.evolve(roster, choices={**roster.choices, key: value})
    keys = ["name", "player", "team", *ruleset.limits, *book.choices]
    raise EditError(
        gettext("A roster of {name} has no “{key}” to set; it has:", name=ruleset.name, key=key),
        keys,
    )


def _set_on(selection: Selection, key: str, value: str) -> Selection:
    match key:
        case "count":
            return with_count(selection, read_copies(whole_number(value, key)))
        case "size":
            return attrs.evolve(selection, size=read_copies(whole_number(value, key)))
        case "name":
            return attrs.evolve(selection, name=value or None)
        case "id":
            return attrs.evolve(selection, id=value or None)
        case "at":
            return attrs.evolve(selection, at=value or None)
        case "slot":
            return attrs.evolve(selection, slot=value or None)
        case "notes":
            return attrs.evolve(selection, notes=value or None)
        case "picture":
            return attrs.evolve(selection, picture=value or None)
        case _:
            keys = ["count", "size", "name", "id", "at", "notes", "picture", "slot", AFTER, TO]
            raise EditError(gettext("A selection has no “{key}” to set.", key=key), keys)


def set_at(judge: Judge, roster: Roster, path: SelectionPath, key: str, value: str) -> Roster:
    """Set a key of the selection at a path; the selections placed at it follow its id.

    Raises:
        EditError: no such key, or a value that does not fit it.
    """
    before = selection_at(roster, path).id
    if key == "at" and value:
        army = judge.lay_out(roster)
        roster, value = with_id(army, find_selection(army, value))
    roster = change_selection(roster, path, partial(_set_on, key=key, value=value))
    if key == "id" and before is not None:
        roster = place_anew(roster, {before: value or None})
    return roster


def with_id(army: Army, node: Node) -> tuple[Roster, str]:
    """Give a selection an id where it has none; return the roster then, and the id."""
    if node.selection.id is not None:
        return army.roster, node.selection.id
    own = unused_id(node.name, army.named)
    change = partial(_set_on, key="id", value=own)
    return change_selection(army.roster, path_of(node), change), own
