"""An index of the files in the data folders, by id.

This is the only way from an id to the file system: an id is looked up among the names that the
folders list, and never made part of a path. A name without the form of an id is not listed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from listbuilder.loading.names import is_id

RULESET_FILE = "ruleset.json"
ROSTERS = "rosters"
EVENTS = "events"
SUFFIX = ".json"


class Key(NamedTuple):
    """A part of a game: its ruleset's id, and the army list's; empty for the ruleset itself."""

    ruleset: str
    catalogue: str


class Index:
    """Lists the files of folders, each folder once, when it is first needed."""

    def __init__(self, folders: Sequence[Path], given: Mapping[Key, Path] | None = None) -> None:
        """Make one.

        Args:
            folders: folders laid out like ``catalogues/``; of two files of an id the first counts.
            given: files that take precedence over those of the folders, with any name.
        """
        self._folders = folders
        self._given = given or {}
        self._files: dict[str, Mapping[str, Path]] = {}

    @cached_property
    def _games(self) -> Mapping[str, Sequence[Path]]:
        """Folders by the ruleset that they are named after."""
        found: dict[str, list[Path]] = {key.ruleset: [] for key in self._given}
        for folder in self._folders:
            for name, path in _listed(folder):
                if is_id(name):
                    found.setdefault(name, []).append(path)
        return found

    def rulesets(self) -> list[str]:
        """List the ids of the rulesets."""
        return sorted(name for name in self._games if "" in self.files(name))

    def files(self, ruleset: str) -> Mapping[str, Path]:
        """Files of a ruleset's army lists, by id, and by "" its own where it is there."""
        if ruleset not in self._games:
            return {}
        if ruleset not in self._files:
            found = {key.catalogue: path for key, path in self._given.items() if key[0] == ruleset}
            for folder in self._games[ruleset]:
                for file, path in _json_files(folder):
                    name = file.removesuffix(SUFFIX) if file != RULESET_FILE else ""
                    if not name or is_id(name):
                        found.setdefault(name, path)
            self._files[ruleset] = dict(sorted(found.items()))
        return self._files[ruleset]

    def files_in(self, ruleset: str, kind: str) -> list[Path]:
        """Files of a ruleset's ``ROSTERS`` or ``EVENTS``; of two of one name the first."""
        found: dict[str, Path] = {}
        for folder in self._games.get(ruleset, ()):
            for file, path in _json_files(folder / kind):
                found.setdefault(file, path)
        return sorted(found.values())


def _json_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield a folder's JSON files with their names: no folders, pipes or links to nothing."""
    for name, path in _listed(folder, files=True):
        if name.endswith(SUFFIX):
            yield name, path


def _listed(folder: Path, files: bool = False) -> Iterator[tuple[str, Path]]:
    """Yield the folders in a folder, or its files; nothing where it can't be read."""
    with suppress(OSError, ValueError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # a link that leads in a circle
                if entry.is_file() if files else entry.is_dir():
                    yield entry.name, Path(entry.path)
