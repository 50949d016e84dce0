"""Checks of style: order of keys, ids, words, and nothing twice."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.reachability import Home, Reachability
from listbuilder.loading.json_pointer import token
from listbuilder.loading.names import is_id
from listbuilder.loading.parse import Parsed
from listbuilder.loading.paths import is_file
from listbuilder.loading.problems import Problem
from listbuilder.loading.schema import FileKind
from listbuilder.loading.shape import Shape, shape_of
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Group, Keyword, Offer, Slot
from listbuilder.model.language import Constraint, KeywordChange, Test
from listbuilder.model.odds import Odds
from listbuilder.model.play_aids import Flow, Plan, Table, Topic, Track
from listbuilder.model.profile_types import ProfileType
from listbuilder.model.ruleset import BattleRule, Catalogue, Choice, Ruleset
from listbuilder.model.shown_figures import Figure

NUMBER_ID = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
"""Form of ids of values, limits and columns, which rules use like their own keys."""

VERSION = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)")

IDENTIFIED: tuple[type[Any], ...] = (
    Entry,
    Slot,
    Constraint,
    BattleRule,
    KeywordChange,
    Figure,
    Table,
    Flow,
    Plan,
    Track,
    Topic,
    Odds,
)
WORDS = frozenset(
    {
        *("name", "title", "text", "summary", "edition", "section", "ruling", "shown", "hidden"),
        *("wargear", "rules", "actions", "powers", "replaces", "unit"),
    }
)
"""Keys of texts for people."""


def style(parsed: Parsed, kind: FileKind) -> Iterator[Problem]:
    """Yield problems of style of a file without errors, of any kind."""
    data = parsed.data
    yield from _unordered(data, shape_of(kind), "")
    named = data.get("$schema")
    if named is None and kind in ("ruleset", "catalogue"):
        message = gettext("The file doesn't name its schema, so no editor can help with it.")
        yield Problem("no-schema", message, "")
    if named is not None and named.rpartition("/")[2] != f"{kind}.schema.json":
        message = gettext(
            "“{named}” is not the schema of {kinds}: {kind}.schema.json.",
            named=named,
            kinds=KINDS[kind],
            kind=kind,
        )
        yield Problem("wrong-schema", message, "/$schema")
    elif named is not None and "://" not in named and not is_file(Path(parsed.path).parent / named):
        yield Problem(
            "no-such-schema",
            gettext("There is no file “{named}”, seen from here.", named=named),
            "/$schema",
        )
    if kind != "roster":
        yield from _untidy_words(data, "")
    if kind in ("ruleset", "catalogue") and not VERSION.fullmatch(data["version"]):
        message = gettext("“{data}” is no version such as 1.0.0.", data=data["version"])
        yield Problem("bad-version", message, "/version")


KINDS: Mapping[FileKind, str] = {
    "ruleset": "a ruleset",
    "catalogue": gettext("an army list"),
    "event": gettext("an event pack"),
    "roster": "a roster",
}


def _unordered(data: Any, shape: Shape | None, pointer: str) -> Iterator[Problem]:
    """Yield the keys that are out of the schema's order."""
    if isinstance(data, list):
        item = shape and shape.item()
        if item:
            for index, value in enumerate(data):
                if isinstance(value, dict | list):
                    yield from _unordered(value, item, f"{pointer}/{index}")
    elif isinstance(data, dict) and shape:
        ranks = shape.ranks(data)
        if ranks:
            keys = sorted(data, key=lambda key: ranks.get(key, len(ranks)))
            for key, wanted in zip(data, keys, strict=True):
                if key != wanted:
                    message = gettext("“{wanted}” comes before “{key}”.", wanted=wanted, key=key)
                    yield Problem("key-order", message, f"{pointer}/{token(wanted)}", at_key=True)
                    break
        for key, value in data.items():
            if isinstance(value, dict | list):
                yield from _unordered(value, shape.key(data, key), f"{pointer}/{token(key)}")


def _untidy_words(data: Any, pointer: str) -> Iterator[Problem]:
    """Yield the texts for people that are empty or have blanks around them."""
    for key, value in data.items():
        at = f"{pointer}/{token(key)}"
        if isinstance(value, str):
            if key in WORDS and not _is_tidy(value):
                yield _untidy(value, at)
        elif isinstance(value, dict):
            yield from _untidy_words(value, at)
        elif isinstance(value, list):
            for index, part in enumerate(value):
                if isinstance(part, dict):
                    yield from _untidy_words(part, f"{at}/{index}")
                elif isinstance(part, str) and key in WORDS and not _is_tidy(part):
                    yield _untidy(part, f"{at}/{index}")


def _is_tidy(text: str) -> bool:
    return bool(text) and text == text.strip() and "  " not in text


def _untidy(text: str, pointer: str) -> Problem:
    why = gettext("has needless spaces") if text.strip() else gettext("is empty")
    return Problem("untidy-text", gettext("This text {why}.", why=why), pointer)


def ids(game: Game) -> Iterator[Diagnostic]:
    """Yield ids of the wrong form, and entries whose id is not made of their name."""
    for at, name, step, at_key in _ids(game):
        if not is_id(name):
            yield _bad_id(at, name, slug(name), "hyphens", step, at_key)
    for at, name, step, at_key in _number_ids(game):
        if not NUMBER_ID.fullmatch(name):
            yield _bad_id(at, name, slug(name).replace("-", "_"), "underscores", step, at_key)
    for at, entry in game.of(Entry):
        wanted = slug(entry.name)
        words = iter(entry.id.split("-"))
        fits = all(word in words for word in wanted.split("-"))
        if wanted and not fits and is_id(entry.id):
            message = gettext(
                "The id “{id}” is not the name, “{wanted}”.", id=entry.id, wanted=wanted
            )
            yield at.diagnostic("id-not-the-name", message, "/id")


def _bad_id(
    at: Location, name: str, better: str, style: str, step: str, at_key: bool
) -> Diagnostic:
    hint = gettext(" Did you mean “{name}”?", name=better) if better else ""
    message = gettext(
        "The id “{name}” is not in lower case with {style}.{hint}",
        name=name,
        style=style,
        hint=hint,
    )
    return at.diagnostic("bad-id", message, step, at_key)


def slug(name: str) -> str:
    """Make an id of a name: letters and digits in lower case without accents, with hyphens."""
    plain = unicodedata.normalize("NFKD", name.replace("’", "'").replace("'", ""))
    return "-".join(re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower()))


def _ids(game: Game) -> Iterator[tuple[Location, str, str, bool]]:
    """Yield the ids that files define: location, id, step to the id, whether the id is a key."""
    for kind in IDENTIFIED:
        for at, node in game.of(kind):
            yield at, node.id, "/id", False
    for at, group in game.of(Group):
        if group.id is not None:
            yield at, group.id, "/id", False
    for at, choice in game.of(Choice):
        for name in choice.options:
            yield at, name, f"/options/{token(name)}", True
    for at, keyword in game.of(Keyword):
        if keyword.family is not None:
            yield at, keyword.family, "/family", False
    yield from _keys(game, ("documents", "choices", "keywords", "profiles", "dice", "charts"))


def _number_ids(game: Game) -> Iterator[tuple[Location, str, str, bool]]:
    for at, profile in game.of(ProfileType):
        for index, column in enumerate(profile.columns):
            yield at, column.id, f"/columns/{index}/id", False
    for at, odds in game.of(Odds):
        for name in odds.numbers:
            yield at, name, f"/numbers/{token(name)}", True
    yield from _keys(game, ("values", "limits"))


def _keys(game: Game, maps: tuple[str, ...]) -> Iterator[tuple[Location, str, str, bool]]:
    """Yield the ids that are keys of a file's own maps."""
    for file in game.files.values():
        for key in maps:
            for name in getattr(file.part, key, ()):
                yield Location(file.name, ""), name, f"/{key}/{token(name)}", True


def twice(game: Game) -> Iterator[Diagnostic]:
    """Yield values that are twice in a list where each may be once."""
    yield from _ids_twice(game)
    yield from _parts_twice(game)
    for kind, steps in (
        (Test, ("is_", "entry", "slot")),
        (Entry, ("is_", "wargear", "rules", "actions", "powers", "text")),
        (Offer, ("replaces",)),
        (Topic, ("text", "tables", "entries")),
    ):
        for at, node in game.of(kind):
            for step in steps:
                for index, name in _again(getattr(node, step)):
                    message = gettext("“{name}” is said twice.", name=name)
                    yield at.diagnostic("said-twice", message, f"/{step.rstrip('_')}/{index}")
    for at, entry in game.of(Entry):
        for _, models in _again(entry.size.one_of if entry.size is not None else ()):
            yield at.diagnostic(
                "said-twice", gettext("{models} is said twice.", models=models), "/size"
            )


def _ids_twice(game: Game) -> Iterator[Diagnostic]:
    """Yield ids that are twice in a list, or twice for a kind in a ruleset and an army list."""
    for kind, key in ((Entry, "slots"), (Keyword, "slots"), (ProfileType, "columns")):
        for at, node in game.of(kind):
            for index, name in _again([part.id for part in getattr(node, key)]):
                yield at.diagnostic("duplicate-id", _taken(name), f"/{key}/{index}/id")
    for at, slot in game.of(Slot):
        for index, name in _again([group.id for group in slot.groups]):
            if name is not None:
                yield at.diagnostic("duplicate-id", _taken(name), f"/groups/{index}/id")
    for key in (
        "slots",
        "changes",
        "figures",
        "tables",
        "flows",
        "plans",
        "tracks",
        "odds",
        "reference",
    ):
        shared = [part.id for part in getattr(game.ruleset, key)]
        for index, name in _again(shared):
            yield Location("", "").diagnostic("duplicate-id", _taken(name), f"/{key}/{index}/id")
        for file in game.files.values():
            if isinstance(file.part, Catalogue) and key != "slots":
                own = [part.id for part in getattr(file.part, key)]
                for index, name in _again([*shared, *own]):
                    if index >= len(shared):
                        step = f"/{key}/{index - len(shared)}/id"
                        yield Location(file.name, "").diagnostic("duplicate-id", _taken(name), step)


def names_twice(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield entries with the same name as another that the same holder is offered."""
    told: set[Location] = set()
    for edges in reachability.held.values():
        seen: dict[str, Home] = {}
        for edge in edges:
            name = reachability.entries[edge.home].name
            first = seen.setdefault(name, edge.home)
            if first[1] != edge.home[1]:
                (_, other), (at, _) = sorted(
                    (game.entry_at(*home), home[1]) for home in (first, edge.home)
                )
                if at not in told:
                    told.add(at)
                    message = gettext(
                        "“{other}” is called “{name}” too, and stands where this does.",
                        other=other,
                        name=name,
                    )
                    yield at.diagnostic("duplicate-name", message, "/name")


def _parts_twice(game: Game) -> Iterator[Diagnostic]:
    """Yield keywords and documents that two files define differently: the later would hold."""
    for key, code in (("keywords", "duplicate-keyword"), ("documents", "duplicate-document")):
        first: dict[str, tuple[str, Any]] = {}
        for file in game.files.values():
            for name, node in getattr(file.part, key, {}).items():
                home, before = first.setdefault(name, (file.name, node))
                if before != node:
                    where = f"“{home}”" if home else gettext("the ruleset")
                    message = gettext(
                        "“{name}” is something else in {where}.", name=name, where=where
                    )
                    yield Location(file.name, "").diagnostic(
                        code, message, f"/{key}/{token(name)}", True
                    )


def families_twice(game: Game) -> Iterator[Diagnostic]:
    """Yield entries with two keywords of the same family: only the later would hold."""
    keywords: dict[str, Keyword] = {}
    for file in game.files.values():
        if isinstance(file.part, Ruleset | Catalogue):
            keywords |= file.part.keywords
    for at, entry in game.of(Entry):
        seen: dict[str, str] = {}
        for index, name in enumerate(entry.is_):
            family = keywords[name].family if name in keywords else None
            if family and seen.setdefault(family, name) != name:
                message = gettext(
                    "“{name}” and “{seen}” are of one family, “{family}”.",
                    name=name,
                    seen=seen[family],
                    family=family,
                )
                yield at.diagnostic("family-twice", message, f"/is/{index}")


def _again(names: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """Yield the names that occurred before, each with its index."""
    seen: Counter[Any] = Counter()
    for index, name in enumerate(names):
        if seen[name]:
            yield index, name
        seen[name] += 1


def _taken(name: str) -> str:
    return gettext("“{name}” is the id of another here.", name=name)
