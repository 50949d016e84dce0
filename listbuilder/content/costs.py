"""What selections cost with their options, and what one copy does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import attrs

from listbuilder.findings import written
from listbuilder.model.language import Number, Value
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.measure import own


@attrs.frozen
class CostView:
    """What the roster costs; ``allowed`` is empty where no limit says."""

    title: str
    amount: str
    allowed: str = ""


Bundle = Sequence[Node]
"""A selection, then all that is priced with it."""


def price(judge: Judge, army: Army, bundles: Sequence[Bundle]) -> dict[str, Number]:
    """Add up each cost."""
    return {
        name: sum(own(judge, army, node, name) for bundle in bundles for node in bundle)
        for name, value in judge.book.ruleset.values.items()
        if value.cost
    }


def price_each(judge: Judge, army: Army, bundles: Sequence[Bundle]) -> dict[str, Fraction] | None:
    """What one copy costs of selections of one kind; there is at least one.

    Returns:
        None where copies don't all cost the same: only some have an option, or prices rise.
    """
    found: list[dict[str, Fraction]] = []
    for bundle in bundles:
        total, copies = price(judge, army, [bundle]), bundle[0].count
        if copies > 1 and not _even(bundle, total):
            return None
        found.append({name: Fraction(cost) / copies for name, cost in total.items()})
    return found[0] if all(each == found[0] for each in found) else None


def write_costs(book: Book, costs: Mapping[str, Number]) -> str:
    """Write costs with their names, without those that are nothing; empty if all are."""
    values = book.ruleset.values
    return ", ".join(
        f"{written(cost)} {values[name].title}" for name, cost in costs.items() if cost
    )


def _even(bundle: Bundle, names: Mapping[str, Number]) -> bool:
    """Tell whether every copy has every option, at prices that are the same for each."""
    return all(
        node.count == bundle[0].count
        and all(_plain(node.place.value(name) or Value()) for name in names)
        for node in bundle
    )


def _plain(value: Value) -> bool:
    return not value.steps and value.fixed == 0
