"""Recognising the program that wrote a file, and reading the file as a roster of ours."""

from __future__ import annotations

from listbuilder.interop.archive import unpacked
from listbuilder.interop.battlescribe import foreign_roster, json_root, read_any_json, xml_root
from listbuilder.interop.encodings import beginning
from listbuilder.interop.exporting import is_ours, rebuilt
from listbuilder.interop.importing import Imported, converted
from listbuilder.interop.tabletop import SAVED, text_on
from listbuilder.interop.texts import read_lines
from listbuilder.interop.warbands import is_warbands, read_warbands
from listbuilder.loading.input_limits import MOST_BYTES
from listbuilder.loading.library import Library


def read_foreign(raw: bytes, path: str, library: Library, most: int = MOST_BYTES) -> Imported:
    """Read another program's roster, or ours in another program's format.

    Args:
        raw: the file's bytes, packed or not.
        path: the file's name in findings.
        library: the library of rulesets and army lists.
        most: most bytes of the file once it is unpacked.

    Raises:
        LoadError: the file can't be used.
    """
    if raw[:2] == b"PK":
        raw = unpacked(raw, path, most)
    if beginning(raw)[:1] == "<":
        root = xml_root(raw, path)
    else:
        data = read_any_json(raw, path)
        if isinstance(data, dict) and is_warbands(data):
            return converted(read_warbands(data, path), path, library)
        if isinstance(data, dict) and SAVED in data:
            return read_text(text_on(data), path, library)
        root = json_root(data, path)
    if is_ours(root):
        return Imported(rebuilt(root, path), "Listbuilder")
    return converted(foreign_roster(root, path), path, library)


def read_text(text: str, path: str, library: Library) -> Imported:
    """Read an army from lines of text.

    Raises:
        LoadError: the lines are no army.
    """
    return converted(read_lines(text, path), path, library)
