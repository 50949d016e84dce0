"""The rules, asked of every spot: what the judge asks of a selection, as rows of a program.

Of a lump a rule is asked for all its selections together. That is sound where it is the same for
any number of them: where it says nothing but what is inside, each number multiplied by the copies.
Else the lump is read loosely, or the rule is left out of it, which allows too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from listbuilder.findings import Severity
from listbuilder.model.language import Comparison, Condition, Constraint, Count, Op, Test
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.compile import Compiler
from listbuilder.solve.linear import FALSE, TRUE, Linear, Lit, Program, of_literal
from listbuilder.solve.spots import LumpError, Spot, Tree
from listbuilder.solve.together import Together

Assume = Callable[[Constraint, Spot], Lit]
"""A literal without which a rule need not be kept at a spot."""


class _Cap(NamedTuple):
    rule: Constraint
    around: Spot
    spots: list[Spot]


class Asker:
    """Asks the rules of one tree."""

    def __init__(self, compiler: Compiler, assume: Assume = lambda rule, spot: TRUE) -> None:
        self.compiler = compiler
        self.assume = assume
        self.judge: Judge = compiler.judge
        self.tree: Tree = compiler.tree
        self.program: Program = compiler.program
        self.together = Together(compiler)
        self._tied: set[tuple[Spot | None, int]] = set()

    def ask_all(self, more: Iterable[Constraint] = ()) -> None:
        """Demand that every rule is kept wherever it is asked.

        Args:
            more: rules asked of the whole roster besides the book's.

        Raises:
            LumpError: a lump whose selections have to stand apart.
            OverError: it takes too long.
        """
        caps: dict[tuple[Spot, str, object], _Cap] = {}
        for spot in (self.tree.root, *self.tree.spots):
            self.tree.effort.check()
            for rule, scope in self.judge.rules_at(spot.place):
                if rule.severity is not Severity.ERROR:
                    continue
                if scope is None:
                    self.ask(rule, spot)
                elif (around := scope_of(spot, scope, self.tree.root)) is not None:
                    entry = spot.place.entry
                    key = around, entry.id if entry else "", rule.require.bound
                    caps.setdefault(key, _Cap(rule, around, [])).spots.append(spot)
        for cap in caps.values():
            self._ask_cap(cap)
        for rule in more:
            self.ask(rule, self.tree.root)
        self._tie()

    def ask(self, rule: Constraint, spot: Spot, there: Lit | None = None) -> None:
        """Demand that a rule is kept at a spot.

        Args:
            rule: any.
            spot: where.
            there: when it is asked; None: where the spot is there.
        """
        try:
            self._ask(rule, spot, there)
        except LumpError as error:
            zone = spot.zone
            if self.compiler.exact or zone is None or zone.place is not error.place:
                raise
            self.compiler.loose.add(zone.place)
            self._ask_together(rule, spot, there)

    def _ask(self, rule: Constraint, spot: Spot, there: Lit | None) -> None:
        compiler = self.compiler
        compiler.local = False
        lits = []
        for condition in conditions_of(self.judge, rule):
            lit = compiler.test(condition, spot)
            if lit == FALSE:
                return
            lits.append(lit)
        self._check_sure(spot, lits)
        known = compiler.known(rule.require, spot)
        if known is not None:
            self._check_sure(spot, [known])
            if known != TRUE:
                lits += [self.assume(rule, spot), spot.there if there is None else there]
                self.program.clause([*(~lit for lit in lits), known])
            return
        compiler.local = False
        self._require(rule, spot, there, lits)

    def _ask_together(self, rule: Constraint, spot: Spot, there: Lit | None) -> None:
        """Ask as much of a rule as can be asked of all selections together."""
        if there is not None:
            return
        try:
            amounts = list(self.together.amounts(rule, conditions_of(self.judge, rule), spot))
        except LumpError:
            return
        for amount in amounts:
            self.program.at_least_0(amount, (self.assume(rule, spot),))

    def _check_sure(self, spot: Spot, lits: Iterable[Lit]) -> None:
        """Refuse to ask several selections at once what each may answer differently."""
        if self.compiler.local and spot.zone and any(lit not in (TRUE, FALSE) for lit in lits):
            self.compiler.refuse(spot)

    def _require(self, rule: Constraint, spot: Spot, there: Lit | None, where: list[Lit]) -> None:
        compiler, require = self.compiler, rule.require
        bound, unset = compiler.read(require.bound, spot)
        groups, unknown = amounts(compiler, require, spot)
        if require.op == "at_most" and self.program.low(bound) >= 0:
            groups = [(found, TRUE) for found, _ in groups]  # nothing is never too much
        if TRUE in (unset, unknown):
            return
        local = compiler.local and spot.zone is not None
        for found, asked in groups:
            lits = [*where, ~unset, ~unknown, asked]
            if local:
                self._check_sure(spot, lits)
            if require.op == "multiple_of":
                if local:
                    self.compiler.refuse(spot)
                kept = self.program.is_multiple(found, bound.const)
                lits += [self.assume(rule, spot), spot.there if there is None else there]
                self.program.clause([*(~lit for lit in lits), kept])
                continue
            for difference in _differences(require.op, found, bound):
                self._hold(rule, spot, there, lits, self._of_all(difference, spot, local))

    def _of_all(self, difference: Linear, spot: Spot, local: bool) -> Linear:
        """What has to be 0 at least, for all the selections that a spot stands for."""
        if not local or self.program.low(difference) >= 0:
            return difference
        if not self.compiler.is_inside(difference, spot):
            self.compiler.refuse(spot)
        if not difference.const:
            return difference
        if spot.place.copies == 1:
            return Linear(difference.terms) + spot.count.times(difference.const)
        self.compiler.loosen(spot)  # of a plain entry's copies several may be one selection
        many = spot.count if difference.const > 0 else of_literal(spot.there)
        return Linear(difference.terms) + many.times(difference.const)

    def _hold(
        self, rule: Constraint, spot: Spot, there: Lit | None, where: list[Lit], amount: Linear
    ) -> None:
        """Demand that a quantity is 0 at least, where the spot is there and all literals hold."""
        if self.program.low(amount) >= 0:
            return
        lits = [*where, self.assume(rule, spot)]
        if there is not None:
            lits.append(there)
        elif amount.const < 0 or not self.compiler.is_inside(amount, spot):
            lits.append(spot.there)  # else it holds anyway where the spot is not there
        self.program.at_least_0(amount, tuple(lits))
        if not amount.const and all(lit == TRUE for lit in lits):
            self._note_tied(amount)

    def _note_tied(self, amount: Linear) -> None:
        """Note which counts a row makes nothing where what holds them is not there."""
        positive = [variable for variable, factor in amount.terms.items() if factor > 0]
        if len(positive) == 1:
            holder = self.compiler.owners.get(positive[0])
            self._tied.update(
                (holder, variable) for variable, factor in amount.terms.items() if factor < 0
            )

    def _tie(self) -> None:
        """See that nothing stands in what is not there, where no rule has said it."""
        for spot in self.tree.added():
            holder = spot.holder
            if holder is None or not holder.count.terms:
                continue
            if any((holder, variable) not in self._tied for variable in spot.count.terms):
                most = self.program.high(spot.count)
                self.program.at_least_0(holder.count.times(most) - spot.count)

    def _ask_cap(self, cap: _Cap) -> None:
        require, around = cap.rule.require, cap.around
        quantity = require.quantity
        if not isinstance(quantity, Count):
            raise TypeError("a cap counts")
        capped = {spot.start for spot in cap.spots}
        if all(spot.start in capped for spot, _ in self.compiler.find(quantity.count, around)):
            self.ask(cap.rule, around)
            return
        if around.lump:
            self.compiler.loosen(around)
            return
        self.ask(cap.rule, around, self.program.any_of(spot.there for spot in cap.spots))


def _differences(op: Op, found: Linear, bound: Linear) -> Iterator[Linear]:
    """Yield what has to be 0 at least for a comparison to hold."""
    if op in ("at_most", "exactly"):
        yield bound - found
    if op in ("at_least", "exactly"):
        yield found - bound


def amounts(
    compiler: Compiler, require: Comparison, spot: Spot
) -> tuple[list[tuple[Linear, Lit]], Lit]:
    """What a comparison is asked of at a spot: quantities, and whether it is asked of each.

    Returns:
        These, and whether a limit is read that the roster does not set.
    """
    if require.per is None:
        found, unknown = compiler.read(require.quantity, spot)
        return [(found, TRUE)], unknown
    keyed, unknown = compiler.groups(require, spot)
    return [(found, lit) for _, found, lit in keyed], unknown


def conditions_of(judge: Judge, rule: Constraint) -> Iterator[Condition]:
    """Yield what has to hold for a rule to be asked: the rest the place settles."""
    scope = rule.for_
    if isinstance(scope, Test | Comparison) and not judge.compiler.is_static(scope):
        yield scope
    if rule.when is not None:
        yield rule.when


def scope_of(spot: Spot, scope: str, root: Spot) -> Spot | None:
    """What a cap goes over: the nearest selection so called, itself or around it."""
    around: Spot | None = spot
    while around is not None and around is not root:
        if scope in around.place.keywords:
            return around
        around = around.holder
    return root if scope == "roster" else None
