"""The expressions of the rule language in words, for players."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_never

import attrs

from listbuilder.messages import either, gettext, joined
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
from listbuilder.model.memo import memoised
from listbuilder.model.profiles import Alteration, Named
from listbuilder.model.ruleset import Book
from listbuilder.rules.nouns import number_or_no

OPS: dict[Op, str] = {
    "at_most": gettext("at most"),
    "at_least": gettext("at least"),
    "exactly": gettext("exactly"),
    "multiple_of": gettext("a multiple of"),
}

AND = gettext(" and ")

ROUNDED = {"up": gettext("rounded up"), "down": gettext("rounded down")}

PLACES: dict[str, str] = {
    "self": gettext("itself"),
    "children": gettext("that it holds"),
    "below": gettext("below it"),
    "whole": gettext("in it"),
    "parent": gettext("that holds it"),
    "roster": gettext("in the army"),
    "at": gettext("where it is placed"),
    "placed": gettext("placed at it"),
    "beside": gettext("beside it"),
}


class Verbaliser:
    """Puts expressions into words, with the names of a book."""

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
        """A value's title: ``points``."""
        known = self._book.ruleset.values.get(name)
        return known.title if known else _spaced(name)

    def limit(self, name: str) -> str:
        """A limit's title."""
        known = self._book.ruleset.limits.get(name)
        return known.title if known else _spaced(name)

    def value(self, value: Value, unit: str = "") -> str:
        """A number that an entry carries: ``5 points + 1 points per model``."""
        words = []
        if value.each:
            words.append(_of(number_or_no(value.each), unit))
        if value.per_model:
            each = _of(number_or_no(value.per_model), unit)
            words.append(gettext("{amount} per model", amount=each))
        if value.steps:
            *first, last = map(_amount, value.steps)
            while first and first[-1] == last:
                first.pop()
            steps: str = last
            if first:
                steps = gettext("{first}, then {last}", first=joined(", ", first), last=last)
            words.append(_of(steps, unit))
        if value.by_size:
            sizes = [
                gettext("{amount} (up to {count} models)", amount=_amount(price), count=most)
                for most, price in value.by_size
            ]
            words.append(_of(joined(", ", sizes), unit))
        if value.fixed:
            fixed = self.quantity(value.fixed)
            words.append(
                gettext("{amount}, in {unit}", amount=fixed, unit=unit)
                if unit
                else gettext("{amount} once", amount=fixed)
            )
        return joined(" + ", words) if words else _of("0", unit)

    def size(self, size: Size | None) -> str | None:
        """The models of a unit: ``10 to 30 models``; None without a size."""
        if size is None:
            return None
        if size.one_of:
            return gettext("{numbers} models", numbers=either(map(str, size.one_of)))
        least = self.quantity(size.min)
        if size.max is None:
            return gettext("{least} models or more", least=least)
        most = self.quantity(size.max)
        return gettext("{least} to {most} models", least=least, most=most)

    def quantity(self, quantity: Quantity) -> str:
        """A quantity: ``1/3 × the warriors of all in it, rounded up``."""
        match quantity:
            case int() | Fraction():
                return _amount(quantity)
            case Count(Selector("self", test)) if test == ALWAYS:
                return gettext("its copies")
            case Count(selector):
                return gettext("the number of {what}", what=self.selector(selector))
            case Sum(value, selector):
                return gettext(
                    "the {value} of {what}",
                    value=self.value_title(value),
                    what=self.selector(selector),
                )
            case Distinct(per, selector):
                kinds = (
                    gettext("entries")
                    if per == "entry"
                    else gettext("kinds of {name}", name=_spaced(per))
                )
                return gettext(
                    "the number of different {kinds} of {what}",
                    kinds=kinds,
                    what=self.selector(selector),
                )
            case GreatestOf(value, selector):
                return gettext(
                    "the greatest {value} of {what}",
                    value=self.value_title(value),
                    what=self.selector(selector),
                )
            case LeastOf(value, selector):
                return gettext(
                    "the least {value} of {what}",
                    value=self.value_title(value),
                    what=self.selector(selector),
                )
            case Limit(limit):
                return gettext("the limit of {name}", name=self.limit(limit))
            case Times(factor, of, rounding):
                product = joined(" × ", (_amount(factor), self._inner(of)))
                return joined(", ", (product, ROUNDED[rounding])) if rounding else product
            case Plus(parts):
                return joined(" + ", map(self._inner, parts)) if parts else "0"
            case If(condition, then, else_):
                return gettext(
                    "{amount} if {condition}, else {otherwise}",
                    amount=self._inner(then),
                    condition=self.condition(condition),
                    otherwise=self.quantity(else_),
                )
            case LookUp(table, row, column):
                return gettext(
                    "what stands in row {row}, column {column} of the table [{rows}]",
                    row=self._inner(row),
                    column=self._inner(column),
                    rows="; ".join(", ".join(map(_amount, numbers)) for numbers in table),
                )
            case Outside(outside):
                return gettext("(of what holds it: {amount})", amount=self.quantity(outside))
            case Unassigned(selector, takers):
                return gettext(
                    "the number left of {what} when assigned to {takers}",
                    what=self.selector(selector),
                    takers=joined(", ", map(self._taker, takers)),
                )
            case _:
                assert_never(quantity)

    def _taker(self, taker: Taker) -> str:
        return gettext(
            "at most {number} places for {what}",
            number=self._inner(taker.max),
            what=self.things(taker.test),
        )

    def comparison(self, comparison: Comparison) -> str:
        """A comparison: ``the number of Hero in it is at most 3``."""
        words = gettext(
            "{what} is {bound}",
            what=self.quantity(comparison.quantity),
            bound=joined(" ", (OPS[comparison.op], self.quantity(comparison.bound))),
        )
        if not comparison.per:
            return words
        each = gettext("entry") if comparison.per == "entry" else _spaced(comparison.per)
        return gettext("{what}, of each {name}", what=words, name=each)

    def selector(self, selector: Selector) -> str:
        """The selections that a selector finds: ``Hero in the army``."""
        place = PLACES.get(selector.in_)
        if place is None:
            place = gettext("in its {name}", name=self.keyword(selector.in_))
        if selector.in_ == "self":
            words = self._that(place, selector.test)
        else:
            words = joined(" ", (self.things(selector.test), place))
        return gettext("{what}, with all below", what=words) if selector.whole else words

    def things(self, test: Test) -> str:
        """The selections that pass a test: ``Hero or Warrior where it stands in crew``."""
        if test.is_:
            noun, rest = either(map(self.keyword, test.is_)), attrs.evolve(test, is_=NO_NAMES)
        elif test.entry:
            noun, rest = either(map(self.entry, test.entry)), attrs.evolve(test, entry=NO_NAMES)
        else:
            noun, rest = gettext("all"), test
        return self._that(noun, rest)

    def condition(self, condition: Condition) -> str:
        """A test or comparison, as a clause: ``it is Hero and has Horse``."""
        if isinstance(condition, Comparison):
            return self.comparison(condition)
        clauses = [*self._clauses(condition)]
        return joined(AND, clauses) if clauses else gettext("always")

    def named(self, named: Named) -> str:
        """A name on a card, with the condition under which it holds."""
        if named.when is None:
            return named.noted
        return gettext(
            "{name} (if {condition})", name=named.noted, condition=self.condition(named.when)
        )

    def alteration(self, each: Alteration) -> str:
        """An alteration of a profile, with its condition: ``Defence +1``."""
        name = self.column(each.column)
        words: list[str] = [
            gettext("{name} becomes {number}", name=name, number=each.set_)
            if each.add is None
            else f"{name} {each.add:+}"
        ]
        if each.role is not None:
            words.append(gettext("of the {role}", role=each.role))
        if each.without:
            others = either(map(self.keyword, each.without))
            words.append(gettext("not beside {others}", others=others))
        if each.when is not None:
            words.append(gettext("if {condition}", condition=self.condition(each.when)))
        return joined(", ", words)

    def _that(self, what: str, test: Test) -> str:
        clauses = [*self._clauses(test)]
        if not clauses:
            return what
        return gettext("{what} where {condition}", what=what, condition=joined(AND, clauses))

    def _clauses(self, test: Test) -> Iterator[str]:
        if test.is_:
            yield gettext("it is {what}", what=either(map(self.keyword, test.is_)))
        if test.entry:
            yield gettext("it is {what}", what=either(map(self.entry, test.entry)))
        if test.slot:
            yield gettext("it stands in {slot}", slot=either(map(_spaced, test.slot)))
        for name, option in test.choice:
            yield self.choice(name, option)
        if test.first_list:
            first = either(map(self.army_list, test.first_list))
            yield gettext("the first army list is {name}", name=first)
        if test.printed is not None:
            yield self._printed(test.printed)
        if test.has is not None:
            yield gettext("it holds {what}", what=self._noun(test.has))
        if test.under is not None:
            yield gettext("it is or stands in {what}", what=self._noun(test.under))
        yield from map(self._bracketed, test.all_)
        if test.any_:
            yield joined("", ("(", either(map(self.condition, test.any_)), ")"))
        if test.not_ is not None:
            yield gettext("not ({condition})", condition=self.condition(test.not_))

    def _printed(self, asked: PrintedNumber) -> str:
        """A test of a printed number: ``its printed Fight is at least 7``."""
        kind = self._book.ruleset.profiles.get(asked.type or "")
        bounds = joined(AND, [joined(" ", (OPS[op], str(bound))) for op, bound in asked.bounds()])
        column = self.column(asked.column)
        if kind is None:
            return gettext("its printed {column} is {bounds}", column=column, bounds=bounds)
        return gettext(
            "its printed {column} of the {profile} is {bounds}",
            column=column,
            profile=kind.title,
            bounds=bounds,
        )

    def column(self, name: str) -> str:
        """The title of a column of profiles."""
        kinds = self._book.ruleset.profiles.values()
        names = (column.name for kind in kinds for column in kind.columns if column.id == name)
        return next(names, _spaced(name))

    def choice(self, name: str, option: str) -> str:
        """An option taken: ``Side is Defender``."""
        known = self._book.choices.get(name)
        title = known.title if known else _spaced(name)
        taken = (known and known.options.get(option)) or _spaced(option)
        return gettext("{title} is {option}", title=title, option=taken)

    def army_list(self, name: str) -> str:
        """An army list's name."""
        known = self._book.catalogues.get(name)
        return known.name if known else _spaced(name)

    def _noun(self, condition: Condition) -> str:
        if isinstance(condition, Comparison):
            return gettext("one where {condition}", condition=self.comparison(condition))
        return self.things(condition)

    def _bracketed(self, condition: Condition) -> str:
        return joined("", ("(", self.condition(condition), ")"))

    def _inner(self, quantity: Quantity) -> str:
        words = self.quantity(quantity)
        return joined("", ("(", words, ")")) if isinstance(quantity, Times | Plus | If) else words


@memoised
def verbaliser_of(book: Book) -> Verbaliser:
    """The verbaliser of a book; each book has a single one, so that names are gathered once."""
    return Verbaliser(book)


def _amount(amount: Number) -> str:
    return number_or_no(amount) if amount else "0"


def _of(amount: str, unit: str) -> str:
    """Write an amount with its unit: ``5 points``; ``points: 1``, for no data has a singular."""
    if amount == "1" and unit:
        return joined(": ", (unit, amount))
    return joined(" ", (amount, unit)) if unit else amount


def _spaced(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")
