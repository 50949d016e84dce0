"""Demands that may be left open: the rules', the player's choices, what is asked for besides.

Searches in which only some of the rules count are small: what bears on none of them is not added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from listbuilder.editing.tree import Path
from listbuilder.findings import Severity
from listbuilder.model.language import Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Memo, Place
from listbuilder.solve.ask import Assume
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.decode import decode, whole
from listbuilder.solve.engine import Effort, Ended, Engine, Found
from listbuilder.solve.linear import Lit, Program, constant, of_literal, total
from listbuilder.solve.relevant import Reader, is_nested
from listbuilder.solve.search import Goals, Model, Problem, keeps
from listbuilder.solve.spots import Spot

KEPT = "kept"
QUICKLY = 0.1
"""The part of what is left of the effort that one roster is worth."""
Demand = tuple[str, Path | None]
"""A rule's id and where the player's selection stands that it is asked of; None: of the army, or
of whatever is added. Or ``KEPT`` and where a selection stands that is to stay as it is. Or
``ASKED`` and which of the things asked for."""


class Seen(NamedTuple):
    """A roster that the judge has looked at, and all demands that it fails."""

    roster: Roster
    failed: frozenset[Demand]


class Question:
    """What is asked about, for searches in which only some of the rules count.

    Attributes:
        judge: of the book.
        rules: asked for besides; they always count.
        wish: demands something more of a model.
    """

    def __init__(
        self,
        judge: Judge,
        roster: Roster,
        rules: tuple[Constraint, ...],
        wish: Goals | None,
    ) -> None:
        self.judge = judge
        self.roster = roster
        self.rules = rules
        self.wish = wish
        self.all_bounds = Bounds(judge, roster, ())
        self.reader = Reader(judge, roster, lambda place: self.all_bounds.most(place, 1, {}) > 0)

    def bearing(self, codes: Collection[str]) -> Mapping[Place, bool]:
        """Whether what stands at a place bears on some of the rules; all may on a wish."""
        if self.wish is not None:
            return Memo(lambda place: True)
        some = [rule for code in codes for rule in self.reader.rules.get(code, ())]
        return self.reader.bearing([*some, *self.rules])

    def problem(
        self, roster: Roster, codes: Collection[str], known: Collection[str], most: int
    ) -> Problem:
        """Make the problem in which only some of the rules count."""
        bounds = _Bounds(self, roster, codes, known, most)
        judge = self.judge.without(lambda rule, place: rule.id not in codes)
        wish = self.wish or (lambda model: {})
        return Problem(judge, roster, wish, "free", self.rules, lambda *given: bounds)


class _Bounds(Bounds):
    """Bounds that lean on some of the rules only, for a conflict may do without the others.

    Only what is inside something like it is bounded by all rules, or there would be no end to it.
    """

    def __init__(
        self,
        question: Question,
        roster: Roster,
        codes: Collection[str],
        known: Collection[str],
        most: int,
    ) -> None:
        """Forget rules.

        Args:
            question: what is asked.
            roster: with its limits and choices.
            codes: of the rules that count: what bears on none of them is not added.
            known: of those that are demanded wherever they are asked.
            most: copies or models of a selection.
        """
        super().__init__(
            question.judge.without(lambda rule, place: rule.id not in known), roster, ()
        )
        self._question = question
        self._bearing = question.bearing(codes)
        self._highest = most

    def most(
        self,
        place: Place,
        among: int,
        spent: Mapping[str, Number],
        there: Sequence[tuple[Place, int]] = (),
    ) -> int:
        """The most copies that can be added at a place, in all selections there."""
        if not self._bearing[place]:
            return 0
        if is_nested(place):
            return self._question.all_bounds.most(place, among, {})
        return min(self._highest, super().most(place, among, spent, there))

    def most_size(self, place: Place, spent: Mapping[str, Number]) -> int | None:
        """The most models that a selection at a place can have."""
        most = super().most_size(place, spent)
        return self._highest if most is None else min(most, self._highest)


class Open:
    """A model with a literal for each demand: where it holds, the demand is met.

    Attributes:
        lits: of each demand.
        rules: of each demand that a rule makes, the rule and where it is asked.
    """

    def __init__(
        self,
        question: Question,
        problem: Problem,
        effort: Effort,
        chosen: bool,
        apart: Mapping[Place, int] | None = None,
        among: Mapping[Place, int] | None = None,
    ) -> None:
        self.question = question
        self.problem = problem
        self.effort = effort
        self.chosen = chosen
        self.lits: dict[Demand, Lit] = {}
        self.rules: dict[Demand, tuple[Constraint, dict[Place, None]]] = {}
        self._paths: dict[Spot, Path] = {}
        self.model = Model(problem, effort, apart, among, self._of_rules)
        self._of_choices()
        self.engine = Engine(self.model.program, effort)

    def conflict(self, demands: Iterable[Demand]) -> list[Demand] | None:
        """Find few among some demands that can't all be met; None where they can, or may."""
        names = {self.lits[demand]: demand for demand in demands if demand in self.lits}
        found, lits = self.engine.conflict([*names])
        return [names[lit] for lit in lits] if found.ended is Ended.IMPOSSIBLE else None

    def meeting(self, demands: Collection[Demand]) -> Found:
        """Find a solution that meets some demands, and of the others as many as can be.

        Then it adds as little as can be, for what else it added would have to be looked at.
        """
        self.engine.effort = self.effort.share(QUICKLY)
        program, tree = self.model.program, self.model.tree
        added = total([spot.count for spot in tree.added()])
        one = program.high(added) + 1
        each = one * (len(self.lits) + 1)
        goal = [
            of_literal(lit, each if demand in demands else one) for demand, lit in self.lits.items()
        ]
        found = self.engine.maximise(total(goal) - added)
        self.engine.effort = self.effort
        return found

    def holds(self, found: Found, demands: Iterable[Demand]) -> bool:
        """Tell whether a solution meets some demands."""
        lits = [self.lits[demand] for demand in demands if demand in self.lits]
        return bool(found.values) and all(found.of(of_literal(lit)) for lit in lits)

    def judged(self, found: Found) -> Seen:
        """A solution as a roster, and all demands that it fails, as the judge sees them."""
        tree, judge = self.model.tree, self.question.judge
        roster = decode(tree, found)
        verdict = judge.evaluate(roster)
        there = [spot for spot in tree.spots if whole(found, spot.count)]
        paths = {
            node: self._path(spot)
            for node, spot in zip(verdict.army.nodes, there, strict=True)
            if self._is_chosen(spot)
        }
        demands = {
            (breach.constraint.id, paths.get(breach.node))
            for breach in verdict.breaches
            if breach.constraint.severity is Severity.ERROR
        }
        demands |= {
            (rule.id, (number,))
            for number, rule in enumerate(self.problem.rules)
            if not keeps(judge, verdict.army, rule.require)
        }
        demands |= {
            (KEPT, self._path(spot))
            for spot in tree.spots
            if self._is_chosen(spot)
            and not _stays(spot, whole(found, spot.count), whole(found, spot.size))
        }
        return Seen(roster, frozenset(demands))

    def _of_rules(self, program: Program) -> Assume:
        self.lits, self.rules, self._paths = {}, {}, {}
        wishes = {id(rule): (number,) for number, rule in enumerate(self.problem.rules)}

        def assume(rule: Constraint, spot: Spot) -> Lit:
            path = self._path(spot) if self._is_chosen(spot) else None
            demand = rule.id, wishes.get(id(rule), path)
            if demand not in self.lits:
                self.lits[demand] = program.literal()
            self.rules.setdefault(demand, (rule, {}))[1][spot.place] = None
            return self.lits[demand]

        return assume

    def _of_choices(self) -> None:
        program = self.model.program
        for spot in self.model.tree.spots:
            if self._is_chosen(spot) and (selection := spot.selection) is not None:
                lit = self.lits[KEPT, self._path(spot)] = program.literal()
                program.exactly_0(spot.count - constant(selection.count), (lit,))
                if selection.size:
                    program.exactly_0(spot.size - constant(selection.size), (lit,))

    def _is_chosen(self, spot: Spot) -> bool:
        return self.chosen and spot.selection is not None

    def _path(self, spot: Spot) -> Path:
        """Where one of the player's selections stands in his roster."""
        if spot.holder is None:
            return ()
        if spot not in self._paths:
            index = spot.holder.children.index(spot)  # his own stand before what is added
            self._paths[spot] = (*self._path(spot.holder), index)
        return self._paths[spot]


def _stays(spot: Spot, count: int, size: int) -> bool:
    """Whether one of the player's selections is as it was."""
    own = spot.selection
    return own is None or (count == own.count and (not own.size or size == own.size))
