"""Reading a roster, be it ours or another program's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.interop.encodings import beginning, decoded
from listbuilder.interop.remarks import with_remembered
from listbuilder.loading.input_limits import MOST_BYTES
from listbuilder.loading.library import Library
from listbuilder.loading.parse import Parsed, parse_bytes, read_bytes
from listbuilder.loading.rosters import Loaded, read_roster
from listbuilder.messages import gettext

if TYPE_CHECKING:
    from listbuilder.interop.importing import Imported
    from listbuilder.loading.events import LoadedEvent

ARCHIVE = gettext("an archive")
"""The ``made_from`` of a roster of ours in an archive: there it can't be changed."""

TEXTS = (".txt", ".md")
SUFFIXES = (".ros", ".rosz")
"""Name endings by which other programs' rosters are found in folders."""

OTHER_JSON = re.compile(r'\{\s*"(?:roster|SaveName)"\s*:')
"""Beginning of JSON of New Recruit and of Tabletop Simulator."""

WARBANDS = re.compile(r'"(?:warbands|armyList|leader_warband_\w+)"\s*:')
"""A key of warband builders' JSON; ours has ``ruleset`` before any such key."""


def is_foreign(raw: bytes) -> bool:
    """Recognise another program's roster by its first bytes: a file's name may be wrong."""
    begins = beginning(raw)
    if begins[:1] == "<" or raw[:2] == b"PK" or OTHER_JSON.match(begins):
        return True
    key = WARBANDS.search(begins) if begins[:1] == "{" else None
    return key is not None and '"ruleset"' not in begins[: key.start()]


def load_roster(path: str | Path, library: Library, event: LoadedEvent | None = None) -> Loaded:
    """Read a roster, its ruleset and its army lists.

    Args:
        path: the roster's file, of ours or of another program.
        library: the library of rulesets and army lists.
        event: an event, whose rules join those of the game.

    Raises:
        LoadError: the file, or one that it needs, can't be used; the error has all findings.
    """
    parsed = parse_roster(path, library)
    return event.read_roster(parsed, library) if event else read_roster(parsed, library)


def load_foreign(path: str | Path, library: Library, event: LoadedEvent | None = None) -> Loaded:
    """Read another program's roster (``load_roster``).

    Raises:
        LoadError: the file can't be used, or is one of ours.
    """
    parsed = parse_roster(path, library)
    if not parsed.made_from:
        finding = Finding(
            "ours-already", Severity.ERROR, gettext("This is a file of ours already.")
        )
        raise LoadError(str(path), [finding])
    return event.read_roster(parsed, library) if event else read_roster(parsed, library)


def parse_roster(path: str | Path, library: Library, inside: Path | None = None) -> Parsed:
    """Read a roster's file; another program's is converted (``Parsed.made_from``).

    Args:
        path: the roster's file.
        library: the library of rulesets and army lists.
        inside: the folder that a link must not lead out of (``parse``).

    Raises:
        LoadError: the file can't be read.
    """
    return parse_content(read_bytes(path, inside), str(path), library)


def parse_content(raw: bytes, path: str, library: Library) -> Parsed:
    """Read a roster's bytes (``parse_roster``).

    Raises:
        LoadError: the bytes can't be read as a roster.
    """
    if raw[:2] == b"PK":
        from listbuilder.interop.archive import unpacked

        inside = unpacked(raw, path, MOST_BYTES)
        if inside[:2] != b"PK":
            parsed = parse_content(inside, path, library)
            return attrs.evolve(parsed, raw=raw, text="", made_from=parsed.made_from or ARCHIVE)
    if is_foreign(raw):
        return parse_any(raw, path, library)
    if path.casefold().endswith(TEXTS):
        from listbuilder.loading.share import is_folded

        if not is_folded(raw[:16].decode(errors="replace")):
            return parse_lines(decoded(raw, "replace"), path, library)
    return with_remembered(parse_bytes(raw, path))


def parse_any(raw: bytes, path: str, library: Library, most: int = MOST_BYTES) -> Parsed:
    """Convert another program's file into ours.

    Args:
        raw: the file's bytes.
        path: the file's name in findings.
        library: the library of rulesets and army lists.
        most: most bytes of the file once it is unpacked.

    Raises:
        LoadError: the file can't be used.
    """
    from listbuilder.interop.programs import read_foreign

    return _parsed(read_foreign(raw, path, library, most), raw, path)


def parse_lines(text: str, path: str, library: Library) -> Parsed:
    """Convert lines of text (``interop.texts``) into a file of ours.

    Raises:
        LoadError: the lines are no army.
    """
    from listbuilder.interop.programs import read_text

    return _parsed(read_text(text, path, library), text.encode(), path)


def _parsed(imported: Imported, raw: bytes, path: str) -> Parsed:
    from listbuilder.loading.save import dump

    own = parse_bytes(dump(imported.roster).encode(), path)
    return Parsed(path, raw, "", own.data, imported.program, tuple(imported.findings()))
