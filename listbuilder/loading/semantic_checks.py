"""Semantic checks of a file of the right form: rules that can't be evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.loading.circles import circles
from listbuilder.loading.input_limits import MOST_LIKE
from listbuilder.loading.json_pointer import token
from listbuilder.loading.names import quoted
from listbuilder.loading.problems import Meant, Problem
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Keyword, Slot
from listbuilder.model.language import Comparison, Condition, Selector, Sum, Test, Value
from listbuilder.model.ruleset import Part, Ruleset
from listbuilder.record import records_in


def semantic_problems(part: Part, others: Sequence[Part] = ()) -> Iterator[Problem]:
    """Yield problems that make a part of a book unusable though its form is right.

    Args:
        part: the ruleset, or a catalogue.
        others: the other parts of its book.
    """
    yield from _underivable(part)
    yield from _changing_offers(part)
    yield from _changing_kinds(part)
    yield from _copied_units(part)
    yield from circular_values(part, others)


def circular_values(part: Part, others: Sequence[Part]) -> Iterator[Problem]:
    """Yield the values of a part that depend on themselves, directly or through other values."""
    derived = list(_values(part))
    if not derived:
        return
    rings = {
        name
        for known in (part, *others)
        for _, slot in _slots(known)
        if slot.ring is not None
        for name in _summed(slot.ring)
    }

    def read_by(value: Value) -> set[str]:
        looks_beside = any(
            isinstance(node, Selector) and node.in_ == "beside" for node in records_in(value)
        )
        return _summed(value) | (rings if looks_beside else set())

    reads: dict[str, set[str]] = {}
    for known in (part, *others):
        for _, name, value in _values(known):
            reads.setdefault(name, set()).update(read_by(value))
    circle = circles(reads)
    for pointer, name, value in derived:
        if any(circle[read] == circle[name] for read in read_by(value)):
            message = gettext(
                "{name} is made of itself, if only through other values.", name=quoted(name)
            )
            yield Problem("value-reads-itself", message, pointer)


def _underivable(part: Part) -> Iterator[Problem]:
    """Yield the entries that can't be completed: like an unknown entry, or like themselves."""
    likes = {entry.id: entry.like for entry in part.entries}
    for index, entry in enumerate(part.entries):
        at = f"/entries/{index}/like"
        if entry.like is not None and entry.like not in likes:
            message = gettext("No entry of this file is called {like}.", like=quoted(entry.like))
            yield Problem("unknown-entry", message, at, meant=Meant(entry.like, likes))
        through: list[str] = []
        base = entry.like
        while base is not None and base not in through and len(through) <= MOST_LIKE:
            through.append(base)
            base = likes.get(base)
        if entry.id in through:
            yield Problem(
                "like-itself", gettext("{id} is like itself, in the end.", id=quoted(entry.id)), at
            )
        elif len(through) > MOST_LIKE:
            message = gettext(
                "{id} is like more than {most_like} others, each through the next.",
                id=quoted(entry.id),
                most_like=MOST_LIKE,
            )
            yield Problem("like-too-many", message, at)


def _changing_offers(part: Part) -> Iterator[Problem]:
    for pointer, slot in _slots(part):
        for index, offer in enumerate(slot.offers):
            if not _fixed(offer.test):
                message = gettext(
                    "What a slot offers can't hang on the roster: say it in a constraint."
                )
                yield Problem("changing-offer", message, f"{pointer}/offers/{index}")


def _changing_kinds(part: Part) -> Iterator[Problem]:
    for name, kind in part.kinds.items() if isinstance(part, Ruleset) else ():
        if any(map(_asks_around, records_in(kind.test))):
            message = gettext(
                "What is of a kind is so everywhere: ask what an entry is, nothing else."
            )
            yield Problem("changing-kind", message, f"/kinds/{token(name)}")


def _copied_units(part: Part) -> Iterator[Problem]:
    """Yield the entries with a size whose selections may have several copies."""
    entries = {entry.id: entry for entry in part.entries}
    for index, entry in enumerate(part.entries):
        said = [entry]
        while (base := entries.get(said[-1].like or "")) is not None and len(said) <= MOST_LIKE:
            said.append(base)
        copies = next((one.copies for one in said if one.copies is not None), 1)
        if copies > 1 and any(one.size for one in said):
            message = gettext(
                "{id} has a size, so each selection is one unit.", id=quoted(entry.id)
            )
            yield Problem("unit-with-copies", message, f"/entries/{index}/copies")


def _asks_around(node: object) -> bool:
    """Whether a part of a test asks about more than the entry itself."""
    if isinstance(node, Test):
        asked = (node.slot, node.choice, node.first_list, node.has, node.under)
        return any(asked)
    return isinstance(node, Comparison)


def _fixed(condition: Condition) -> bool:
    """Whether a condition depends on places alone, not on numbers or choices."""
    if isinstance(condition, Comparison) or condition.has is not None:
        return False
    if condition.choice or condition.first_list:
        return False
    parts = [*condition.all_, *condition.any_, condition.under, condition.not_]
    return all(_fixed(part) for part in parts if part is not None)


def _slots(part: Part) -> Iterator[tuple[str, Slot]]:
    for pointer, owner in _owners(part):
        for index, slot in enumerate(owner.slots):
            yield f"{pointer}/slots/{index}", slot


def _values(part: Part) -> Iterator[tuple[str, str, Value]]:
    """Yield the values that depend on others, each with its pointer and name."""
    for pointer, owner in _owners(part):
        carriers: list[tuple[str, Mapping[str, Value]]] = []
        if isinstance(owner, Entry | Keyword):
            carriers.append((pointer, owner.values))
        for number, slot in enumerate(owner.slots):
            for index, offer in enumerate(slot.offers):
                carriers.append((f"{pointer}/slots/{number}/offers/{index}", offer.values))
        for place, values in carriers:
            for name, value in values.items():
                if value.once and not isinstance(value.once, int):
                    yield f"{place}/values/{token(name)}", name, value


def _owners(part: Part) -> Iterator[tuple[str, Entry | Keyword | Ruleset]]:
    for index, entry in enumerate(part.entries):
        yield f"/entries/{index}", entry
    for name, keyword in part.keywords.items():
        yield f"/keywords/{token(name)}", keyword
    if isinstance(part, Ruleset):
        yield "", part


def _summed(asked: Value | Condition) -> set[str]:
    return {node.sum for node in records_in(asked) if isinstance(node, Sum)}
