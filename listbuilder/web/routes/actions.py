"""The edits of the builder's buttons: each sends the words of an edit, ``add:1.2:units:entry``."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from listbuilder.editing.choose import choose
from listbuilder.editing.duplicate import duplicate
from listbuilder.editing.edit import add, add_list, remove
from listbuilder.editing.edited import Edited
from listbuilder.editing.find import ROSTER, described, find_selection, number_of
from listbuilder.editing.mend import mended
from listbuilder.editing.only_choice import with_only_choice
from listbuilder.editing.set_values import AFTER, TO, set_values
from listbuilder.errors import EditError
from listbuilder.loading.library import Library
from listbuilder.messages import gettext
from listbuilder.model.language import MOST_COPIES
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.explain import explain
from listbuilder.web.http.context import Fields
from listbuilder.web.storage.documents import RosterDocument
from listbuilder.web.views.placements import left_of

FIELDS = {"name": "name", "count": "count", "size": "size", "notes": "notes", "place": "at"}
"""Fields of a selection's form and their keys; the field ``at`` is the shown selection."""

GONE = gettext("This answer is gone; ask again.")


@attrs.frozen
class EditCommand:
    """An edit that a form asks for: its words, and the form's fields."""

    document: RosterDocument
    library: Library
    words: tuple[str, ...]
    fields: Fields


def dispatch(document: RosterDocument, library: Library, said: str, fields: Fields) -> Edited:
    """Carry out the edit whose words a button sends.

    Raises:
        EditError: the edit can't be done, or its words mean nothing.
    """
    verb, *words = said.split(":")
    known = HANDLERS.get(verb)
    if known is None or len(words) not in known[0]:
        raise EditError(gettext("This button means nothing to this Listbuilder."))
    return known[1](EditCommand(document, library, tuple(words), fields))


def _add(order: EditCommand) -> Edited:
    holder, slot, entry = order.words
    document, fields = order.document, order.fields
    values = [(key, fields.get(key)) for key in ("size", "name") if fields.get(key)]
    values += [("at", fields.get("place"))] if fields.get("place") else []
    count = _number(fields.get("count") or "1")
    judge, roster = document.judge, document.roster
    added = add(judge, roster, entry, count, holder, values=values, slot=slot)
    return with_only_choice(judge, roster, added)


def _remove(order: EditCommand) -> Edited:
    return remove(order.document.judge, order.document.roster, order.words[0])


def _step(key: str) -> Callable[[EditCommand], Edited]:
    def step(order: EditCommand) -> Edited:
        number, value = order.words
        judge, roster = order.document.judge, order.document.roster
        if _number(value) == 0:
            return remove(judge, roster, number)
        return set_values(judge, roster, number, [(key, value)])

    return step


def _numbers(order: EditCommand) -> Edited:
    """Set the numbers of rows that were changed."""
    judge, roster = order.document.judge, order.document.roster
    done: list[str] = []
    for number, value in order.fields.pairs("row."):
        selection = find_selection(judge.lay_out(roster), number).selection
        key = "size" if selection.size else "count"
        before = selection.size or selection.count
        if (many := _number(value)) != before and many:
            edited = set_values(judge, roster, number, [(key, value)])
            roster, done = edited.roster, [*done, edited.done]
    return Edited(roster, " ".join(done))


def _duplicate(order: EditCommand) -> Edited:
    return duplicate(order.document.judge, order.document.roster, order.words[0])


def _set(order: EditCommand) -> Edited:
    """Set the keys of a selection whose fields in its form were changed."""
    (number,) = order.words
    judge, roster = order.document.judge, order.document.roster
    army = judge.lay_out(roster)
    node = find_selection(army, number)
    selection = node.selection
    before = {
        "name": selection.name or "",
        "count": str(selection.count),
        "size": str(selection.size or ""),
        "notes": selection.notes if isinstance(selection.notes, str) else "",
        "place": number_of(army.named[selection.at]) if selection.at in army.named else "",
    }
    values = [
        (key, order.fields.get(field))
        for field, key in FIELDS.items()
        if field in order.fields.all and order.fields.get(field) != before[field]
    ]
    if not values:
        return Edited(roster, "")
    return set_values(judge, roster, number, values)


def _post(order: EditCommand) -> Edited:
    """Place all models of a unit that are not placed yet at a section."""
    number, slot, entry, section = order.words
    judge, roster = order.document.judge, order.document.roster
    unit = find_selection(judge.lay_out(roster), number)
    place = unit.place.below[entry, slot]
    left = max(1, left_of(unit, place))
    values = [("size", str(left))] * bool(place.entry and place.entry.size) + [("at", section)]
    return add(judge, roster, entry, 1, number, values=values, slot=slot)


def _station(order: EditCommand) -> Edited:
    """Place a selection at another section."""
    number, section = order.words
    judge, roster = order.document.judge, order.document.roster
    return set_values(judge, roster, number, [("at", section)])


def _move(order: EditCommand) -> Edited:
    """Move a selection, or some of its copies, to another holder."""
    number, *to = order.words
    target = to[0] if to else order.fields.get(TO)
    count = order.fields.get("count")
    many = _number(count) if count else None
    judge, roster = order.document.judge, order.document.roster
    edited = set_values(judge, roster, number, [(TO, target)], many)
    army = judge.lay_out(roster)
    holder = gettext("the army") if target == ROSTER else described(find_selection(army, target))
    return Edited(
        edited.roster,
        gettext(
            "Moved {unit} to {holder}.", unit=described(find_selection(army, number)), holder=holder
        ),
    )


def _after(order: EditCommand) -> Edited:
    """Move a selection behind another one of its holder, or to the front."""
    number, other = order.words
    return set_values(order.document.judge, order.document.roster, number, [(AFTER, other)])


def _drop(order: EditCommand) -> Edited:
    """Move a selection into another that takes it, else behind it in their holder."""
    number, other = order.words
    army = order.document.verdict.army
    node, target = find_selection(army, number), find_selection(army, other)
    takes = target.place.below[node.selection.entry, None].offer is not None
    if takes and target is not node.holder:
        return _move(order)
    if target is node.holder:
        return set_values(order.document.judge, army.roster, number, [(AFTER, "")])
    return _after(order)


def _choose(order: EditCommand) -> Edited:
    """Set a slot to the form's fields: ``one`` of several entries, or a number of each."""
    holder, slot = order.words
    document = order.document
    numbers = {entry: _number(value or "0") for entry, value in order.fields.pairs("n.")}
    offered = order.fields.get("offered").split()
    taken = set(order.fields.all.get("take", []))
    numbers |= {entry: int(entry in taken) for entry in offered}
    return choose(document.judge, document.roster, holder, slot, numbers)


def settings_of(roster: Roster, fields: Fields) -> list[tuple[str, str]]:
    """List the name, limits and choices of a form that are not the roster's."""
    before = {"name": roster.name, **roster.choices}
    before |= {key: str(value) for key, value in roster.limits.items()}
    return [
        (key, value) for key, value in fields.pairs("army.") if value and before.get(key) != value
    ]


def _roster(order: EditCommand) -> Edited:
    """Set the army's name, limits and choices that were changed."""
    roster = order.document.roster
    values = settings_of(roster, order.fields)
    if not values:
        return Edited(roster, "")
    return set_values(order.document.judge, roster, ROSTER, values)


def _join(order: EditCommand) -> Edited:
    """Add an army list to the roster."""
    name, roster = order.fields.get("list"), order.document.roster
    if name not in order.library.catalogues(roster.ruleset):
        raise EditError(gettext("There is no such army list."))
    book = order.library.book(roster.ruleset, [*roster.catalogues, name])
    joined = add_list(judge_of(book), roster, name)
    return Edited(joined, gettext("Added the army list {name}.", name=book.catalogues[name].name))


def _mend(order: EditCommand) -> Edited:
    """Carry out a remedy of a finding, both numbered as on the page."""
    number, way = map(_number, order.words[:2])
    document = order.document
    judge, verdict, search = document.judge, document.verdict, document.remedies
    with_the_solvers = len(order.words) > 2
    if with_the_solvers and search.found is None:
        raise EditError(GONE)
    ask = search.asker(number) if with_the_solvers else None
    found = explain(verdict, judge)
    ways = mended(found[number][0], verdict, judge, ask=ask) if number < len(found) else []
    if way >= len(ways):
        raise EditError(gettext("There is no such remedy."))
    remedy, roster = ways[way]
    return Edited(roster, gettext("{what}.", what=remedy.text))


def _apply(order: EditCommand) -> Edited:
    """Take over a roster of the solver's answers."""
    roster = order.document.answers.get(order.words[0])
    if roster is None:
        raise EditError(GONE)
    mine = order.document.roster
    return Edited(
        attrs.evolve(roster, name=mine.name, notes=mine.notes), gettext("Took the answer over.")
    )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(MOST_COPIES)):
        raise EditError(gettext("“{text}” is no whole number that can be meant here.", text=text))
    return int(text)


HANDLERS: dict[str, tuple[tuple[int, ...], Callable[[EditCommand], Edited]]] = {
    "add": ((3,), _add),
    "remove": ((1,), _remove),
    "count": ((2,), _step("count")),
    "size": ((2,), _step("size")),
    "numbers": ((0,), _numbers),
    "duplicate": ((1,), _duplicate),
    "set": ((1,), _set),
    "post": ((4,), _post),
    "station": ((2,), _station),
    "move": ((1, 2), _move),
    "after": ((2,), _after),
    "drop": ((2,), _drop),
    "choose": ((2,), _choose),
    "roster": ((0,), _roster),
    "join": ((0,), _join),
    "mend": ((2, 3), _mend),
    "apply": ((1,), _apply),
}
