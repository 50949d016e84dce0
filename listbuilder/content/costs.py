"""Costs of selections with their options, and of one copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from listbuilder.findings import written
from listbuilder.messages import joined
from listbuilder.model.language import Number, Quantity, Sum, Value
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.measure import own


@attrs.frozen
class CostView:
    """A total of the whole army.

    Attributes:
        title: the cost's title.
        amount: the amount used.
        allowed: the amount allowed by a rule over the roster; empty without a rule.
        share: the amount used in percent of the amount allowed, at most 100; 0 without a rule.
        over: whether more is used than allowed.
    """

    title: str
    amount: str
    allowed: str = ""
    share: int = 0
    over: bool = False


PricedLine = Sequence[Node]
"""A selection, then the contents that are priced with it."""


def total_costs(judge: Judge, verdict: Verdict, checks: Iterable[Check]) -> Iterator[CostView]:
    """Yield the first cost's total, and further totals that are not 0 or have a limit.

    Args:
        judge: the judge of the roster's book.
        verdict: its verdict on the roster.
        checks: the checks whose numbers sheets show (``rules.measure.used``).
    """
    allowed: dict[Quantity, Number] = {}
    for check in checks:
        if check.node is verdict.army.root and check.constraint.require.op == "at_most":
            allowed.setdefault(check.constraint.require.quantity, check.allowed)
    for index, (name, cost) in enumerate(verdict.costs.items()):
        if index == 0 or cost or name in verdict.army.limits:
            title = judge.book.ruleset.values[name].title
            most = allowed.get(Sum(name))
            if most is None:
                yield CostView(title, written(cost))
            else:
                share = min(100, int(100 * cost / most)) if most else 0
                yield CostView(title, written(cost), written(most), share, cost > most)


def price(judge: Judge, army: Army, groups: Sequence[PricedLine]) -> dict[str, Number]:
    """Add up each cost over all selections."""
    return {
        name: sum(own(judge, army, node, name) for priced in groups for node in priced)
        for name, value in judge.book.ruleset.values.items()
        if value.cost
    }


def price_each(
    judge: Judge, army: Army, groups: Sequence[PricedLine]
) -> dict[str, Fraction] | None:
    """Work out the cost of one copy in selections of one kind, of which there is at least one.

    Returns:
        None if copies cost different amounts: only some have an option, or prices go by steps.
    """
    found: list[dict[str, Fraction]] = []
    for priced in groups:
        total, copies = price(judge, army, [priced]), priced[0].count
        if copies > 1 and not _even(priced, total):
            return None
        found.append({name: Fraction(cost) / copies for name, cost in total.items()})
    return found[0] if all(each == found[0] for each in found) else None


def write_costs(book: Book, costs: Mapping[str, Number]) -> str:
    """Write costs with their names, without those that are 0; empty if all are."""
    values = book.ruleset.values
    return joined(
        ", ",
        [
            joined(" ", (written(cost), unit_of(values[name].title, cost)))
            for name, cost in costs.items()
            if cost
        ],
    )


def unit_of(title: str, amount: Number) -> str:
    """The unit of an amount: the title, which is plural, or its singular for 1: ``1 point``."""
    return title.removesuffix("s") if amount == 1 else title


def _even(priced: PricedLine, names: Mapping[str, Number]) -> bool:
    """Tell whether every copy has every option, at the same price for each copy."""
    return all(
        node.count == priced[0].count
        and all(_plain(node.place.value(name) or Value()) for name in names)
        for node in priced
    )


def _plain(value: Value) -> bool:
    return not value.steps and value.once == 0
