"""The names that a ruleset or catalogue uses: a rule with an unknown name would never hold.

Shipped data is linted for unknown names; added data is checked when it is read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import NoneType
from typing import Any, NamedTuple

import attrs

from listbuilder.findings import Severity, Source
from listbuilder.loading.json_pointer import json_key, token
from listbuilder.loading.names import quoted
from listbuilder.loading.problems import Meant, Problem
from listbuilder.messages import Titled, gettext
from listbuilder.model.entries import Entry, Group, Keyword, Offer, Selection, Slot
from listbuilder.model.language import (
    Comparison,
    Constraint,
    Distinct,
    GreatestOf,
    KeywordChange,
    LeastOf,
    Limit,
    PrintedNumber,
    Selector,
    Sum,
    Test,
)
from listbuilder.model.odds import CardChart, Figured, Odds, OnTable, Throw, Try
from listbuilder.model.play_aids import Table, Term, Topic
from listbuilder.model.profile_types import Column
from listbuilder.model.profiles import Alteration, Profile
from listbuilder.model.ruleset import Battle, Catalogue, Part, Ruleset

PLACES = frozenset(
    {"self", "children", "below", "whole", "parent", "roster", "at", "placed", "beside"},
)
PLAIN_DICE = re.compile(r"(?P<number>[1-9]?)D(?P<sides>[1-9][0-9]{0,2})")
UNSAID = "test"
"""Attributes whose keys a file writes beside those of their holder, such as a single quantity."""

BUILT_IN = "size"
"""Values that every ruleset has."""

LEAVES = frozenset({str, Titled, int, bool, Fraction, Severity, NoneType})
EMPTY: tuple[Any, ...] = ((), {})
NAMED = (Entry, Slot, Keyword, Offer, Ruleset, Catalogue)
"""Classes whose names ``known_names`` collects, and whose values ``magnitudes.carried_values``."""

JsonPart = tuple[str, Any]
"""A part of a file, after the JSON pointer to it."""


class Use(NamedTuple):
    """A name that a node uses.

    Attributes:
        kind: the kind of thing that the name must name.
        step: JSON pointer from the node to the name.
        of: the choice of an option; the profile type of a column, if it is told.
        at_key: the name is a key.
        carried: an entry has the name, which is no question about it.
    """

    kind: str
    name: str
    step: str
    of: str = ""
    at_key: bool = False
    carried: bool = False


@attrs.frozen
class Known:
    """The known names of a game.

    Attributes:
        names: names by kind.
        options: options by choice.
        columns: columns by profile type; columns of any type by None.
        unread: texts of files of the game that can't be used, which may define further names.
    """

    names: Mapping[str, frozenset[str]]
    options: Mapping[str, frozenset[str]]
    columns: Mapping[str, frozenset[str]]
    unread: str

    def of(self, use: Use) -> frozenset[str] | None:
        """Give the names that would be valid; None where their choice or type is unknown itself."""
        if use.kind == "option":
            return self.options.get(use.of)
        if use.kind == "column":
            return self.columns.get(use.of)
        return self.names[use.kind]


def known_names(ruleset: Ruleset, parts: Iterable[Iterable[JsonPart]], unread: str = "") -> Known:
    """Collect the names of a ruleset and the other parts of its book.

    Args:
        ruleset: the ruleset.
        parts: the parts of each part (``json_parts``), the ruleset's own among them.
        unread: texts of parts that can't be used.
    """
    found: dict[str, set[str]] = {kind: set() for kind in ("entry", "slot", "table", "list")}
    keywords: dict[str, Keyword] = {}
    documents: set[str] = set()
    options: dict[str, frozenset[str]] = {}
    for _, node in (node for part in parts for node in part):
        match node:
            case Entry() | Slot():
                found[type(node).__name__.lower()].add(node.id)
            case Ruleset() | Catalogue():
                keywords |= node.keywords
                documents |= node.documents.keys()
                for name, choice in node.choices.items():
                    options[name] = options.get(name, frozenset()).union(choice.options)
                found["table"] |= {table.id for table in node.tables}
                if isinstance(node, Catalogue):
                    found["list"].add(node.id)
    names = {kind: frozenset(those) for kind, those in found.items()}
    names |= {
        "keyword": frozenset(keywords),
        "document": frozenset(documents),
        "place": frozenset({*PLACES, *keywords}),
        "scope": frozenset({"roster", *keywords}),
        "family": frozenset(
            {"entry", *(keyword.family for keyword in keywords.values() if keyword.family)}
        ),
        "value": frozenset(ruleset.values),
        "limit": frozenset(ruleset.limits),
        "choice": frozenset(options),
        "profile": frozenset(ruleset.profiles),
        "dice": frozenset(ruleset.dice),
        "chart": frozenset(ruleset.charts),
        "side": frozenset(ruleset.battle.sides if ruleset.battle else ()),
    }
    columns = {
        name: frozenset(column.id for column in kind.columns)
        for name, kind in ruleset.profiles.items()
    }
    return Known(
        names,
        options,
        columns | {"": frozenset(column for those in columns.values() for column in those)},
        unread,
    )


def dangling(part: Part, inside: Iterable[JsonPart], known: Known) -> Iterator[Problem]:
    """Yield the unknown names in a part, with their near misses.

    Args:
        part: the part.
        inside: the part's parts (``json_parts``).
        known: the known names.
    """
    counted = Counter(entry.id for entry in part.entries)
    for index, entry in enumerate(part.entries):
        if counted[entry.id] > 1:
            message = gettext("More than one entry is {id}.", id=quoted(entry.id))
            yield Problem("duplicate-entry", message, f"/entries/{index}/id")
    for pointer, node in inside:
        for use in uses(node):
            there = known.of(use)
            if there is None or use.name in there or f'"{use.name}"' in known.unread:
                continue
            message = gettext("No {kind} is called {name}.", kind=use.kind, name=quoted(use.name))
            at, meant = f"{pointer}{use.step}", Meant(use.name, there)
            yield Problem(f"unknown-{use.kind}", message, at, use.at_key, meant)


def json_parts(part: Part | Odds | Constraint) -> list[JsonPart]:
    """List all parts of a part in file order, each with its JSON pointer from there."""
    found: list[JsonPart] = []
    _collect(part, "", found)
    return found


def named_parts(part: Part) -> list[JsonPart]:
    """List the pieces of a part that have names or values, each with its JSON pointer."""
    return [one for one in json_parts(part) if isinstance(one[1], NAMED)]


def _collect(node: Any, pointer: str, found: list[JsonPart]) -> None:
    kind = type(node)
    if kind is tuple:
        for index, value in enumerate(node):
            if type(value) not in LEAVES:
                _collect(value, f"{pointer}/{index}", found)
    elif kind is dict:
        for key, value in node.items():
            if type(value) not in LEAVES:
                _collect(value, f"{pointer}/{token(key)}", found)
    else:
        found.append((pointer, node))
        for name, step in _steps(kind):
            value = getattr(node, name)
            if type(value) not in LEAVES and value not in EMPTY:
                at = f"/{node.op}" if name == "bound" and kind is Comparison else step
                _collect(value, f"{pointer}{at}", found)


def _steps(kind: type[Any]) -> tuple[tuple[str, str], ...]:
    """List the attributes of a class, each with its step in a JSON pointer."""
    if kind not in _STEPS:
        _STEPS[kind] = tuple(
            (field.name, "" if _is_unsaid(kind, field.name) else f"/{json_key(field.name)}")
            for field in attrs.fields(kind)
            if field.name != "keys"
        )
    return _STEPS[kind]


def _is_unsaid(kind: type[Any], name: str) -> bool:
    return name == UNSAID or (name == "quantity" and kind is Comparison)


_STEPS: dict[type[Any], tuple[tuple[str, str], ...]] = {}


def uses(node: Any) -> Iterator[Use]:
    """Yield the names that a node itself uses."""
    match node:
        case Test():
            yield from _listed("keyword", node.is_, "/is")
            yield from _listed("entry", node.entry, "/entry")
            yield from _listed("slot", node.slot, "/slot")
            for choice, option in node.choice:
                at = f"/choice/{token(choice)}"
                yield Use("choice", choice, at, at_key=True)
                yield Use("option", option, at, of=choice)
            yield from _listed("list", node.first_list, "/first_list")
        case PrintedNumber():
            yield Use("column", node.column, "/column", of=node.type or "")
            if node.type is not None:
                yield Use("profile", node.type, "/type")
        case Selector(in_):
            yield Use("place", in_, "/in")
        case Sum(value) if value != BUILT_IN:
            yield Use("value", value, "/sum")
        case Distinct(family):
            yield Use("family", family, "/distinct")
        case GreatestOf(value):
            yield Use("value", value, "/greatest")
        case LeastOf(value):
            yield Use("value", value, "/least")
        case Limit(limit):
            yield Use("limit", limit, "/limit")
        case Comparison(per=str(per)):
            yield Use("family", per, "/per")
        case Selection():
            yield Use("entry", node.entry, "/entry")
            if node.slot is not None:
                yield Use("slot", node.slot, "/slot")
        case Source():
            yield Use("document", node.document, "/document")
        case Table() if not PLAIN_DICE.fullmatch(node.dice):
            yield Use("dice", node.dice, "/dice")
        case Throw() | Try():
            if not PLAIN_DICE.fullmatch(node.dice):
                yield Use("dice", node.dice, "/dice")
            if isinstance(node, Try) and node.chart is not None:
                yield Use("chart", node.chart, "/chart")
        case OnTable():
            yield Use("table", node.table, "/table")
        case Figured():
            if node.profile is not None:
                yield Use("column", node.profile, "/profile")
            yield from _keyed("column", node.only, "/only")
        case CardChart(profile=column):
            yield Use("column", column, "/profile")
        case Topic():
            yield from _listed("table", node.tables, "/tables")
            yield from _listed("keyword", node.entries, "/entries")
        case Profile():
            yield Use("profile", node.type, "/type")
            yield from _keyed("column", node.values, "/values", of=node.type)
        case Column(of_bearer=str(column)):
            yield Use("column", column, "/of_bearer")
        case Alteration():
            yield Use("column", node.column, "/column")
            yield from _listed("keyword", node.without, "/without")
        case Term():
            yield from _listed("keyword", node.is_, "/is", carried=True)
        case KeywordChange():
            yield from _listed("keyword", node.becomes, "/becomes", carried=True)
            yield from _listed("keyword", node.loses, "/loses", carried=True)
        case Slot() | Group():
            yield from _keyed("value", node.budget.keys() - {BUILT_IN}, "/budget")
        case Offer() | Keyword():
            if isinstance(node, Keyword):
                yield from _listed("family", node.must, "/must")
                yield from _listed("value", node.carries, "/carries")
            yield from _keyed("value", node.values, "/values", carried=True)
        case Entry():
            yield from _listed("keyword", node.is_, "/is", carried=True)
            yield from _listed("keyword", node.holder_becomes, "/holder_becomes", carried=True)
            yield from _keyed("entry", node.holds, "/holds")
            yield from _keyed("value", node.values, "/values", carried=True)
            yield from _keyed("scope", node.caps, "/caps")
        case Battle():
            yield Use("choice", node.choice, "/choice")
            yield from _listed("option", node.sides, "/sides", of=node.choice)
            for index, rule in enumerate(node.constraints):
                for key, side in (("of", rule.of), ("against", rule.against)):
                    if side is not None:
                        yield Use("side", side, f"/constraints/{index}/{key}")
        case Ruleset() | Catalogue():
            for name, kind in node.choices.items():
                if kind.default is not None:
                    yield Use("option", kind.default, f"/choices/{token(name)}/default", of=name)
        case _:
            pass


def _listed(
    kind: str, names: Iterable[str], step: str, of: str = "", carried: bool = False
) -> Iterator[Use]:
    for index, name in enumerate(names):
        yield Use(kind, name, f"{step}/{index}", of, carried=carried)


def _keyed(
    kind: str, names: Iterable[str], step: str, of: str = "", carried: bool = False
) -> Iterator[Use]:
    for name in names:
        yield Use(kind, name, f"{step}/{token(name)}", of, at_key=True, carried=carried)
