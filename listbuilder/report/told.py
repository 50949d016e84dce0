"""The words of a selection in a line, so that whoever reads the lines finds the same army."""

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
"""Names of places that need no quotation marks."""

MOST_LETTERS = 1_000
"""Of a note in one line."""

LONGEST_SIGN = 10
"""Letters that stand for one that can't be seen."""


def is_option(node: Node) -> bool:
    """Whether a selection is said with what holds it.

    It is no piece, holds nothing, and is not a thing of its own that could.
    """
    return not node.children and is_plain(node.place)


def is_plain(place: Place) -> bool:
    """Whether what stands at a place is no piece, nor a thing of its own that could hold others."""
    entry = place.entry
    if entry is None or place.book.is_piece(entry):
        return False
    return not (place.copies == 1 and place.owned)


def is_brief(node: Node) -> bool:
    """Whether an option is told in the brackets of its holder: nothing is said of it alone."""
    said = node.selection
    unsaid = said.name is None and said.at is None and not isinstance(said.notes, str)
    in_a_row = node.place.slot is not None and node.place.slot.ring is not None
    return unsaid and not in_a_row and is_option(node)


def in_order(node: Node) -> Iterator[Node]:
    """Yield all below a selection in the order of its lines: what brackets hold goes before."""
    for child in sorted(node.children, key=lambda one: not is_brief(one)):
        yield child
        yield from in_order(child)


def slot_titles(judge: Judge, army: Army) -> Mapping[Node, str]:
    """Find the selections whose name alone would be read into another slot: what theirs is called.

    A holder may offer the same in several slots, such as a cloak to each of two heroes.
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
    """What lines call the selections that others are placed at, by id; those alike by number."""
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
    """Yield what is said of the whole roster, each with its title: whose it is, what it chose.

    Choices that nobody changed and limits that are told with the costs are left out.
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
    """Yield a player's notes by lines, if they are text; the next goes on behind a backslash."""
    first, *others = notes.split("\n") if isinstance(notes, str) and notes else ("",)
    if others and not first:  # what begins with an empty line says so
        first, others = f"\n{others[0]}", others[1:]
    for line in (first, *others) if notes else ():
        least = MOST_LETTERS if literal(line) == line else MOST_LETTERS // LONGEST_SIGN
        for start in range(0, len(line), least) or (0,):
            more = BACKSLASH if start + least < len(line) else ""
            yield NOTE, f"{literal_line(line[start : start + least])}{more}"
