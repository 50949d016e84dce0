"""Two versions of rulesets and army lists: files, folders or git revisions."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import attrs

from listbuilder.errors import LoadError, VersionError
from listbuilder.findings import Severity
from listbuilder.loading.git import Revision
from listbuilder.loading.index import RULESET_FILE, Key
from listbuilder.loading.library import Library, wrong_id
from listbuilder.loading.names import did_you_mean
from listbuilder.loading.parse import parse
from listbuilder.loading.paths import is_file, is_folder, is_there
from listbuilder.loading.problems import located
from listbuilder.messages import gettext, joined, message_of


@attrs.frozen(eq=False)
class Version:
    """A version of rulesets and army lists.

    Attributes:
        name: the version as the caller named it.
        library: the library of this version's rulesets and army lists.
        parts: the parts that were meant.
        single: the version is a single file, and only its part is compared.
    """

    name: str
    library: Library
    parts: frozenset[Key]
    single: bool


@contextmanager
def two_versions(old: str, new: str, library: Library) -> Iterator[tuple[Version, Version]]:
    """Find two versions; files of git revisions lie in a folder that is deleted in the end.

    Args:
        old: a file, a folder, a git revision or ``REVISION:PATH``. A revision alone means the path
            that the other version names; two revisions alone mean the whole repository.
        new: the other version, named likewise.
        library: the library with the rulesets of army lists that stand alone.

    Raises:
        VersionError: a version is not there, or has neither ruleset nor army list.
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
    """Find the files of a version.

    Args:
        folder: the folder that files of a revision are written to.
        names: a map to which the names of a revision's files are added, by path.
    """
    place = Path(name)
    if not is_there(place):
        place = _checked_out(name, other, folder, names)
    found: dict[Key, Path] = {}
    single = not is_folder(place)
    if single:
        key = _key(place, True)
        if key is None:
            raise VersionError(gettext("“{name}” is no ruleset and no army list.", name=name))
        found[key] = place
    for path in _candidates(place):
        key = _key(path, not single, not single)
        if key is not None and found.setdefault(key, path) != path and not single:
            what = key.catalogue or key.ruleset
            two = [names.get(str(one), str(one)) for one in (found[key], path)]
            both = joined(gettext(" and "), two)
            raise VersionError(
                gettext(
                    "“{name}” holds “{what}” twice: {both}; name one of them.",
                    name=name,
                    what=what,
                    both=both,
                )
            )
    if not found:
        raise VersionError(gettext("“{name}” holds no ruleset and no army list.", name=name))
    whole = all(Key(ruleset, "") in found for ruleset, _ in found)
    own = Library([] if whole else library.folders, alone=True, given=found)
    return Version(name, own, frozenset(list(found)[:1] if single else found), single)


def _checked_out(name: str, other: str, tree: Path, names: dict[str, str]) -> Path:
    """Write the JSON files of a revision to a folder; give the path there that is meant."""
    beside = Path(other) if is_there(Path(other)) else None
    where = (beside if is_folder(beside) else beside.parent) if beside else Path.cwd()
    wanted, colon, path = name.partition(":")
    try:
        revision = Revision(wanted, where)
    except VersionError as error:
        raise VersionError(joined("", (message_of(error), _near_file(name)))) from None
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
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
        except OSError as error:
            why = error.strerror or gettext("the disk failed")
            raise VersionError(
                gettext(
                    "“{wanted}:{file}” can't be written out: {why}.",
                    wanted=wanted,
                    file=file,
                    why=why,
                )
            ) from error
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
    return did_you_mean(PurePosixPath(name).name, beside)


def _candidates(place: Path) -> Iterator[Path]:
    """Yield the files that may be rulesets and army lists: beside a ruleset, or near the top."""
    if not is_folder(place):
        yield from (path for path in sorted(place.parent.glob("*.json")) if is_file(path))
        return
    for folder, below, files in os.walk(place):
        below[:] = sorted(one for one in below if not one.startswith("."))
        depth = len(Path(folder).relative_to(place).parts)
        if _is_likely(depth, RULESET_FILE in files):
            paths = (Path(folder, file) for file in sorted(files) if file.endswith(".json"))
            yield from filter(is_file, paths)


def _is_likely(depth: int, with_ruleset: bool) -> bool:
    """Whether a folder at some depth below the named one may hold rulesets and army lists."""
    return with_ruleset or depth < 2


def _key(path: Path, meant: bool, in_folder: bool = False) -> Key | None:
    """Recognise a file's part of a game by its keys; None for other files.

    Args:
        path: the file.
        meant: the file may be the named one, not only a neighbour.
        in_folder: its folder was named; a file that was named may be a copy with another name.

    Raises:
        LoadError: the file is meant, but is no JSON though it lies with a ruleset, or its id is
            invalid or not its name.
    """
    in_game = is_file(path.parent / RULESET_FILE)
    try:
        parsed = parse(path)
    except LoadError:
        if meant and in_game:
            raise
        return None
    said = parsed.data if isinstance(parsed.data, dict) else {}
    own, ruleset = said.get("id"), said.get("ruleset")
    if not isinstance(own, str):
        return None
    if not isinstance(ruleset, str) and (ruleset is not None or "documents" not in said):
        return None
    key = Key(own, "") if ruleset is None else Key(ruleset, own)
    name = path.stem if in_folder and in_game and key.catalogue else own
    problems = list(wrong_id(own, name))
    if key.catalogue:
        problems += wrong_id(key.ruleset, key.ruleset, "ruleset")
    if problems and meant:
        raise LoadError(parsed.path, located(parsed, problems, Severity.ERROR))
    return None if problems else key
