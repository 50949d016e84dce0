"""Deltas: the single differences between two versions of a thing, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeVar

import attrs

from listbuilder.messages import Text, gettext, joined
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
    Selector,
    Sum,
    Test,
    Times,
    Unassigned,
    Value,
    Values,
)
from listbuilder.model.profiles import Alteration, Named
from listbuilder.rules.verbalise import Verbaliser


class Delta(NamedTuple):
    """A difference between two versions of a part of a game.

    Attributes:
        about: its topic, in a word: ``price``, ``option``, ``limit``, ``profile`` …
        text: the change in words: ``140 points, was 130``.
        old, new: the value before and after, in words; None where there is none.
    """

    about: str
    text: str
    old: str | None = None
    new: str | None = None


class Pair(NamedTuple):
    """The verbalisers of the two versions, which name their parts."""

    old: Verbaliser
    new: Verbaliser


class Identified(Protocol):
    """A part of a game with an id."""

    @property
    def id(self) -> str:
        """The id in the files."""


Thing = TypeVar("Thing", bound=Identified)
Key = TypeVar("Key")
Item = TypeVar("Item")


def diff_values(
    about: str, label: str, old: str | None, new: str | None, otherwise: bool = False
) -> Iterator[Delta]:
    """Compare two values that are written as words; no delta where they are the same.

    Args:
        about: the topic.
        label: text before the words, with a blank at its end.
        old: the old value in words.
        new: the new value in words.
        otherwise: the values differ, even if the words are the same.
    """
    if old == new:
        if otherwise:
            changed = gettext("changed")
            if not isinstance(label, Text):
                label = f"{label.rstrip(': ')} ".lstrip()
            yield Delta(about, joined("", (label, changed)), old, new)
        return
    if old is None:
        text = gettext("now {what}", what=joined("", (label, new or "")))
    elif new is None:
        text = gettext("no longer {what}", what=joined("", (label, old)))
    else:
        text = gettext("{new}, was {old}", new=joined("", (label, new)), old=old)
    yield Delta(about, text, old, new)


def diff_lists(
    about: str, label: str, old: Mapping[str, str], new: Mapping[str, str]
) -> Iterator[Delta]:
    """Yield the additions to a list, and the removals from it.

    Args:
        about: the topic.
        label: text before the words, with a blank at its end.
        old: the old list's parts with their names.
        new: the new list's parts with their names.
    """
    for key, name in new.items():
        if key not in old:
            yield Delta(about, gettext("gains {what}", what=joined("", (label, name))), None, name)
    for key, name in old.items():
        if key not in new:
            yield Delta(about, gettext("loses {what}", what=joined("", (label, name))), name, None)
    if old.keys() == new.keys() and [*old] != [*new]:
        names = joined(", ", old.values()), joined(", ", new.values())
        what = joined("", (label, names[1]))
        yield Delta(about, gettext("{what}, in this order", what=what), *names)


def prefixed(label: str, deltas: Iterable[Delta]) -> Iterator[Delta]:
    """Put the name of a part of the subject before the words of deltas."""
    for delta in deltas:
        yield delta._replace(text=joined(": ", (label, delta.text)))


def plainly(names: Iterable[str]) -> dict[str, str]:
    """Map names to themselves, for lists of plain names."""
    return {name: name for name in names}


def diff_names(
    pair: Pair, about: str, label: str, old: Iterable[Named], new: Iterable[Named]
) -> Iterator[Delta]:
    """Yield the additions to a list of names on cards, and the removals."""
    before = plainly(map(pair.old.named, old))
    yield from diff_lists(about, label, before, plainly(map(pair.new.named, new)))


def diff_alterations(
    pair: Pair, old: Iterable[Alteration], new: Iterable[Alteration]
) -> Iterator[Delta]:
    """Compare alterations of profiles."""
    before = plainly(map(pair.old.alteration, old))
    yield from diff_lists("profile", "", before, plainly(map(pair.new.alteration, new)))


def matched(
    old: Mapping[Key, Item], new: Mapping[Key, Item]
) -> Iterator[tuple[Key, Item | None, Item | None]]:
    """Yield the pairs of equal keys in the newer version's order, then the removed ones."""
    for key in dict.fromkeys((*new, *old)):
        yield key, old.get(key), new.get(key)


def things_by_id(things: Iterable[Thing]) -> dict[str, Thing]:
    """Map ids to their parts."""
    return {thing.id: thing for thing in things}


def diff_mappings(pair: Pair, old: Values, new: Values, costs: frozenset[str]) -> Iterator[Delta]:
    """Compare the values that a part carries.

    Args:
        pair: the verbalisers.
        old: the old values.
        new: the new values.
        costs: names of the values that are prices.
    """
    for name, before, after in matched(old, new):
        was = None if before is None else pair.old.value(before)
        now = None if after is None else pair.new.value(after)
        about, title = "price" if name in costs else "value", pair.new.value_title(name)
        if was is not None and now is not None and was != now:
            amount = joined(" ", (now, title))
            yield Delta(about, gettext("{new}, was {old}", new=amount, old=was), was, now)
        else:
            gone, come = (None if one is None else joined(" ", (one, title)) for one in (was, now))
            yield from diff_values(about, "", gone, come, before != after)


def diff_fields(
    pair: Pair, old: Any, new: Any, fields: Mapping[str, tuple[str, str]], done: Sequence[str] = ()
) -> Iterator[Delta]:
    """Compare the attributes of two records of one class.

    No attribute is left out: one without words of its own is told as changed.

    Args:
        pair: the verbalisers.
        old: the old record.
        new: the new record.
        fields: the topic of an attribute, and the label before its words.
        done: attributes without interest, or that the caller tells.
    """
    for field in attrs.fields(type(new)):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if field.name in done or before == after:
            continue
        plain = field.name.rstrip("_").replace("_", " ")
        about, label = fields.get(field.name, (plain, f"{plain}: "))
        if isinstance(before, tuple) and isinstance(after, tuple):  # of paragraphs, the changed
            before, after = _without(before, after), _without(after, before)
        yield from diff_values(about, label, said(pair.old, before), said(pair.new, after), True)


def _without(some: tuple[Any, ...], others: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(one for one in some if one not in others)


def said(words: Verbaliser, value: Any) -> str | None:
    """Write any value of a file in words; None where there is no value, or there are no words."""
    match value:
        case None | () | "":
            return None
        case bool():
            return gettext("yes") if value else gettext("no")
        case str():
            return f"“{value}”"
        case int() | Fraction() | Count() | Sum() | Distinct() | GreatestOf() | LeastOf():
            return words.quantity(value)
        case Limit() | Times() | Plus() | If() | LookUp() | Outside() | Unassigned():
            return words.quantity(value)
        case Test() | Comparison():
            return words.condition(value)
        case Selector():
            return words.selector(value)
        case Value():
            return words.value(value)
        case tuple():
            parts = [said(words, part) for part in value]
            return None if None in parts else joined("; ", filter(None, parts))
        case _:
            return None
