"""Kinds of files: a ruleset, an army list, an event pack or a roster."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.findings import Finding, Severity
from listbuilder.loading.index import EVENTS, ROSTERS, RULESET_FILE, SUFFIX
from listbuilder.loading.paths import is_file, is_folder
from listbuilder.messages import gettext

if TYPE_CHECKING:
    from listbuilder.loading.schema import FileKind

FOLDERS: Mapping[str, FileKind] = {ROSTERS: "roster", EVENTS: "event"}
"""Kinds of files by the names of their folders."""


def kind_of(path: Path, data: Any) -> FileKind | None:
    """Recognise a file's kind by its folder and its keys; None for other files.

    Args:
        path: the file's path.
        data: its JSON values; None where it is no JSON, or is not read yet.
    """
    keys = data.keys() if isinstance(data, dict) else set()
    if "army" in keys:  # nothing else has one, wherever it lies
        return "roster"
    if path.name == RULESET_FILE:
        return "ruleset"
    if path.parent.name in FOLDERS:
        return FOLDERS[path.parent.name]
    if is_file(path.with_name(RULESET_FILE)):
        return "catalogue"
    if "entries" in keys:
        return "catalogue" if "ruleset" in keys else "ruleset"
    if "documents" in keys:
        return "event" if "ruleset" in keys else "ruleset"
    return "roster" if keys & {"army", "catalogues"} else None


def is_schema(data: Any) -> bool:
    """Whether a file is a JSON Schema, as those in `schemas/`."""
    says = data.get("$schema") if isinstance(data, dict) else None
    return isinstance(says, str) and says.startswith("https://json-schema.org/")


def json_files(path: Path, others: tuple[str, ...] = ()) -> Iterator[Path]:
    """Yield the JSON files of a folder and those below it, in order; a file as it is.

    Args:
        path: path of the folder, or of a file.
        others: further suffixes of wanted files.

    Pipes and folders with such a name are among them, and unreadable folders, so that reading them
    gives an error. Hidden folders and links to folders are passed over.
    """
    if not is_folder(path):
        yield path
        return
    found: list[Path] = []
    folders = [path]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                inside = [(Path(one.path), one.is_dir(follow_symlinks=False)) for one in entries]
        except OSError:
            found.append(folder)
            continue
        for one, below in inside:
            hidden = below and one.name.startswith(".")
            if one.name.endswith((SUFFIX, *others)) and not hidden:
                found.append(one)
            if below and not hidden:
                folders.append(one)
    yield from sorted(found)


def found_in(file: Path, named: Path) -> Path | None:
    """Give the folder in which a file was found; None if the user named the file (``parse``)."""
    return None if file == named else named


def no_kind() -> Finding:
    """Make the finding about a file of no kind of ours."""
    message = gettext(
        "This is no ruleset, army list, event pack or roster: it has none of their keys."
    )
    return Finding("unknown-kind", Severity.ERROR, message, line=1, column=1)


def no_files() -> Finding:
    """Make the finding about a folder without files of our kinds."""
    message = gettext("This folder holds no rulesets, army lists, event packs or rosters.")
    return Finding("no-files", Severity.ERROR, message)
