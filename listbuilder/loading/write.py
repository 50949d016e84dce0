"""Bytes to files: a crash leaves the old file or the new one, whole, and no edit goes unseen.

Whoever writes locks the file that he replaces, by the lock of the file itself (``flock``): no
folder fills with lock files, and nobody who only reads needs to write one. A file that was replaced
while one waited for its lock is known by its inode, and the new one is locked instead. Temporary
files are locked while they are written, too: one that is not locked is a killed process's.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from time import monotonic, sleep

from listbuilder.errors import ChangedError, SaveError

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
    errno.ETIMEDOUT: "another program keeps it locked",
}
TEMPORARY = re.compile(r"\.listbuilder-[0-9a-f]{16}\.tmp")
LONGEST_WAIT = 10.0
"""Seconds for a lock; a file is locked for as long as it takes to write it."""

PAUSE = 0.005
"""Seconds between two tries to lock."""


class Over(Enum):
    """What a file may be written over, unless it is certain bytes."""

    ANYTHING = "anything"
    NOTHING = "nothing"


def write(path: str | os.PathLike[str], data: bytes, over: bytes | Over = Over.ANYTHING) -> None:
    """Write a file, wholly or not at all.

    A link is followed; the old file's permissions and, where the system lets us, its owner are
    kept. What is no file, such as ``/dev/stdout``, is written to as it is.

    Args:
        path: where to.
        data: the new file.
        over: the old file, as it was read: where it is another by now, nothing is written.

    Raises:
        ChangedError: the old file is not the one that it may be written over.
        SaveError: it can't be written; the old file is as it was.
    """
    name = os.fspath(path)
    try:
        if _is_device(name):
            with Path(name).open("wb") as file:
                file.write(data)
        else:
            _replace(Path(name).resolve(), data, over)
    except _OtherError as error:
        raise ChangedError(name) from error
    except OSError as error:
        reason = REASONS.get(error.errno or 0) or error.strerror or "the disk failed"
        raise SaveError(name, reason) from error
    except ValueError as error:
        raise SaveError(name, "no file can have this name") from error


class _OtherError(Exception):
    """There is another file than the one to be replaced."""


def _is_device(name: str) -> bool:
    """Whether there is something at the end of a link which is neither a file nor a folder."""
    try:
        mode = Path(name).stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return not stat.S_ISREG(mode)


def _replace(target: Path, data: bytes, over: bytes | Over) -> None:
    """Put a new file in the place of the one that may be written over."""
    with _locked(target) as old:
        if isinstance(over, bytes):
            is_other = old is None or _content(old, len(over) + 1) != over
        else:
            is_other = over is Over.NOTHING and old is not None
        if is_other:
            raise _OtherError
        _sweep(target.parent)
        with _temporary(target.parent, None if old is None else os.fstat(old), data) as beside:
            if over is Over.NOTHING:
                _link(beside, target)
            else:
                beside.replace(target)
    _sync_folder(target.parent)


@contextmanager
def _locked(target: Path) -> Iterator[int | None]:
    """Open and lock the file that has a name at the time; None where there is none.

    Raises:
        OSError: it can't be opened to be written, or (``ETIMEDOUT``) somebody keeps it locked.
    """
    until = monotonic() + LONGEST_WAIT
    while (handle := _opened(target)) is not None:
        try:
            while not _lock(handle):
                if monotonic() > until:
                    raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
                sleep(PAUSE)
            try:
                if _is_at(handle, target):
                    yield handle
                    return
            finally:
                _unlock(handle)
        finally:
            os.close(handle)
    yield None


def _opened(target: Path) -> int | None:
    with suppress(FileNotFoundError):
        return os.open(target, os.O_RDWR)
    return None


def _is_at(handle: int, target: Path) -> bool:
    """Whether an open file still has its name, and no other was put in its place."""
    try:
        return os.path.samestat(os.fstat(handle), target.stat())
    except FileNotFoundError:
        return False


def _content(handle: int, most: int) -> bytes:
    """Read an open file from its beginning; no more than so many bytes."""
    blocks = []
    while most > 0 and (block := os.read(handle, most)):
        blocks.append(block)
        most -= len(block)
    return b"".join(blocks)


@contextmanager
def _temporary(folder: Path, old: os.stat_result | None, data: bytes) -> Iterator[Path]:
    """Write a file of ours for as long as it takes to put it in its place."""
    handle, beside = _made(folder, 0o666 if old is None else 0o600)
    try:
        with os.fdopen(os.dup(handle), "wb") as file:
            if old is not None:
                _take_over(handle, old)
            file.write(data)
            file.flush()
            os.fsync(handle)
        yield beside
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    finally:
        _unlock(handle)
        os.close(handle)


def _made(folder: Path, mode: int) -> tuple[int, Path]:
    """Make a file of ours and lock it; another where one who sweeps was quicker."""
    while True:
        beside = folder / f".listbuilder-{os.urandom(8).hex()}.tmp"
        handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
        if _lock(handle) and os.fstat(handle).st_nlink:
            return handle, beside
        os.close(handle)


def _link(beside: Path, target: Path) -> None:
    """Give a new file its name, where nothing has it."""
    try:
        target.hardlink_to(beside)
    except FileExistsError:
        raise _OtherError from None
    except (OSError, NotImplementedError):  # a disk, or a system, without hard links
        if target.exists():
            raise _OtherError from None
        beside.replace(target)
    else:
        with suppress(OSError):  # it has its name; another is swept away
            beside.unlink()


def _sweep(folder: Path) -> None:
    """Take away what killed processes have left in a folder: files of ours that nobody locks."""
    with suppress(OSError):
        for path in folder.iterdir():
            if TEMPORARY.fullmatch(path.name):
                _take_away(path)


def _take_away(left: Path) -> None:
    with suppress(OSError):
        handle = os.open(left, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if stat.S_ISREG(os.fstat(handle).st_mode) and _lock(handle, unsupported=False):
                left.unlink()
        finally:
            os.close(handle)


def _lock(handle: int, unsupported: bool = True) -> bool:
    """Lock an open file; False where somebody else holds it.

    Args:
        handle: the open file.
        unsupported: the answer where the disk knows no locks: what is there is compared all the
            same, only not at the very moment of the exchange.
    """
    from filelock import lock_descriptor

    try:
        return lock_descriptor(handle, blocking=False)
    except OSError:
        return unsupported


def _unlock(handle: int) -> None:
    """Unlock an open file for whoever else has it, such as a copy of this process."""
    from filelock import unlock_descriptor

    with suppress(OSError):
        unlock_descriptor(handle)


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
