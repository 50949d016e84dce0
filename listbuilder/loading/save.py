"""Rosters to JSON text, and files to disk: a crash leaves the old file or the new one, whole."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from listbuilder.errors import SaveError
from listbuilder.loading.convert import json_key
from listbuilder.loading.layout import laid_out
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster

REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "there is no space left for you on the disk",
    errno.EROFS: "the disk can only be read",
    errno.EACCES: "you may not write there",
    errno.EPERM: "you may not write there",
    errno.ENOENT: "its folder is not there",
    errno.ENOTDIR: "its folder is not there",
    errno.EISDIR: "it is a folder",
    errno.ELOOP: "it is a link that leads in a circle",
    errno.ENAMETOOLONG: "its name is too long",
}


def dump(roster: Roster) -> str:
    """Write a roster as JSON text.

    Keys stand in the order of the file that they came from; new ones after those that the model
    has before them. What holds by default is left out unless the file said it, an empty ``with`` in
    any case: it is what remains when the last selection has been moved out.

    Raises:
        ValueError: the notes hold what JSON can't say.
    """
    return laid_out(plain(roster))


def save(path: str | os.PathLike[str], roster: Roster) -> None:
    """Write a roster to a file (``write``).

    Raises:
        SaveError: it can't be written; the old file is as it was.
    """
    try:
        data = dump(roster).encode("utf-8")
    except ValueError as error:  # NaN, or half a character
        raise SaveError(os.fspath(path), "the roster holds what JSON can't say") from error
    write(path, data)


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, wholly or not at all.

    A link is followed; the old file's permissions and, where the system lets us, its owner are
    kept. What is no file, such as ``/dev/stdout``, is written to as it is.

    Raises:
        SaveError: it can't be written; the old file is as it was.
    """
    name = os.fspath(path)
    try:
        old = _status(name)
        if old is None or stat.S_ISREG(old.st_mode):
            _replace(Path(name).resolve(), old, data)
        else:
            with Path(name).open("wb") as file:
                file.write(data)
    except OSError as error:
        reason = REASONS.get(error.errno or 0) or error.strerror or "the disk failed"
        raise SaveError(name, reason) from error
    except ValueError as error:
        raise SaveError(name, "no file can have this name") from error


def plain(model: Roster | Selection) -> dict[str, Any]:
    """Turn a model into JSON values, its keys in order."""
    said = {}
    for field in attrs.fields(type(model)):
        key, value = json_key(field.name), getattr(model, field.name)
        if (
            field.name == "keys"
            or (value is None and key != "notes")
            or (key, value) == ("with", ())
        ):
            continue
        if value != _default(field) or key in model.keys:
            said[key] = _plain_value(value)
    order = [key for key in model.keys if key in said]
    after = 0
    for key in (*("$schema",) * ("$schema" in said), *said):
        if key in order:
            after = max(after, order.index(key) + 1)
        else:
            order.insert(after, key)
            after += 1
    return {key: said[key] for key in order}


def _default(field: attrs.Attribute[Any]) -> Any:
    factory = getattr(field.default, "factory", None)
    return factory() if factory else field.default


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [plain(selection) for selection in value]
    return dict(value) if isinstance(value, Mapping) else value


def _status(name: str) -> os.stat_result | None:
    """What is there already, at the end of a link; None for nothing."""
    try:
        return Path(name).stat()
    except FileNotFoundError:
        return None


def _replace(target: Path, old: os.stat_result | None, data: bytes) -> None:
    """Write a file beside the target, then put it in the target's place."""
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    beside = target.with_name(f".listbuilder-{os.urandom(8).hex()}.tmp")
    mode = 0o666 if old is None else 0o600  # nobody else reads along until it has the old one's
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            if old is not None:
                _take_over(handle, old)
            file.write(data)
            file.flush()
            os.fsync(handle)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(target.parent)


def _take_over(handle: int, old: os.stat_result) -> None:
    """Give a new file the old one's owner and permissions, as far as we may."""
    with suppress(OSError):
        os.fchown(handle, old.st_uid, old.st_gid)
    with suppress(OSError):
        os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _sync_folder(folder: Path) -> None:
    """Let the new file outlast a power cut; it is in place already, so nothing here is an error."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
