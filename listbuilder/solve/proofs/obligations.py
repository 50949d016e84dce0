"""What can be claimed of every entry and every rule of a book, and shown by a roster.

The judge says what a roster shows:

* *fielded*, of an entry: the roster is legal and has it.
* *kept*, of a rule: the roster is legal, and the rule is asked there in earnest and holds wherever
  it is asked. In earnest: there is something to count, or it may be none of it, or so many are
  needed. A ban, which is broken wherever it is asked, is kept where it is not asked.
* *broken*, of a rule: the roster breaks it, and no other rule that makes a roster illegal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import attrs

from listbuilder.findings import Severity
from listbuilder.model.entries import Entry
from listbuilder.model.language import Comparison, Constraint, Selector
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.record import nodes_of
from listbuilder.rules.army import Army
from listbuilder.rules.evaluate import Check, Judge, Verdict
from listbuilder.rules.places import Memo, Place, passes
from listbuilder.rules.slots import (
    COPIES,
    NOWHERE,
    cap_constraint,
    entry_constraints,
    keyword_constraints,
    slot_constraints,
)

ObligationKind = Literal["fielded", "kept", "broken"]

RuleName = tuple[str, str]
"""What brings a rule: the ruleset (empty) or a catalogue by its id; and the rule's id."""


class Obligation(NamedTuple):
    """Something that a roster can show.

    Attributes:
        kind: what is claimed.
        part: id of the catalogue that the entry is in, or what brings the rule; empty for the
            ruleset.
        name: id of the entry or the rule.
    """

    kind: ObligationKind
    part: str
    name: str


def obligations_of(book: Book) -> list[Obligation]:
    """List all claims, part by part: of each entry one, of each rule two."""
    obligations: list[Obligation] = []
    for part, entries in book.entries.items():
        obligations += [Obligation("fielded", part, entry_id) for entry_id in entries]
        for rule_id in dict.fromkeys(rule.id for rule in rules_of(book, part)):
            obligations += [Obligation("kept", part, rule_id), Obligation("broken", part, rule_id)]
    return obligations


def rules_of(book: Book, part: str) -> Iterator[Constraint]:
    """Yield all rules that the ruleset (empty) or a catalogue says, wherever they are asked.

    But for how many copies one selection may be: that is how rosters are written.
    """
    whole = book.catalogues[part] if part else book.ruleset
    owners = {*whole.keywords, *(entry.id for entry in whole.entries)}
    for rule in _rules_of(book, part):
        owner, _, last = rule.id.rpartition(".")
        if last != "copies" or owner not in owners:
            yield rule


def _rules_of(book: Book, part: str) -> Iterator[Constraint]:
    whole = book.catalogues[part] if part else book.ruleset
    for slot in () if part else book.ruleset.slots:
        yield from slot_constraints("roster", slot, book.ruleset.source or NOWHERE)
    for name, keyword in whole.keywords.items():
        yield from keyword_constraints(name, keyword)
        for slot in keyword.slots:
            yield from slot_constraints(name, slot, keyword.source or NOWHERE)
    for entry in whole.entries:
        yield from entry_constraints(entry)
        yield from (cap_constraint(entry, scope) for scope in entry.caps)
        for slot in entry.slots:
            yield from slot_constraints(entry.id, slot, entry.source or NOWHERE)
    yield from whole.constraints


def is_ban(rule: Constraint) -> bool:
    """Whether a rule is broken wherever it is asked: there may be none of what it is asked of."""
    match rule.require:
        case Comparison(quantity, "at_most", 0, None):
            return quantity == COPIES
    return False


def is_nontrivial(check: Check) -> bool:
    """Whether a rule that is kept says something: not the most of nothing, nor the least."""
    match check.constraint.require.op:
        case "at_least":
            return check.allowed > 0
        case "multiple_of":
            return check.found != 0
        case _:
            return check.found != 0 or check.allowed <= 0


@attrs.frozen(eq=False)
class Observation:
    """What a roster came to.

    Attributes:
        errors: of each rule that makes it illegal, the first breach.
        new: claims that it shows and none before it did.
        almost: open claims that it would show if it broke less.
    """

    verdict: Verdict
    errors: Mapping[RuleName, Check]
    new: Sequence[Obligation]
    near_misses: Sequence[Obligation]


class WitnessStore:
    """What rosters have shown of the claims about a book.

    Attributes:
        judge: of the book.
        open: claims that no roster has shown yet, in their order.
        by: of a claim, the first roster that showed it; of a broken rule, the first of those that
            warn of the least besides.
        bans: names of the rules that forbid what they are asked of.
    """

    def __init__(self, judge: Judge, obligations: Iterable[Obligation]) -> None:
        self.judge = judge
        self.open = dict.fromkeys(obligations)
        self.witness_of: dict[Obligation, Roster] = {}
        book = judge.book
        rules = [(part, rule) for part in book.entries for rule in rules_of(book, part)]
        self.bans = {(part, rule.id) for part, rule in rules if is_ban(rule)}
        self._known = {(part, rule.id) for part, rule in rules}
        self._besides: dict[Obligation, int] = {}
        self._kept_open = {(one.part, one.name) for one in self.open if one.kind == "kept"}
        self._parts = {
            id(entry): part for part, entries in book.entries.items() for entry in entries.values()
        }
        # The judge keeps its rules, so each is known by its identity.
        self._names: dict[int, RuleName] = {}
        self._selectors: dict[int, list[Selector]] = {}
        self._asked: Memo[Place, list[tuple[Constraint, tuple[Obligation, ...]]]] = Memo(
            self._learn
        )

    def record(self, roster: Roster) -> Observation:
        """Judge a roster, and note what it shows."""
        verdict = self.judge.evaluate(roster)
        new: list[Obligation] = []
        for node in (verdict.army.root, *verdict.army.nodes):
            self._asked[node.place]
        errors = self._errors(verdict)
        for obligation, besides in self._witnessed_by(verdict, errors):
            if obligation in self.open:
                del self.open[obligation]
                if obligation.kind == "kept":
                    self._kept_open.discard((obligation.part, obligation.name))
                new.append(obligation)
            elif besides >= self._besides.get(obligation, 0):
                continue
            self.witness_of[obligation] = roster
            self._besides[obligation] = besides
        near_misses = self._near_misses(verdict, errors) if errors else ()
        return Observation(
            verdict,
            errors,
            new,
            [obligation for obligation in near_misses if obligation in self.open],
        )

    def name_of(self, rule: Constraint, place: Place) -> RuleName:
        """Which part brings a rule that is asked of what stands at a place, and the rule's id."""
        if id(rule) not in self._names:
            own = self.part_of(place.entry) if place.entry is not None else ""
            parts = (own, "", *self.judge.book.catalogues)
            part = next((part for part in parts if (part, rule.id) in self._known), "")
            self._names[id(rule)] = part, rule.id
        return self._names[id(rule)]

    def part_of(self, entry: Entry) -> str:
        """The catalogue that an entry is in; empty for the ruleset's own."""
        return self._parts[id(entry)]

    def is_open(self, rule: Constraint) -> bool:
        """Whether something is open of a rule that was asked of a roster seen."""
        name = self._names[id(rule)]
        return Obligation("kept", *name) in self.open or Obligation("broken", *name) in self.open

    def is_open_at(self, place: Place) -> bool:
        """Whether something is open of a rule that is asked of what stands at a place."""
        return any(
            not self.open.keys().isdisjoint(obligations) for _, obligations in self._asked[place]
        )

    def is_open_for(self, holder: Place, place: Place) -> bool:
        """Whether something is open of an entry, or of a rule of its holder that counts it."""
        if (
            place.entry
            and Obligation("fielded", self.part_of(place.entry), place.entry.id) in self.open
        ):
            return True
        return any(
            not self.open.keys().isdisjoint(obligations) and self._counts(rule, place)
            for rule, obligations in self._asked[holder]
        )

    def _learn(self, place: Place) -> list[tuple[Constraint, tuple[Obligation, ...]]]:
        """Name the rules asked of what stands at a place: of a cap, the judge tells less."""
        asked: list[tuple[Constraint, tuple[Obligation, ...]]] = []
        for rule, _ in self.judge.rules_at(place):
            name = self.name_of(rule, place)
            asked.append((rule, (Obligation("kept", *name), Obligation("broken", *name))))
        return asked

    def _counts(self, rule: Constraint, place: Place) -> bool:
        """Whether a rule may count what stands at a place."""
        if id(rule) not in self._selectors:
            self._selectors[id(rule)] = [
                node for node in nodes_of(rule.require) if isinstance(node, Selector)
            ]
        return any(
            not self.judge.compiler.is_static(selector.test) or passes(selector.test, place)
            for selector in self._selectors[id(rule)]
        )

    def _errors(self, verdict: Verdict) -> dict[RuleName, Check]:
        """Of each rule that makes a roster illegal, the first breach."""
        return {
            self._names[id(breach.constraint)]: breach
            for breach in reversed(verdict.breaches)
            if breach.constraint.severity is Severity.ERROR
        }

    def _witnessed_by(
        self, verdict: Verdict, errors: Mapping[RuleName, Check]
    ) -> Iterator[tuple[Obligation, int]]:
        """Yield the claims that a judged roster shows, and how many rules it breaks besides."""
        broken = {self._names[id(breach.constraint)] for breach in verdict.breaches}
        for name in broken:
            if errors.keys() <= {name}:
                yield Obligation("broken", *name), len(broken) - 1
        if errors:
            return
        yield from ((obligation, 0) for obligation in self._fielded(verdict))
        if self._kept_open:
            for name in self._newly_kept(verdict.army) - broken:
                yield Obligation("kept", *name), 0

    def _near_misses(
        self, verdict: Verdict, errors: Mapping[RuleName, Check]
    ) -> Iterator[Obligation]:
        """Yield what an illegal roster would show if it broke less."""
        yield from (Obligation("broken", *name) for name in errors)
        yield from self._fielded(verdict)

    def _fielded(self, verdict: Verdict) -> Iterator[Obligation]:
        for node in verdict.army.nodes:
            if (entry := node.place.entry) is not None:
                yield Obligation("fielded", self.part_of(entry), entry.id)

    def _newly_kept(self, army: Army) -> set[RuleName]:
        """Of the rules not seen kept yet, those asked of an army in earnest, and the bans."""
        names, still = self._names, self._kept_open
        checks = self.judge.checks(army, lambda rule: names[id(rule)] in still)
        nontrivial = {names[id(one.constraint)] for one in checks if is_nontrivial(one)}
        return nontrivial | (self.bans & still)
