"""What can be shown of a book's entries and rules, and what can't be, with proof.

Rosters that are known go first, then small legal ones and those one edit away: the judge alone
tells what they show. The solver looks for the rest, each claim by itself. To break a rule it
leaves the rule out, and the bounds that lean on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import product

import attrs

from listbuilder.model.entries import Entry, Keyword, Offer, Selection
from listbuilder.model.language import Comparison
from listbuilder.model.language import Limit as LimitNode
from listbuilder.model.roster import Roster
from listbuilder.record import nodes_of
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.claims import Claim, Shown, claims_of
from listbuilder.solve.conflict import Core, core_of_none, find_core
from listbuilder.solve.engine import Effort
from listbuilder.solve.everywhere import Asked, Everywhere, offered_at_all, with_room
from listbuilder.solve.goals import ASKED
from listbuilder.solve.nearby import Explorer
from listbuilder.solve.outcomes import Conflict, GaveUp, Impossible, Limit, Outcome, Reason, Solved
from listbuilder.solve.reads import AT, Read, reads_of
from listbuilder.solve.search import Goals, Problem, best
from listbuilder.solve.why import in_words
from listbuilder.solve.wishes import Fielding, Showing, fewest

FEW = 4
"""Places where a rule is asked that are tried before all of them."""
WORK = 5.0
"""What one search is worth, in the solver's deterministic time."""


def prove(
    judge: Judge,
    claims: Iterable[Claim] | None = None,
    known: Iterable[Roster] = (),
    limits: Mapping[str, int] | None = None,
    effort: Effort | None = None,
) -> dict[Claim, Outcome]:
    """Prove of claims that a roster shows them, or that none does.

    Every combination of choices is tried, in the ruleset's order. Where nothing is said of limits,
    rosters have none, the ruleset's defaults, or a number that some rule compares them with.

    Args:
        judge: of the book; what a catalogue says may need another one.
        claims: of the book; None: all (``claims_of``).
        known: rosters that may show some: those that come with the book, or those of an earlier
            answer, which prove anew what no change has touched.
        limits: of the rosters.
        effort: for all of it; None: without a limit, but no search is longer than it is worth.

    Returns:
        Of each claim ``Solved`` with a roster that shows it; ``Impossible`` with the rules that
        leave no room for one, the claim's own never among them; ``GaveUp`` where neither is proved.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    wanted = list(claims_of(judge.book) if claims is None else claims)
    proof = Proof(judge, wanted, limits, effort)
    known = list(known)
    proof.look_at(known)
    proof.look_around()
    proof.look_near(known)
    return {claim: proof.outcome(claim) for claim in wanted}


@attrs.frozen(eq=False)
class _Sought:
    """What was searched for.

    Attributes:
        judge: of the rules that count.
        wish: what is demanded.
        asked: where the rule is asked.
        some, everywhere: rosters with room at some of these places, and at all.
        whole: no place was left out.
    """

    judge: Judge
    wish: Goals
    asked: list[Asked]
    some: Roster
    everywhere: Roster
    whole: bool


@attrs.frozen(eq=False)
class _Tried:
    """What looking for a roster came to.

    Attributes:
        sought: None where nothing had to be searched.
        reads: then, which limits and choices an impossible outcome may hang on.
        core: why it is impossible, if that is known.
    """

    outcome: Outcome
    sought: _Sought | None = None
    reads: frozenset[Read] = frozenset()
    core: Core | None = None


class Proof:
    """What has been shown of claims so far, and how to look for the rest.

    Attributes:
        shown: what rosters have shown.
    """

    def __init__(
        self,
        judge: Judge,
        claims: Iterable[Claim],
        limits: Mapping[str, int] | None = None,
        effort: Effort | None = None,
    ) -> None:
        """Begin with nothing shown; the arguments are those of ``prove``."""
        self.judge = judge
        self.effort = (effort or Effort(seconds=None)).begin()
        self.shown = Shown(judge, claims)
        self._explorer = Explorer(self.shown)
        self._limits = limits
        self._empties = list(_empty_rosters(judge, limits))
        self._everywhere: dict[int, Everywhere] = {}
        parts = [*judge.book.parts()]
        carriers = [node for node in nodes_of(parts) if isinstance(node, Keyword | Entry | Offer)]
        values = [carrier.values for carrier in carriers]
        self._always = frozenset(reads_of([*values, *(part.changes for part in parts)]))
        self._reads_at_all = frozenset(reads_of(parts))
        self._offered = offered_at_all(judge)

    def look_at(self, rosters: Iterable[Roster]) -> None:
        """See what rosters show; those that select what the book does not have show nothing."""
        for one in rosters:
            limits = one.limits if self._limits is None else self._limits
            roster = attrs.evolve(one, limits=limits)
            with suppress(KeyError):
                self.shown.see(roster)

    def look_around(self) -> None:
        """See what a small legal roster for each combination of choices shows, and those near."""
        armies: list[tuple[Selection, ...]] = []
        for empty in self._empties:
            if not self.shown.open or empty.limits != self._empties[0].limits:
                break
            tried = (attrs.evolve(empty, army=army) for army in armies)
            base = next((one for one in tried if self.judge.evaluate(one).legal), None)
            if base is not None:
                self._explorer.explore(base)
            elif isinstance(outcome := self._search(self.judge, empty, fewest), Solved):
                armies.append(outcome.roster.army)

    def look_near(self, rosters: Iterable[Roster]) -> None:
        """See what those show that are near the first roster in which something is placed.

        The solver places nothing, so others may have to do it.
        """
        for roster in rosters:
            with suppress(KeyError):
                placed = any(node.selection.at for node in self.judge.lay_out(roster).nodes)
                if placed and self.shown.open:
                    self._explorer.explore(roster)
                    break

    def outcome(self, claim: Claim) -> Outcome:
        """What is proved of a claim, after looking for a roster if none has shown it yet.

        To look takes less than to tell why there is none: so where the first roster may be
        hindered by its choices or limits, each of them is changed before that is told.
        """
        empties = list(self._empties)
        tried: dict[int, _Tried] = {}
        if claim in self.shown.open:
            first = self._look(claim, empties[0], self._look_everywhere(empties[0]))
            tried[id(empties[0])] = first = self._without_rules(first)
            for empty in empties[1:] if first.core is None else ():
                if claim in self.shown.open and _differences(empty, empties[0]) == 1:
                    tried[id(empty)] = self._look(claim, empty, self._look_everywhere(empty))
        gave_up: GaveUp | None = None
        impossible: list[tuple[int, Impossible]] = []
        while empties and claim in self.shown.open:
            empty = empties.pop(0)
            outcome, reads = self._seek(claim, empty, tried.get(id(empty)))
            if isinstance(outcome, Impossible):
                impossible.append((len(reads), outcome))
                empties = [other for other in empties if _differ(other, empty, reads)]
            elif isinstance(outcome, GaveUp):
                gave_up = outcome
                if outcome.limit is Limit.SIZE and claim.kind != "fielded":
                    break  # it hangs on placing, with other choices too
        if claim not in self.shown.open:
            return Solved(self.shown.by[claim], True, {})
        if gave_up is not None or not impossible:
            return gave_up or GaveUp(Limit.SIZE)
        _, widest = min(impossible, key=lambda one: one[0])
        return widest

    def _seek(
        self, claim: Claim, empty: Roster, tried: _Tried | None
    ) -> tuple[Outcome, frozenset[Read]]:
        """Look for a roster that shows a claim, among those with the limits and choices of one.

        Args:
            tried: what looking where there is room for its rule came to, if that was done.

        Returns:
            The outcome; if it is impossible, which limits and choices that may hang on.
        """
        looked = self._look_everywhere(empty)
        tried = tried or self._look(claim, empty, looked)
        if claim.kind == "broken" and isinstance(tried.outcome, Impossible):
            name = claim.part, claim.name  # what it demands itself may have left no room
            wider = Everywhere(self.shown, empty, name)
            if len(wider.asked.get(name, ())) > len(looked.asked.get(name, ())):
                tried = self._look(claim, empty, wider)
        if not isinstance(tried.outcome, Impossible) or claim not in self.shown.open:
            return tried.outcome, frozenset()
        return self._told(claim, empty, tried)

    def _without_rules(self, tried: _Tried) -> _Tried:
        """Tell whether something impossible is so even without any rules."""
        sought = tried.sought
        if sought is None or not isinstance(tried.outcome, Impossible):
            return tried
        core = core_of_none(sought.judge, sought.everywhere, self._worth(), sought.wish)
        return attrs.evolve(tried, core=core)

    def _look(self, claim: Claim, empty: Roster, looked: Everywhere) -> _Tried:
        """Look for a roster that shows a claim, at a few places where there is room for its rule.

        It is called impossible, and not told why.
        """
        judge, name = self.judge, (claim.part, claim.name)
        asked: list[Asked] = []
        whole = True
        if claim.kind == "fielded":
            entry = judge.book.entries[claim.part][claim.name]
            if self._offered is not None and id(entry) not in self._offered:
                return _Tried(Impossible(), reads=frozenset())
            wish: Goals = Fielding(self.shown, claim)
        elif claim.kind == "kept" and name in self.shown.bans:
            wish = fewest
        else:
            wish = Showing(self.shown, claim)
            asked, whole = looked.asked.get(name, []), looked.whole
            if not asked and whole:
                return _Tried(Impossible(), reads=self._reads_at_all)
        if any(AT in reads_of([one.rule]) for one in asked):
            return _Tried(GaveUp(Limit.SIZE))  # what is placed where is left alone
        if claim.kind == "broken":
            judge = judge.without(lambda rule, place: self.shown.name_of(rule, place) == name)
        inside = [one for one in asked if one.at.entry is not None]
        some = with_room(empty, inside[:: -(-len(inside) // FEW) or 1])
        outcome = self._search(judge, some, wish)
        return _Tried(outcome, _Sought(judge, wish, asked, some, with_room(empty, inside), whole))

    def _told(self, claim: Claim, empty: Roster, tried: _Tried) -> tuple[Outcome, frozenset[Read]]:
        """Tell why something is impossible, or look at all places where there is room."""
        sought = tried.sought
        if sought is None:
            return Impossible(self._in_words(claim, empty, None)), tried.reads
        judge, wish, some, everywhere = sought.judge, sought.wish, sought.some, sought.everywhere
        outcome = tried.outcome
        core = tried.core or find_core(
            judge, some, (), self._worth(), wish, chosen=False, wider=everywhere
        )
        if core is None and everywhere != some:
            outcome = self._search(judge, everywhere, wish)
        reads = self._reads_at_all
        if core is not None:
            rules = [core.rules[demand][0] for demand in core.demands]
            reads = self._always.union(reads_of([*rules, *(one.rule for one in sought.asked)]))
        if isinstance(outcome, Impossible) and (AT in reads or not sought.whole):
            outcome = GaveUp(Limit.SIZE)
        if isinstance(outcome, Impossible):
            outcome = Impossible(self._in_words(claim, empty, core)) if core else outcome
        return outcome, reads

    def _in_words(self, claim: Claim, empty: Roster, core: Core | None) -> Conflict:
        conflict = Conflict(()) if core is None else in_words(self.judge, empty, core)
        reason = Reason(ASKED, self._wished(claim))
        return attrs.evolve(conflict, choices=(reason, *conflict.choices))

    def _wished(self, claim: Claim) -> str:
        book = self.judge.book
        if claim.kind == "fielded":
            return f"{book.entries[claim.part][claim.name].name} is fielded."
        done = "kept where it is asked" if claim.kind == "kept" else "broken, and nothing else"
        return f"The rule {claim.name} is {done}."

    def _look_everywhere(self, empty: Roster) -> Everywhere:
        if id(empty) not in self._everywhere:
            self._everywhere[id(empty)] = Everywhere(self.shown, empty)
        return self._everywhere[id(empty)]

    def _search(self, judge: Judge, roster: Roster, goals: Goals) -> Outcome:
        """Search, and see what the roster found shows, and those near it."""
        outcome = best(Problem(judge, roster, goals, "free", any_will_do=True), self._worth())
        found = outcome.best if isinstance(outcome, GaveUp) else outcome
        if isinstance(found, Solved):
            self._explorer.explore(found.roster)
        return outcome

    def _worth(self) -> Effort:
        """What one search may take of what is left."""
        return Effort(self.effort.seconds_left(), WORK, self.effort.seed).begin()


def _empty_rosters(judge: Judge, limits: Mapping[str, int] | None) -> Iterator[Roster]:
    """Yield a roster of nothing for each setting of limits and combination of choices."""
    book = judge.book
    ruleset = book.ruleset
    settings = [limits] if limits is not None else _settings(judge)
    versions = {name: catalogue.version for name, catalogue in book.catalogues.items()}
    for setting in settings:
        for options in product(*(choice.options for choice in ruleset.choices.values())):
            choices = dict(zip(ruleset.choices, options, strict=True))
            yield Roster(ruleset.id, "", versions, setting, choices)


def _settings(judge: Judge) -> list[Mapping[str, int]]:
    """No limits, the defaults, and the defaults but for a number that a limit is compared with."""
    kinds = judge.book.ruleset.limits
    usual = {name: kind.default for name, kind in kinds.items() if kind.default}
    settings: list[Mapping[str, int]] = [{}, usual]
    for node in nodes_of([*judge.book.parts()]):
        match node:
            case Comparison(LimitNode(name), _, int() as number, _):
                settings.append(usual | {name: number})
    return [one for index, one in enumerate(settings) if one not in settings[:index]]


def _differences(one: Roster, other: Roster) -> int:
    """In how many choices two rosters differ, and in their limits."""
    unlike = sum(one.choices[name] != other.choices[name] for name in one.choices)
    return unlike + (one.limits != other.limits)


def _differ(one: Roster, other: Roster, reads: Iterable[Read]) -> bool:
    """Tell whether two rosters differ in what is read of them."""
    return any(
        (one.limits.get(name), one.choices.get(name))
        != (other.limits.get(name), other.choices.get(name))
        for _, name in reads
    )
