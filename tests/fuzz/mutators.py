"""Ways to change a game's files at random: most stay in form, so that all behind it is reached."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import attrs
from hypothesis import strategies as st

from listbuilder.loading.schema import FileKind
from listbuilder.model.language import MOST_COPIES
from tests.fuzz.bundles import (
    MOST_LISTS,
    PARTS,
    Bundle,
    Pool,
    bundle,
    lists,
    pool,
    schema_of,
)
from tests.fuzz.grammar import Maker, Place, is_map, places, unsaid
from tests.loading.strategies import JUNK, MOST, Path, at

HOSTILE = [
    *("", " ", "\n", "\t", "\0", "\x1b[31m", "\u202eevil", "\ufeff", "e\u0301", "a\r\nb"),
    *("🏰", "👩\u200d👩\u200d👧", "שלום", "x" * 3000, "🏰" * 1000, "word " * 600, "İstanbul", "ß"),
    *("..", "../..", "../../x", "/etc/passwd", "a/b", "a\\b", "C:\\x", "%2e%2e%2f", "~", "."),
    *("*", "**x", "[", "?", "#", "&", "a:b", "a b", "-", "--help", "-o", "con", "nul"),
    *("1", "-1", "0", "1/0", "1/3", "2.5", "1e9", "0x10", "NaN", "true", "null", "½", "٣"),
    *(
        "<script>alert(1)</script>",
        '"><evil>',
        "{{ 7 * 7 }}",
        "{% raw %}",
        "${x}",
        "%s %(x)s",
        "{0}",
    ),
    *(
        "roster",
        "self",
        "parent",
        "at",
        "placed",
        "entry",
        "size",
        "ruleset",
        "id",
        "",
        "__class__",
    ),
    *("D6", "D0", "D-1", "D99999", "9D99", "99999D6", "2D6", "D6+1", "1-6", "6-1", "1-99999999"),
    *("1.0.0", "99999999999999999999.0.0", "01.0.0", "rosters/roster", "game", "list"),
]
NUMBERS = [
    *(0, -1, 1, 2, 3, 6, 7, 20, 100, 1000, MOST_COPIES, MOST_COPIES + 1, MOST, -MOST, MOST + 1),
    *("1/3", "-5/2", "1/0", "2/4", f"{MOST}/{MOST - 1}", f"1/{MOST}"),
]
MOST_NODES = 40_000
"""Values that a changed file may have: more is too large to read fast enough, not hostile."""
MOST_NESTED = 70
MOST_REPEATED = 300


@attrs.frozen
class Site:
    """A game to change.

    Attributes:
        draw: of hypothesis.
        bundle: its files.
        kind: of the file that is changed.
        pool: what may be put elsewhere.
    """

    draw: st.DrawFn
    bundle: Bundle
    kind: FileKind
    pool: Pool

    @property
    def data(self) -> Any:
        """What the file says."""
        return self.bundle.files[self.kind]

    def places(self, *types: type) -> list[Place]:
        """Places of the file whose values are of these types; not the file as a whole."""
        found = places(self.data, schema_of(self.kind))
        return [one for one in found if one.path and isinstance(one.value, types or object)]

    def pick(self, found: list[Place]) -> Place | None:
        """Choose a place: first the sort, as most of a large file are of a few."""
        sorts: dict[object, list[Place]] = {}
        for place in found:
            sorts.setdefault(place.sort, []).append(place)
        if not sorts:
            return None
        return self.draw(st.sampled_from(self.draw(st.sampled_from(list(sorts.values())))))

    def put(self, path: Path, value: Any) -> None:
        """Put a value where another stood."""
        at(self.data, path[:-1])[path[-1]] = copy.deepcopy(value)

    def like(self, place: Place) -> Any:
        """What might stand at a place instead."""
        if isinstance(place.value, str):
            return self.draw(st.sampled_from(self.pool.words.get(place.key, HOSTILE)))
        known = self.pool.values.get(place.sort)
        return self.draw(st.sampled_from(known)) if known else self.made(place.schema, place.key)

    def made(self, schema: Any, key: str) -> Any:
        """A new value for a place."""
        return Maker(self.draw, self.pool.words, st.sampled_from(NUMBERS)).make(schema, key)

    def choose(self, *values: Any) -> Any:
        """One of several."""
        return self.draw(st.sampled_from(values))


Mutator = Callable[[Site], object]
MUTATORS: list[Mutator] = []


def mutator(function: Mutator) -> Mutator:
    """Keep a way to change files."""
    MUTATORS.append(function)
    return function


@st.composite
def cases(draw: st.DrawFn, kind: FileKind, games: Sequence[str]) -> Bundle:
    """A shipped game in small with one file changed a few times, now and then another too."""
    game = draw(st.sampled_from(games))
    name = draw(st.sampled_from(lists(game)[:MOST_LISTS]))
    made = bundle(game, name, draw(st.integers(0, 1)))
    for _ in range(draw(st.sampled_from([1, 1, 2, 3, 5]))):
        changed = kind if draw(st.integers(0, 5)) else draw(st.sampled_from(PARTS))
        if isinstance(made.files[changed], dict):
            draw(st.sampled_from(MUTATORS))(Site(draw, made, changed, pool(game)))
    return made


# In form: what stands somewhere else stands here.


@mutator
def swapped(site: Site) -> None:
    """A value in the place of another of its sort."""
    if place := site.pick(site.places()):
        site.put(place.path, site.like(place))


@mutator
def several_swapped(site: Site) -> None:
    """Several texts of one sort, each for another: names that go wrong together."""
    if place := site.pick(site.places(str)):
        alike = [one for one in site.places(str) if one.sort == place.sort]
        for one in alike[: site.draw(st.integers(2, 20))]:
            site.put(one.path, site.like(one))


@mutator
def made_anew(site: Site) -> None:
    """A value out of the schema."""
    if place := site.pick(site.places()):
        site.put(place.path, site.made(place.schema, place.key))


@mutator
def said_besides(site: Site) -> None:
    """A key that was not said; as elsewhere, or out of the schema."""
    place = site.pick(site.places(dict)) if site.draw(st.integers(0, 3)) else None
    place = place or next(places(site.data, schema_of(site.kind)))
    keys = list(unsaid(place))
    if keys:
        name, schema, key = site.choose(*keys)
        place.value[name] = site.made(schema, key)
    elif is_map(place):
        place.value[site.choose(*HOSTILE)] = site.made(place.schema["additionalProperties"], "*")


@mutator
def taken_away(site: Site) -> None:
    """A key or an item less."""
    if place := site.pick(site.places()):
        del at(site.data, place.path[:-1])[place.path[-1]]


@mutator
def said_twice(site: Site) -> None:
    """An item twice, or many times; a value under one more name."""
    if (place := site.pick(site.places())) is None:
        return
    holder = at(site.data, place.path[:-1])
    if isinstance(holder, list):
        many = site.choose(1, 1, 2, 40, MOST_REPEATED)
        if many * size(place.value) < MOST_NODES:
            holder += [copy.deepcopy(place.value) for _ in range(many)]
    else:
        name = site.choose(*holder, *HOSTILE)
        holder[name] = copy.deepcopy(place.value)


@mutator
def nested(site: Site) -> None:
    """A value inside itself, many times: where it holds one of its own sort."""
    found = []
    for place in site.places(dict, list):
        inner = (one for one in places(place.value, place.schema, (), place.key) if one.path)
        found += [(place, one.path) for one in inner if one.schema is place.schema][:1]
    if not found:
        return
    place, inside = site.choose(*found)
    whole: Any = copy.deepcopy(place.value)
    levels = site.choose(1, 3, 10, 25, MOST_NESTED)
    for _ in range(levels if levels * size(whole) < MOST_NODES else 2):
        around = copy.deepcopy(place.value)
        at(around, inside[:-1])[inside[-1]] = whole
        whole = around
    site.put(place.path, whole)


@mutator
def held_by_each_other(site: Site) -> None:
    """An entry among what a slot offers: its own, or any."""
    slots = [one for one in site.places(list) if one.path[-1] == "offers"]
    if place := site.pick(slots):
        own = at(site.data, place.path[:2]) if place.path[0] == "entries" else {}
        name = site.choose(own.get("id", ""), *site.pool.words["entry"][:50])
        place.value.append(site.choose(name, {"entry": name, "min": 1}, {}))


@mutator
def each_like_the_next(site: Site) -> None:
    """A chain of entries that are alike; it may close."""
    entries = [one for one in site.data.get("entries", ()) if isinstance(one, dict)]
    entries = entries[: site.choose(2, 5, 300)]
    for one, other in zip(entries, [*entries[1:], *entries[: site.choose(0, 1)]], strict=False):
        one["like"] = other.get("id")


@mutator
def values_of_values(site: Site) -> None:
    """Values that read each other, or themselves."""
    values = [one for one in site.places(dict) if one.key == "values" and one.value]
    names = site.pool.words.get("values/", ["points"])
    for place in values[: site.choose(1, 2, 50)]:
        name = site.choose(*names)
        read = {"sum": site.choose(*names), "of": {"in": site.choose("self", "roster", "children")}}
        place.value[name] = {"fixed": site.choose(read, {"times": 2, "of": read})}


@mutator
def placed_somewhere(site: Site) -> None:
    """Placements at nothing, at itself, at each other."""
    found = [one for one in site.places(dict) if "entry" in one.value and "path" not in one.value]
    for place in found[: site.choose(1, 3, 100)] if site.kind == "roster" else ():
        place.value["id"] = site.choose("a", "b", "a", *HOSTILE)
        place.value["at"] = site.choose("a", "b", "c", *HOSTILE)


@mutator
def renamed_everywhere(site: Site) -> None:
    """A name of the game otherwise in all its files: they stay as right as they were."""
    if place := site.pick([one for one in site.places(str) if one.key in NAMING]):
        new = site.choose(*HOSTILE)
        for kind, data in site.bundle.files.items():
            site.bundle.files[kind] = renamed(data, place.value, new)


NAMING = ("id", "entry", "is", "slot", "document", "name", "title", "type", "at", "choice*")


# Out of form, or at the edge of it.


@mutator
def hostile_text(site: Site) -> None:
    """A text that is not as texts are."""
    if place := site.pick(site.places(str)):
        site.put(place.path, site.choose(*HOSTILE))


@mutator
def hostile_name(site: Site) -> None:
    """A key of a map that is not as names are."""
    maps = [one for one in site.places(dict) if is_map(one) and one.value]
    if place := site.pick(maps):
        old = site.choose(*place.value)
        place.value[site.choose(*HOSTILE)] = place.value.pop(old)


@mutator
def other_number(site: Site) -> None:
    """A number that is too large, too small, or none."""
    if place := site.pick(site.places(int)):
        site.put(place.path, site.choose(*NUMBERS))


@mutator
def wrong_sort(site: Site) -> None:
    """A value where one of another sort belongs."""
    there = site.places()
    place, other = site.pick(there), site.pick(there)
    if place and other:
        site.put(place.path, site.choose(other.value, site.draw(JUNK)))


@mutator
def other_kind(site: Site) -> None:
    """What a file of another kind says."""
    if not site.draw(st.integers(0, 3)):
        site.bundle.files[site.kind] = copy.deepcopy(site.bundle.files[site.choose(*PARTS)])


def size(value: Any) -> int:
    """How many values there are in one."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(size, inner))


def renamed(value: Any, old: str, new: str) -> Any:
    """A copy of a value with another name in the place of one."""
    if isinstance(value, dict):
        return {new if key == old else key: renamed(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, old, new) for part in value]
    return new if value == old and isinstance(value, str) else value
