"""Rules that never hold, that say nothing, or that no solver could read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from listbuilder.lint.game import At, Fault, Game
from listbuilder.lint.ground import Ground, Home, Stand
from listbuilder.loading.problems import token
from listbuilder.loading.references import PLACES
from listbuilder.model.entries import Entry, Group, Keyword, Kind, Offer
from listbuilder.model.language import (
    ALWAYS,
    Change,
    Comparison,
    Constraint,
    Count,
    If,
    Plus,
    Selector,
    Sum,
    Test,
    Times,
)
from listbuilder.model.odds import Odds
from listbuilder.model.ruleset import BattleRule, Figure, Table, Topic, Track
from listbuilder.rules.slots import (
    NOWHERE,
    entry_constraints,
    keyword_constraints,
    slot_constraints,
)
from listbuilder.rules.words import words_of

TESTED: tuple[tuple[type[Any], tuple[str, ...]], ...] = (
    (Selector, ("test",)),
    (Group, ("test",)),
    (Kind, ("test",)),
    (Test, ("has", "under")),
    (If, ("if_",)),
    (Constraint, ("for_", "when")),
    (Change, ("for_", "when")),
    (Figure, ("for_",)),
    (Table, ("for_",)),
    (Track, ("for_",)),
    (Topic, ("for_",)),
    (Odds, ("for_", "when")),
)
"""Where a test stands that something has to pass, or what has it says nothing."""


@attrs.frozen(eq=False)
class Rule:
    """A constraint, and what it is asked of.

    Attributes:
        owner: id of the entry or keyword that brings it; empty for a file's own.
        asked: the entries, where they stand; empty for a constraint that is asked of the roster.
    """

    at: At
    owner: str
    constraint: Constraint
    asked: tuple[Stand, ...]


def rules_of(game: Game, ground: Ground) -> list[Rule]:
    """List the constraints that files write out, in file order."""
    bearers: dict[int, tuple[str, set[Home]]] = {}
    for home, entry in ground.entries.items():
        for rule in entry.constraints:
            bearers.setdefault(id(rule), (entry.id, set()))[1].add(home)
        for name in ground.names(home):
            keyword = ground.book.keywords.get(name)
            for rule in keyword.constraints if keyword else ():
                bearers.setdefault(id(rule), (name, set()))[1].add(home)
    found = []
    for at, rule in game.of(Constraint):
        owner, homes = bearers.get(id(rule), ("", set()))
        asked: Iterable[Stand] = ()
        if isinstance(rule.for_, Test | Comparison):
            asked = ground.passing(rule.for_)
        elif rule.for_ is None:
            asked = (stand for home in homes for stand in ground.stands[home])
        if owner:
            asked = (stand for stand in asked if stand.home in homes)
        found.append(Rule(at, owner, rule, tuple(asked)))
    return found


def dead_tests(game: Game, ground: Ground) -> Iterator[Fault]:
    """Yield tests that nothing which a roster can hold ever passes."""
    for kind, names in TESTED:
        for at, node in game.of(kind):
            for name in names:
                test = getattr(node, name)
                if name == "when" and getattr(node, "for_", None) in (None, "roster"):
                    continue
                if isinstance(test, Test) and test != ALWAYS and not ground.can_pass(test):
                    step = "" if name == "test" else f"/{name.rstrip('_')}"
                    asked = words_of(ground.book).things(test)
                    message = f"No roster can hold what this test asks for: {asked}."
                    yield at.fault("matches-nothing", message, step)


def dead_places(game: Game, ground: Ground, rules: Iterable[Rule]) -> Iterator[Fault]:
    """Yield places named by a keyword that nothing around is ever called, and those that move."""
    for at, selector in game.of(Selector):
        if selector.in_ in ground.moving:
            yield _moving(at, selector.in_, "/in")
    for rule in rules:
        homes = {stand.home for stand in rule.asked}
        for selector in _direct(rule.constraint.when, rule.constraint.require):
            if _is_nowhere(selector.in_, homes, ground):
                yield _nowhere(game.where(selector), selector.in_, "/in")
    for _, battle_rule in game.of(BattleRule):
        for selector in _direct(battle_rule.require):
            if _is_nowhere(selector.in_, (), ground):
                yield _nowhere(game.where(selector), selector.in_, "/in")
    holders: dict[int, set[Home]] = {}
    for way in ground.ways:
        holders.setdefault(id(way.offer), set()).add(way.holder)
    for _, offer in game.of(Offer):
        homes = holders.get(id(offer), set())
        for selector in (*offer.requires, *offer.excludes):
            if homes and _is_nowhere(selector.in_, homes, ground):
                yield _nowhere(game.where(selector), selector.in_, "/in")
    standing: dict[At, set[Home]] = {}
    for home in ground.entries:
        standing.setdefault(game.entry_at(*home), set()).add(home)
    for at, entry in game.of(Entry):
        homes = standing.get(at, set())
        for scope in entry.caps:
            step = f"/caps/{token(scope)}"
            if scope in ground.moving:
                yield _moving(at, scope, step, at_key=True)
            elif scope != "roster" and homes and _is_nowhere(scope, homes, ground):
                yield _nowhere(at, scope, step, at_key=True)
        for selector in (*entry.requires, *entry.excludes):
            if homes and _is_nowhere(selector.in_, homes, ground):
                yield _nowhere(game.where(selector), selector.in_, "/in")


def _is_nowhere(place: str, homes: Iterable[Home], ground: Ground) -> bool:
    return place not in PLACES and not any(
        place in ground.names(around) for home in homes for around in ground.around(home)
    )


def _nowhere(at: At, name: str, step: str, at_key: bool = False) -> Fault:
    message = f"Nothing around is ever “{name}” where this is asked."
    return at.fault("place-never-there", message, step, at_key)


def _moving(at: At, name: str, step: str, at_key: bool = False) -> Fault:
    message = f"“{name}” can come and go: a place is named by a keyword that stays."
    return at.fault("moving-place", message, step, at_key)


def _direct(*nodes: Any) -> Iterator[Selector]:
    """Yield the selectors that are asked where a rule is, not where another finds something."""
    for node in nodes:
        match node:
            case Count(selector) | Sum(_, selector):
                yield selector
            case Times(_, of):
                yield from _direct(of)
            case Plus(parts):
                yield from _direct(*parts)
            case If(condition, then, else_):
                yield from _direct(condition, then, else_)
            case Comparison(quantity, _, bound):
                yield from _direct(quantity, bound)
            case Test():
                yield from _direct(*node.all_, *node.any_, node.not_)
            case _:
                pass


def colliding(game: Game, ground: Ground, rules: Iterable[Rule]) -> Iterator[Fault]:
    """Yield rules whose findings would have one name: nobody could tell them apart."""
    written: dict[str, At] = {}
    named = [(rule.at, rule.constraint.id) for rule in rules]
    for at, name in (*named, *((at, rule.id) for at, rule in game.of(BattleRule))):
        first = written.setdefault(name, at)
        if first != at:
            yield at.fault("colliding-code", _named(name, first), "/id")
    for list_id in ground.book.entries:
        made: dict[str, At] = {}
        for at, code in _made(game, ground, list_id):
            first = written.get(code) or made.setdefault(code, at)
            if first != at:
                yield at.fault("colliding-code", _named(code, first))


def _named(code: str, first: At) -> str:
    where = f"“{first.file}”" if first.file else "the ruleset"
    return f"A rule of {where} has findings called “{code}” too: {first.pointer}."


def _made(game: Game, ground: Ground, list_id: str) -> Iterator[tuple[At, str]]:
    """Yield the names of the findings that entries, keywords and slots bring in an army list."""
    book = ground.book
    bringers: list[tuple[str, At, Entry | Keyword]] = [
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
