"""Sign analysis: the quantities that are never negative, whatever a roster selects."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from listbuilder.model.entries import Entry, Keyword, Offer
from listbuilder.model.language import (
    Comparison,
    Count,
    Distinct,
    GreatestOf,
    If,
    LeastOf,
    Limit,
    LookUp,
    Outside,
    Plus,
    Quantity,
    Sum,
    Times,
    Unassigned,
    Value,
)
from listbuilder.model.memo import Memo
from listbuilder.model.ruleset import Book


class SignAnalysis:
    """Tells which quantities no roster of a book makes negative; a limit may have any value.

    Attributes:
        values: by a value's name, whether it is never negative.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.values: Memo[str, bool] = Memo(
            lambda name: name == "size" or all(map(self._is_never, self._said(name)))
        )

    def only_filled(self, comparison: Comparison) -> str | None:
        """The id of the slot that must hold a selection for a comparison to fail: "at most" of it.

        None: there is no such slot.
        """
        match comparison.quantity:
            case Count(selector) | Sum(_, selector):
                slots = selector.test.slot
            case _:
                return None
        if comparison.op != "at_most" or selector.in_ != "children" or len(slots) != 1:
            return None
        return slots[0] if self.never_negative(comparison.bound) else None

    def never_negative(self, quantity: Quantity) -> bool:
        """Tell whether a quantity is 0 or more wherever it is asked."""
        match quantity:
            case int() | Fraction():
                return quantity >= 0
            case Count() | Distinct() | Unassigned():
                return True
            case GreatestOf(value) | LeastOf(value):
                return all(said.each >= 0 for said in self._said(value))
            case Limit():
                return False
            case Sum(value):
                return self.values[value]
            case Times(factor, of):
                return factor >= 0 and self.never_negative(of)
            case Plus(parts):
                return all(map(self.never_negative, parts))
            case If(_, then, else_):
                return self.never_negative(then) and self.never_negative(else_)
            case LookUp(table):
                return all(number >= 0 for row in table for number in row)
            case Outside(outside):
                return self.never_negative(outside)

    def _is_never(self, value: Value) -> bool:
        least = min(value.each, value.per_model, *value.steps)
        return least >= 0 and self.never_negative(value.once)

    def _said(self, name: str) -> Iterator[Value]:
        """Yield all definitions of a value in the book."""
        carriers: list[Keyword | Entry] = [
            *self.book.keywords.values(),
            *(entry for entries in self.book.entries.values() for entry in entries.values()),
        ]
        slots = [slot for carrier in carriers for slot in carrier.slots]
        offers = [offer for slot in (*slots, *self.book.ruleset.slots) for offer in slot.offers]
        valued: list[Keyword | Entry | Offer] = [*carriers, *offers]
        return (one.values[name] for one in valued if name in one.values)
