"""Two versions of rulesets and army lists: files, folders or git revisions."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeGuard

import attrs

from listbuilder.errors import LoadError, VersionError
from listbuilder.loading.git import Revision
from listbuilder.loading.library import RULESET_FILE, Library
from listbuilder.loading.names import near
from listbuilder.loading.parse import parse

PLAIN = re.compile(r"(?!\.)[^/\\\0]+")
"""A name that is a file's, and no way out of its folder."""


class Key(NamedTuple):
    """A part of a game: its ruleset's id, and the army list's; empty for the ruleset itself."""

    ruleset: str
    catalogue: str


@attrs.frozen(eq=False)
class Version:
    """One version.

    Attributes:
        name: as the caller named it.
        library: finds this version's rulesets and army lists.
        parts: those that were meant.
        single: it is a file, which says what is to be compared.
    """

    name: str
    library: Library
    parts: frozenset[Key]
    single: bool


@contextmanager
def two_versions(old: str, new: str, library: Library) -> Iterator[tuple[Version, Version]]:
    """Find two versions; what is read from git lies in a folder that goes in the end.

    Args:
        old, new: a file, a folder, a git revision or ``REVISION:PATH``. A revision alone is that of
            what the other one names; two of them, that of all the repository.
        library: has the rulesets of army lists that stand alone.

    Raises:
        VersionError: one is not there, or holds no ruleset and no army list.
        LoadError: a file can't be used; within the ``with``, too.
    """
    with TemporaryDirectory() as folder:
        names: dict[str, str] = {}
        try:
            yield (
                _version(old, new, Path(folder, "old"), library, names),
                _version(new, old, Path(folder, "new"), library, names),
            )
        except LoadError as error:
            raise LoadError(names.get(error.path, error.path), error.findings) from None


def _version(
    name: str, other: str, folder: Path, library: Library, names: dict[str, str]
) -> Version:
    """Lay a version out as a library has it, in a folder of its own.

    Args:
        names: takes what the files read are called, by their paths.
    """
    place = Path(name)
    if not place.exists():
        place = _checked_out(name, other, folder / "tree", names)
    found: dict[Key, Path] = {}
    if place.is_file():
        key = _key(place, True)
        if key is None:
            raise VersionError(f"“{name}” is no ruleset and no army list.")
        found[key] = place
    for path in _candidates(place):
        key = _key(path, place.is_dir())
        if key is not None and found.setdefault(key, path) != path and place.is_dir():
            what = key.catalogue or key.ruleset
            both = f"{names.get(str(found[key]), found[key])} and {names.get(str(path), path)}"
            raise VersionError(f"“{name}” holds “{what}” twice: {both}; name one of them.")
    if not found:
        raise VersionError(f"“{name}” holds no ruleset and no army list.")
    for (ruleset, catalogue), path in found.items():
        laid = folder / "laid" / ruleset / (f"{catalogue}.json" if catalogue else RULESET_FILE)
        laid.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, laid)
        names[str(laid)] = names.get(str(path), str(path))
    alone = all(Key(ruleset, "") in found for ruleset, _ in found)
    own = Library([folder / "laid", *([] if alone else library.folders)], alone=True)
    single = place.is_file()
    return Version(name, own, frozenset(list(found)[:1] if single else found), single)


def _checked_out(name: str, other: str, tree: Path, names: dict[str, str]) -> Path:
    """Write the JSON files of a revision to a folder; give the path in it that was meant."""
    beside = Path(other) if Path(other).exists() else None
    where = (beside if beside.is_dir() else beside.parent) if beside else Path.cwd()
    wanted, colon, path = name.partition(":")
    try:
        revision = Revision(wanted, where)
    except VersionError as error:
        raise VersionError(f"{error}{_near_file(name)}") from None
    if not colon and beside is not None:
        inside = revision.path(beside)
    else:
        inside = revision.here(path if colon else other.partition(":")[2])
    folder = inside.parent if revision.is_file(inside) else inside
    listed = revision.files(folder, ".json")
    games = {file.parent for file in listed if file.name == RULESET_FILE}
    likely = {
        file: blob
        for file, blob in listed.items()
        if _is_likely(len(file.relative_to(folder).parts) - 1, file.parent in games)
    }
    for file, content in zip(likely, revision.contents(likely.values()), strict=True):
        copy = tree / file
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)
        names[str(copy)] = f"{wanted}:{file}"
    place = tree / inside
    if not place.exists():
        place.mkdir(parents=True)  # a folder without JSON
    return place


def _near_file(name: str) -> str:
    try:
        beside = [path.name for path in Path(name).parent.iterdir()]
    except (OSError, ValueError):
        return ""
    return near(PurePosixPath(name).name, beside)


def _candidates(place: Path) -> Iterator[Path]:
    """Yield the files that may be rulesets and army lists: beside a ruleset, or near the top."""
    if place.is_file():
        yield from sorted(place.parent.glob("*.json"))
        return
    for folder, below, files in os.walk(place):
        below[:] = sorted(one for one in below if not one.startswith("."))
        depth = len(Path(folder).relative_to(place).parts)
        if _is_likely(depth, RULESET_FILE in files):
            yield from (Path(folder, file) for file in sorted(files) if file.endswith(".json"))


def _is_likely(depth: int, with_ruleset: bool) -> bool:
    """Whether a folder so far below what was named may hold rulesets and army lists."""
    return with_ruleset or depth < 2


def _key(path: Path, meant: bool) -> Key | None:
    """What part of a game a file is, by what it says; None for any other.

    Args:
        meant: it may be what was asked for, not just what lies beside it.

    Raises:
        LoadError: it is meant, not JSON, and lies with a ruleset.
    """
    try:
        data = parse(path).data
    except LoadError:
        if meant and (path.parent / RULESET_FILE).is_file():
            raise
        return None
    if not isinstance(data, dict):
        return None
    own, ruleset = data.get("id"), data.get("ruleset")
    if not _is_name(own):
        return None
    if ruleset is None:
        return Key(own, "") if "documents" in data else None
    return Key(ruleset, own) if _is_name(ruleset) else None


def _is_name(name: object) -> TypeGuard[str]:
    """Tell whether an id can be a file's name."""
    return isinstance(name, str) and bool(PLAIN.fullmatch(name))
