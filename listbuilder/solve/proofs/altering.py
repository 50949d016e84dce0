"""Alterations of profiles: the places that may bring them, and those that happen in an army.

An alteration happens if it counts in the numbers of a model, as the profiles in play have them.
That a place may bring an alteration is a relaxation of this: conditions are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.loading.json_pointer import token
from listbuilder.model.entries import Entry
from listbuilder.model.language import ALWAYS, Condition
from listbuilder.model.memo import Memo
from listbuilder.model.play_aids import Term
from listbuilder.model.profiles import Alteration
from listbuilder.model.ruleset import Part
from listbuilder.rules.army import Army
from listbuilder.rules.carried import FIELDS
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.glossary import glossary_of
from listbuilder.rules.places import Place
from listbuilder.rules.profiles import ProfileReader

Brought = tuple[Alteration, Condition | None]
"""An alteration, and the condition under which an entry names the term that brings it."""


def alterations_of(part: Part) -> Iterator[tuple[str, str, Alteration]]:
    """Yield the alterations of a ruleset or a catalogue: name, JSON pointer, alteration."""
    carriers = [(one.id, f"/entries/{at}", one.alters) for at, one in enumerate(part.entries)]
    carriers += [(one, f"/keywords/{token(one)}", it.alters) for one, it in part.keywords.items()]
    carriers += [(one.name, f"/glossary/{at}", one.alters) for at, one in enumerate(part.glossary)]
    for owner, pointer, alters in carriers:
        for index, alteration in enumerate(alters):
            yield f"{owner}.alters.{index + 1}", f"{pointer}/alters/{index}", alteration


def conditions_of_alteration(alteration: Alteration, named: Condition | None) -> list[Condition]:
    """List the conditions that must hold at the altered model.

    Args:
        alteration: any.
        named: the condition under which an entry names the term that brings it.
    """
    conditions = (named, alteration.when, alteration.to)
    return [one for one in conditions if one is not None and one != ALWAYS]


class Alterations:
    """The alterations of a judge's book, known by identity.

    Attributes:
        brought: the alterations that each place may bring.
    """

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.brought: Memo[Place, tuple[Brought, ...]] = Memo(lambda at: (*self._brought(at),))
        self._glossary = glossary_of(judge.book)

    def happening(self, army: Army) -> Iterator[Alteration]:
        """Yield the alterations that count in the numbers of some model of an army."""
        reader = ProfileReader(self.judge, army)
        for node in army.nodes:
            if node.place.is_piece:
                for variant in reader.equipment.variants(node):
                    yield from reader.altering(node, variant.options)

    def _brought(self, place: Place) -> Iterator[Brought]:
        entry = place.entry
        if entry is None:
            return
        known, moving = self.judge.book.keywords, self.judge.compiler.moving
        yield from ((one, None) for one in entry.alters)
        for name, keyword in known.items():
            if name in place.keywords or name in moving:
                yield from ((one, None) for one in keyword.alters)
        for name, when in ((entry.name, None), *_named(entry)):
            term: Term | None = self._glossary.find(name, place.list_id)
            yield from ((one, when) for one in (term.alters if term else ()))


def _named(entry: Entry) -> Iterator[tuple[str, Condition | None]]:
    for field in FIELDS:
        yield from ((one.name, one.when) for one in getattr(entry, field))
