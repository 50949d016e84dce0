"""Moving an army to another army list or another game: entries of the same names are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from listbuilder.errors import EditError
from listbuilder.interop.foreign import ForeignForce, ForeignRoster, ForeignSelection
from listbuilder.interop.importing import converted
from listbuilder.loading.library import Library
from listbuilder.messages import gettext
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge, judge_of

SAID = "the roster"


@attrs.frozen
class Rehomed:
    """An army that was moved; it may be illegal.

    Attributes:
        judge: the judge of its new book.
        lost: selections that the new list does not have, in words.
    """

    judge: Judge
    roster: Roster
    lost: tuple[str, ...]


def rehomed(judge: Judge, roster: Roster, ruleset: str, new: str, library: Library) -> Rehomed:
    """Move an army of one list to another list; allies stay where the game is the same.

    Args:
        judge: the judge of the roster's book.
        roster: the roster, whose first army list is replaced.
        ruleset: id of the new list's game.
        new: id of the new list; it may be the old one, whose names may have changed.
        library: the library of rulesets and army lists.

    Raises:
        EditError: the roster has no army, a roster of the game takes nothing from the new list, or
            the new list has nothing of the army.
        UnknownIdError: there is no such game or list.
        LoadError: a file of the game can't be used.
    """
    army = judge.lay_out(roster)
    first = next((node for node in army.root.children if node.place.list_id), None)
    if first is None:
        raise EditError(gettext("This roster has no army to move."))
    own = judge_of(library.book(ruleset, [new]))
    entries = [place.entry for place in own.root.offered() if place.list_id == new]
    top = next((entry for entry in entries if entry is not None), None)
    if top is None:
        raise EditError(gettext("A roster takes nothing from {new}.", new=new))
    others = roster.ruleset == ruleset
    nodes = [node for node in army.root.children if node is first or others]
    held = [*_selections(army, nodes, ())]
    held[nodes.index(first)].name = top.name
    foreign = ForeignRoster("", (ruleset,), roster.name, exact=True)
    foreign.forces = [ForeignForce((), held)]
    made = converted(foreign, SAID, library).roster
    lists = library.book(ruleset, made.catalogues)
    if others:  # the rules of an event stay in force
        lists = Book(judge.book.ruleset, lists.catalogues, judge.book.event)
    found = judge_of(lists)
    made = attrs.evolve(
        made,
        limits={key: most for key, most in roster.limits.items() if key in lists.ruleset.limits},
        choices={**made.choices, **(roster.choices if others else {})},
        notes=roster.notes,
    )
    after = found.lay_out(made)
    names = {node.place.entry.name for node in after.nodes if node.place.entry}
    left = army.nodes[first.start + 1 : first.end]
    if left and not any(node.place.entry and node.place.entry.name in names for node in left):
        raise EditError(
            gettext("{list} has nothing of this army: begin another one.", list=top.name)
        )
    return Rehomed(found, made, tuple(_lost(army, first, after)))


def _selections(
    army: Army, nodes: Sequence[Node], path: tuple[str, ...]
) -> Iterator[ForeignSelection]:
    titles = {node.selection.id: _title(node) for node in army.nodes if node.selection.id}
    for node in nodes:
        said, name = node.selection, node.place.entry.name if node.place.entry else ""
        way = (*path, name)
        yield ForeignSelection(
            name,
            node.count,
            called=said.name or "",
            notes=said.notes if isinstance(said.notes, str) else "",
            path=way,
            held=[*_selections(army, node.children, way)],
            size=said.size,
            at=titles.get(said.at, "") if said.at else "",
        )


def _title(node: Node) -> str:
    return node.selection.name or (node.place.entry.name if node.place.entry else "")


def _lost(old: Army, top: Node, new: Army) -> Iterator[str]:
    """Yield the entries of which the new army has fewer copies or models, with the difference."""

    def counted(army: Army) -> Counter[str]:
        found: Counter[str] = Counter()
        for node in army.nodes:
            if node.place.entry is not None:
                found[node.place.entry.name] += node.size or node.count
        return found

    before = counted(old)
    if top.place.entry is not None:
        before[top.place.entry.name] -= top.count
    gone = before - counted(new)
    # Options of somebody who does not come along are lost with him.
    for node in old.nodes:
        entry, holder = node.place.entry, node.holder and node.holder.place.entry
        if entry and holder and gone[holder.name] > 0 and not node.place.is_piece:
            gone[entry.name] -= node.size or node.count
    for name, many in (+gone).items():
        yield f"{many} × {name}" if many > 1 else name
