"""The rules that bound copies and models: in the roster, in a holder, at a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.findings import Severity
from listbuilder.model.language import (
    ALWAYS,
    MODELS,
    Comparison,
    Condition,
    Constraint,
    Count,
    Number,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
)
from listbuilder.model.memo import Memo
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.rules.slots import COPIES
from listbuilder.solve.domains.copy_limits import Allowance, HolderLimit
from listbuilder.solve.domains.implied_bounds import implied_bounds
from listbuilder.solve.domains.intervals import IntervalAnalysis


class BoundingRules:
    """Reads the rules of one book as limits, each place once.

    Attributes:
        asked: the rules without an open condition: they hold for every selection at a place.
        of_holder: the limits that rules put on the contents of a holder.
        sizes: for each rule on the models of a selection, the fewest and most that it allows.
        counts: pairs of a test and the most copies in the whole roster that may pass it.
        allowances: limits on sums, by the name of the value, or of the rule and the value.
    """

    def __init__(self, judge: Judge, intervals: IntervalAnalysis) -> None:
        self._judge = judge
        self._intervals = intervals
        self.asked: Memo[Place, list[Constraint]] = Memo(lambda place: list(self._asked_at(place)))
        self.of_holder: Memo[Place, list[HolderLimit]] = Memo(
            lambda place: list(self._holder_limits(place))
        )
        self.sizes: Memo[Place, list[tuple[Quantity, Quantity]]] = Memo(
            lambda place: list(self._sizes_of(place))
        )
        self.counts: list[tuple[Test, Number]] = []
        self.allowances: dict[str, Allowance] = {}

    def caps(self, place: Place) -> Iterator[tuple[str, Number]]:
        """Yield the caps on the entry at a place: the keyword of the scope, and the most copies."""
        for rule, scope in self._judge.rules_at(place):
            bound = rule.require.bound
            if scope is not None and isinstance(bound, Number):
                yield scope, bound

    def _sizes_of(self, place: Place) -> Iterator[tuple[Quantity, Quantity]]:
        """Yield for each rule on the models of a selection the fewest and most that it allows."""
        for rule in self.asked[place]:
            require = rule.require
            if require.per is None:
                if require.op in ("at_least", "exactly") and require.quantity == MODELS:
                    yield require.bound, MODELS
                most = self._implied(rule, place)
                yield from ((MODELS, bound) for found, bound in most if found == MODELS)

    def _holder_limits(self, place: Place) -> Iterator[HolderLimit]:
        """Yield the limits that rules put on the contents of a holder."""
        for rule in self.asked[place]:
            if rule.require.per in (None, "entry"):
                for found, bound in self._implied(rule, place):
                    yield from self._holder_limit(found, bound, rule.require.per, place)

    def _holder_limit(
        self, found: Count | Sum, bound: Quantity, per: str | None, place: Place
    ) -> Iterator[HolderLimit]:
        """Yield the limit that a bound on a count or a sum sets, if it counts contents."""
        value: str | None = None
        match found:
            case Count(Selector("children", Test() as test, False as with_contents)):
                pass
            case Sum(name, Selector("children", Test() as test, with_contents)) if (
                self._intervals.never_negative[name]
            ):
                value = name
            case _:
                return
        if not self._is_static(test):
            return
        each = False
        match bound:
            case Times(factor, of, None) if of == COPIES and place.copies != 1 and place.entry:
                bound, each = factor, True
        yield HolderLimit(test, value, with_contents, bound, each, per is not None)

    def read_roster(self, rules: Iterable[Constraint]) -> None:
        """Read the limits of the whole roster, until none bounds another.

        Example: siege points are at most the points, these at most 1600, so siege points are, too.

        Args:
            rules: rules asked of the roster besides the book's.
        """
        root = self._judge.root
        unread = [
            (rule, found, bound)
            for rule in (*self.asked[root], *rules)
            for found, bound in self._implied(rule, root)
        ]
        known = -1
        while known != len(unread):
            known = len(unread)
            unread = [limit for limit in unread if not self._read(*limit)]

    def _read(self, rule: Constraint, found: Count | Sum, bound: Quantity) -> bool:
        """Note a limit of the whole roster; False: its bound is not known (yet)."""
        per = rule.require.per
        _, most = self._intervals.of(bound, self._judge.root)
        if most is None:
            return False
        selector = found.count if isinstance(found, Count) else found.of
        if not self._is_static(selector.test):
            return True
        match found:
            case Count(Selector("whole" | "roster", test)) if per in (None, "entry"):
                self.counts.append((test, most))
            case Sum(value, Selector("whole" | "roster", test, whole)) if (
                per is None and self._intervals.never_negative[value]
            ):
                name = value if test == ALWAYS else f"{rule.id} {value}"
                if name not in self.allowances or most < self.allowances[name].most:
                    whole = whole or test == ALWAYS
                    self.allowances[name] = Allowance(value, test, whole, most)
        return True

    def _asked_at(self, place: Place) -> Iterator[Constraint]:
        """Yield the rules without an open condition: they hold for every selection at a place."""
        for rule, scope in self._judge.rules_at(place):
            if rule.severity is not Severity.ERROR or scope is not None:
                continue
            asked: list[Condition] = [rule.when] if rule.when is not None else []
            if isinstance(rule.for_, Test | Comparison):
                asked.append(rule.for_)
            if all(self._intervals.static_truth(condition, place) for condition in asked):
                yield rule

    def _implied(self, rule: Constraint, place: Place) -> Iterator[tuple[Count | Sum, Quantity]]:
        """Yield the counts and sums that a rule bounds from above at a place, with their bounds."""
        return implied_bounds(rule.require, lambda test: self._intervals.static_truth(test, place))

    def _is_static(self, test: Test) -> bool:
        return self._judge.compiler.is_static(test)
