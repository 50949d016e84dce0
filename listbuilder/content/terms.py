"""Meanings of the names on cards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

import attrs

from listbuilder.messages import joined
from listbuilder.rules.army import Army, Node
from listbuilder.rules.carried import FIELDS, Equipment
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.glossary import glossary_of


@attrs.frozen
class TermMeaning:
    """A name on a card and what it means.

    Attributes:
        summary: empty where only the book tells.
        document: where it stands; empty where no source is given.
        where: the section and page there.
        in_numbers: what it does is in the numbers on the card.
    """

    name: str
    summary: str
    cite: str
    document: str = ""
    where: str = ""
    in_numbers: bool = False


def army_terms(judge: Judge, army: Army) -> tuple[TermMeaning, ...]:
    """Say what the names mean that an army's cards have."""
    return terms_of(Equipment(judge, army), army.nodes)


def without_summaries(
    terms: Iterable[TermMeaning], told: Container[str]
) -> tuple[TermMeaning, ...]:
    """Leave what cards tell to them, by name; where it stands is still said."""
    return tuple(attrs.evolve(term, summary="") if term.name in told else term for term in terms)


def terms_of(equipment: Equipment, nodes: Iterable[Node]) -> tuple[TermMeaning, ...]:
    """Say what the names of selections mean, each once, in alphabetical order.

    A name of which nothing is told, neither what it does nor on which page, is left out.
    """
    book = equipment.judge.book
    glossary = glossary_of(book)
    found: dict[str, TermMeaning] = {}
    for name, list_id in _named(equipment, nodes):
        term = None if name in found else glossary.find(name, list_id)
        if term is not None and (term.summary or (term.source and term.source.page)):
            document, *where = book.cited(term.source) if term.source else ("",)
            found[name] = TermMeaning(
                name,
                term.summary or "",
                joined(", ", (document, *where)),
                document,
                joined(", ", where),
                term.is_in_numbers,
            )
    return tuple(sorted(found.values(), key=lambda told: told.name.casefold()))


def _named(equipment: Equipment, nodes: Iterable[Node]) -> Iterator[tuple[str, str]]:
    """Yield the names that hold of models and their options, with the army list in play."""
    for node in nodes:
        if equipment.is_model(node):
            for one in (node, *equipment.options(node)):
                yield from _of(equipment, one, node)


def _of(equipment: Equipment, one: Node, at: Node) -> Iterator[tuple[str, str]]:
    entry, list_id = one.place.entry, one.place.list_id
    if one is not at and entry is not None:
        yield entry.name, list_id
    for field in FIELDS:
        for name in equipment.names(one, at, field):
            yield name, list_id
