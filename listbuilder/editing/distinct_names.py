"""Naming a selection unambiguously."""

from __future__ import annotations

from collections import Counter

from listbuilder.editing.find import number_of
from listbuilder.messages import gettext, joined
from listbuilder.rules.army import Army, Node
from listbuilder.rules.explain import told

MOST_NAMED = 4
"""The most followers that are named, who go with a selection."""


def named(node: Node, army: Army, *, copies: bool = False) -> str:
    """Write a selection's name, with its number where others have the same name.

    Args:
        node: the selection.
        army: the selection's army.
        copies: write the number of copies, too.
    """
    return joined("", (number_of_twin(node, army), _many(node, copies), told(node, army)))


def number_of_twin(node: Node, army: Army) -> str:
    """The number that tells a selection from others of its name, as ``numbered``; empty: none."""
    if "names" not in army.worked:
        army.worked["names"] = Counter(told(one, army) for one in army.nodes)
    return numbered(number_of(node)) if army.worked["names"][told(node, army)] > 1 else ""


def named_option(node: Node, army: Army, *, copies: bool = False) -> str:
    """A selection's name; its number only where its bearer, who is told too, holds two of it."""
    entry, holder = node.place.entry, node.holder
    if entry is None or holder is None or node.place.is_piece or not holder.name:
        return named(node, army, copies=copies)
    has_twin = sum(one.name == node.name for one in holder.children) > 1
    number = numbered(number_of(node)) if has_twin else ""
    return joined("", (number, _many(node, copies), node.name))


def _many(node: Node, copies: bool) -> str:
    return f"{node.count} × " if copies and node.count > 1 else ""


def numbered(number: str) -> str:
    """Write a number before a name: ``1.2 ``, or ``2. ``, which nobody takes for two copies."""
    return f"{number}. " if number.isdecimal() else f"{number} "


def some_of(copies: int, node: Node, army: Army) -> str:
    """Write that some copies of a selection are meant: ``1 of 4 × Orc (1.2.3)``."""
    called = gettext(
        "{some} of {unit}", some=copies, unit=joined("", (_many(node, True), node.name))
    )
    if number_of_twin(node, army):
        return gettext("{unit} ({holder})", unit=called, holder=number_of(node))
    return called


def is_own(node: Node) -> bool:
    """Whether a player has named a selection or written notes on it: others are removed first."""
    return bool(node.selection.name or node.selection.notes)


def with_followers(called: str, node: Node) -> str:
    """Name those who go with a selection and have cards of their own: a warband, detachments."""
    followers: Counter[str] = Counter()
    for one in node.children:
        if one.place.slot is not None and one.place.slot.cards:
            followers[one.name] += one.count
    if not followers:
        return called
    if len(followers) > MOST_NAMED:
        return gettext("{unit} (with everything in it)", unit=called)
    others = ", ".join(f"{many} × {name}" if many > 1 else name for name, many in followers.items())
    return gettext("{unit} (with {others})", unit=called, others=others)
