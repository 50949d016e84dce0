"""A file's bytes to JSON values, or to all faults that keep them from being JSON.

Valid files are read by the C scanner of ``json`` with small hooks. Where these refuse a value,
``loading.source_map`` reads the text again and tells the place and the reason.
"""

from __future__ import annotations

import json
import os
import stat
from io import FileIO
from pathlib import Path
from typing import Any, NoReturn

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.input_limits import MOST_BYTES, MOST_DEPTH, MOST_DIGITS
from listbuilder.loading.names import did_you_mean
from listbuilder.messages import gettext
from listbuilder.record import Record

BYTE_ORDER_MARK = "\ufeff"
BLOCK_BYTES = 64 * 1024


@attrs.frozen(eq=False, repr=False)
class Parsed(Record):
    """A JSON file as it was read.

    Attributes:
        path: the file's path as the caller named it.
        raw: the file's bytes, to see later whether the file has changed.
        text: the file's text, to find lines of values.
        data: the file's values. Whole numbers have at most ``MOST_DIGITS`` digits, text has no half
            characters, and nothing is deeper than ``MOST_DEPTH``.
        made_from: the program whose file was converted; then there is no ``text``, and no value
            has a place in the file. Empty: the file is ours.
        notices: findings about the file beside those of its roster.
    """

    path: str
    raw: bytes
    text: str
    data: Any
    made_from: str = ""
    notices: tuple[Finding, ...] = ()


class _DoubtError(ValueError):
    """The text may be JSON with values that we refuse; a slower reading tells."""


def parse(path: str | os.PathLike[str], inside: Path | None = None) -> Parsed:
    """Read a JSON file, or one that holds a shared roster (``loading.share``).

    Args:
        path: the file's path.
        inside: the folder in which the file was found; None: the user named it. A file that was
            found must be no link out of its folder, and no pipe or device.

    Raises:
        LoadError: the file can't be read, or is no JSON that we accept.
    """
    return parse_bytes(read_bytes(path, inside), os.fspath(path))


def read_bytes(path: str | os.PathLike[str], inside: Path | None = None) -> bytes:
    """Read a file's bytes (``parse``).

    Raises:
        LoadError: the file can't be read, or is too large.
    """
    return _read(os.fspath(path), inside)


def parse_bytes(raw: bytes, path: str) -> Parsed:
    """Parse the bytes of a JSON file.

    Args:
        raw: the bytes.
        path: the file's name in findings.

    Raises:
        LoadError: the bytes are no JSON that we accept.
    """
    marked = raw.removeprefix(BYTE_ORDER_MARK.encode())
    try:
        text = marked.decode("utf-8")
    except UnicodeDecodeError as error:
        _refuse_bytes(path, marked, error.start)
    text = _unfolded(text, path)
    return Parsed(path, raw, text, _decode(text, path))


def parse_text(text: str, path: str = "<text>") -> Parsed:
    """Parse JSON text.

    Args:
        text: the text.
        path: the file's name in findings.

    Raises:
        LoadError: the text is no JSON that we accept.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair, as it is
        _refuse_faults(path, text)
        raw = text.encode("utf-8", "surrogatepass")
    text = _unfolded(text, path)
    return Parsed(path, raw, text, _decode(text, path))


def _unfolded(text: str, name: str) -> str:
    """Unpack the JSON of a shared roster; any other text stays as it is."""
    if text.lstrip()[:2].upper() != "LB":
        return text
    from listbuilder.loading.share import is_folded, unfold

    return unfold(text, name) if is_folded(text) else text


def refuse_found(path: Path, folder: Path) -> None:
    """Refuse a path that was found in a folder but is no file of the folder.

    Raises:
        LoadError: the path is a link out of the folder, which somebody else may have put there, a
            pipe or a device.
        OSError: the path can't be looked at.
    """
    mode = path.lstat().st_mode
    if stat.S_ISREG(mode):
        return
    name, mode = str(path), path.stat().st_mode
    if stat.S_IFMT(mode) not in (stat.S_IFREG, stat.S_IFDIR):
        _refuse(name, "not-a-file", gettext("This is a pipe or a device, not a file."))
    inside = not path.is_symlink() or path.resolve().is_relative_to(folder.resolve())
    if stat.S_ISREG(mode) and not inside:
        message = gettext("This is a link out of the folder; name it to read what it leads to.")
        _refuse(name, "link-outside", message)


def _read(name: str, inside: Path | None) -> bytes:
    """Read a file; of a pipe or device, which has no size, no more than the limit."""
    try:
        if inside is not None:
            refuse_found(Path(name), inside)
        with Path(name).open("rb", buffering=0) as file:
            if os.fstat(file.fileno()).st_size > MOST_BYTES:
                _refuse_size(name)
            return _read_blocks(file, name)
    except (FileNotFoundError, NotADirectoryError):
        _refuse_missing(name)
    except IsADirectoryError:
        _refuse(name, "is-a-folder", gettext("This is a folder, not a file."))
    except OSError as error:
        _refuse(
            name,
            "unreadable",
            gettext("The file can't be read: {strerror}.", strerror=error.strerror),
        )
    except ValueError:  # no file can have such a name
        _refuse_missing(name)


def _read_blocks(file: FileIO, name: str) -> bytes:
    blocks = []
    size = 0
    while block := file.read(BLOCK_BYTES):
        blocks.append(block)
        size += len(block)
        if size > MOST_BYTES:
            _refuse_size(name)
    return b"".join(blocks)


def _decode(text: str, name: str) -> Any:
    try:
        data = DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        _refuse_text(name, text, error)
    if "\\ud" in text or "\\uD" in text or _is_deep(data):
        _refuse_faults(name, text)
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _DoubtError("duplicate key")
    return made


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS and len(digits.lstrip("-")) > MOST_DIGITS:
        raise _DoubtError("huge number")
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise _DoubtError("huge number")
    return number


def _constant(name: str) -> NoReturn:
    raise _DoubtError(name)


DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_decimal, parse_constant=_constant
)


def _is_deep(data: Any) -> bool:
    level: list[Any] = [[data]]
    for _ in range(MOST_DEPTH + 1):
        level = [
            part
            for whole in level
            for part in (whole.values() if type(whole) is dict else whole)
            if type(part) is dict or type(part) is list
        ]
        if not level:
            return False
    return True


def _refuse(
    name: str, code: str, message: str, line: int | None = None, column: int | None = None
) -> NoReturn:
    finding = Finding(code, Severity.ERROR, message, line=line, column=column)
    raise LoadError(name, [finding]) from None


def _refuse_size(name: str) -> NoReturn:
    _refuse(
        name,
        "too-large",
        gettext("The file is larger than {most_bytes} MiB.", most_bytes=MOST_BYTES // 1024**2),
    )


def _refuse_missing(name: str) -> NoReturn:
    path = Path(name)
    try:
        there = {beside.name for beside in path.parent.iterdir()}
    except (OSError, ValueError):
        there = set()
    if path.name in there:
        _refuse(name, "no-such-file", gettext("This is a link to a file that is not there."))
    _refuse(
        name,
        "no-such-file",
        gettext("There is no such file.{near}", near=did_you_mean(path.name, there)),
    )


def _refuse_bytes(name: str, raw: bytes, at: int) -> NoReturn:
    line = raw.count(b"\n", 0, at) + 1
    column = len(raw[raw.rfind(b"\n", 0, at) + 1 : at].decode("utf-8")) + 1
    message = gettext(
        "The file is not UTF-8 text: the byte {raw} is no character. Save it as UTF-8.",
        raw=f"{raw[at]:02X}",
    )
    _refuse(name, "not-utf-8", message, line, column)


def _refuse_text(name: str, text: str, error: Exception) -> NoReturn:
    if not text.strip():
        _refuse(name, "empty-file", gettext("The file is empty."))
    _refuse_faults(name, text)
    # Reached only if this module and loading.source_map disagree about JSON.
    if isinstance(error, json.JSONDecodeError):
        _refuse(name, "not-json", gettext("The file is not JSON."), error.lineno, error.colno)
    _refuse(name, "too-deep", gettext("The file can't be read: it is too deep."))


def _refuse_faults(name: str, text: str) -> None:
    """Raise an error with the faults that the slower reading finds, if there are any."""
    from listbuilder.loading.source_map import SourceMap

    positions = SourceMap(text)
    findings = [
        Finding(
            fault.code, Severity.ERROR, fault.message, fault.pointer, *positions.place(fault.at)
        )
        for fault in positions.faults
    ]
    if findings:
        raise LoadError(name, findings) from None
