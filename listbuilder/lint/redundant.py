"""Check of pairs of rules about the same number: one makes the other idle or impossible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from listbuilder.findings import Severity
from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.pointless_bounds import UNBOUNDED, bounds_of, plain_number
from listbuilder.lint.reachability import Home, Reachability
from listbuilder.lint.rules import Rule
from listbuilder.messages import gettext
from listbuilder.model.entries import Slot
from listbuilder.model.language import Comparison, Count, Names, Number, Selector, Test


def redundant(rules: Iterable[Rule]) -> Iterator[Diagnostic]:
    """Yield the rules that always hold, hold because of another, or can't hold beside another."""
    alike: dict[object, list[Rule]] = {}
    for rule in rules:
        require = rule.constraint.require
        if _always(require):
            yield rule.at.diagnostic(
                "idle-bound", gettext("This always holds."), f"/require/{require.op}"
            )
        key = rule.owner, rule.constraint.for_, require.quantity, require.per
        alike.setdefault(key, []).append(rule)
    for group in alike.values():
        for first, second in combinations(group, 2):
            yield from _pair(first, second)


def overridden(
    game: Game, reachability: Reachability, rules: Iterable[Rule]
) -> Iterator[Diagnostic]:
    """Yield bounds of slots that a rule about all their holders makes idle or impossible."""
    holders: dict[int, tuple[Slot, set[Home]]] = {}
    for holder in reachability.held:
        for _, slot in reachability.slots_of(holder):
            holders.setdefault(id(slot), (slot, set()))[1].add(holder)
    plain = [rule for rule in rules if _is_certain(rule)]
    for slot, homes in holders.values():
        counted = Count(Selector("children", Test(slot=Names((slot.id,)))))
        own = [rule for rule in plain if rule.constraint.require.quantity == counted]
        for rule in own if slot.per is None else ():
            if all(_is_asked(rule, home, reachability) for home in homes):
                single = all(reachability.is_own(home) for home in homes)
                yield from _beside(game.where(slot), slot, rule, single)


def _is_certain(rule: Rule) -> bool:
    """Whether a rule is an unconditional error and compares with a plain number."""
    said = rule.constraint
    grave = said.when is None and said.severity is Severity.ERROR
    return grave and said.require.per is None and _is_number(said.require)


def _is_asked(rule: Rule, home: Home, reachability: Reachability) -> bool:
    """Whether a rule is asked of an entry in all its slots."""
    test = rule.constraint.for_
    if isinstance(test, Test | Comparison):
        return all(reachability.passes(test, slotted) for slotted in reachability.slotted[home])
    return any(slotted.home == home for slotted in rule.asked)


def _beside(at: Location, slot: Slot, rule: Rule, single: bool) -> Iterator[Diagnostic]:
    """Compare the bounds of a slot with a rule about the slot.

    Args:
        at: the slot's location.
        slot: the slot.
        rule: a rule about the number of selections in the slot.
        single: each holder is one copy; else the slot's bounds are for each of several copies.
    """
    own, (least, most) = bounds_of(slot), _range(rule.constraint.require)
    by = f"“{rule.constraint.id}”"
    if most is not None and own.most < UNBOUNDED and most <= own.most:
        message = gettext("{by} allows {most} at most: this is never reached.", by=by, most=most)
        yield at.diagnostic("idle-bound", message, f"/{own.most_key}")
    if single and least is not None and own.least > 0 and least >= own.least:
        message = gettext(
            "{by} asks for {least} at least: this is always kept.", by=by, least=least
        )
        yield at.diagnostic("idle-bound", message, f"/{own.least_key}")
    if (most is not None and most < own.least) or (
        single and least is not None and least > own.most
    ):
        key = own.least_key if most is not None and most < own.least else own.most_key
        yield at.diagnostic(
            "min-over-max", gettext("With {by} it can't be kept.", by=by), f"/{key}"
        )


def _pair(first: Rule, second: Rule) -> Iterator[Diagnostic]:
    """Compare two rules about the same number of the same selections."""
    if _goes_for(first, second) and _implies(first, second):
        redundant, other = second, first
    elif _goes_for(second, first) and _implies(second, first):
        redundant, other = first, second
    else:
        if _conflict(first, second) and (_goes_for(first, second) or _goes_for(second, first)):
            message = gettext("With “{id}” it can't be kept.", id=first.constraint.id)
            step = f"/require/{second.constraint.require.op}"
            yield second.at.diagnostic("min-over-max", message, step)
        return
    message = gettext("“{id}” asks for as much already.", id=other.constraint.id)
    yield redundant.at.diagnostic(
        "idle-bound", message, f"/require/{redundant.constraint.require.op}"
    )


def _goes_for(one: Rule, other: Rule) -> bool:
    """Whether one rule is asked wherever the other is, with at least the other's severity."""
    severity = one.constraint.severity
    grave = severity is Severity.ERROR or severity is other.constraint.severity
    return grave and one.constraint.when in (None, other.constraint.when)


def _implies(one: Rule, other: Rule) -> bool:
    own, its = one.constraint.require, other.constraint.require
    if own.op == its.op and own.bound == its.bound:
        return True
    if own.op == "multiple_of" or its.op == "multiple_of":
        return False
    least, most = _range(own)
    wide_least, wide_most = _range(its)
    if not (_is_number(own) and _is_number(its)):
        return False
    return (wide_least is None or (least is not None and least >= wide_least)) and (
        wide_most is None or (most is not None and most <= wide_most)
    )


def _conflict(first: Rule, second: Rule) -> bool:
    one, other = first.constraint.require, second.constraint.require
    if not (_is_number(one) and _is_number(other)) or "multiple_of" in (one.op, other.op):
        return False
    (least, most), (low, high) = _range(one), _range(other)
    return (least is not None and high is not None and least > high) or (
        low is not None and most is not None and low > most
    )


def _is_number(comparison: Comparison) -> bool:
    return plain_number(comparison.bound) is not None


def _range(comparison: Comparison) -> tuple[Number | None, Number | None]:
    """Give the least and the greatest number that a comparison with a plain number allows."""
    bound = plain_number(comparison.bound)
    least = bound if comparison.op in ("at_least", "exactly") else None
    most = bound if comparison.op in ("at_most", "exactly") else None
    return least, most


def _always(comparison: Comparison) -> bool:
    """Whether a comparison holds in all rosters: of two plain numbers, or of a count with 0."""
    bound = plain_number(comparison.bound)
    if bound is None:
        return False
    if plain_number(comparison.quantity) is not None:
        return True
    counts = isinstance(comparison.quantity, Count)
    none = comparison.op == "at_least" and bound <= 0
    return counts and (none or (comparison.op == "multiple_of" and bound == 1))
