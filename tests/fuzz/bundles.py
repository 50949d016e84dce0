"""Small games out of the shipped files: a ruleset, one army list, a roster and an event pack."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs

from listbuilder.errors import LoadError
from listbuilder.interop.opening import load_roster
from listbuilder.loading.events import load_event
from listbuilder.loading.folders import data_folder
from listbuilder.loading.library import Library
from listbuilder.loading.schema import FileKind
from tests.fuzz.grammar import FILES, Place, places
from tests.loading.strategies import Path as Path_
from tests.loading.strategies import at

Json = dict[str, Any]

SHIPPED = data_folder("catalogues")
GAMES = sorted(path.parent.name for path in SHIPPED.glob("*/ruleset.json"))
PARTS: tuple[FileKind, ...] = ("ruleset", "catalogue", "roster", "event")
GAME, LIST = "game", "list"
"""Ids of the one ruleset and the one army list of a bundle."""
LONGEST = 12
"""Items of a list of a shipped file that are taken, beside those that the roster needs."""


@attrs.frozen
class Bundle:
    """What the files of a small game say, by kind; each may be changed at will.

    Attributes:
        game: shipped, that it is of.
        origin: the army list, and the number of the roster.
        files: as JSON values.
    """

    game: str
    origin: tuple[str, int]
    files: dict[FileKind, Any]

    def lay_out(self, data: Path) -> dict[FileKind, Path]:
        """Write the files as a folder of data has them."""
        paths: dict[FileKind, Path] = {
            "ruleset": data / GAME / "ruleset.json",
            "catalogue": data / GAME / f"{LIST}.json",
            "roster": data / GAME / "rosters" / "roster.json",
            "event": data / GAME / "events" / "event.json",
        }
        for kind, path in paths.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(self.files[kind], ensure_ascii=False, indent=1)
            path.write_text(text, encoding="utf-8", errors="surrogatepass")
        return paths

    def text(self) -> str:
        """All files as one."""
        return json.dumps(self.files)

    def shipped(self) -> Bundle:
        """The same game before anything was changed."""
        return bundle(self.game, *self.origin)


def schema_of(kind: FileKind) -> Json:
    """The schema of a kind of files."""
    return FILES[f"{kind}.schema.json"]


@cache
def lists(game: str) -> tuple[str, ...]:
    """Army lists of a shipped game that have a roster of their own, the smallest first."""
    found = {next(iter(roster["catalogues"])) for roster in _rosters(game)}
    return tuple(sorted(found, key=lambda name: (SHIPPED / game / f"{name}.json").stat().st_size))


@cache
def _rosters(game: str) -> tuple[Json, ...]:
    """Shipped rosters that draw on one army list."""
    read = (_read(path) for path in sorted((SHIPPED / game / "rosters").glob("*.json")))
    return tuple(roster for roster in read if len(roster["catalogues"]) == 1)


@cache
def _bundle(game: str, name: str, number: int) -> str:
    whole, part = _read(SHIPPED / game / "ruleset.json"), _read(SHIPPED / game / f"{name}.json")
    rosters = [roster for roster in _rosters(game) if name in roster["catalogues"]]
    roster = rosters[number % len(rosters)]
    packs = sorted((SHIPPED / game / "events").glob("*.json"))
    pack = _read(packs[number % len(packs)]) if packs else _pack(whole)
    allowed = {"catalogues": [LIST]} if "catalogues" in pack else {}
    needed = {*re.findall(r'"entry": "([^"]*)"', json.dumps(roster))}
    files: dict[FileKind, Json] = {
        "ruleset": _some(whole, needed, number) | {"id": GAME},
        "catalogue": _some(part, needed, number) | {"id": LIST, "ruleset": GAME},
        "roster": roster | {"ruleset": GAME, "catalogues": {LIST: part["version"]}},
        "event": pack | {"ruleset": GAME} | allowed,
    }
    made = Bundle(game, (name, number), files)
    while _mend(made):
        pass
    return made.text()


def _some(part: Json, needed: set[str], number: int) -> Json:
    """A part of a game with some of each of its lists; others for another number."""
    return {
        key: [
            one
            for index, one in enumerate(said)
            if one.get("id") in needed or index % (len(said) // LONGEST + 1) == number
        ]
        if isinstance(said, list) and key not in ("slots", "known_as", "bookkeeping")
        else said
        for key, said in part.items()
    }


def _mend(bundle: Bundle) -> bool:
    """Take out the items that need something which is not there; False where none does."""
    with TemporaryDirectory() as folder:
        paths, library = bundle.lay_out(Path(folder)), Library([Path(folder)])
        try:
            load_event(paths["event"], library)
            load_roster(paths["roster"], library)
        except LoadError as error:
            kind = next(kind for kind, path in paths.items() if str(path) == error.path)
            pointers = [finding.pointer or "" for finding in error.findings]
        else:
            return False
    data = bundle.files[kind]
    wrong = {_item(data, pointer.split("/")[1:]) for pointer in pointers}
    for path in wrong:
        if not any(path[:length] in wrong for length in range(1, len(path))):
            at(data, path[:-1])[path[-1]] = GONE
    bundle.files[kind] = _without_gone(data)
    return True


GONE = "\0gone"


def _item(data: Any, steps: list[str]) -> Path_:
    """The path of the innermost item of a list, or key of a map, that a pointer leads into."""
    path: list[str | int] = []
    item: Path_ = ()
    for step in steps:
        path.append(int(step) if isinstance(data, list) else step)
        if isinstance(data, list) or len(path) <= 2:
            item = (*path,)
        data = data[path[-1]]
    return item


def _without_gone(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_gone(part) for key, part in value.items() if part != GONE}
    if isinstance(value, list):
        return [_without_gone(part) for part in value if part != GONE]
    return value


def bundle(game: str, name: str, number: int) -> Bundle:
    """A game with one of its army lists.

    Args:
        number: chooses among the rosters and event packs.
    """
    return Bundle(game, (name, number), json.loads(_bundle(game, name, number)))


def _pack(ruleset: Json) -> Json:
    """An event pack for a game that has none: its first rule and figure, asked once more."""
    source = {"document": "event"}
    rules = [
        rule | {"id": "asked-again", "source": source}
        for rule in ruleset.get("constraints", [])[:1]
    ]
    figures = [one | {"source": source} for one in ruleset.get("figures", [])[:1]]
    return {
        "name": "Event",
        "documents": {"event": {"title": "Event"}},
        "source": source,
        "constraints": rules,
        "figures": figures,
    }


def _read(path: Path) -> Json:
    data: Json = json.loads(path.read_text(encoding="utf-8"))
    return data


@attrs.frozen
class Pool:
    """What the shipped files of a game say, to put elsewhere.

    Attributes:
        values: objects, lists and numbers by their sort.
        words: texts by the key that they stand under; the keys of maps by theirs and ``/``.
    """

    values: dict[object, list[Any]]
    words: dict[str, list[str]]


MOST_LISTS = 3
"""Army lists of a game that are tried."""

MOST_IN_POOL = 4_000
"""Letters of a value that is put elsewhere."""


@cache
def pool(game: str) -> Pool:
    """Gather what a game's files say."""
    values: dict[object, dict[str, Any]] = {}
    words: dict[str, dict[str, None]] = {"id": {}}
    for place in _all_places(game):
        if isinstance(place.value, str):
            words.setdefault(place.key, {})[place.value] = None
            continue
        text = json.dumps(place.value)
        if len(text) <= MOST_IN_POOL:
            values.setdefault(place.sort, {})[text] = place.value
        if isinstance(place.schema.get("additionalProperties"), dict):
            names = words.setdefault(f"{place.key}/", {})
            names |= dict.fromkeys(place.value)
    return Pool(
        {sort: list(found.values()) for sort, found in values.items()},
        {key: list(found) for key, found in words.items() if found},
    )


def _all_places(game: str) -> Iterator[Place]:
    folder = SHIPPED / game
    yield from places(_read(folder / "ruleset.json"), schema_of("ruleset"))
    for name in lists(game)[:MOST_LISTS]:
        yield from places(_read(folder / f"{name}.json"), schema_of("catalogue"))
    for roster in _rosters(game):
        yield from places(roster, schema_of("roster"))
    for path in sorted((folder / "events").glob("*.json")):
        yield from places(_read(path), schema_of("event"))
