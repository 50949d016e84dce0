"""The edits: each takes a roster and gives a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import attrs

from listbuilder.editing.defaults import begin_list, split_copies, with_defaults
from listbuilder.editing.find import (
    ROSTER,
    described,
    find_holder,
    find_offers,
    find_selection,
    is_called,
)
from listbuilder.editing.keys_in_words import settings_in_words
from listbuilder.editing.roster_tree import (
    SelectionPath,
    add_to,
    change_held,
    change_selection,
    move,
    path_of,
    place_anew,
    put,
    remove_at,
    selection_at,
    split,
    unused_id,
    with_count,
)
from listbuilder.errors import EditError
from listbuilder.loading.rosters import unknown_selections
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Copies
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import THE_ARMY
from listbuilder.rules.places import Place

AFTER = "after"
"""The key that moves a selection among its holder's own, as it changes numbers, too."""

TO = "to"
"""The key that moves a selection to another holder; it goes last, for it changes numbers."""


@attrs.frozen
class Edited:
    """A roster after an edit, and what was done, in a few words."""

    roster: Roster
    done: str


def new(judge: Judge, name: str, settings: Mapping[str, str]) -> Roster:
    """Begin a roster of all catalogues in the judge's book.

    Each army list puts in the first entry that the roster takes from it, with its defaults; where
    none has such an entry, the ruleset does.

    Args:
        judge: of the book.
        name: what the player calls the army.
        settings: limits and choices; they go before the ruleset's defaults.

    Raises:
        EditError: a limit, choice or option that the ruleset does not have.
    """
    book = judge.book
    ruleset = book.ruleset
    roster = Roster(
        ruleset=ruleset.id,
        name=name,
        catalogues={key: catalogue.version for key, catalogue in book.catalogues.items()},
        ruleset_version=ruleset.version,
        limits={key: kind.default for key, kind in ruleset.limits.items() if kind.default},
        choices={key: choice.default for key, choice in book.choices.items() if choice.default},
    )
    for key, value in settings.items():
        roster = _set_on_roster(book, roster, key, value)
    for list_id in book.catalogues:
        roster = begin_list(judge, roster, list_id)
    return roster if roster.army else begin_list(judge, roster, "")


def join(judge: Judge, roster: Roster, list_id: str, wanted: str = "") -> Roster:
    """Draw on a further army list, begun as ``new`` does; the judge's book must have it.

    Args:
        judge: of the roster's book with that list.
        roster: what to add to.
        list_id: the army list.
        wanted: id or name of an entry that is to be added: it begins the list where it can.
    """
    if list_id in roster.catalogues:
        return roster
    versions = {**roster.catalogues, list_id: judge.book.catalogues[list_id].version}
    joined = attrs.evolve(roster, catalogues=versions)
    entries = [place.entry for place in judge.root.offered() if place.list_id == list_id]
    if any(entry is not None and is_called(entry, wanted, True) for entry in entries):
        return joined
    return begin_list(judge, joined, list_id)


def add(
    judge: Judge,
    roster: Roster,
    wanted: str,
    count: int = 1,
    to: str | None = None,
    options: Sequence[str] = (),
    list_id: str | None = None,
    values: Sequence[tuple[str, str]] = (),
    slot: str | None = None,
) -> Edited:
    """Add an entry where a slot offers it, with its defaults.

    Args:
        judge: of the roster's book.
        roster: what to add to.
        wanted: id or name of the entry.
        count: copies.
        to: the holder (``find_holder``); needed where several could hold it.
        options: entries for it to hold, each ``NAME`` (one for each copy) or ``NAME=COUNT``.
        list_id: only where this army list is in play.
        values: keys to set on it, as ``set_values`` does.
        slot: id of the slot, where a holder has several for it.

    Raises:
        EditError: nothing takes it, or more than one holder could; a key it has not.
    """
    army = judge.lay_out(roster)
    holders = [army.root, *army.nodes] if to is None else [find_holder(army, to)]
    offers = find_offers(army, wanted, holders, slot, list_id)
    if len(offers) > 1:
        raise EditError(
            gettext("More than one could hold “{wanted}”; say which with --to.", wanted=wanted),
            [described(holder) for holder, _ in offers],
        )
    holder, place = offers[0]
    first, *others = split_copies(place, _copies(count))
    roster, instead = _make_room(roster, holder, place)
    if instead:
        holder = next(
            node for node in judge.lay_out(roster).nodes if path_of(node) == path_of(holder)
        )
    if options:  # they are for the copies added, not for those that are there
        path = (*path_of(holder), len(holder.children))
        roster = add_to(roster, path_of(holder), first)
    else:
        roster, path = put(roster, path_of(holder), first, place.copies)
    for option in options:
        roster = _add_option(judge, roster, path, option)
    for key, value in values:
        roster = _set_at(judge, roster, path, key, value)
    done = selection_at(roster, path)
    more = [with_count(done, other.count) for other in others]
    roster = change_held(roster, path_of(holder), lambda held: (*held, *more))
    name = place.entry.name if place.entry else ""
    what = joined(" × ", (str(count), name)) if count > 1 else name
    if holder.name:
        what = gettext("{what} to {holder}", what=what, holder=holder.name)
    if instead:
        what = gettext("{what} in place of {other}", what=what, other=instead)
    return Edited(_usable(judge, roster), gettext("Added {what}.", what=what))


def _make_room(roster: Roster, holder: Node, place: Place) -> tuple[Roster, str]:
    """Take out what a builder put into a slot that takes but one, where another comes; name it."""
    slot = place.slot
    bounds = (slot.max, slot.exactly) if slot else ()
    there = [node for node in holder.children if node.place.slot is slot]
    if 1 not in bounds or holder.count != 1 or len(there) != 1 or there[0].place is place:
        return roster, ""
    if attrs.evolve(there[0].selection, slot=None) != attrs.evolve(
        with_defaults(there[0].place), slot=None
    ):
        return roster, ""  # the player has a hand in it
    return remove_at(roster, path_of(there[0])), there[0].name


def remove(judge: Judge, roster: Roster, wanted: str, count: int | None = None) -> Edited:
    """Take a selection out, or some of its copies.

    Raises:
        EditError: there is no such selection, or more than one.
    """
    node = find_selection(judge.lay_out(roster), wanted)
    left = 0 if count is None else node.count - _copies(count)
    if left <= 0:
        return Edited(
            remove_at(roster, path_of(node)), gettext("Removed {unit}.", unit=described(node))
        )
    changed = change_selection(roster, path_of(node), lambda held: with_count(held, left))
    return Edited(changed, gettext("Removed {count} of {unit}.", count=count, unit=described(node)))


def set_values(
    judge: Judge,
    roster: Roster,
    wanted: str,
    values: Iterable[tuple[str, str]],
    count: int | None = None,
) -> Edited:
    """Set keys of a selection, or (``wanted`` is ``.``) of the roster: name, limits, choices.

    Args:
        judge: of the roster's book.
        roster: what to change.
        wanted: the selection (``find_selection``).
        values: keys and what they are set to; ``to`` moves it to another holder, ``after`` behind
            another selection of its own holder (nothing: to the front).
        count: only so many of its copies; the others stay as they are.

    Raises:
        EditError: no such selection or key, or a value that does not fit it.
    """
    pairs = sorted(values, key=lambda pair: (pair[0] == TO, pair[0] == AFTER))
    done = settings_in_words(judge.book, pairs)
    if wanted == ROSTER:
        for key, value in pairs:
            roster = _set_on_roster(judge.book, roster, key, value)
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
    if count is not None and _copies(count) < node.count:
        roster, path = split(roster, path_of(node), count)
        node = next(node for node in judge.lay_out(roster).nodes if path_of(node) == path)
    for key, value in pairs:
        if key == TO:
            roster = _move(judge, roster, node, value)
        elif key == AFTER:
            roster = _put_after(judge, roster, node, value)
        else:
            roster = _set_at(judge, roster, path_of(node), key, value)
    unit, some = described(meant), node.count < meant.count
    unit = gettext("{count} of {unit}", count=node.count, unit=unit) if some else unit
    return Edited(_usable(judge, roster), gettext("Set {what} on {unit}.", what=done, unit=unit))


def _usable(judge: Judge, roster: Roster) -> Roster:
    """Refuse an edit that leaves a roster which could not be read again."""
    for problem in unknown_selections(roster, judge.book):
        raise EditError(problem.message)
    return roster


def _move(judge: Judge, roster: Roster, node: Node, to: str) -> Roster:
    """Hand a selection, with all that it holds, to another holder."""
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
    """Move a selection among those that its holder holds: behind one of them, or to the front."""
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


def _add_option(judge: Judge, roster: Roster, path: SelectionPath, option: str) -> Roster:
    name, given, number = option.partition("=")
    army = judge.lay_out(roster)
    bearer = next(node for node in army.nodes if path_of(node) == path)
    _, place = find_offers(army, name, [bearer])[0]
    count = _whole(number, option) if given else bearer.count
    roster, _ = _make_room(roster, bearer, place)
    for selection in split_copies(place, _copies(count)):
        roster, _ = put(roster, path, selection, place.copies)
    return roster


def _set_on_roster(book: Book, roster: Roster, key: str, value: str) -> Roster:
    ruleset = book.ruleset
    if key == "name":
        return attrs.evolve(roster, name=value)
    if key == "player":
        return attrs.evolve(roster, player=value or None)
    if key == "team":
        return attrs.evolve(roster, team=value or None)
    if key in ruleset.limits:
        return attrs.evolve(roster, limits={**roster.limits, key: _whole(value, key)})
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
            return with_count(selection, _copies(_whole(value, key)))
        case "size":
            return attrs.evolve(selection, size=_copies(_whole(value, key)))
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


def _set_at(judge: Judge, roster: Roster, path: SelectionPath, key: str, value: str) -> Roster:
    """Set a key of the selection at a path; what is placed at it follows its id."""
    before = selection_at(roster, path).id
    if key == "at" and value:
        army = judge.lay_out(roster)
        roster, value = with_id(army, find_selection(army, value))
    roster = change_selection(roster, path, partial(_set_on, key=key, value=value))
    if key == "id" and before is not None:
        roster = place_anew(roster, {before: value or None})
    return roster


def with_id(army: Army, node: Node) -> tuple[Roster, str]:
    """Give what something is placed at an id where it has none; the roster then, and the id."""
    if node.selection.id is not None:
        return army.roster, node.selection.id
    own = unused_id(node.name, army.named)
    change = partial(_set_on, key="id", value=own)
    return change_selection(army.roster, path_of(node), change), own


def _whole(value: str, key: str) -> int:
    if not value.isdecimal() or not value.isascii() or len(value) > len(str(MOST_COPIES)):
        raise EditError(
            gettext("“{key}” takes a whole number, not “{value}”.", key=key, value=value)
        )
    return int(value)


def _copies(count: int) -> Copies:
    if not 1 <= count <= MOST_COPIES:
        raise EditError(
            gettext(
                "A selection has from 1 to {most_copies} copies, not {count}.",
                most_copies=MOST_COPIES,
                count=count,
            )
        )
    return Copies(count)
