"""The words of a selection in a line, from which ``import`` makes the same army again."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from listbuilder.editing.find import folded
from listbuilder.findings import written
from listbuilder.interop.literal import BACKSLASH, literal, literal_line
from listbuilder.interop.naming import first_with_room, offers_of, title_of
from listbuilder.interop.texts import ARMY_LISTS, LISTED, NOTE, PLAYER, TEAM
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.places import Place

PLAIN = re.compile(r"\w[\w'’.,&!?-]*(?: [\w'’.,&!?-]+)*")
"""Names of selections that others are placed at, where no quotation marks are needed."""

MOST_LETTERS = 1_000
"""Most letters of a note in a line."""

LONGEST_SIGN = 10
"""Letters of an escape for an invisible character."""


def is_option(node: Node) -> bool:
    """Whether a selection is told within its holder's line.

    Such a selection is no piece and holds nothing; if it is one of single copies, it has no slots.
    """
    return not node.children and is_plain(node.place)


def is_plain(place: Place) -> bool:
    """Whether an entry at a place is no piece, nor has both slots and selections of one copy."""
    entry = place.entry
    if entry is None or place.is_piece:
        return False
    return not (place.copies == 1 and place.owned)


def is_brief(node: Node) -> bool:
    """Whether an option stands in its holder's brackets: it has no name, place or notes."""
    said = node.selection
    unsaid = said.name is None and said.at is None and not isinstance(said.notes, str)
    in_a_row = node.place.slot is not None and node.place.slot.ring is not None
    return unsaid and not in_a_row and is_option(node)


def in_order(node: Node) -> Iterator[Node]:
    """Yield all below a selection in the order of its lines: options in brackets come first."""
    for child in sorted(node.children, key=lambda one: not is_brief(one)):
        yield child
        yield from in_order(child)


def slot_titles(judge: Judge, army: Army) -> Mapping[Node, str]:
    """Map selections to their slot's title, where the name alone would be read into another slot.

    A holder may offer the same entry in several slots, such as a cloak to each of two heroes.
    """
    found: dict[Node, str] = {}
    there: dict[Node, Counter[str]] = defaultdict(Counter)
    for node in in_order(army.root):
        entry, slot, holder = node.place.entry, node.place.slot, node.holder
        if entry is None or slot is None or holder is None:
            continue
        places = offers_of(judge, holder.place).get(folded(entry.name), [])
        if len(places) > 1 and first_with_room(places, there[holder], holder.count).slot != slot:
            found[node] = title_of(slot)
        there[holder][slot.id] += node.count
    return found


def place_names(army: Army) -> Mapping[str, str]:
    """Map ids to the names of selections that others are placed at; equal names get a number."""
    alike: dict[str, list[Node]] = defaultdict(list)
    for node in in_order(army.root) if army.placed else ():
        alike[folded(node.name)].append(node)
    names: dict[str, str] = {}
    for key in army.placed:
        if key in army.named:
            meant = army.named[key]
            others = alike[folded(meant.name)]
            number = f" #{others.index(meant) + 1}" if len(others) > 1 else ""
            plain = PLAIN.fullmatch(meant.name) and folded(meant.name)
            names[key] = f"{meant.name if plain else f'“{literal(meant.name)}”'}{number}"
    return names


def settings(judge: Judge, verdict: Verdict) -> Iterator[tuple[str, str]]:
    """Yield the settings of a roster with their titles: owner, choices, limits.

    Default choices, and limits that are told with the costs, are left out.
    """
    army, ruleset = verdict.army, judge.book.ruleset
    roster = army.roster
    yield from (
        (title, literal_line(said))
        for title, said in ((PLAYER, roster.player), (TEAM, roster.team))
        if said
    )
    lists = [*dict.fromkeys(one.place.list_id for one in army.root.children if one.place.list_id)]
    if [*roster.catalogues] != lists:
        named = (judge.book.catalogues[one].name for one in roster.catalogues)
        yield ARMY_LISTS, LISTED.join(named)
    for key, choice in judge.book.choices.items():
        option = roster.choices.get(key)
        if option is not None and option != choice.default:
            yield choice.title, choice.options.get(option, option)
    for key, most in roster.limits.items():
        if key not in verdict.costs:
            yield ruleset.limits[key].title if key in ruleset.limits else key, written(most)
    yield from noted(roster.notes)


def noted(notes: object) -> Iterator[tuple[str, str]]:
    """Yield the lines of a player's notes, if they are text; a backslash joins broken lines."""
    first, *others = notes.split("\n") if isinstance(notes, str) and notes else ("",)
    if others and not first:  # what begins with an empty line says so
        first, others = f"\n{others[0]}", others[1:]
    for line in (first, *others) if notes else ():
        least = MOST_LETTERS if literal(line) == line else MOST_LETTERS // LONGEST_SIGN
        for start in range(0, len(line), least) or (0,):
            more = BACKSLASH if start + least < len(line) else ""
            yield NOTE, f"{literal_line(line[start : start + least])}{more}"
