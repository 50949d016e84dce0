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
    """The meaning of a name on a card.

    Attributes:
        summary: its effect in our own words; empty if only the source tells it.
        document: the title of the source; empty without a source.
        where: the section and page there.
        in_numbers: whether the numbers on the card include its effect.
    """

    name: str
    summary: str
    cite: str
    document: str = ""
    where: str = ""
    in_numbers: bool = False


def army_terms(judge: Judge, army: Army) -> tuple[TermMeaning, ...]:
    """The meanings of the names on an army's cards."""
    return terms_of(Equipment(judge, army), army.nodes)


def without_summaries(
    terms: Iterable[TermMeaning], told: Container[str]
) -> tuple[TermMeaning, ...]:
    """Leave out the summaries that cards tell, by name; the sources stay."""
    return tuple(attrs.evolve(term, summary="") if term.name in told else term for term in terms)


def terms_of(equipment: Equipment, nodes: Iterable[Node]) -> tuple[TermMeaning, ...]:
    """The meanings of the names of selections, each once, in alphabetical order.

    A name with neither a summary nor a page is left out.
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
    """Yield the names on the cards of models and their options, with the army list in play."""
    for node in nodes:
        if node.place.is_piece:
            for one in (node, *equipment.options(node)):
                yield from _of(equipment, one, node)


def _of(equipment: Equipment, one: Node, at: Node) -> Iterator[tuple[str, str]]:
    entry, list_id = one.place.entry, one.place.list_id
    if one is not at and entry is not None:
        yield entry.name, list_id
    for field in FIELDS:
        for name in equipment.names(one, at, field):
            yield name, list_id
