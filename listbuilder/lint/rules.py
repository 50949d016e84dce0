"""Checks of rules: tests that nothing passes, places that don't exist, findings of one name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.reachability import Home, Reachability, Slotted
from listbuilder.loading.json_pointer import token
from listbuilder.loading.references import PLACES
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Group, Keyword, Kind, Offer, Slot
from listbuilder.model.language import (
    ALWAYS,
    Comparison,
    Constraint,
    Count,
    Distinct,
    GreatestOf,
    If,
    KeywordChange,
    LeastOf,
    LookUp,
    Plus,
    Selector,
    Sum,
    Taker,
    Test,
    Times,
    Unassigned,
)
from listbuilder.model.odds import Odds
from listbuilder.model.play_aids import Flow, Plan, Step, Table, Topic, Track
from listbuilder.model.ruleset import BattleRule
from listbuilder.model.shown_figures import Figure
from listbuilder.rules.slots import (
    NOWHERE,
    entry_constraints,
    keyword_constraints,
    slot_constraints,
)
from listbuilder.rules.verbalise import verbaliser_of

TESTED: tuple[tuple[type[Any], tuple[str, ...]], ...] = (
    (Selector, ("test",)),
    (Slot, ("ring",)),
    (Group, ("test",)),
    (Taker, ("test",)),
    (Kind, ("test",)),
    (Test, ("has", "under")),
    (If, ("if_",)),
    (Constraint, ("for_", "when")),
    (KeywordChange, ("for_", "when")),
    (Figure, ("for_",)),
    (Table, ("for_",)),
    (Step, ("for_", "cards")),
    (Flow, ("for_",)),
    (Plan, ("for_",)),
    (Track, ("for_",)),
    (Topic, ("for_",)),
    (Odds, ("for_", "when")),
)
"""Attributes of parts that hold a test: if nothing passes the test, the part does nothing."""


@attrs.frozen(eq=False)
class Rule:
    """A constraint, and the entries that it is asked of.

    Attributes:
        at: the constraint's location.
        owner: id of the entry or keyword that brings it; empty for a file's own constraints.
        constraint: the constraint.
        asked: the entries in their slots; empty for a constraint that is asked of the roster.
    """

    at: Location
    owner: str
    constraint: Constraint
    asked: tuple[Slotted, ...]


def rules_of(game: Game, reachability: Reachability) -> list[Rule]:
    """List the constraints that files write out, in file order."""
    bearers: dict[int, tuple[str, set[Home]]] = {}
    for home, entry in reachability.entries.items():
        for rule in entry.constraints:
            bearers.setdefault(id(rule), (entry.id, set()))[1].add(home)
        for name in reachability.names(home):
            keyword = reachability.book.keywords.get(name)
            for rule in keyword.constraints if keyword else ():
                bearers.setdefault(id(rule), (name, set()))[1].add(home)
    found = []
    for at, rule in game.of(Constraint):
        owner, homes = bearers.get(id(rule), ("", set()))
        asked: Iterable[Slotted] = ()
        if isinstance(rule.for_, Test | Comparison):
            asked = reachability.passing(rule.for_)
        elif rule.for_ is None:
            asked = (slotted for home in homes for slotted in reachability.slotted[home])
        if owner:
            asked = (slotted for slotted in asked if slotted.home in homes)
        found.append(Rule(at, owner, rule, tuple(asked)))
    return found


def dead_tests(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield tests that no entry of any roster passes."""
    for kind, names in TESTED:
        for at, node in game.of(kind):
            for name in names:
                test = getattr(node, name)
                if name == "when" and getattr(node, "for_", None) in (None, "roster"):
                    continue
                if isinstance(test, Test) and test != ALWAYS and not reachability.can_pass(test):
                    step = "" if name == "test" else f"/{name.rstrip('_')}"
                    asked = verbaliser_of(reachability.book).things(test)
                    message = gettext(
                        "No roster can hold what this test asks for: {asked}.", asked=asked
                    )
                    yield at.diagnostic("matches-nothing", message, step)


def dead_places(
    game: Game, reachability: Reachability, rules: Iterable[Rule]
) -> Iterator[Diagnostic]:
    """Yield places named by a keyword that no entry around has, or has in some rosters only."""
    for at, selector in game.of(Selector):
        if selector.in_ in reachability.moving:
            yield _moving(at, selector.in_, "/in")
    for rule in rules:
        homes = {slotted.home for slotted in rule.asked}
        for selector in _direct(rule.constraint.when, rule.constraint.require):
            if _is_nowhere(selector.in_, homes, reachability):
                yield _nowhere(game.where(selector), selector.in_, "/in")
    for _, battle_rule in game.of(BattleRule):
        for selector in _direct(battle_rule.require):
            if _is_nowhere(selector.in_, (), reachability):
                yield _nowhere(game.where(selector), selector.in_, "/in")
    holders: dict[int, set[Home]] = {}
    for edge in reachability.edges:
        holders.setdefault(id(edge.offer), set()).add(edge.holder)
    for _, offer in game.of(Offer):
        homes = holders.get(id(offer), set())
        for selector in (*offer.requires, *offer.excludes):
            if homes and _is_nowhere(selector.in_, homes, reachability):
                yield _nowhere(game.where(selector), selector.in_, "/in")
    standing: dict[Location, set[Home]] = {}
    for home in reachability.entries:
        standing.setdefault(game.entry_at(*home), set()).add(home)
    for at, entry in game.of(Entry):
        homes = standing.get(at, set())
        for scope in entry.caps:
            step = f"/caps/{token(scope)}"
            if scope in reachability.moving:
                yield _moving(at, scope, step, at_key=True)
            elif scope != "roster" and homes and _is_nowhere(scope, homes, reachability):
                yield _nowhere(at, scope, step, at_key=True)
        for selector in (*entry.requires, *entry.excludes):
            if homes and _is_nowhere(selector.in_, homes, reachability):
                yield _nowhere(game.where(selector), selector.in_, "/in")


def _is_nowhere(place: str, homes: Iterable[Home], reachability: Reachability) -> bool:
    return place not in PLACES and not any(
        place in reachability.names(around)
        for home in homes
        for around in reachability.around(home)
    )


def _nowhere(at: Location, name: str, step: str, at_key: bool = False) -> Diagnostic:
    message = gettext("Nothing around is ever “{name}” where this is asked.", name=name)
    return at.diagnostic("place-never-there", message, step, at_key)


def _moving(at: Location, name: str, step: str, at_key: bool = False) -> Diagnostic:
    message = gettext(
        "“{name}” can come and go: a place is named by a keyword that stays.", name=name
    )
    return at.diagnostic("moving-place", message, step, at_key)


def _direct(*nodes: Any) -> Iterator[Selector]:
    """Yield the selectors that start at the rule's own selection, not within another selector."""
    for node in nodes:
        match node:
            case (
                Count(selector)
                | Sum(_, selector)
                | Distinct(_, selector)
                | GreatestOf(_, selector)
                | LeastOf(_, selector)
            ):
                yield selector
            case Times(_, of):
                yield from _direct(of)
            case Plus(parts):
                yield from _direct(*parts)
            case If(condition, then, else_):
                yield from _direct(condition, then, else_)
            case LookUp(_, row, column):
                yield from _direct(row, column)
            case Unassigned(selector, takers):
                yield selector
                yield from _direct(*(taker.max for taker in takers))
            case Comparison(quantity, _, bound):
                yield from _direct(quantity, bound)
            case Test():
                yield from _direct(*node.all_, *node.any_, node.not_)
            case _:
                pass


def colliding(
    game: Game, reachability: Reachability, rules: Iterable[Rule]
) -> Iterator[Diagnostic]:
    """Yield rules whose findings would have the same code."""
    written: dict[str, Location] = {}
    named = [(rule.at, rule.constraint.id) for rule in rules]
    for at, name in (*named, *((at, rule.id) for at, rule in game.of(BattleRule))):
        first = written.setdefault(name, at)
        if first != at:
            yield at.diagnostic("colliding-code", _named(name, first), "/id")
    for list_id in reachability.book.entries:
        made: dict[str, Location] = {}
        for at, code in _made(game, reachability, list_id):
            first = written.get(code) or made.setdefault(code, at)
            if first != at:
                yield at.diagnostic("colliding-code", _named(code, first))


def _named(code: str, first: Location) -> str:
    where = f"“{first.file}”" if first.file else gettext("the ruleset")
    return gettext(
        "A rule of {where} has findings called “{code}” too: {pointer}.",
        where=where,
        code=code,
        pointer=first.pointer,
    )


def _made(game: Game, reachability: Reachability, list_id: str) -> Iterator[tuple[Location, str]]:
    """Yield the codes of findings of an army list's entries, keywords and slots."""
    book = reachability.book
    bringers: list[tuple[str, Location, Entry | Keyword]] = [
        (entry.id, game.entry_at(name, entry.id), entry)
        for name in dict.fromkeys(("", list_id))
        for entry in book.entries[name].values()
    ]
    bringers += [(name, game.where(keyword), keyword) for name, keyword in book.keywords.items()]
    if not list_id:
        for slot in book.ruleset.slots:
            for made in slot_constraints("roster", slot, NOWHERE):
                yield game.where(slot), made.id
    for owner, at, node in bringers:
        own = {rule.id for rule in node.constraints}
        brought = (
            entry_constraints(node) if isinstance(node, Entry) else keyword_constraints(owner, node)
        )
        for made in brought:
            if made.id not in own:
                yield at, made.id
        for slot in node.slots:
            for made in slot_constraints(owner, slot, NOWHERE):
                yield game.where(slot), made.id
