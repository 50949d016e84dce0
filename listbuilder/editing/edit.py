"""The edits that begin a roster, add to it and remove from it: each makes a new roster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from listbuilder.editing.defaults import begin_list, split_copies, with_defaults
from listbuilder.editing.distinct_names import with_followers
from listbuilder.editing.edited import Edited, read_copies, refuse_unreadable, whole_number
from listbuilder.editing.find import (
    described,
    find_holder,
    find_offers,
    find_selection,
    is_called,
)
from listbuilder.editing.roster_tree import (
    SelectionPath,
    add_to,
    change_held,
    change_selection,
    path_of,
    put,
    remove_at,
    selection_at,
    with_count,
)
from listbuilder.editing.set_values import set_at, set_on_roster
from listbuilder.errors import EditError
from listbuilder.messages import gettext, joined
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place


def new(judge: Judge, name: str, settings: Mapping[str, str]) -> Roster:
    """Begin a roster of all catalogues in the judge's book.

    The first entry that the roster takes from each army list is added, with its defaults; where no
    list has such an entry, the ruleset's first is.

    Args:
        judge: the judge of the book.
        name: the player's name for the army.
        settings: limits and choices, which take precedence over the ruleset's defaults.

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
        roster = set_on_roster(book, roster, key, value)
    for list_id in book.catalogues:
        roster = begin_list(judge, roster, list_id)
    return roster if roster.army else begin_list(judge, roster, "")


def add_list(judge: Judge, roster: Roster, list_id: str, wanted: str = "") -> Roster:
    """Add an army list to a roster, begun as ``new`` does.

    Args:
        judge: the judge of the roster's book with this list.
        roster: the roster.
        list_id: id of the army list.
        wanted: id or name of an entry that will be added: the list begins with it if it can.
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
        judge: the judge of the roster's book.
        roster: the roster.
        wanted: id or name of the entry.
        count: copies.
        to: the holder (``find_holder``); needed where several could hold the entry.
        options: entries for it to hold, each ``NAME`` (one for each copy) or ``NAME=COUNT``.
        list_id: id of the army list that must be in play at the holder; None: any.
        values: keys to set on it, as ``set_values`` does.
        slot: id of the slot, where a holder has several for the entry.

    Raises:
        EditError: no holder takes the entry, or several could; or it has no such key.
    """
    army = judge.lay_out(roster)
    holders = [army.root, *army.nodes] if to is None else [find_holder(army, to)]
    offers = find_offers(wanted, holders, slot, list_id)
    if len(offers) > 1:
        raise EditError(
            gettext("More than one could hold “{wanted}”; say which with --to.", wanted=wanted),
            [described(holder) for holder, _ in offers],
        )
    holder, place = offers[0]
    first, *others = split_copies(place, read_copies(count))
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
        roster = set_at(judge, roster, path, key, value)
    done = selection_at(roster, path)
    more = [with_count(done, other.count) for other in others]
    roster = change_held(roster, path_of(holder), lambda held: (*held, *more))
    name = place.entry.name if place.entry else ""
    what = joined(" × ", (str(count), name)) if count > 1 else name
    if holder.name:
        what = gettext("{what} to {holder}", what=what, holder=holder.name)
    if instead:
        what = gettext("{what} in place of {other}", what=what, other=instead)
    return Edited(refuse_unreadable(judge, roster), gettext("Added {what}.", what=what))


def _make_room(roster: Roster, holder: Node, place: Place) -> tuple[Roster, str]:
    """Remove a default entry from a slot of one, to make room for another; give its name."""
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
    """Remove a selection, or some of its copies; who goes with it is named.

    Raises:
        EditError: there is no such selection, or more than one.
    """
    node = find_selection(judge.lay_out(roster), wanted)
    left = 0 if count is None else node.count - read_copies(count)
    if left <= 0:
        done = gettext("Removed {unit}.", unit=with_followers(described(node), node))
        return Edited(remove_at(roster, path_of(node)), done)
    changed = change_selection(roster, path_of(node), lambda held: with_count(held, left))
    return Edited(changed, gettext("Removed {count} of {unit}.", count=count, unit=described(node)))


def _add_option(judge: Judge, roster: Roster, path: SelectionPath, option: str) -> Roster:
    name, given, number = option.partition("=")
    army = judge.lay_out(roster)
    bearer = next(node for node in army.nodes if path_of(node) == path)
    _, place = find_offers(name, [bearer])[0]
    count = whole_number(number, option) if given else bearer.count
    roster, _ = _make_room(roster, bearer, place)
    for selection in split_copies(place, read_copies(count)):
        roster, _ = put(roster, path, selection, place.copies)
    return roster
