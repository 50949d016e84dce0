"""Ways to break a ruleset, an army list or a roster: each with what must be said of it, and where.

Each way looks for the places in a file where it can be done, and breaks one of them. A pointer is
to where the mistake must be told; the last step of some is a key.
"""

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import attrs

Json = dict[str, Any]
Path = tuple[str | int, ...]

HERE = {"document": "x"}


@attrs.frozen
class Game:
    """What a mutation has to know of the game around a file.

    Attributes:
        keywords: those of all files.
        ruleset: what its file says.
        moving: keywords that change.
        document: one that every file may cite.
    """

    keywords: dict[str, Json]
    ruleset: Json
    moving: frozenset[str]
    document: str


@attrs.frozen
class Broken:
    """A broken file: what must be said of it, where, and what it now says."""

    code: str
    path: Path
    text: str


@attrs.define
class Site:
    """A file to break: its data may be changed at will."""

    data: Json
    game: Game
    chance: random.Random

    def pick(self, places: Iterator[Path]) -> Path | None:
        """Choose one of the places."""
        found = list(places)
        return self.chance.choice(found) if found else None

    def at(self, path: Path) -> Any:
        """Look a value up."""
        value: Any = self.data
        for step in path:
            value = value[step]
        return value

    @property
    def source(self) -> Json:
        """A source that is good in this file."""
        return {"document": self.game.document}


Told = tuple[str, Path]
Way = Callable[[Site], Told | None]
WAYS: dict[str, Way] = {}
ROSTER_WAYS: dict[str, Way] = {}
TEXT_WAYS: dict[str, Callable[[str], tuple[str, str]]] = {}


def way(function: Way) -> Way:
    """Keep a way to break rulesets and army lists."""
    WAYS[function.__name__] = function
    return function


def roster_way(function: Way) -> Way:
    """Keep a way to break rosters."""
    ROSTER_WAYS[function.__name__] = function
    return function


def broken(data: Json, game: Game, name: str, seed: int) -> Broken | None:
    """Break a file in one way; None where there is nothing to break so."""
    site = Site(copy.deepcopy(data), game, random.Random(f"{name} {seed}"))
    done = {**WAYS, **ROSTER_WAYS}[name](site)
    if done is None:
        return None
    code, path = done
    return Broken(code, path, json.dumps(site.data, ensure_ascii=False, indent=1))


# Places.


def entries(site: Site, *keys: str, like: bool = True) -> Iterator[Path]:
    """Entries that have all of these keys."""
    for index, entry in enumerate(site.data.get("entries", ())):
        if entry.keys() >= {*keys} and (like or "like" not in entry):
            yield "entries", index


def slots(site: Site) -> Iterator[Path]:
    """Slots of entries, and of keywords."""
    for path in entries(site, "slots"):
        yield from ((*path, "slots", index) for index in range(len(site.at(path)["slots"])))
    for name, keyword in site.data.get("keywords", {}).items():
        yield from (("keywords", name, "slots", i) for i in range(len(keyword.get("slots", ()))))


def free_slot(site: Site) -> Path | None:
    """A slot of an entry without bounds of its own that offers something by its id.

    Where there is none, the bounds of one are taken away.
    """
    bounds = ("min", "max", "exactly", "each_max", "per", "groups", "budget", "default")
    path = site.pick(
        path for path in slots(site) if path[0] == "entries" and offered(site.at(path))
    )
    for key in bounds if path else ():
        site.at(path or ()).pop(key, None)
    return path


def offered(slot: Json) -> list[str]:
    """Ids that a slot offers, where it offers nothing else and bounds none of them."""
    found = [offer if isinstance(offer, str) else offer.get("entry") for offer in slot["offers"]]
    bounds = {"min", "max", "exactly", "requires", "excludes"}
    plain = all(isinstance(offer, str) or not offer.keys() & bounds for offer in slot["offers"])
    return found if plain and all(isinstance(one, str) for one in found) else []


def listed(value: str | list[str]) -> list[str]:
    """One name or several, as a list."""
    return [value] if isinstance(value, str) else value


def profiles(site: Site) -> Iterator[Path]:
    for path in entries(site, "profiles", like=False):
        yield from ((*path, "profiles", i) for i in range(len(site.at(path)["profiles"])))


def nodes(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All that a file says."""
    yield path, value
    if isinstance(value, dict):
        for key, part in value.items():
            yield from nodes(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from nodes(part, (*path, index))


def objects(site: Site, *keys: str) -> Iterator[Path]:
    """Objects of rules that have all of these keys."""
    for path, value in nodes(site.data):
        if isinstance(value, dict) and value.keys() >= {*keys}:
            yield path


def first_entry(site: Site) -> str:
    """An id that a rule of this file can name."""
    found: str = [*site.data.get("entries", ()), *site.game.ruleset.get("entries", ())][0]["id"]
    return found


def add_rule(site: Site, **rule: Any) -> Path:
    """Put a rule after the others."""
    rules = site.data.setdefault("constraints", [])
    made = {"id": "made-for-a-test", "title": "Made for a test", **rule, "source": site.source}
    rules.append({key: made[key] for key in RULE if key in made})
    return "constraints", len(rules) - 1


RULE = ("id", "title", "severity", "for", "when", "require", "source")


def add_entry(site: Site, **entry: Any) -> Path:
    """Put an entry after the others, classed as one that is there."""
    path = next(entries(site, "is", like=False))
    made = {"id": "thing", "name": "Thing", "is": site.at(path)["is"], **entry}
    site.data["entries"].append({**made, "source": site.source})
    return "entries", len(site.data["entries"]) - 1
