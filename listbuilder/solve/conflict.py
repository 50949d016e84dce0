"""Rules and choices that can't all hold: each of them needed, and no more than there must be.

A roster that shows that some can hold together breaks others: every conflict has one of those.
So each roster that the judge has looked at says something about all conflicts, and where all of
these rosters together need so many, a conflict of so many is as small as can be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import attrs

from listbuilder.editing.tree import Path
from listbuilder.findings import Severity
from listbuilder.model.language import MOST_COPIES, Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.ask import Assume
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.decode import decode, used, whole
from listbuilder.solve.engine import Effort, Ended, Engine, Found, OverError
from listbuilder.solve.linear import Lit, Program, constant, of_literal, total
from listbuilder.solve.search import Goals, Model, Problem, keeps, stand_apart
from listbuilder.solve.spots import Spot

KEPT = "kept"
MOSTLY_ENOUGH = 60
"""Copies or models of a selection that most conflicts can be found with."""
QUICKLY = 0.1
"""The part of what is left of the effort that one roster is worth."""
MOST_TRIED = 20
"""Rosters looked at to show that there is no smaller conflict."""

Demand = tuple[str, Path | None]
"""A rule's id and where the player's selection stands that it is asked of; None: of the army, or
of whatever is added. Or ``KEPT`` and where a selection stands that is to stay as it is. Or
``ASKED`` and which of the things asked for."""


class _Bounds(Bounds):
    """Bounds that lean on some of the rules only, for a conflict may do without the others.

    Only what stands inside itself is bounded by all rules, or there would be no end to it.
    """

    def __init__(self, judge: Judge, roster: Roster, known: Collection[str], highest: int) -> None:
        """Forget rules.

        Args:
            judge: of the book.
            roster: with its limits and choices.
            known: ids of those that are not forgotten.
            highest: the most copies or models of a selection.
        """
        super().__init__(judge.without(lambda rule, place: rule.id not in known), roster, ())
        self._all = Bounds(judge, roster, ())
        self._highest = highest

    def most(
        self,
        place: Place,
        among: int,
        spent: Mapping[str, Number],
        there: Sequence[tuple[Place, int]] = (),
    ) -> int:
        """The most copies that can be added at a place, in all selections there."""
        if any(around.entry is place.entry for around in islice(place.around(), 1, None)):
            return self._all.most(place, among, {})
        return min(self._highest, super().most(place, among, spent, there))

    def most_size(self, place: Place, spent: Mapping[str, Number]) -> int | None:
        """The most models that a selection at a place can have."""
        most = super().most_size(place, spent)
        return self._highest if most is None else min(most, self._highest)


@attrs.frozen(eq=False)
class Core:
    """Demands that can't all be left out.

    Attributes:
        demands: in the order in which they are asked.
        rules: of each demand that is one of a rule, the rule and where it is asked.
        needed: of each it was shown that the others can hold without it.
        fewest: it was shown that no fewer will do.
        shown: by these rosters.
    """

    demands: tuple[Demand, ...]
    rules: Mapping[Demand, tuple[Constraint, Collection[Place]]]
    needed: bool
    fewest: bool
    shown: tuple[Roster, ...]


class _Seen(NamedTuple):
    """A roster that the judge has looked at, and all demands that it fails."""

    roster: Roster
    failed: frozenset[Demand]


def find_core(
    judge: Judge,
    roster: Roster,
    rules: Sequence[Constraint],
    effort: Effort,
    wish: Goals = lambda model: {},
    *,
    chosen: bool = True,
    wider: Roster | None = None,
) -> Core | None:
    """Find demands that can't all be met: by rules, by the player's choices, by what is asked for.

    Args:
        judge: of the roster's book.
        roster: the player's, with nothing that can be added to make it legal.
        rules: what is asked for besides.
        effort: begun.
        wish: demands something more of a model; what it wants most of does not matter.
        chosen: whether it is the player who put the roster's selections there; else they may go.
        wider: a roster with room for more that the core has to hold for as well.

    Returns:
        None where the effort is not enough, or there is too much to look at.
    """

    def problem(army: Roster, known: Collection[str], highest: int) -> Problem:
        bounds = _Bounds(judge, army, known, highest)
        return Problem(judge, army, wish, "free", tuple(rules), lambda *given: bounds)

    effort = effort.begin()
    try:
        for highest in (MOSTLY_ENOUGH, MOST_COPIES):
            search = _Search(problem(roster, (), highest), effort, chosen)
            core = search.core()
            if core is None:
                break
            surely = problem(wider or roster, search.known(core.demands), MOST_COPIES)
            sure = _Open(surely, effort, chosen, search.apart)
            if not sure.model.cuts and sure.conflict(core.demands) is not None:
                return core
    except OverError:
        pass
    return None


class _Search:
    """A search for a core, in a model that leaves every demand open."""

    def __init__(self, problem: Problem, effort: Effort, chosen: bool) -> None:
        self.problem = problem
        self.effort = effort
        self.chosen = chosen
        self.open = _Open(problem, effort, chosen)
        self.apart: dict[Place, int] = {}

    def core(self) -> Core | None:
        """Find a core, drop what is not needed one by one, then look for a smaller one."""
        core = self.open.conflict(self.open.lits)
        if core is None:  # lumps allow too much
            core, _ = self._look([*self.open.lits])
        if core is None:
            return None
        seen: list[_Seen] = []
        needed = True
        for demand in core:
            if demand in core:
                fewer, other = self._look([other for other in core if other != demand])
                if fewer is not None:
                    core = fewer
                elif other is not None:
                    seen.append(other)
                else:
                    needed = False
        smaller, fewest = self._smaller(core, seen)
        ordered = tuple(demand for demand in self.open.lits if demand in smaller)
        shown = tuple(other.roster for other in seen)
        return Core(ordered, self.open.rules, needed or fewest, fewest, shown)

    def known(self, demands: Collection[Demand]) -> set[str]:
        """The rules that are demanded wherever they are asked."""
        partly = {code for code, path in self.open.lits if (code, path) not in demands}
        return {code for code, _ in demands} - partly

    def _smaller(self, core: list[Demand], seen: list[_Seen]) -> tuple[list[Demand], bool]:
        """Look for a core of fewer demands; tell whether there is none of fewer still."""
        for _ in range(MOST_TRIED):
            hitting = _fewest_hitting([other.failed for other in seen], len(core) - 1)
            if hitting is None:
                return core, True
            fewer, other = self._look(hitting)
            if fewer is not None:
                return fewer, True
            if other is None:
                break
            seen.append(other)
        return core, False

    def _look(self, demands: Collection[Demand]) -> tuple[list[Demand] | None, _Seen | None]:
        """Tell whether some demands can be met.

        Returns:
            Few of them that can't, or a roster that meets them and fails as few others as can be;
            neither where the effort is not enough.
        """
        while True:
            opened = self.open
            found = opened.meeting(demands)
            if not opened.holds(found, demands):
                return opened.conflict(demands), None
            lumps = opened.model.unsettled(found)
            if lumps:
                among = used(opened.model.tree, found)
                opened = _Open(self.problem, self.effort, self.chosen, self.apart, among)
                found = opened.meeting(demands)
            if opened.holds(found, demands):
                seen = opened.judged(found)
                return None, seen if seen.failed.isdisjoint(demands) else None
            if len(stand_apart(self.apart, lumps)) == len(lumps):
                return None, None
            self.open = _Open(self.problem, self.effort, self.chosen, self.apart)


def _fewest_hitting(sets: Sequence[frozenset[Demand]], most: int) -> frozenset[Demand] | None:
    """The fewest demands of which each set has one; None where that takes more than ``most``."""
    for size in range(most + 1):
        found = _hitting(sets, size)
        if found is not None:
            return found
    return None


def _hitting(sets: Sequence[frozenset[Demand]], size: int) -> frozenset[Demand] | None:
    if not sets:
        return frozenset()
    if not size:
        return None
    fewest: frozenset[Demand] = min(sets, key=len)
    for demand in sorted(fewest, key=repr):
        found = _hitting([one for one in sets if demand not in one], size - 1)
        if found is not None:
            return found | {demand}
    return None


class _Open:
    """A model with a literal for each demand: where it holds, the demand is met.

    Attributes:
        lits: of each demand.
        rules: of each demand that a rule makes, the rule and where it is asked.
    """

    def __init__(
        self,
        problem: Problem,
        effort: Effort,
        chosen: bool,
        apart: Mapping[Place, int] | None = None,
        among: Mapping[Place, int] | None = None,
    ) -> None:
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
        """Find a solution that meets some demands, and of the others as many as can be."""
        self.engine.effort = self.effort.share(QUICKLY)
        most = len(self.lits) + 1
        goal = [
            of_literal(lit, most if demand in demands else 1) for demand, lit in self.lits.items()
        ]
        found = self.engine.maximise(total(goal))
        self.engine.effort = self.effort
        return found

    def holds(self, found: Found, demands: Iterable[Demand]) -> bool:
        """Tell whether a solution meets some demands."""
        lits = [self.lits[demand] for demand in demands if demand in self.lits]
        return bool(found.values) and all(found.of(of_literal(lit)) for lit in lits)

    def judged(self, found: Found) -> _Seen:
        """A solution as a roster, and the demands that it fails, as the judge sees them."""
        tree, problem = self.model.tree, self.problem
        roster = decode(tree, found)
        verdict = problem.judge.evaluate(roster)
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
            for number, rule in enumerate(problem.rules)
            if not keeps(problem.judge, verdict.army, rule.require)
        }
        demands |= {
            (KEPT, self._path(spot))
            for spot in tree.spots
            if self._is_chosen(spot)
            and not _stays(spot, whole(found, spot.count), whole(found, spot.size))
        }
        return _Seen(roster, frozenset(demands))

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
