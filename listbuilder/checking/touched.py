"""Finding the rosters that hold something that changed, without judging them.

What is compared is the files' JSON. An entry is changed where it, or one that it is ``like``, is
written otherwise; whatever else a verdict hangs on concerns all rosters of its game or army list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.errors import LoadError
from listbuilder.loading.index import Key
from listbuilder.loading.parse import parse
from listbuilder.loading.version_pairs import Version

UNTOLD = (
    "$schema",
    "version",
    "history",
    "known_as",
    "plural",
    "bookkeeping",
    "summary",
    "documents",
    "source",
    "titles",
)
PRINTED = ("kinds", "figures", "tables", "flows", "plans", "tracks", "charts", "odds")
NO_VERDICT = {*UNTOLD, *PRINTED, "glossary", "reference"}
"""Keys of a part that no verdict hangs on."""


class Touched:
    """Tells rosters that hold something that changed from the others."""

    def __init__(self, old: Version, new: Version) -> None:
        """Compare the files of two versions.

        Args:
            old, new: the versions; a part that only one of them has concerns all its rosters.
        """
        self._whole: set[Key] = set()
        self._changed: dict[str, set[str]] = {}
        self._known: dict[str, set[str]] = {}
        for key in old.parts | new.parts:
            before, after = _data(old, key), _data(new, key)
            self._compare(key, before, after)
        for game in {key.ruleset for key in old.parts | new.parts}:
            self._known[game] = _entries_of(old, game) & _entries_of(new, game)

    def _compare(self, key: Key, before: Any, after: Any) -> None:
        """Note the differences in a part of a game."""
        if before == after and before is not None:
            return
        if not isinstance(before, dict) or not isinstance(after, dict):
            self._whole.add(key)
            return
        if _rest(before) != _rest(after):
            self._whole.add(key)
            return
        ours, theirs = _entries(before), _entries(after)
        changed = {name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)}
        both = changed & ours.keys() & theirs.keys()
        if any(ours[name].get("name") != theirs[name].get("name") for name in both):
            self._whole.add(key)  # the findings of others may tell that name
            return
        more = changed
        while more:
            more = {
                name
                for entries in (ours, theirs)
                for name, entry in entries.items()
                if entry.get("like") in more
            } - changed
            changed |= more
        self._changed.setdefault(key.ruleset, set()).update(changed)

    def __call__(self, data: Any) -> bool:
        """Whether a roster's JSON holds something that changed, or may not be read as it is."""
        game, lists = data.get("ruleset"), data.get("catalogues")
        if not isinstance(game, str) or not isinstance(lists, dict):
            return True
        if any(Key(game, name) in self._whole for name in ("", *lists)):
            return True
        changed, known = self._changed.get(game, set()), self._known[game]
        held = list(_held(data.get("army")))
        return any(
            not isinstance(name, str) or name in changed or name not in known for name in held
        )


def _data(version: Version, key: Key) -> Any:
    """Read the JSON of a part's file; None where it is not there or can't be used."""
    library, path = version.library, version.library.files(key.ruleset).get(key.catalogue)
    if key not in version.parts or path is None:
        return None
    try:
        if key.catalogue:
            library.catalogue(key.ruleset, key.catalogue)
        else:
            library.ruleset(key.ruleset)
        return parse(path).data
    except LoadError:
        return None


def _entries_of(version: Version, game: str) -> set[str]:
    """The ids of all entries of a game."""
    found: set[str] = set()
    for path in version.library.files(game).values():
        try:
            data = parse(path).data
        except LoadError:
            continue
        found |= _entries(data).keys() if isinstance(data, dict) else set()
    return found


def _rest(part: Mapping[str, Any]) -> dict[str, Any]:
    """Give all of a part but its entries that matters for a verdict."""
    return {key: said for key, said in part.items() if key not in NO_VERDICT and key != "entries"}


def _entries(part: Mapping[str, Any]) -> dict[str, Any]:
    """Entries by id."""
    listed = part.get("entries")
    return {
        entry["id"]: entry
        for entry in (listed if isinstance(listed, list) else ())
        if isinstance(entry, dict) and isinstance(entry.get("id"), str)
    }


def _held(army: Any) -> Iterator[Any]:
    """Yield the entry of each selection; None for a value that is no selection."""
    open_ = [army]
    while open_:
        listed = open_.pop()
        if not isinstance(listed, list):
            yield None
            continue
        for one in listed:
            if not isinstance(one, dict):
                yield None
                continue
            yield one.get("entry")
            if "with" in one:
                open_.append(one["with"])
