"""Check of rules about plain entries: the verdict must not depend on how copies are split.

Ten copies of a plain entry may be one selection of ten or two of five. A rule that compares the
contents of one selection with a constant, or asks a condition of them, would judge the ten
otherwise than the fives: ``at most 8 shields`` fails once for ten bearers, never for two fives. A
number for each copy is the same either way.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.pointless_bounds import bounds_of, plain_number
from listbuilder.lint.reachability import ROSTER, Home, OfferEdge, Reachability
from listbuilder.lint.rules import Rule
from listbuilder.messages import gettext
from listbuilder.model.language import (
    Comparison,
    Condition,
    Count,
    Distinct,
    GreatestOf,
    If,
    LeastOf,
    Limit,
    LookUp,
    Outside,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
    Unassigned,
)
from listbuilder.rules.slots import NOWHERE, slot_constraints

OWN = frozenset({"self", "children", "below", "whole", "placed"})


class Shares(Enum):
    """The shares of a quantity that two halves of a split selection have."""

    NOTHING = "it is 0"
    SAME = "both have all of it"
    SPLIT = "each has a part"
    BENT = "neither"


def split_sensitive(
    game: Game, reachability: Reachability, rules: list[Rule]
) -> Iterator[Diagnostic]:
    """Yield the rules that compare one selection of a plain entry with a constant or condition."""
    plain = set(filter(_SplitSensitivity(reachability), reachability.entries))
    for rule in rules:
        asked = sorted({slotted.home for slotted in rule.asked} & plain)
        constraint = rule.constraint
        for home in asked:
            names = reachability.names(home)
            conditions = (constraint.when, constraint.for_ if not rule.owner else None)
            if _bends(constraint.require, names) or any(
                _is_own(condition, names)
                for condition in conditions
                if isinstance(condition, Test | Comparison)
            ):
                yield _diagnostic(rule.at, home)
                break
    for home in sorted(plain):
        entry = reachability.entries[home]
        at = game.entry_at(*home)
        for index, selector in enumerate(entry.requires):
            if _bends(Comparison(Count(selector), "at_least", 1), reachability.names(home)):
                yield _diagnostic(Location(at.file, f"{at.pointer}/requires/{index}"), home)
        for owner, slot in reachability.slots_of(home):
            names = reachability.names(home)
            for made in slot_constraints(owner, slot, NOWHERE):
                if _bends(made.require, names) or (made.when and _is_own(made.when, names)):
                    yield _diagnostic(game.where(slot), home)
                    break


def _diagnostic(at: Location, home: Home) -> Diagnostic:
    message = gettext(
        "“{home}” is plain: one selection of ten would be judged otherwise than two of five.",
        home=home[1],
    )
    return at.diagnostic("plain-judged", message)


class _SplitSensitivity:
    """Tells which entries may be split into several selections, or be one of several copies."""

    def __init__(self, reachability: Reachability) -> None:
        self._reachability = reachability
        self._known: dict[Home, bool] = {ROSTER: False}

    def __call__(self, home: Home) -> bool:
        """Tell of one entry; entries that can be inside themselves count as plain."""
        if home not in self._known:
            self._known[home] = True
            self._known[home] = not self._is_single(home) and not all(
                _once(edge, self._reachability) and not self(edge.holder)
                for edge in self._reachability.to(home)
            )
        return self._known[home]

    def _is_single(self, home: Home) -> bool:
        """Whether each copy is a selection of its own, or there is one at most."""
        return (
            self._reachability.is_own(home)
            or self._reachability.entries[home].caps.get("roster") == 1
        )


def _once(edge: OfferEdge, reachability: Reachability) -> bool:
    """Whether one copy of a holder takes at most one copy of an entry."""
    slot = edge.slot
    groups = [group for group in slot.groups if reachability.passes(group.test, edge.slotted)]
    most = [bounds_of(slot).most, bounds_of(edge.offer).most, *(bounds_of(g).most for g in groups)]
    each = plain_number(slot.each_max)
    return slot.per is None and min([*most, *([] if each is None else [each])]) <= 1


def _bends(comparison: Comparison, names: frozenset[str]) -> bool:
    """Whether a comparison may come out otherwise where a selection is split."""
    found = _share(comparison.quantity, names)
    allowed = _share(comparison.bound, names)
    if comparison.op == "multiple_of":
        return found in (Shares.SPLIT, Shares.BENT)
    return _together([found, allowed]) is Shares.BENT


def _share(quantity: Quantity, names: frozenset[str]) -> Shares:
    match quantity:
        case int() | Fraction():
            return Shares.SAME if quantity else Shares.NOTHING
        case Limit():
            return Shares.SAME
        case Count(selector) | Sum(_, selector):
            return _selected(selector, names)
        case Distinct(_, selector) | GreatestOf(_, selector) | LeastOf(_, selector):
            return _bent(_selected(selector, names))
        case Times(factor, of, rounding):
            share = _share(of, names) if factor else Shares.NOTHING
            return _bent(share) if rounding else share
        case Plus(parts):
            return _together([_share(part, names) for part in parts])
        case If(condition, then, else_):
            if _is_own(condition, names):
                return Shares.BENT
            return _together([_share(then, names), _share(else_, names)])
        case LookUp(_, row, column):
            return _bent(_together([Shares.SAME, _share(row, names), _share(column, names)]))
        case Outside():
            return Shares.SAME  # the holder is not split
        case Unassigned(selector, takers):
            most = [_share(taker.max, names) for taker in takers]
            return _bent(_together([_selected(selector, names), *most]))


def _bent(share: Shares) -> Shares:
    """Give the share of a number that is worked out of a quantity but not in proportion to it."""
    return Shares.BENT if share is Shares.SPLIT else share


def _together(shares: list[Shares]) -> Shares:
    """Give the share of quantities that are added up or compared."""
    kinds = {share for share in shares if share is not Shares.NOTHING}
    if not kinds:
        return Shares.NOTHING
    return kinds.pop() if len(kinds) == 1 else Shares.BENT


def _selected(selector: Selector, names: frozenset[str]) -> Shares:
    if selector.in_ in OWN or selector.in_ in names:
        return Shares.SPLIT
    return Shares.SAME


def _is_own(condition: Condition, names: frozenset[str]) -> bool:
    """Whether a condition depends on the contents of the selection itself."""
    if isinstance(condition, Comparison):
        shares = {_share(condition.quantity, names), _share(condition.bound, names)}
        return not shares.isdisjoint({Shares.SPLIT, Shares.BENT})
    if condition.has is not None:
        return True
    parts = [*condition.all_, *condition.any_, condition.not_, condition.under]
    return any(_is_own(part, names) for part in parts if part is not None)
