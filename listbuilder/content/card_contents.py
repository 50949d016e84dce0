"""The contents of cards: whose card each selection of an army is printed on."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.content.counters import is_counter
from listbuilder.content.pieces import entry_of
from listbuilder.content.placements import is_placed
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node

SAID = ("text", "rules", "actions", "powers")
"""Fields of an entry that say something of it beside its profiles."""


class CardContents:
    """Knows whose card each selection of an army is printed on.

    Attributes:
        bearers: for each selection, by ``Node.start``, the selection whose card it is on, if any.
    """

    def __init__(self, book: Book, army: Army) -> None:
        self.book = book
        self.bearers: list[Node | None] = []
        for node in army.nodes:
            self.bearers.append(self._bearer(node))

    def _bearer(self, node: Node) -> Node | None:
        """Its holder's, unless its slot has cards of its own; then its own if it needs one.

        A counter is on no other's card, and needs none where the card would say the same.
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
        """The selections that it holds on the same card."""
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
        """Yield the further pieces on its card."""
        for child in self.inside(node):
            if self.book.is_piece(entry_of(child)):
                yield child
            yield from self.parts(child)

    def whole(self, node: Node) -> Iterator[Node]:
        """Yield it and all that is on its card."""
        yield node
        for child in self.inside(node):
            yield from self.whole(child)
