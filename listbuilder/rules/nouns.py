"""Nouns for quantities, and their numbers in words, for the sentences of findings."""

from __future__ import annotations

from listbuilder.findings import written
from listbuilder.messages import either, gettext
from listbuilder.model.language import (
    Count,
    Distinct,
    GreatestOf,
    If,
    LeastOf,
    Limit,
    Names,
    Number,
    Op,
    Outside,
    Plus,
    Quantity,
    Selector,
    Sum,
    Times,
    Unassigned,
)
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place

MOST_NAMED = 3
"""The most entries whose names stand for a keyword without a title."""


def number_or_no(amount: Number) -> str:
    """Write a number found: ``no``, ``12``, ``2½``, ``2⅓``."""
    return written(amount) if amount else gettext("no")


def bound_of(op: Op, amount: str) -> str:
    """Write a number allowed or demanded: ``at most 3``."""
    match op:
        case "at_most":
            return gettext("at most {number} allowed", number=amount)
        case "at_least":
            return gettext("at least {number} needed", number=amount)
        case "exactly":
            return gettext("exactly {number} needed", number=amount)
        case "multiple_of":
            return gettext("a multiple of {number} needed", number=amount)


def noun_of(quantity: Quantity, name: str, place: Place, judge: Judge) -> str:
    """Name the things that a count or a sum is of; empty if they have no common name.

    A count with a factor above 1 has no noun, for it is no number of these things.

    Args:
        quantity: any.
        name: the name of the selection of which it is asked.
        place: the place at which it is asked.
        judge: the judge of the book.
    """
    match quantity:
        case Sum("size"):
            return gettext("models")
        case Sum(value):
            known = judge.book.ruleset.values.get(value)
            return known.title if known else value
        case Count(Selector("self")):
            return name
        case Times(times, of):
            return noun_of(of, name, place, judge) if -1 <= times <= 1 else ""
        case Plus() | If():
            parts = quantity.plus if isinstance(quantity, Plus) else (quantity.then, quantity.else_)
            named = [part for part in parts if not isinstance(part, Number)]
            nouns = {noun_of(part, name, place, judge).lower() for part in named}
            return nouns.pop() if len(nouns) == 1 else ""
        case Count(selector):
            test = selector.test
            if test.entry or test.is_:
                names = dict.fromkeys(called(one, judge) for one in test.entry or test.is_)
                return "" if "" in names else either(names)
            return either(_slot_called(slot, place) for slot in test.slot)
        case Distinct(per):
            if per == "entry":
                return gettext("different entries")
            return gettext("different kinds of {name}", name=per.replace("-", " "))
        case GreatestOf(value) | LeastOf(value):
            known = judge.book.ruleset.values.get(value)
            return known.title if known else value
        case Limit(limit):
            return judge.book.ruleset.limits[limit].title
        case Unassigned():
            return gettext("left over")
        case Outside(outside) if place.holder is not None:
            holder = place.holder.entry
            return noun_of(outside, holder.name if holder else "", place.holder, judge)
        case _:
            return ""


def is_counted(quantity: Quantity) -> bool:
    """Whether a quantity counts selections, perhaps among others: their names are singular."""
    match quantity:
        case Count():
            return True
        case Times(_, of):
            return is_counted(of)
        case Plus(parts):
            return any(map(is_counted, parts))
        case If(_, then, else_):
            return is_counted(then) or is_counted(else_)
        case Outside(outside):
            return is_counted(outside)
        case _:
            return False


def _slot_called(name: str, place: Place) -> str:
    """A slot's title at its holder."""
    titles = [slot.title for _, slot, _ in place.owned if slot.id == name and slot.title]
    return titles[0] if titles else name.replace("-", " ")


def called(name: str, judge: Judge) -> str:
    """The name of an entry or a keyword for players; empty if it has none.

    A keyword without a title is called by the names of its entries, if these are few.
    """
    for entries in judge.book.entries.values():
        if name in entries:
            return entries[name].name
    keyword = judge.book.keywords.get(name)
    if keyword is not None and keyword.title:
        return keyword.title
    known = [
        judge.book.entries[list_id][entry].name
        for list_id in judge.book.entries
        for entry in judge.root.index.called[list_id, Names((name,))]
    ]
    names = [*dict.fromkeys(known)]
    return either(names) if len(names) <= MOST_NAMED else ""
