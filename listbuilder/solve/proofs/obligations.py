"""Obligations: facts about a book that a legal roster should witness.

The judge decides what a roster witnesses:

* *fielded*, of an entry: the roster is legal and has it.
* *kept*, of a rule: the roster is legal, and the rule is asked there, is not trivial, and holds
  wherever it is asked. Trivial are "at most 5" of nothing and "at least 0". A ban, which is broken
  wherever it is asked, is kept where it is not asked.
* *broken*, of a rule: the roster breaks it, and no other rule that makes a roster illegal.
* *altered*, of an alteration: the roster is legal, and the alteration counts in the numbers of one
  of its models.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import attrs

from listbuilder.findings import Severity
from listbuilder.model.entries import Entry
from listbuilder.model.language import Comparison, Constraint, Selector
from listbuilder.model.memo import Memo
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.record import records_in
from listbuilder.rules.army import Army
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.places import Place, passes
from listbuilder.rules.slots import (
    COPIES,
    NOWHERE,
    cap_constraint,
    entry_constraints,
    keyword_constraints,
    slot_constraints,
)
from listbuilder.solve.proofs.altering import Alterations, alterations_of

ObligationKind = Literal["fielded", "kept", "broken", "altered"]

RuleName = tuple[str, str]
"""The id of the catalogue that brings a rule (empty: the ruleset), and the rule's id."""


class Obligation(NamedTuple):
    """A fact that some roster should witness.

    Attributes:
        kind: the kind of the fact.
        part: the id of the catalogue that has the entry, the rule or the alteration; empty: the
            ruleset.
        name: the id of the entry or the rule, or the name of the alteration.
    """

    kind: ObligationKind
    part: str
    name: str


def obligations_of(book: Book) -> list[Obligation]:
    """List all obligations, part by part: one for each entry or alteration, two for a rule."""
    obligations: list[Obligation] = []
    for part, entries in book.entries.items():
        obligations += [Obligation("fielded", part, entry_id) for entry_id in entries]
        for rule_id in dict.fromkeys(rule.id for rule in rules_of_part(book, part)):
            obligations += [Obligation("kept", part, rule_id), Obligation("broken", part, rule_id)]
        whole = book.catalogues[part] if part else book.ruleset
        obligations += [Obligation("altered", part, name) for name, _, _ in alterations_of(whole)]
    return obligations


def rules_of_part(book: Book, part: str) -> Iterator[Constraint]:
    """Yield all rules of the ruleset (empty) or a catalogue, wherever they are asked.

    The limit on copies of one selection is left out: it only says how rosters are written.
    """
    whole = book.catalogues[part] if part else book.ruleset
    owners = {*whole.keywords, *(entry.id for entry in whole.entries)}
    for rule in _all_rules_of_part(book, part):
        owner, _, last = rule.id.rpartition(".")
        if last != "copies" or owner not in owners:
            yield rule


def _all_rules_of_part(book: Book, part: str) -> Iterator[Constraint]:
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
    """Whether a rule is broken wherever it is asked: at most 0 copies of the asking selection."""
    match rule.require:
        case Comparison(quantity, "at_most", 0, None):
            return quantity == COPIES
    return False


def is_nontrivial(check: Check) -> bool:
    """Whether a check that holds is not trivial, as "at most 5" of nothing and "at least 0" are."""
    match check.constraint.require.op:
        case "at_least":
            return check.allowed > 0
        case "multiple_of":
            return check.found != 0
        case _:
            return check.found != 0 or check.allowed <= 0


@attrs.frozen(eq=False)
class Observation:
    """The verdict on a roster, and the obligations that it witnesses.

    Attributes:
        verdict: the judge's verdict.
        errors: the first breach of each rule that makes the roster illegal.
        new: the obligations of which the roster is the first witness.
        near_misses: the open obligations that it would witness if it broke fewer rules.
    """

    verdict: Verdict
    errors: Mapping[RuleName, Check]
    new: Sequence[Obligation]
    near_misses: Sequence[Obligation]


class WitnessStore:
    """The witnesses found so far.

    Attributes:
        judge: the judge of the book.
        open: the obligations without a witness, in their order.
        witness_of: the first witness of each obligation; of a broken rule the first that breaks the
            fewest other rules (which only warn).
        bans: the names of the rules that are bans.
        alterations: the alterations of the book.
        altered_open: the alterations of open obligations.
        places: the places at which witnesses have selections.
    """

    def __init__(self, judge: Judge, obligations: Iterable[Obligation]) -> None:
        self.judge = judge
        self.open = dict.fromkeys(obligations)
        self.witness_of: dict[Obligation, Roster] = {}
        self.places: dict[Place, None] = {}
        book = judge.book
        rules = [(part, rule) for part in book.entries for rule in rules_of_part(book, part)]
        self.bans = {(part, rule.id) for part, rule in rules if is_ban(rule)}
        self._known = {(part, rule.id) for part, rule in rules}
        self._besides: dict[Obligation, int] = {}
        self.alterations = Alterations(judge)
        self.altered_open = {
            altered: alteration
            for part in book.entries
            for name, _, alteration in alterations_of(
                book.catalogues[part] if part else book.ruleset
            )
            if (altered := Obligation("altered", part, name)) in self.open
        }
        self._kept_open = {(one.part, one.name) for one in self.open if one.kind == "kept"}
        self._parts = {
            id(entry): part for part, entries in book.entries.items() for entry in entries.values()
        }
        # Rules are known by their identity: the judge keeps them.
        self._names: dict[int, RuleName] = {}
        self._selectors: dict[int, list[Selector]] = {}
        self._asked: Memo[Place, list[tuple[Constraint, tuple[Obligation, ...]]]] = Memo(
            self._learn
        )

    def record(self, roster: Roster) -> Observation:
        """Judge a roster, and note the obligations that it witnesses."""
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
                self.altered_open.pop(obligation, None)
                new.append(obligation)
            elif besides >= self._besides.get(obligation, 0):
                continue
            self.witness_of[obligation] = roster
            self._besides[obligation] = besides
        if new:
            self.note_places(verdict.army)
        near_misses = self._near_misses(verdict, errors) if errors else ()
        return Observation(
            verdict,
            errors,
            new,
            [obligation for obligation in near_misses if obligation in self.open],
        )

    def note_places(self, army: Army) -> None:
        """Note where selections stand."""
        self.places |= dict.fromkeys(node.place for node in army.nodes)

    def name_of(self, rule: Constraint, place: Place) -> RuleName:
        """The part that brings a rule asked at a place, and the rule's id."""
        if id(rule) not in self._names:
            own = self.part_of(place.entry) if place.entry is not None else ""
            parts = (own, "", *self.judge.book.catalogues)
            part = next((part for part in parts if (part, rule.id) in self._known), "")
            self._names[id(rule)] = part, rule.id
        return self._names[id(rule)]

    def part_of(self, entry: Entry) -> str:
        """The catalogue that has an entry; empty: the ruleset."""
        return self._parts[id(entry)]

    def is_open(self, rule: Constraint) -> bool:
        """Whether an obligation of a rule that was asked of a recorded roster is open."""
        name = self._names[id(rule)]
        return Obligation("kept", *name) in self.open or Obligation("broken", *name) in self.open

    def is_open_at(self, place: Place) -> bool:
        """Whether an obligation of some rule asked at a place is open."""
        return any(
            not self.open.keys().isdisjoint(obligations) for _, obligations in self._asked[place]
        )

    def is_open_for(self, holder: Place, place: Place) -> bool:
        """Whether an addition at a place may serve an open obligation.

        It may be one of its entry, of an alteration that it brings, or of a rule that counts it and
        is asked of its holder.
        """
        if (
            place.entry
            and Obligation("fielded", self.part_of(place.entry), place.entry.id) in self.open
        ):
            return True
        if self.may_alter(place):
            return True
        return any(
            not self.open.keys().isdisjoint(obligations) and self._counts(rule, place)
            for rule, obligations in self._asked[holder]
        )

    def may_alter(self, place: Place) -> bool:
        """Whether a place may bring an open alteration."""
        brought = self.alterations.brought[place] if self.altered_open else ()
        return any(one is open_ for one, _ in brought for open_ in self.altered_open.values())

    def _learn(self, place: Place) -> list[tuple[Constraint, tuple[Obligation, ...]]]:
        """The rules asked at a place, each with its obligations."""
        asked: list[tuple[Constraint, tuple[Obligation, ...]]] = []
        for rule, _ in self.judge.rules_at(place):
            name = self.name_of(rule, place)
            asked.append((rule, (Obligation("kept", *name), Obligation("broken", *name))))
        return asked

    def _counts(self, rule: Constraint, place: Place) -> bool:
        """Whether a rule may count a selection at a place."""
        if id(rule) not in self._selectors:
            self._selectors[id(rule)] = [
                node for node in records_in(rule.require) if isinstance(node, Selector)
            ]
        return any(
            not self.judge.compiler.is_static(selector.test) or passes(selector.test, place)
            for selector in self._selectors[id(rule)]
        )

    def _errors(self, verdict: Verdict) -> dict[RuleName, Check]:
        """The first breach of each rule that makes a roster illegal, by the rule's name."""
        return {
            self._names[id(breach.constraint)]: breach
            for breach in reversed(verdict.breaches)
            if breach.constraint.severity is Severity.ERROR
        }

    def _witnessed_by(
        self, verdict: Verdict, errors: Mapping[RuleName, Check]
    ) -> Iterator[tuple[Obligation, int]]:
        """Yield the obligations that a roster witnesses, and how many other rules it breaks."""
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
        yield from ((obligation, 0) for obligation in self._newly_altered(verdict.army))

    def _near_misses(
        self, verdict: Verdict, errors: Mapping[RuleName, Check]
    ) -> Iterator[Obligation]:
        """Yield the obligations that an illegal roster would witness if it broke fewer rules."""
        yield from (Obligation("broken", *name) for name in errors)
        yield from self._fielded(verdict)

    def _fielded(self, verdict: Verdict) -> Iterator[Obligation]:
        for node in verdict.army.nodes:
            if (entry := node.place.entry) is not None:
                yield Obligation("fielded", self.part_of(entry), entry.id)

    def _newly_kept(self, army: Army) -> set[RuleName]:
        """The rules, not witnessed as kept yet, that are bans or have a nontrivial check."""
        names, still = self._names, self._kept_open
        checks = self.judge.checks(army, lambda rule: names[id(rule)] in still)
        nontrivial = {names[id(one.constraint)] for one in checks if is_nontrivial(one)}
        return nontrivial | (self.bans & still)

    def _newly_altered(self, army: Army) -> list[Obligation]:
        """The open obligations of alterations that happen in an army."""
        if not any(self.may_alter(node.place) for node in army.nodes):
            return []
        happening = {id(alteration) for alteration in self.alterations.happening(army)}
        return [one for one, alteration in self.altered_open.items() if id(alteration) in happening]
