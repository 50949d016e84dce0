"""Definitions and uses of names, and renaming."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from listbuilder.loading.json_pointer import JsonPath, pointer_of
from listbuilder.loading.names import did_you_mean, is_id
from listbuilder.lsp import cursor
from listbuilder.lsp.name_uses import Name
from listbuilder.lsp.workspace import KnownGame, NamedFile, Workspace
from listbuilder.messages import gettext

UNDERSCORED = ("value", "limit", "column")
"""Kinds of names that are written with underscores."""

FIXED = ("term", "column", "profile")
"""Kinds of names that are not renamed: players read them, or their uses are not all known."""


class Occurrence(NamedTuple):
    """A place of a name in a file.

    Attributes:
        line: the line, from 1.
        before: the text before the name in its line.
        said: the text within the name's quotes.
    """

    path: Path
    line: int
    before: str
    said: str


class NoRenameError(Exception):
    """A name can't be renamed; the message says why."""


def definitions(name: Name, known: KnownGame) -> Iterator[Occurrence]:
    """Yield the definitions of a name."""
    for file, path, at_key in known.defined.get(name.key, ()):
        yield _occurrence(file, path, at_key)


def occurrences(
    name: Name, path: Path, known: KnownGame, workspace: Workspace
) -> Iterator[Occurrence]:
    """Yield the uses and definitions of a name of a file, in the game and its rosters."""
    only = _list_of(name, path, known)
    for file in workspace.around(known):
        if only is not None and not _can_mean(file, only):
            continue
        for step, at_key, other in file.names:
            if other.key == name.key:
                yield _occurrence(file, step, at_key)


def renamed(
    name: Name, new: str, path: Path, known: KnownGame, workspace: Workspace
) -> list[Occurrence]:
    """List the places where a new name has to be written.

    Raises:
        NoRenameError: the name has no meaning here, or the new name is invalid or taken.
    """
    if name.kind in FIXED or name.key not in known.defined:
        there = known.known(name.kind, name.of)
        raise NoRenameError(
            gettext(
                "Nothing here is called “{name}”.{near}",
                name=name.name,
                near=did_you_mean(name.name, there),
            )
        )
    wanted = new.replace("_", "-") if name.kind in UNDERSCORED else new
    if not is_id(wanted):
        raise NoRenameError(
            gettext("“{new}” is no id: those are in lower case with hyphens.", new=new)
        )
    if Name(name.kind, new, name.of).key in known.defined:
        raise NoRenameError(
            gettext("“{new}” is the id of another {kind}.", new=new, kind=name.kind)
        )
    return list(occurrences(name, path, known, workspace))


def _list_of(name: Name, path: Path, known: KnownGame) -> str | None:
    """Find the army list of an entry, where other lists have entries of the same id."""
    if name.kind != "entry":
        return None
    by_list = {
        file: each.path for file, each in known.game.files.items() if each.path == path and file
    }
    own = {file.path for file, _, _ in known.defined.get(name.key, ())}
    return next((file for file, at in by_list.items() if at in own and len(own) > 1), None)


def _can_mean(file: NamedFile, list_id: str) -> bool:
    """Whether an entry's id in a file can refer to an army list's own entry."""
    if file.kind == "catalogue":
        return file.path.stem == list_id
    lists = file.data.get("catalogues") if isinstance(file.data, dict) else None
    return file.kind in ("roster", "event") and isinstance(lists, dict | list) and list_id in lists


def _occurrence(file: NamedFile, path: JsonPath, at_key: bool) -> Occurrence:
    find = file.places.locate_key if at_key else file.places.locate
    line, column = find(pointer_of(path)) or (1, 1)
    begins = file.places.offset(line, 1)
    first, last = cursor.string_at(file.text, begins + column - 1)
    return Occurrence(file.path, line, file.text[begins:first], file.text[first:last])
