"""Numbers that odds start from, read from a roster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.model.language import Number
from listbuilder.model.odds import Figured
from listbuilder.rules.arithmetic import LimitUnsetError
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.printed_numbers import number_in
from listbuilder.rules.profiles import ProfileReader


def starting_number(judge: Judge, army: Army, node: Node, figured: Figured) -> Number | None:
    """Work out a starting number at a selection or at the root; None where nothing tells it."""
    if figured.quantity is None and figured.profile is None:
        return figured.suppose
    found: Sequence[Node] = (node,)
    if figured.of is not None:
        found = judge.compiler.select(figured.of)(node, army)
    found = [other for other in found if _fits(judge, army, other, figured)]
    if figured.quantity is not None:
        amount = judge.compiler.amount(figured.quantity)
        try:
            return sum(amount(other, army) for other in found)
        except LimitUnsetError:
            return None
    column = figured.profile or ""
    numbers = [number for other in found for number in in_profiles(judge, army, other, column)]
    match figured.take:
        case "sum":
            return sum(numbers)
        case "least":
            return min(numbers, default=None)
        case "most":
            return max(numbers, default=None)


def in_profiles(judge: Judge, army: Army, node: Node, column: str) -> Iterator[int]:
    """Yield the numbers in a column of a selection's profiles; words are skipped.

    The profiles of each variant of the copies are read.
    """
    reader = ProfileReader(judge, army)
    for variant in reader.equipment.variants(node):
        profiles = reader.models(node, variant.options), reader.gear(node, variant.options)
        for profile in (*profiles[0], *profiles[1]):
            if (number := number_in(profile.values.get(column))) is not None:
                yield number


def _fits(judge: Judge, army: Army, node: Node, figured: Figured) -> bool:
    return all(
        [*in_profiles(judge, army, node, name)][:1] == [only] for name, only in figured.only.items()
    )
