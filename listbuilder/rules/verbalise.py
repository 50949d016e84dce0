"""The nodes of the rule language in words, for players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import assert_never

import attrs

from listbuilder.model.entries import Size
from listbuilder.model.language import (
    ALWAYS,
    NO_NAMES,
    Comparison,
    Condition,
    Count,
    Distinct,
    GreatestOf,
    If,
    LeastOf,
    Limit,
    LookUp,
    Number,
    Op,
    Outside,
    Plus,
    PrintedNumber,
    Quantity,
    Selector,
    Sum,
    Taker,
    Test,
    Times,
    Unassigned,
    Value,
)
from listbuilder.model.profiles import Alteration, Named
from listbuilder.model.ruleset import Book
from listbuilder.rules.kept import kept
from listbuilder.rules.nouns import number

OPS: dict[Op, str] = {
    "at_most": "at most",
    "at_least": "at least",
    "exactly": "exactly",
    "multiple_of": "a multiple of",
}

PLACES = {
    "self": "itself",
    "children": "that it holds",
    "below": "below it",
    "whole": "in it",
    "parent": "that holds it",
    "roster": "in the army",
    "at": "where it is placed",
    "placed": "placed at it",
    "beside": "beside it",
}


class Verbaliser:
    """Says things by the names that one book gives them."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._entries = {
            key: entry.name for entries in book.entries.values() for key, entry in entries.items()
        }

    def entry(self, name: str) -> str:
        """An entry's name."""
        return self._entries.get(name) or _spaced(name)

    def keyword(self, name: str) -> str:
        """A keyword's title."""
        keyword = self._book.keywords.get(name)
        return (keyword and keyword.title) or _spaced(name)

    def value_title(self, name: str) -> str:
        """What a number is called: ``points``."""
        known = self._book.ruleset.values.get(name)
        return known.title if known else _spaced(name)

    def limit(self, name: str) -> str:
        """What a limit is called."""
        known = self._book.ruleset.limits.get(name)
        return known.title if known else _spaced(name)

    def value(self, value: Value, unit: str = "") -> str:
        """A number that an entry carries: ``5 points + 1 points per model``."""
        of = f" {unit}" if unit else ""
        words = []
        if value.each:
            words.append(f"{number(value.each)}{of}")
        if value.per_model:
            words.append(f"{number(value.per_model)}{of} per model")
        if value.steps:
            *first, last = map(_amount, value.steps)
            while first and first[-1] == last:
                first.pop()
            words.append(f"{', '.join([*first, 'then '])}{last}{of}" if first else f"{last}{of}")
        if value.by_size:
            sizes = (f"{_amount(price)} (up to {most} models)" for most, price in value.by_size)
            words.append(f"{', '.join(sizes)}{of}")
        if value.fixed:
            words.append(f"{self.quantity(value.fixed)}{f', in {unit}' if unit else ' once'}")
        return " + ".join(words) or f"0{of}"

    def size(self, size: Size | None) -> str | None:
        """How many models a unit has: ``10 to 30 models``; None without a size."""
        if size is None:
            return None
        if size.one_of:
            return f"{either(map(str, size.one_of))} models"
        least = self.quantity(size.min)
        if size.max is None:
            return f"{least} models or more"
        return f"{least} to {self.quantity(size.max)} models"

    def quantity(self, quantity: Quantity) -> str:
        """A quantity: ``1/3 × the warriors of all in it, rounded up``."""
        match quantity:
            case int() | Fraction():
                return _amount(quantity)
            case Count(Selector("self", test)) if test == ALWAYS:
                return "its copies"
            case Count(selector):
                return f"the number of {self.selector(selector)}"
            case Sum(value, selector):
                return f"the {self.value_title(value)} of {self.selector(selector)}"
            case Distinct(per, selector):
                kinds = "entries" if per == "entry" else f"kinds of {_spaced(per)}"
                return f"the number of different {kinds} of {self.selector(selector)}"
            case GreatestOf(value, selector):
                return f"the greatest {self.value_title(value)} of {self.selector(selector)}"
            case LeastOf(value, selector):
                return f"the least {self.value_title(value)} of {self.selector(selector)}"
            case Limit(limit):
                return f"the limit of {self.limit(limit)}"
            case Times(factor, of, rounding):
                rounded = f", rounded {rounding}" if rounding else ""
                return f"{_amount(factor)} × {self._inner(of)}{rounded}"
            case Plus(parts):
                return " + ".join(map(self._inner, parts)) or "0"
            case If(condition, then, else_):
                otherwise = f", else {self.quantity(else_)}"
                return f"{self._inner(then)} if {self.condition(condition)}{otherwise}"
            case LookUp(table, row, column):
                named = f"row {self._inner(row)}, column {self._inner(column)}"
                rows = "; ".join(", ".join(map(_amount, numbers)) for numbers in table)
                return f"what stands in {named} of the table [{rows}]"
            case Outside(outside):
                return f"(of what holds it: {self.quantity(outside)})"
            case Unassigned(selector, takers):
                taken = ", ".join(map(self._taker, takers))
                return f"the number left of {self.selector(selector)} when assigned to {taken}"
            case _:
                assert_never(quantity)

    def _taker(self, taker: Taker) -> str:
        return f"at most {self._inner(taker.max)} places for {self.things(taker.test)}"

    def comparison(self, comparison: Comparison) -> str:
        """A comparison: ``the number of Hero in it is at most 3``."""
        bound = f"{OPS[comparison.op]} {self.quantity(comparison.bound)}"
        per = ""
        if comparison.per:
            each = "entry" if comparison.per == "entry" else _spaced(comparison.per)
            per = f", of each {each}"
        return f"{self.quantity(comparison.quantity)} is {bound}{per}"

    def selector(self, selector: Selector) -> str:
        """What a selector finds: ``Hero in the army``."""
        place = PLACES.get(selector.in_) or f"in its {self.keyword(selector.in_)}"
        whole = ", with all below" if selector.whole else ""
        if selector.in_ == "self":
            return f"{place}{self._that(selector.test)}{whole}"
        return f"{self.things(selector.test)} {place}{whole}"

    def things(self, test: Test) -> str:
        """What passes a test, as a noun: ``Hero or Warrior where it stands in crew``."""
        if test.is_:
            noun, rest = either(map(self.keyword, test.is_)), attrs.evolve(test, is_=NO_NAMES)
        elif test.entry:
            noun, rest = either(map(self.entry, test.entry)), attrs.evolve(test, entry=NO_NAMES)
        else:
            noun, rest = "all", test
        return f"{noun}{self._that(rest)}"

    def condition(self, condition: Condition) -> str:
        """A test or comparison, as a clause: ``it is Hero and has Horse``."""
        if isinstance(condition, Comparison):
            return self.comparison(condition)
        return " and ".join(self._clauses(condition)) or "always"

    def named(self, named: Named) -> str:
        """A name on a card, with the condition under which it holds."""
        if named.when is None:
            return named.noted
        return f"{named.noted} (if {self.condition(named.when)})"

    def alteration(self, each: Alteration) -> str:
        """What alters a profile, and under which condition: ``Defence +1``."""
        name = self.column(each.column)
        number = f"becomes {each.set_}" if each.add is None else f"{each.add:+}"
        words = [f"{name} {number}"]
        if each.role is not None:
            words.append(f"of the {each.role}")
        if each.without:
            words.append(f"not beside {either(map(self.keyword, each.without))}")
        if each.when is not None:
            words.append(f"if {self.condition(each.when)}")
        return ", ".join(words)

    def _that(self, test: Test) -> str:
        clauses = " and ".join(self._clauses(test))
        return f" where {clauses}" if clauses else ""

    def _clauses(self, test: Test) -> Iterator[str]:
        if test.is_:
            yield f"it is {either(map(self.keyword, test.is_))}"
        if test.entry:
            yield f"it is {either(map(self.entry, test.entry))}"
        if test.slot:
            yield f"it stands in {either(map(_spaced, test.slot))}"
        for name, option in test.choice:
            yield self.choice(name, option)
        if test.first_list:
            yield f"the first army list is {either(map(self.army_list, test.first_list))}"
        if test.printed is not None:
            yield self._printed(test.printed)
        if test.has is not None:
            yield f"it holds {self._noun(test.has)}"
        if test.under is not None:
            yield f"it is or stands in {self._noun(test.under)}"
        yield from map(self._bracketed, test.all_)
        if test.any_:
            yield f"({' or '.join(map(self.condition, test.any_))})"
        if test.not_ is not None:
            yield f"not ({self.condition(test.not_)})"

    def _printed(self, asked: PrintedNumber) -> str:
        """A number of its profiles: ``its printed Fight is at least 7``."""
        kind = self._book.ruleset.profiles.get(asked.type or "")
        of = f" of the {kind.title}" if kind else ""
        bounds = " and ".join(f"{OPS[op]} {bound}" for op, bound in asked.bounds())
        return f"its printed {self.column(asked.column)}{of} is {bounds}"

    def column(self, name: str) -> str:
        """What a column of profiles is called."""
        kinds = self._book.ruleset.profiles.values()
        names = (column.name for kind in kinds for column in kind.columns if column.id == name)
        return next(names, _spaced(name))

    def choice(self, name: str, option: str) -> str:
        """An option taken: ``Side is Defender``."""
        known = self._book.choices.get(name)
        title = known.title if known else _spaced(name)
        return f"{title} is {(known and known.options.get(option)) or _spaced(option)}"

    def army_list(self, name: str) -> str:
        """An army list's name."""
        known = self._book.catalogues.get(name)
        return known.name if known else _spaced(name)

    def _noun(self, condition: Condition) -> str:
        if isinstance(condition, Comparison):
            return f"one where {self.comparison(condition)}"
        return self.things(condition)

    def _bracketed(self, condition: Condition) -> str:
        return f"({self.condition(condition)})"

    def _inner(self, quantity: Quantity) -> str:
        words = self.quantity(quantity)
        return f"({words})" if isinstance(quantity, Times | Plus | If) else words


@kept
def verbaliser_of(book: Book) -> Verbaliser:
    """The words of a book; one for each, so that its names are gathered once."""
    return Verbaliser(book)


def _amount(amount: Number) -> str:
    return number(amount) if amount else "0"


def either(names: Iterable[str]) -> str:
    """One of several: ``10 or 20 or 40``."""
    return " or ".join(names)


def _spaced(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")
