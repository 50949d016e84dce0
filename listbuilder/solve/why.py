"""Why something can't be: the rules and choices that can't all hold, none of them without need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from listbuilder.editing.find import described, find_entry
from listbuilder.model.language import Constraint, Limit, Number, Quantity, Times
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import BOUNDS, number
from listbuilder.rules.places import Place
from listbuilder.rules.slots import COPIES, MODELS
from listbuilder.solve.ask import Assume
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.engine import Effort, Ended, Engine
from listbuilder.solve.goals import ASKED, asked
from listbuilder.solve.linear import Lit, Program, constant
from listbuilder.solve.outcomes import Conflict, Impossible, Outcome, Reason
from listbuilder.solve.search import Model, Problem, best
from listbuilder.solve.spots import Spot

KEPT = "kept"
MOST_LUMPED = 10_000
MOST_APART = 12


class LooseBounds(Bounds):
    """Bounds that lean on no rule, for every rule may be one that the conflict does without."""

    def most(
        self,
        place: Place,
        among: int,
        spent: Mapping[str, Number],
        there: Sequence[tuple[Place, int]] = (),
    ) -> int:
        """As many as nobody needs; fewer of what must be unrolled."""
        unrolled = any(
            value.steps
            for name in self.stepped
            for child in place.offered()
            if (value := child.value(name)) is not None
        )
        return MOST_APART if unrolled else MOST_LUMPED

    def most_held(self, holder: Place, places: Iterable[Place]) -> Number | None:
        """Any number."""
        return None

    def most_size(self, place: Place, spent: Mapping[str, Number]) -> int | None:
        """As many models as nobody needs."""
        return MOST_LUMPED

    def least_size(self, place: Place) -> int:
        """As few models as there can be."""
        return 1

    def overspent(self, spent: Mapping[str, Number]) -> bool:
        """Never."""
        return False


def why(
    judge: Judge, roster: Roster, entry: str | None = None, effort: Effort | None = None
) -> Outcome:
    """Tell why a roster can't be made legal by additions, or why an entry can't be added.

    Args:
        judge: of the roster's book.
        roster: the player's.
        entry: to add one more of; None: the roster itself.
        effort: how long to search.

    Returns:
        ``Solved`` where it can: with a roster that shows it. Else the conflict.

    Raises:
        EditError: the book has no such entry.
        NoSolverError: OR-Tools is not installed.
    """
    effort = (effort or Effort()).begin()
    rules: tuple[Constraint, ...] = ()
    if entry is not None:
        known = [one for entries in judge.book.entries.values() for one in entries.values()]
        entry = find_entry(known, entry, judge.book.ruleset.name)
        there = [node for node in judge.lay_out(roster).nodes if node.selection.entry == entry]
        rules = (asked(judge.book, entry, "at_least", sum(node.count for node in there) + 1),)
    outcome = best(Problem(judge, roster, lambda model: {"any": constant(0)}, rules=rules), effort)
    if isinstance(outcome, Impossible):
        return Impossible(conflict(judge, roster, rules, effort))
    return outcome


def conflict(
    judge: Judge, roster: Roster, rules: Sequence[Constraint], effort: Effort
) -> Conflict | None:
    """Find rules and choices that can't all hold, as few as dropping one by one leaves.

    Args:
        judge: of the roster's book.
        roster: the player's, with nothing that can be added to make it legal.
        rules: what is asked for besides.
        effort: how long to search.

    Returns:
        None where the time ran out first.
    """
    suspects = _Suspects(judge, roster)
    problem = Problem(
        judge, roster, lambda model: {}, kept="free", rules=tuple(rules), bounds=LooseBounds
    )
    model = Model(problem, assume=suspects.of_rules)
    suspects.of_choices(model)
    engine = Engine(model.program, effort)
    ended, core = engine.conflict(list(suspects.reasons))
    if ended is not Ended.IMPOSSIBLE:
        return None
    smallest = True
    for lit in list(core):
        without = [other for other in core if other != lit]
        ended, fewer = engine.conflict(without)
        if ended is Ended.IMPOSSIBLE:
            core = [other for other in without if other in fewer]
        smallest &= ended is not Ended.GAVE_UP
    reasons = [suspects.reasons[lit] for lit in suspects.reasons if lit in core]
    return Conflict(
        tuple(dict.fromkeys(reason for reason in reasons if reason.code not in (KEPT, ASKED))),
        tuple(reason for reason in reasons if reason.code in (KEPT, ASKED)),
        smallest,
    )


class _Suspects:
    """Literals without which a rule, or a choice of the player's, does not count."""

    def __init__(self, judge: Judge, roster: Roster) -> None:
        self.judge = judge
        self.roster = roster
        self.nodes = judge.lay_out(roster).nodes
        self.reasons: dict[Lit, Reason] = {}
        self._known: dict[tuple[int, Spot | None], Lit] = {}

    def of_rules(self, program: Program) -> Assume:
        """Make a literal for each rule, and one for each of the player's selections it is of."""
        self.reasons, self._known = {}, {}

        def assume(rule: Constraint, spot: Spot) -> Lit:
            own = spot if spot.selection is not None else None
            key = id(rule), own
            if key not in self._known:
                lit = self._known[key] = program.literal()
                self.reasons[lit] = self._reason(rule, own)
            return self._known[key]

        return assume

    def of_choices(self, model: Model) -> None:
        """Make a literal for keeping each of the player's selections as it is."""
        kept = [spot for spot in model.tree.spots if spot.selection is not None]
        for spot, node in zip(kept, self.nodes, strict=True):
            lit = model.program.literal()
            model.program.exactly_0(spot.count - constant(node.count), (lit,))
            if node.size:
                model.program.exactly_0(spot.size - constant(node.size), (lit,))
            self.reasons[lit] = Reason(KEPT, f"{described(node)} stays.")

    def _reason(self, rule: Constraint, spot: Spot | None) -> Reason:
        book = self.judge.book
        if rule.id == ASKED:
            return Reason(ASKED, f"{rule.title[0].upper()}{rule.title[1:]}.")
        name = ""
        if spot is not None and spot.selection is not None and spot.place.entry is not None:
            name = f"{spot.selection.name or spot.place.entry.name}: "
        bound = self._bound(rule.require.bound)
        words = f": {BOUNDS[rule.require.op].format(bound)}" if bound else ""
        return Reason(rule.id, f"{name}{rule.title}{words}.", rule.source, book.cite(rule.source))

    def _bound(self, bound: Quantity) -> str:
        """A bound in words; empty where it is more than a number."""
        match bound:
            case Times(factor, of, None) if of in (COPIES, MODELS):
                return f"{number(factor)} for each{' model' if of == MODELS else ''}"
            case Limit(limit) if limit in self.roster.limits:
                return str(self.roster.limits[limit])
            case int():
                return number(bound)
            case _:
                return ""
