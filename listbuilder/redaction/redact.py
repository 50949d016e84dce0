"""Redacting a roster: hidden entries go by a common name, and nothing tells them apart.

The sheets are made of another roster of another book, in which a *placeholder* stands for all
entries of an army list that share a hidden name. It has only what these have in common, so that no
page can say more. Numbers that differ between these entries are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import attrs

from listbuilder.findings import Finding, Severity
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Selection
from listbuilder.model.language import Constraint, Copies, Names, Sum, Value
from listbuilder.model.odds import Odds
from listbuilder.model.play_aids import Flow
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Part
from listbuilder.redaction.hidden import Hidden, HiddenName, hidden_name, is_plan
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import explain
from listbuilder.rules.measure import counter_profile

WITHHELD = gettext("What is hidden here breaks a rule; the player's own sheet says which.")


def redacted(
    judge: Judge, verdict: Verdict, findings: Sequence[Finding]
) -> tuple[Judge, Verdict, list[Finding]]:
    """Judge the redacted roster.

    Args:
        judge: the judge of the roster's book.
        verdict: the judge's verdict on the roster.
        findings: the findings about the roster.

    Returns:
        Judge, verdict and findings to print in place of these. The new verdict has no breaches: the
        findings tell those that an opponent may know.
    """
    hidden = Hidden(judge.book, verdict.army)
    seen, shown = _redacted(hidden)
    judged = {(breach.constraint.id, breach.node.pointer) for breach in verdict.breaches}
    notices = [finding for finding in findings if (finding.code, finding.pointer) not in judged]
    told = _findings(hidden)
    return seen, shown, [*notices, *told]


def opponents_copy(judge: Judge, verdict: Verdict) -> Roster:
    """Make a roster to give to an opponent: redacted, and marked as a copy.

    Args:
        judge: the judge of the roster's book.
        verdict: the judge's verdict on the whole roster.

    Returns:
        A copy that is the same whichever hidden entries the player has; ``open_copy`` shows it.
    """
    hidden = Hidden(judge.book, verdict.army)
    return attrs.evolve(
        _redacted_roster(hidden, lambda kind: hidden.kinds[kind][0].id), redacted=True, schema=None
    )


def open_copy(judge: Judge, roster: Roster) -> tuple[Judge, Verdict]:
    """Open an opponent's copy to show it.

    Args:
        judge: the judge of the copy's book.
        roster: the copy.

    Returns:
        The judge and verdict to show it by. The verdict has no breaches: nobody can judge a copy.
    """
    return _redacted(Hidden(judge.book, judge.evaluate(roster).army))


def _redacted(hidden: Hidden) -> tuple[Judge, Verdict]:
    judge = RedactedJudge(_redacted_book(hidden), hidden)
    verdict = judge.evaluate(_redacted_roster(hidden, hidden.id_of))
    return judge, attrs.evolve(verdict, breaches=())


def hides_anything(book: Book, army: Army) -> bool:
    """Tell whether a roster has hidden entries or plans."""
    return any(
        hidden_name(book, node.place.names) or is_plan(book, node.place.names)
        for node in army.nodes
    )


class RedactedJudge(Judge):
    """A judge without the checks that would tell hidden entries apart."""

    def __init__(self, book: Book, hidden: Hidden) -> None:
        super().__init__(book)
        self.hidden = hidden
        self.telling: dict[int, bool] = {}

    def checks(self, army: Army, of: Callable[[Constraint], bool] | None = None) -> Iterator[Check]:
        """Yield the checks, as ``Judge.checks``, that tell nothing hidden."""
        for check in super().checks(army, of):
            rule = check.constraint
            if id(rule) not in self.telling:
                self.telling[id(rule)] = bool(rule.shown) and self.hidden.discloses(rule)
            if not self.telling[id(rule)]:
                yield check


def placeholder_entry(hidden: Hidden, kind: HiddenName) -> Entry:
    """Make the placeholder of a kind: with all that its entries have in common, and no cost."""
    first, *others = hidden.kinds[kind]
    found = counter_profile(hidden.book, first)
    common = (
        name for name in hidden.names(first) if all(name in hidden.names(other) for other in others)
    )
    values = {name for entry in (first, *others) for name in entry.values}
    shared = {name: hidden.value(first, name) for name in values if not hidden.discloses(Sum(name))}
    costs = {name: Value() for name, kept in hidden.book.ruleset.values.items() if kept.cost}
    return Entry(
        hidden.id_of(kind),
        kind[1],
        is_=Names(tuple(common)),
        values={**{name: value for name, value in shared.items() if value}, **costs},
        profiles=(attrs.evolve(found[0], values={}, name=None),) if found else (),
    )


def _redacted_book(hidden: Hidden) -> Book:
    """The book with a placeholder for each kind, and without numbers that tell entries apart."""
    book = hidden.book
    values = {
        name: attrs.evolve(value, cost=value.cost and not hidden.discloses(Sum(name)))
        for name, value in book.ruleset.values.items()
    }

    def seen(part: Part, list_id: str) -> dict[str, Any]:
        stand_ins = [placeholder_entry(hidden, kind) for kind in hidden.kinds if kind[0] == list_id]
        taken = {entry.id for entry in stand_ins}
        return {
            "entries": (*stand_ins, *(one for one in part.entries if one.id not in taken)),
            "figures": tuple(figure for figure in part.figures if not hidden.discloses(figure)),
            "flows": tuple(_redacted_flow(hidden, flow) for flow in part.flows),
            "plans": tuple(plan for plan in part.plans if not hidden.discloses(plan)),
            "odds": tuple(_redacted_odds(hidden, part.odds)),
            "keywords": {
                name: attrs.evolve(keyword, hidden=None) for name, keyword in part.keywords.items()
            },
        }

    return Book(
        attrs.evolve(book.ruleset, values=values, **seen(book.ruleset, "")),
        {
            name: attrs.evolve(catalogue, **seen(catalogue, name))
            for name, catalogue in book.catalogues.items()
        },
        book.event,
    )


def _redacted_flow(hidden: Hidden, flow: Flow) -> Flow:
    """A flow without the steps and the numbers that tell hidden entries apart."""
    steps = tuple(
        attrs.evolve(
            step,
            figures=tuple(figure for figure in step.figures if not hidden.discloses(figure)),
            cards=None if hidden.discloses(step.cards) else step.cards,
        )
        for step in flow.steps
        if not hidden.discloses(step.for_)
    )
    return attrs.evolve(flow, steps=steps)


def _redacted_odds(hidden: Hidden, every: Iterable[Odds]) -> Iterator[Odds]:
    """Yield odds that tell nothing hidden; numbers that would tell are the supposed ones."""
    for odds in every:
        if not (hidden.discloses(odds.for_) or hidden.discloses(odds.when)):
            numbers = {
                name: attrs.evolve(one, quantity=None, profile=None)
                if hidden.discloses(one)
                else one
                for name, one in odds.numbers.items()
            }
            yield attrs.evolve(odds, numbers=numbers)


def _redacted_roster(hidden: Hidden, id_of: Callable[[HiddenName], str]) -> Roster:
    """The roster with placeholders, last in their holder, and equal selections together."""
    army = hidden.army
    kept = {
        node.selection.id
        for node in army.nodes
        if not any(each.start in hidden.kind_of for each in (node, *_above(node)))
    }
    around = {
        around.start
        for node in army.nodes
        if node.start in hidden.kind_of
        for around in _above(node)
    }

    def seen(nodes: Iterable[Node]) -> tuple[Selection, ...]:
        piles: dict[Hashable, Selection] = {}
        kinds: dict[tuple[HiddenName, str | None], int] = {}
        for node in nodes:
            if node.start in hidden.planned:
                continue
            kind = hidden.kind_of.get(node.start)
            if kind is not None:
                key = kind, node.selection.at if node.selection.at in kept else None
                kinds[key] = kinds.get(key, 0) + node.count
                continue
            at = node.selection.at if node.selection.at in kept else None
            found = attrs.evolve(
                node.selection,
                at=at,
                notes=None,
                picture=None,
                keys=(),
                with_=seen(node.children),
            )
            alike = _alike(found) if node.start in around else None
            pile = node.start if alike is None else alike
            piles[pile] = _both(piles[pile], found) if pile in piles else found
        return *piles.values(), *(
            Selection(id_of(kind), count=Copies(count), at=at)
            for (kind, at), count in sorted(kinds.items(), key=str)
        )

    return attrs.evolve(army.roster, notes=None, keys=(), army=seen(army.root.children))


def _above(node: Node) -> Iterator[Node]:
    holder = node.holder
    while holder is not None and holder.holder is not None:
        yield holder
        holder = holder.holder


def _alike(selection: Selection) -> Hashable:
    """A key of a copy of a selection: equal keys, equal copies; None: it stays by itself."""
    if selection.name or selection.id or selection.size:
        return None
    inside = [(_alike(child), Fraction(child.count, selection.count)) for child in selection.with_]
    if any(alike is None for alike, _ in inside):
        return None
    return selection.entry, selection.slot, selection.at, tuple(inside)


def _both(one: Selection, other: Selection) -> Selection:
    """Join two selections of equal copies."""
    inside = tuple(map(_both, one.with_, other.with_))
    return attrs.evolve(one, count=Copies(one.count + other.count), with_=inside)


def _findings(hidden: Hidden) -> Iterator[Finding]:
    """Yield the findings about the roster, with hidden names.

    Breaches that would tell hidden entries apart are only said to be there (``WITHHELD``).
    """
    book = hidden.book

    def named(part: Part) -> dict[str, Any]:
        entries = (
            attrs.evolve(entry, name=hidden_name(book, hidden.names(entry)) or entry.name)
            for entry in part.entries
        )
        return {"entries": tuple(entries)}

    def plain(nodes: Iterable[Node]) -> tuple[Selection, ...]:
        return tuple(
            attrs.evolve(
                node.selection,
                name=None if node.start in hidden.kind_of else node.selection.name,
                with_=plain(node.children),
            )
            for node in nodes
        )

    judge = Judge(
        Book(
            attrs.evolve(book.ruleset, **named(book.ruleset)),
            {
                name: attrs.evolve(catalogue, **named(catalogue))
                for name, catalogue in book.catalogues.items()
            },
        )
    )
    verdict = judge.evaluate(
        attrs.evolve(hidden.army.roster, army=plain(hidden.army.root.children))
    )
    withheld: set[Severity] = set()
    for check, finding in explain(verdict, judge):
        own = {check.node.start, *(around.start for around in _above(check.node))}
        kept = own.isdisjoint(hidden.kind_of) and own.isdisjoint(hidden.planned)
        if not kept or hidden.discloses(check.constraint):
            withheld.add(finding.severity)
        else:
            yield finding
    for severity in sorted(withheld):
        yield Finding("hidden", severity, WITHHELD)
