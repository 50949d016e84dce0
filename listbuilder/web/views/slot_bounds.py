"""Bounds of a slot, for the holder as it is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Group, Offer, Slot
from listbuilder.model.language import Names, Quantity, Selector, Sum, Test
from listbuilder.rules.arithmetic import LimitUnsetError
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place, passes
from listbuilder.rules.verbalise import verbaliser_of

MODELS = "size"
"""The built-in value that counts models."""


def most(judge: Judge, army: Army, node: Node, slot: Slot, places: Sequence[Place]) -> int | None:
    """Give the most copies that a slot takes in all; None where no plain number bounds them.

    Args:
        judge: the judge of the book.
        army: the holder's army.
        node: the holder.
        slot: a slot of the holder.
        places: the offers of the slot.
    """
    bounds = [_amount(judge, army, node, slot, bound) for bound in (slot.max, slot.exactly)]
    if len(places) == 1:
        bounds.append(most_of(judge, army, node, places[0]))
    return min([bound for bound in bounds if bound is not None], default=None)


def most_of(judge: Judge, army: Army, node: Node, place: Place) -> int | None:
    """Give the most copies of an entry that a slot takes; None where nothing plain bounds them."""
    slot = place.slot
    if slot is None:
        return None
    said: list[Quantity | None] = [slot.each_max]
    parts: list[Offer | Group] = [place.offer] if place.offer else []
    parts += [group for group in slot.groups if _is_in(judge, group, place)]
    for part in parts:
        said += [part.max, part.exactly]
        if isinstance(part, Group):
            said.append(part.each_max)
    bounds = [_amount(judge, army, node, slot, bound) for bound in said]
    caps = place.entry.caps.values() if place.entry else ()
    return min([bound for bound in (*bounds, *caps) if bound is not None], default=None)


def bounds_in_words(judge: Judge, army: Army, node: Node, slot: Slot, at_most: int | None) -> str:
    """Write a slot's copies of its bounds, and its cost of its budget."""
    least = slot.min if slot.exactly is None else slot.exactly
    few = _amount(judge, army, node, slot, least)
    held = sum(child.count for child in node.children if child.place.slot is slot)
    words: list[str] = []
    if few and few == at_most:
        words.append(gettext("{some} of {all}", some=held, all=few))
    elif few:
        words.append(
            gettext("{number}, at least {least}", number=held, least=few)
            if at_most is None
            else gettext("{number} of {least} to {most}", number=held, least=few, most=at_most)
        )
    elif at_most is not None:
        words.append(gettext("{some} of {all}", some=held, all=at_most))
    for value, bound in slot.budget.items():
        amount = _amount(judge, army, node, slot, bound)
        if amount is not None:
            title = (
                gettext("models")
                if value == MODELS
                else verbaliser_of(judge.book).value_title(value)
            )
            inside = Sum(value, Selector("children", Test(slot=Names((slot.id,))), whole=True))
            found = _amount(judge, army, node, slot, inside)
            words.append(
                gettext("{amount} of {allowed} {title}", amount=found, allowed=amount, title=title)
            )
    return joined(", ", words)


def _is_in(judge: Judge, group: Group, place: Place) -> bool:
    return judge.compiler.is_static(group.test) and passes(group.test, place)


def _amount(judge: Judge, army: Army, node: Node, slot: Slot, bound: Quantity | None) -> int | None:
    """Work out a bound of a slot; None where it has none, or its limit is not set."""
    if bound is None:
        return None
    if isinstance(bound, int | Fraction):
        return int(bound * (node.models if slot.per == "model" else node.count))
    try:
        return max(0, int(judge.compiler.amount(bound)(node, army)))
    except LimitUnsetError:
        return None
