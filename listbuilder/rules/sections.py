"""Sections: selections at which others are placed, as the rules say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from listbuilder.model.language import Comparison, Constraint, Quantity, Selector
from listbuilder.model.memo import memoised
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import sums
from listbuilder.rules.places import Place


def asks(rule: Constraint, in_: str) -> bool:
    """Whether a rule compares counts or sums with a scope, such as ``at`` or ``placed``."""
    return any(selector.in_ == in_ for selector in _selectors(rule.require))


def _selectors(comparison: Comparison) -> Iterator[Selector]:
    sides: tuple[Quantity, ...] = (comparison.quantity, comparison.bound)
    for side in sides:
        for _, selector, _ in sums(side, lambda condition: True):
            yield selector


@memoised
def is_section(judge: Judge, place: Place) -> bool:
    """Whether selections at a place are sections: a rule limits what is placed at them."""
    return any(
        asks(rule, "placed") and rule.require.op == "at_most" for rule, _ in judge.rules_at(place)
    )


def sections(judge: Judge, army: Army) -> Iterator[Node]:
    """Yield the selections at which others are placed."""
    yield from filter(partial(_is_one, judge), army.nodes)


def _is_one(judge: Judge, node: Node) -> bool:
    return is_section(judge, node.place)
