"""Potential: the entries that could stand at a place in any legal roster.

The answer is "no" only if it is certain: if a rule of the entry needs a selection or a keyword that
could stand nowhere around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from listbuilder.findings import Severity
from listbuilder.model.language import (
    NO_NAMES,
    Comparison,
    Condition,
    Count,
    If,
    Number,
    Plus,
    Quantity,
    Selector,
    Test,
    Times,
)
from listbuilder.model.memo import memoised
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place, is_static, passes

DEEPEST = 4
"""The levels of slots within slots that are searched below a place."""


@memoised
def may_stand(judge: Judge, place: Place) -> bool:
    """Whether some roster could keep the rules that are always asked of an entry at a place."""
    return not any(
        rule.when is None
        and rule.severity is Severity.ERROR
        and scope is None
        and _is_hopeless(judge, rule.require, place)
        for rule, scope in judge.rules_at(place)
    )


def offered_to(judge: Judge, place: Place) -> Iterator[Place]:
    """Yield the places that the slots of a place offer, without those never legal there."""
    return (child for child in place.offered() if may_stand(judge, child))


def is_chosen_away(judge: Judge, place: Place, choices: Mapping[str, str]) -> bool:
    """Whether a rule that depends on the roster's choices alone allows no copy at a place."""
    return any(
        rule.severity is Severity.ERROR
        and scope is None
        and _allows_none(rule.require)
        and rule.when is not None
        and decided(rule.when, choices) is True
        for rule, scope in judge.rules_at(place)
    )


def _allows_none(require: Comparison) -> bool:
    counted = require.quantity
    itself = isinstance(counted, Count) and counted.count.in_ == "self"
    return itself and require.op in ("at_most", "exactly") and require.bound == 0


def decided(condition: Condition, choices: Mapping[str, str]) -> bool | None:
    """Whether a condition holds, if choices alone decide it; None: they don't."""
    if not isinstance(condition, Test):
        return None
    test = condition
    if test.is_ or test.entry or test.slot or test.has is not None or test.under is not None:
        return None
    if test.first_list or test.printed is not None:
        return None
    parts: list[bool | None] = [choices.get(key) == option for key, option in test.choice]
    parts += [decided(part, choices) for part in test.all_]
    if test.any_:
        ways = [decided(part, choices) for part in test.any_]
        parts.append(True if True in ways else None if None in ways else False)
    if test.not_ is not None:
        no = decided(test.not_, choices)
        parts.append(None if no is None else not no)
    return False if False in parts else None if None in parts else True


def _is_hopeless(judge: Judge, require: Comparison, place: Place) -> bool:
    needs = require.op == "at_least" and isinstance(require.bound, Number) and require.bound > 0
    return needs and require.per is None and not _may_be(judge, require.quantity, place)


def _may_be(judge: Judge, quantity: Quantity, place: Place) -> bool:
    """Whether a quantity asked at a place could be more than 0."""
    match quantity:
        case int():
            return quantity > 0
        case Count(selector):
            return _may_find(judge, selector, place)
        case If(Test() as test, then, else_) if is_static(test, judge.compiler.moving):
            return _may_be(judge, then if passes(test, place) else else_, place)
        case If(_, then, else_):
            return _may_be(judge, then, place) or _may_be(judge, else_, place)
        case Plus(parts):
            return any(_may_be(judge, part, place) for part in parts)
        case Times(factor, of) if factor > 0:
            return _may_be(judge, of, place)
        case _:
            return True


def _may_find(judge: Judge, selector: Selector, place: Place) -> bool:
    if selector.in_ == "parent":
        found = iter([] if place.holder is None or place.holder.entry is None else [place.holder])
    elif selector.in_ in judge.book.keywords:
        around = next((one for one in place.around() if selector.in_ in one.keywords), None)
        if around is None and any(one.entry and one.slot is None for one in place.around()):
            return True  # the place is asked by itself: what would be around it is not known
        found = iter([]) if around is None else _inside(around, DEEPEST)
    else:
        return True
    return any(_may_pass(judge, selector.test, one) for one in found)


def _inside(place: Place, depth: int) -> Iterator[Place]:
    yield place
    if depth:
        for child in place.offered():
            yield from _inside(child, depth - 1)


def _may_pass(judge: Judge, test: Test, place: Place) -> bool:
    """Whether a selection at a place could pass a test, perhaps by keywords that mounts give."""
    moving = judge.compiler.moving
    changed = {name for part in judge.book.parts() for one in part.changes for name in one.becomes}
    if test.is_ and changed.isdisjoint(test.is_):
        names = place.keywords.union(*(child.becomes for child in place.offered()))
        if names.isdisjoint(test.is_):
            return False
    rest = attrs.evolve(test, is_=NO_NAMES)
    return not is_static(rest, moving) or passes(rest, place)
