"""Names in a ruleset or catalogue that mean nothing: a rule with one would silently never hold.

Shipped data is tested for them; what is added from elsewhere is asked when it is read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from listbuilder.findings import Source
from listbuilder.loading.convert import json_key
from listbuilder.loading.names import near
from listbuilder.loading.unsound import Problem
from listbuilder.model.entries import Entry, Profile, Selection, Slot
from listbuilder.model.language import Comparison, Limit, Selector, Sum, Test
from listbuilder.model.ruleset import Battle, Part, Ruleset, Table, Topic

PLACES = frozenset(
    {"self", "children", "below", "whole", "parent", "roster", "at", "placed"},
)
PLAIN_DICE = re.compile(r"[1-9]?D[1-9][0-9]?")
UNSAID = frozenset({"test", "quantity"})
"""Fields whose keys stand in the file beside those of what holds them."""


@attrs.frozen
class Known:
    """The names that there are, for the parts of one game."""

    entries: frozenset[str]
    keywords: frozenset[str]
    slots: frozenset[str]
    documents: frozenset[str]
    tables: frozenset[str]
    ruleset: Ruleset

    def options(self, choice: str) -> frozenset[str]:
        """The options of a choice that there is."""
        return frozenset(self.ruleset.choices[choice].options)

    def of(self, kind: str) -> frozenset[str]:
        """Names of a kind that only the ruleset has: values, limits, profiles."""
        return frozenset(getattr(self.ruleset, kind))


def known_names(ruleset: Ruleset, parts: Iterable[Part]) -> Known:
    """Collect the names of a ruleset and of parts that stand with it."""
    named = [ruleset, *parts]
    return Known(
        entries=frozenset(entry.id for part in named for entry in part.entries),
        keywords=frozenset(name for part in named for name in part.keywords),
        slots=frozenset(
            node.id for part in named for _, node in walk(part, "") if isinstance(node, Slot)
        ),
        documents=frozenset(name for part in named for name in part.documents),
        tables=frozenset(table.id for part in named for table in part.tables),
        ruleset=ruleset,
    )


def dangling(part: Part, known: Known) -> Iterator[Problem]:
    """Yield each name in a part that means nothing, with what may have been meant."""
    counted = Counter(entry.id for entry in part.entries)
    for index, entry in enumerate(part.entries):
        if counted[entry.id] > 1:
            message = f"More than one entry is “{entry.id}”."
            yield "duplicate-entry", message, f"/entries/{index}/id"
    for pointer, node in walk(part, ""):
        for kind, name, names, place in _names(node, known):
            if name not in names:
                message = f"No {kind} is called “{name}”.{near(name, names)}"
                yield f"unknown-{kind}", message, f"{pointer}{place}"


def walk(node: Any, pointer: str) -> Iterator[tuple[str, Any]]:
    """Yield all that a part is made of, with JSON pointers."""
    if attrs.has(type(node)):
        yield pointer, node
        for field in attrs.fields(type(node)):
            step = "" if field.name in UNSAID else f"/{json_key(field.name)}"
            if isinstance(node, Comparison) and field.name == "bound":
                step = f"/{node.op}"
            yield from walk(getattr(node, field.name), f"{pointer}{step}")
    elif isinstance(node, Mapping):
        for key, value in node.items():
            yield from walk(value, f"{pointer}/{key}")
    elif isinstance(node, tuple):
        for index, value in enumerate(node):
            yield from walk(value, f"{pointer}/{index}")


def _names(node: Any, known: Known) -> Iterator[tuple[str, str, frozenset[str], str]]:
    """Yield the names that a node uses: kind, name, those there are, and where."""
    match node:
        case Test():
            yield from (("keyword", name, known.keywords, "/is") for name in node.is_)
            yield from (("entry", name, known.entries, "/entry") for name in node.entry)
            yield from (("slot", name, known.slots, "/slot") for name in node.slot)
            for choice, option in node.choice:
                yield "choice", choice, known.of("choices"), "/choice"
                if choice in known.ruleset.choices:
                    yield "option", option, known.options(choice), "/choice"
        case Selector(in_):
            yield "place", in_, PLACES | known.keywords, "/in"
        case Sum(value):
            yield "value", value, known.of("values") | {"size"}, "/sum"
        case Limit(limit):
            yield "limit", limit, known.of("limits"), "/limit"
        case Selection():
            yield "entry", node.entry, known.entries, "/entry"
        case Source():
            yield "document", node.document, known.documents, "/document"
        case Topic():
            yield from (("table", name, known.tables, "/tables") for name in node.tables)
            yield from (("keyword", name, known.keywords, "/entries") for name in node.entries)
        case Battle():
            yield "choice", node.choice, known.of("choices"), "/choice"
            if node.choice in known.ruleset.choices:
                options = known.options(node.choice)
                yield from (("option", side, options, "/sides") for side in node.sides)
            for index, rule in enumerate(node.constraints):
                for key, side in (("of", rule.of), ("against", rule.against or rule.of)):
                    yield "side", side, frozenset(node.sides), f"/constraints/{index}/{key}"
        case Table() if not PLAIN_DICE.fullmatch(node.dice):
            yield "dice", node.dice, known.of("dice"), "/dice"
        case Profile():
            yield "profile", node.type, known.of("profiles"), "/type"
            if node.type in known.ruleset.profiles:
                kind = known.ruleset.profiles[node.type]
                columns = frozenset(column.id for column in kind.columns)
                yield from (("column", name, columns, "/values") for name in node.values)
        case Entry():
            yield from (("keyword", name, known.keywords, "/is") for name in node.is_)
            becomes = node.holder_becomes
            yield from (("keyword", name, known.keywords, "/holder_becomes") for name in becomes)
            yield from (("entry", name, known.entries, "/holds") for name in node.holds)
            yield from (("value", name, known.of("values"), "/values") for name in node.values)
            scopes = known.keywords | {"roster"}
            yield from (("scope", name, scopes, "/caps") for name in node.caps)
        case _:
            pass
