"""The contents of cards: whose card each selection of an army is printed on."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.content.counters import is_counter
from listbuilder.content.pieces import entry_of
from listbuilder.content.placements import is_placed
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node

SAID = ("text", "rules", "actions", "powers")
"""The fields of an entry that tell more of it than its profiles do."""


class CardContents:
    """Knows whose card each selection of an army is printed on.

    Attributes:
        bearers: for each selection, by ``Node.start``, the selection whose card it is on; None: it
            is on no card.
    """

    def __init__(self, book: Book, army: Army) -> None:
        self.book = book
        self.bearers: list[Node | None] = []
        for node in army.nodes:
            self.bearers.append(self._bearer(node))

    def _bearer(self, node: Node) -> Node | None:
        """The selection whose card a selection is on: its holder's, or itself if it needs a card.

        It is not on its holder's card if its slot has cards of its own, or if it is a counter. A
        counter needs no card that would tell only what the counter shows.
        """
        slot, holder = node.place.slot, node.holder
        counter = is_counter(self.book, node)
        apart = counter or (slot is not None and slot.cards)
        if holder is not None and holder.holder is not None and not apart:
            bearer = self.bearers[holder.start]
            if bearer is not None:
                return bearer
        entry = entry_of(node)
        told = entry.uses or any(getattr(entry, field) for field in SAID)
        piece = self.book.is_piece(entry)
        needed = entry.uses or entry.write_ins
        return node if needed or (told if counter else piece) else None

    def inside(self, node: Node) -> list[Node]:
        """The contents of a selection that are on the same card."""
        bearer = self.bearers[node.start]
        return [child for child in node.children if self.bearers[child.start] is bearer]

    def options(self, node: Node) -> list[Node]:
        """The options printed with a piece: all below it but other pieces and their contents."""
        found: list[Node] = []
        for child in self.inside(node):
            if not self.book.is_piece(entry_of(child)) and not is_placed(child):
                found += (child, *self.options(child))
        return found

    def parts(self, node: Node) -> Iterator[Node]:
        """Yield the further pieces on a selection's card."""
        for child in self.inside(node):
            if self.book.is_piece(entry_of(child)):
                yield child
            yield from self.parts(child)

    def whole(self, node: Node) -> Iterator[Node]:
        """Yield a selection and all contents on its card."""
        yield node
        for child in self.inside(node):
            yield from self.whole(child)
