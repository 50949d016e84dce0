"""Finding the selection or the entry that a player's words mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from listbuilder.errors import EditError
from listbuilder.loading.names import near_misses, quoted
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Entry
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.places import Place

MOST_CANDIDATES = 8

INDEX = re.compile(r"[1-9][0-9]{0,8}")
"""A selection's position among those of its holder, a part of its number."""

ROSTER = "."
"""The name of the roster itself, among selections."""

NO_LETTERS = {code: None for code in range(128) if not chr(code).isalnum()}
"""Plain characters that are ignored when names are compared."""


def find_selection(army: Army, wanted: str) -> Node:
    """Find a selection by its number (``1.2.3``), id, name, or entry's id or name.

    Raises:
        EditError: no selection is meant, or several are; the message numbers the candidates.
    """
    *_, last = army.root, *way_to(army, wanted)
    if last is not army.root and number_of(last) == wanted:
        return last
    said = folded(wanted)
    for meant in (_has_id, _is_named, _is_named_partly):
        found = [node for node in army.nodes if meant(node, said)]
        if len(found) == 1:
            return found[0]
        if found:
            raise EditError(
                gettext(
                    "“{wanted}” is more than one selection here; name one by its number.",
                    wanted=wanted,
                ),
                [described(node) for node in found[:MOST_CANDIDATES]],
            )
    known = {node.name: described(node) for node in army.nodes}
    raise EditError(
        gettext("Nothing here is {wanted}.", wanted=quoted(wanted)),
        [known[name] for name in near_names(wanted, known)],
    )


def way_to(army: Army, number: str) -> Iterator[Node]:
    """Yield the selections on the way to a number (``1.2.3``), as far as there are any."""
    node = army.root
    for part in number.split("."):
        if not INDEX.fullmatch(part) or int(part) > len(node.children):
            return
        node = node.children[int(part) - 1]
        yield node


def find_holder(army: Army, wanted: str) -> Node:
    """Find a selection, or (``.``) the roster itself.

    Raises:
        EditError: there is none, or more than one (``find_selection``).
    """
    return army.root if wanted == ROSTER else find_selection(army, wanted)


def find_offers(
    wanted: str,
    holders: Iterable[Node],
    slot: str | None = None,
    list_id: str | None = None,
) -> list[tuple[Node, Place]]:
    """Find the places where an entry can be added.

    Args:
        wanted: id or name of the entry.
        holders: selections that may take it.
        slot: id of the only slot that counts; None: any.
        list_id: id of the army list that has to be in play; None: any.

    Returns:
        Holders with the place below; one place for each holder.

    Raises:
        EditError: none of the holders takes such an entry; near misses are named.
    """
    asked = [*holders]
    offers = [
        (holder, place)
        for holder in asked
        for place in holder.place.offered()
        if slot is None or (place.slot is not None and place.slot.id == slot)
        if list_id is None or place.list_id == list_id
    ]
    is_known = any(_is_in_book(node.place, wanted) for node in asked[:1])
    for exact in (True,) if is_known else (True, False):
        found: dict[Node, Place] = {}
        names: set[str] = set()
        for holder, place in offers:
            if place.entry is not None and is_called(place.entry, wanted, exact):
                found.setdefault(holder, place)
                names.add(place.entry.id)
        if len(names) == 1 or (found and exact):
            return list(found.items())
        if found:
            few = sorted(names)[:MOST_CANDIDATES]
            raise EditError(
                gettext("“{wanted}” may be one of several entries.", wanted=wanted), few
            )
    named = [node for node in asked if node.holder is not None]
    if len(asked) == 1 and named:
        who = described(named[0])
        said = gettext("{who} takes no {wanted}.", who=who, wanted=quoted(wanted))
    else:
        said = gettext("Nothing in this army takes {wanted}.", wanted=quoted(wanted))
        if takers := _takers(wanted, [place for _, place in offers]):
            said = gettext("{said} What takes it has to be there first:", said=said)
            raise EditError(said, takers)
    if is_known:
        raise EditError(said, [])
    names = {place.entry.id for _, place in offers if place.entry}
    labels = names | {place.entry.name for _, place in offers if place.entry}
    raise EditError(said, near_names(wanted, labels))


def _is_in_book(place: Place, wanted: str) -> bool:
    """Whether an entry of the book is called so: then no other is meant."""
    known = place.book.entries.values()
    return any(is_called(entry, wanted) for entries in known for entry in entries.values())


def _takers(wanted: str, places: Iterable[Place]) -> list[str]:
    """List the ids of entries that could be added now, and would take an entry."""
    takers = {
        place.entry.id: None
        for place in places
        if place.entry is not None
        for below in place.offered()
        if below.entry is not None and is_called(below.entry, wanted)
    }
    return [*takers][:MOST_CANDIDATES]


def find_entry(entries: Iterable[Entry], wanted: str, where: str) -> str:
    """Find the id of an entry by id, else by name, in part where that means only one.

    Raises:
        EditError: no entry has the name, or several have; ``where`` says where it was searched.
    """
    known = {entry.id: entry for entry in entries}
    if wanted in known:
        return wanted
    for exact in (True, False):
        found = [key for key, entry in known.items() if is_called(entry, wanted, exact)]
        if len(found) == 1:
            return found[0]
        if found:
            raise EditError(
                gettext("“{wanted}” may be one of several entries.", wanted=wanted),
                found[:MOST_CANDIDATES],
            )
    raise EditError(
        gettext("{where} has no entry {wanted}.", where=where, wanted=quoted(wanted)),
        near_names(wanted, known),
    )


def lists_of(book: Book) -> str:
    """Name the army lists of a book; its game where there are none."""
    return joined(", ", [one.name for one in book.catalogues.values()]) or book.ruleset.name


def number_of(node: Node) -> str:
    """Give a selection's number: ``2.1`` is the first selection in the second."""
    around = number_of(node.holder) if node.holder and node.holder.holder else ""
    return f"{around}.{node.index + 1}" if around else str(node.index + 1)


def described(node: Node) -> str:
    """Write number, copies, name and holder of a selection: ``1.2.1 4 × Sapper (Foreman)``."""
    many = f"{node.count} × " if node.count > 1 else ""
    said = [f"{number_of(node)} {many}", node.name]
    if node.holder and node.holder.name:
        said += [" (", node.holder.name, ")"]
    return joined("", said)


def folded(name: str) -> str:
    """Fold a name for comparing: without case, accents and punctuation."""
    if name.isascii():
        return name.lower().translate(NO_LETTERS)
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def is_called(entry: Entry, wanted: str, exact: bool = True) -> bool:
    """Tell whether an entry has an id or name, whole or in part."""
    names, said = _names(entry), folded(wanted)
    return said in names if exact else bool(said) and any(said in name for name in names)


def _has_id(node: Node, wanted: str) -> bool:
    return node.selection.id is not None and folded(node.selection.id) == wanted


def _is_named(node: Node, wanted: str) -> bool:
    return wanted in _labels(node)


def _is_named_partly(node: Node, wanted: str) -> bool:
    return bool(wanted) and any(wanted in label for label in _labels(node))


def _labels(node: Node) -> list[str]:
    entry = node.place.entry
    return [folded(node.name), *(_names(entry) if entry else ())]


def _names(entry: Entry) -> list[str]:
    """List the names of an entry; of a hero also the part before the comma."""
    return [folded(name) for name in (entry.id, entry.name, entry.name.partition(",")[0])]


def near_names(wanted: str, known: Iterable[str]) -> list[str]:
    """List the near misses of a name, best first."""
    return list(near_misses(wanted, known, MOST_CANDIDATES, likeness=0.5))
