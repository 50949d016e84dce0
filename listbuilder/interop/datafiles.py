"""BattleScribe's data files: the entries that an army list of theirs offers, and the way to each.

A selection names its entry by the way: the ids of the links that lead to the entry, then its own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from listbuilder.editing.find import folded
from listbuilder.errors import LoadError
from listbuilder.interop.archive import unpacked
from listbuilder.interop.battlescribe import POINTS, amount, objects_of, text_or_empty, xml_tree
from listbuilder.interop.refusal import refusal
from listbuilder.loading.input_limits import MOST_BYTES
from listbuilder.loading.parse import read_bytes
from listbuilder.loading.paths import is_folder
from listbuilder.messages import gettext

SUFFIXES = (".cat", ".gst", ".catz", ".gstz")
ROOTS = {"catalogue", "gameSystem"}
ENTRIES = {"selectionEntries": "selectionEntry", "entries": "entry"}
GROUPS = {"selectionEntryGroups": "selectionEntryGroup", "entryGroups": "entryGroup"}
LINKS = {"entryLinks": "entryLink", "links": "link"}
SHARED = {
    "sharedSelectionEntries": "selectionEntry",
    "sharedEntries": "entry",
    "sharedSelectionEntryGroups": "selectionEntryGroup",
    "sharedEntryGroups": "entryGroup",
}
LISTS = {
    **ENTRIES,
    **GROUPS,
    **LINKS,
    **SHARED,
    "catalogueLinks": "catalogueLink",
    "forceEntries": "forceEntry",
    "forceTypes": "forceType",
    "costs": "cost",
}
"""Elements that are read, by the list elements that hold them; second names are format 1.15's."""

OLD_COST = {"name": "pts", "typeId": "points"}
"""The cost type that stands for the points of format 1.15 in later formats."""

ROOT_ATTRIBUTE = re.compile(r'\s(id|name|gameSystemId|revision)="([^"]*)"')
MOST_FILES = 1000
MOST_LOOKED_AT = 20_000
"""Most entries that one search looks at."""

MOST_GROUPS = 12
"""Most groups within one another."""

MOST_CONTAINERS = 3
"""Most containers on the way to an entry."""


@attrs.frozen(eq=False)
class DataEntry:
    """An entry where it is offered.

    Attributes:
        said: the entry's element in the file.
        links: ids of the links that lead to it.
        group: the ids of its groups, as ``entryGroupId`` has them; empty outside groups.
        link: the element of the last link, which may offer further entries.
    """

    said: Mapping[str, Any]
    links: tuple[str, ...] = ()
    group: str = ""
    link: Mapping[str, Any] | None = None

    @property
    def name(self) -> str:
        """The entry's name in their program."""
        return text_or_empty(self.said.get("name"))

    @property
    def kind(self) -> str:
        """``unit``, ``model`` or ``upgrade``."""
        return text_or_empty(self.said.get("type"))

    @property
    def path(self) -> str:
        """The ``entryId`` of its selections."""
        return "::".join((*self.links, text_or_empty(self.said.get("id"))))

    @cached_property
    def costs(self) -> list[Mapping[str, Any]]:
        """The costs of the entry, each with name, ``typeId`` and value."""
        if "points" in self.said:
            return [OLD_COST | {"value": self.said["points"]}]
        return [{"typeId": one.get("costTypeId"), **one} for one in objects_of(self.said, "costs")]

    @property
    def price(self) -> Fraction:
        """The points of the entry."""
        named = (one for one in self.costs if folded_cost_name(one) in POINTS)
        return next((amount(text_or_empty(one.get("value"))) for one in named), Fraction(0))

    @property
    def is_free(self) -> bool:
        """Whether it costs nothing by itself."""
        return not any(amount(text_or_empty(one.get("value"))) for one in self.costs)


def folded_cost_name(cost: Mapping[str, Any]) -> str:
    """Give a cost's name in lower case and without blanks, to compare it with others."""
    return text_or_empty(cost.get("name")).strip().casefold()


class DataFiles:
    """The data files of a folder; each is read when it is first needed."""

    def __init__(self, path: Path) -> None:
        """List the data files.

        Args:
            path: a folder, or a file: an army list with the game system beside it.

        Raises:
            LoadError: there are no data files.
        """
        folder = path if is_folder(path) else path.parent
        named = [] if is_folder(path) else [path]
        try:
            found = sorted(one for one in folder.iterdir() if one.suffix in SUFFIXES)
        except OSError:
            found = []
        self._files = list(dict.fromkeys([*named, *found]))[:MOST_FILES]
        if not self._files:
            raise refusal(str(path), "no-data", gettext("No data of BattleScribe's is there."))
        self._read: dict[Path, Mapping[str, Any]] = {}
        if named:
            self.read(path)

    def read(self, path: Path) -> Mapping[str, Any]:
        """Read the root element of a file.

        Raises:
            LoadError: the file can't be used.
        """
        if path not in self._read:
            raw = read_bytes(path)
            if raw[:2] == b"PK":
                raw = unpacked(raw, str(path), MOST_BYTES)
            self._read[path] = xml_tree(raw, str(path), ROOTS, LISTS)
        return self._read[path]

    @cached_property
    def _heads(self) -> dict[Path, dict[str, str]]:
        """The attributes of each file's first element."""
        heads: dict[Path, dict[str, str]] = {}
        for path in self._files:
            try:
                raw = read_bytes(path)
                if raw[:2] == b"PK":
                    raw = unpacked(raw, str(path), MOST_BYTES)
            except LoadError:
                continue
            begin = raw[:4000].decode(errors="replace").partition("?>")[2].partition(">")[0]
            heads[path] = dict(ROOT_ATTRIBUTE.findall(begin))
        return heads

    def list_of(self, names: Collection[str]) -> DataList | None:
        """Find an army list by its names and ids.

        Raises:
            LoadError: the list's file, or a file that it needs, can't be used.
        """
        wanted = set(map(folded, names))
        for path, head in self._heads.items():
            if "gameSystemId" in head and wanted & {
                folded(head.get("id", "")),
                folded(head.get("name", "")),
            }:
                return DataList(self, path)
        return None

    def by_id(self, wanted: str) -> Mapping[str, Any] | None:
        """Read the file whose root has an id; None where no file has this id.

        Raises:
            LoadError: the file can't be used.
        """
        for path, head in self._heads.items():
            if head.get("id") == wanted:
                return self.read(path)
        return None


class DataList:
    """An army list with the files that its links lead to."""

    def __init__(self, files: DataFiles, path: Path) -> None:
        """Read the army list, its game system, and the lists that it imports.

        Raises:
            LoadError: a file can't be used.
        """
        self.said = files.read(path)
        system = files.by_id(text_or_empty(self.said.get("gameSystemId")))
        if system is None:
            raise refusal(
                str(path), "no-data", gettext("The game system of this army list is not beside it.")
            )
        self.system = system
        self.parts = [self.said, system]
        for part in self.parts:
            for link in objects_of(part, "catalogueLinks"):
                linked = files.by_id(text_or_empty(link.get("targetId")))
                if linked is not None and not any(linked is one for one in self.parts):
                    self.parts.append(linked)
        self._shared: dict[str, Mapping[str, Any]] = {}
        for part in self.parts:
            for key in (*ENTRIES, *GROUPS, *SHARED):
                for one in objects_of(part, key):
                    self._shared.setdefault(text_or_empty(one.get("id")), one)

    def offered(self, holder: DataEntry | None) -> Iterator[DataEntry]:
        """Yield the entries that an entry offers; of None, those that an army takes."""
        linked: set[int] = set()
        if holder is None:
            for part in self.parts:
                yield from self._within(part, (), "", linked)
            return
        yield from self._within(holder.said, holder.links, "", linked)
        if holder.link is not None:
            yield from self._within(holder.link, holder.links, "", linked)

    def _within(
        self,
        said: Mapping[str, Any],
        links: tuple[str, ...],
        group: str,
        linked: set[int],
        depth: int = 0,
    ) -> Iterator[DataEntry]:
        """Yield the entries of an element, those of its groups and links included.

        Args:
            said: the element.
            links: the links on the way to it.
            group: the group that it is in.
            linked: groups to which a link led before, by ``id``: each is entered once, for groups
                may link one another, and the first way to an entry is taken.
            depth: the number of groups around it.
        """
        if depth > MOST_GROUPS:
            return
        for entry in _all(said, ENTRIES):
            yield DataEntry(entry, links, group)
        for one in _all(said, GROUPS):
            own = "::".join((*links, text_or_empty(one.get("id"))))
            yield from self._within(one, links, own, linked, depth + 1)
        for link in _all(said, LINKS):
            target = self._shared.get(text_or_empty(link.get("targetId")))
            if target is None:
                continue
            way = (*links, text_or_empty(link.get("id")))
            kind = text_or_empty(link.get("type") or link.get("linkType"))
            if kind.replace(" ", "").casefold().endswith("group"):
                own = "::".join((*way, text_or_empty(target.get("id"))))
                if id(target) not in linked:
                    linked.add(id(target))
                    yield from self._within(target, way, own, linked, depth + 1)
                yield from self._within(link, way, own, linked, depth + 1)
            else:
                yield DataEntry(target, way, group, link)

    def way(
        self,
        holder: DataEntry | None,
        names: Collection[str],
        price: object,
        known: Collection[str],
        whole: bool = False,
    ) -> tuple[DataEntry, ...]:
        """Find an entry below another by breadth-first search through mere containers.

        Args:
            holder: the entry to start below; None: the army.
            names: names of the wanted entry, case-folded.
            price: points of one copy; among several entries of the name the one with this price
                is taken.
            known: names of entries that are no containers, case-folded.
            whole: a unit is wanted, not the models of the same name within the unit.

        Returns:
            The containers on the way, then the entry; empty where there is none.
        """
        level: list[tuple[DataEntry, ...]] = [()]
        looked = 0
        for _ in range(MOST_CONTAINERS + 1):
            found: list[tuple[DataEntry, ...]] = []
            following: list[tuple[DataEntry, ...]] = []
            for way in level:
                for one in self.offered(way[-1] if way else holder):
                    looked += 1
                    if looked > MOST_LOOKED_AT:
                        return ()
                    if folded(one.name) in names:
                        found.append((*way, one))
                    elif one.is_free and one.kind == "upgrade" and folded(one.name) not in known:
                        following.append((*way, one))
            if found:
                same = [way for way in found if price and way[-1].price == price]
                first = (same or found)[0]
                return first if whole else self._inside(first, names)
            level = following
        return ()

    def _inside(self, way: tuple[DataEntry, ...], names: Collection[str]) -> tuple[DataEntry, ...]:
        """Go on from a container to the entry of the same name within it."""
        if way[-1].is_free:
            for one in self.offered(way[-1]):
                if folded(one.name) in names and (one.kind == "model" or not one.is_free):
                    return (*way, one)
        return way


def _all(said: Mapping[str, Any], lists: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    for key in lists:
        yield from objects_of(said, key)
