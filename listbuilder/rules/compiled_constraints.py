"""Compiled constraints: the comparison of a rule at a selection.

The place has decided most conditions of whether a rule is asked of a selection (``evaluate``); the
rest of the conditions is asked here, of each roster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from listbuilder.model.language import ALWAYS, Comparison, Constraint, Number, Test
from listbuilder.rules.arithmetic import HOLDS, LimitUnsetError
from listbuilder.rules.army import Army, Asked, Node
from listbuilder.rules.compile import Compiler, Totals, every
from listbuilder.rules.selectors import nearest
from listbuilder.rules.sign_analysis import SignAnalysis


@attrs.frozen(eq=False, repr=False)
class Check:
    """A constraint asked at a selection: the two numbers, and whether it is kept.

    Attributes:
        key: the entry or keyword for which it was asked (``per``); None: it was asked for all.
    """

    constraint: Constraint
    node: Node
    found: Number
    allowed: Number
    kept: bool
    key: str | None = None


AskConstraint = Callable[[Node, Army, list[Check]], None]


@attrs.frozen(eq=False, repr=False)
class CompiledConstraint:
    """A compiled constraint.

    Attributes:
        ask: appends the breaches at a selection to a list.
        checks: yields every comparison at a selection, kept or not.
        only_filled: the id of a slot without which it can't be broken: it is asked only where the
            slot holds a selection; None: it is always asked.
        scope: for a cap, the keyword of the selection inside which it counts, and of which it is
            asked; None: it is no cap.
    """

    constraint: Constraint
    ask: AskConstraint
    checks: Callable[[Node, Army], Iterator[Check]]
    only_filled: str | None
    scope: str | None = None


class ConstraintCompiler:
    """Compiles the constraints of one book."""

    def __init__(self, compiler: Compiler, sign_analysis: SignAnalysis) -> None:
        self._compiler = compiler
        self._sign_analysis = sign_analysis

    def compile(self, rule: Constraint) -> CompiledConstraint:
        """Compile a constraint, asked at a place where it may apply."""
        applies = self._applies(rule)
        comparison = rule.require
        allowed = self._compiler.amount(comparison.bound)
        fixed = comparison.bound if isinstance(comparison.bound, Number) else None
        holds = HOLDS[comparison.op]
        totals: Totals
        if comparison.per is not None:
            totals = self._compiler.groups(comparison.quantity, comparison.per)
        else:
            found = self._compiler.amount(comparison.quantity)

            def totals(node: Node, army: Army) -> dict[str | None, Number]:
                return {None: found(node, army)}

        def checks(node: Node, army: Army) -> Iterator[Check]:
            if applies is not None and not applies(node, army):
                return
            try:
                most = allowed(node, army)
                numbers = totals(node, army)
            except LimitUnsetError:
                return
            for key, number in numbers.items():
                yield Check(rule, node, number, most, holds(number, most), key)

        def ask_each(node: Node, army: Army, breaches: list[Check]) -> None:
            if applies is None or applies(node, army):
                try:
                    most, numbers = allowed(node, army), totals(node, army)
                except LimitUnsetError:
                    return
                for key, number in numbers.items():
                    if not holds(number, most):
                        breaches.append(Check(rule, node, number, most, False, key))

        def ask_one(node: Node, army: Army, breaches: list[Check]) -> None:
            if applies is None or applies(node, army):
                try:
                    number = found(node, army)
                    most = allowed(node, army) if fixed is None else fixed
                except LimitUnsetError:
                    return
                if not holds(number, most):
                    breaches.append(Check(rule, node, number, most, False))

        only_filled = self._sign_analysis.only_filled(comparison)
        return CompiledConstraint(
            rule, ask_each if comparison.per else ask_one, checks, only_filled
        )

    def _applies(self, rule: Constraint) -> Asked | None:
        """The conditions of a rule that the place does not settle; None: it settles all."""
        asked = [rule.when or ALWAYS]
        if isinstance(rule.for_, Test | Comparison):
            asked.insert(0, self._compiler.parted(rule.for_)[1])
        tests = [self._compiler.test(one) for one in asked if one != ALWAYS]
        return every(tests) if tests else None

    def cap(self, rule: Constraint, scope: str) -> CompiledConstraint:
        """Compile a cap: it is asked once in its scope, when the first copy of the entry is met.

        Args:
            rule: the cap.
            scope: the keyword of the selection inside which it counts, or ``roster``.
        """
        capped = self.compile(rule)

        # Entries of two army lists with the same id share their cap.
        cap = rule.id, rule.require.bound
        find = nearest(scope)

        def first(node: Node, army: Army) -> Node | None:
            around = find(node, army) or (army.root if scope == "roster" else None)
            asked = around is not None and army.first.setdefault((around, cap), node) is node
            return around if asked else None

        def checks(node: Node, army: Army) -> Iterator[Check]:
            if (around := first(node, army)) is not None:
                yield from capped.checks(around, army)

        def ask(node: Node, army: Army, breaches: list[Check]) -> None:
            if (around := first(node, army)) is not None:
                capped.ask(around, army, breaches)

        return CompiledConstraint(rule, ask, checks, None, scope)
