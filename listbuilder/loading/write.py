"""Writing files atomically: a crash leaves the old file or the new one, and no edit is lost.

A writer locks the file that it replaces itself (``flock``): no folder fills with lock files, and
readers need to write none. A file that was replaced while a writer waited for its lock is known by
its inode, and the new file is locked instead. Temporary files are locked while they are written,
too: an unlocked temporary file is left by a killed process.

Where an open file can't be replaced (Windows), a file in the user's temporary folder is locked in
its stead, and an old temporary file counts as left by a killed process.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from pathlib import Path
from time import monotonic, sleep, time

from listbuilder.errors import ChangedError, SaveError
from listbuilder.loading import system
from listbuilder.messages import gettext

REASONS = {
    errno.ENOSPC: gettext("the disk is full"),
    errno.EDQUOT: gettext("there is no space left for you on the disk"),
    errno.EROFS: gettext("the disk can only be read"),
    errno.EACCES: gettext("you may not write there"),
    errno.EPERM: gettext("you may not write there"),
    errno.ENOENT: gettext("its folder is not there"),
    errno.ENOTDIR: gettext("its folder is not there"),
    errno.EISDIR: gettext("it is a folder"),
    errno.ELOOP: gettext("it is a link that leads in a circle"),
    errno.ENAMETOOLONG: gettext("its name is too long"),
    errno.ETIMEDOUT: gettext("another program keeps it locked"),
}
TEMPORARY = re.compile(r"\.listbuilder-[0-9a-f]{16}\.tmp")
LONGEST_WAIT = 10.0
"""Seconds to wait for a lock; a file is locked for as long as it takes to write it."""

LEFT_OVER = 60.0
"""Seconds after which a temporary file counts as left, on systems where it can't be locked."""

PAUSE = 0.005
"""Seconds between two tries to lock."""


class Overwrite(Enum):
    """The files that may be overwritten, if no exact bytes are expected."""

    ANYTHING = "anything"
    NOTHING = "nothing"


def write(
    path: str | os.PathLike[str], data: bytes, over: bytes | Overwrite = Overwrite.ANYTHING
) -> None:
    """Write a file, wholly or not at all.

    A link is followed; the old file's permissions and, where the system lets us, its owner are
    kept. A device such as ``/dev/stdout`` is written to directly.

    Args:
        path: the file's path.
        data: the new bytes.
        over: the old bytes as they were read: a file with other bytes is not overwritten.

    Raises:
        ChangedError: the old file is not the one that may be overwritten.
        SaveError: the file can't be written; the old file is as before.
    """
    write_all({Path(path): data}, over)


def write_all(files: Mapping[Path, bytes], over: Overwrite | bytes = Overwrite.ANYTHING) -> None:
    """Write files, each wholly or not at all (``write``); a folder is swept and synced once.

    Raises:
        ChangedError: an old file is not one that may be overwritten; the files before are written.
        SaveError: a file can't be written; the files before are written.
    """
    folders: dict[Path, None] = {}
    try:
        for path, data in files.items():
            _write(os.fspath(path), data, over, folders)
    finally:
        for folder in folders:
            _sync_folder(folder)


def _write(name: str, data: bytes, over: bytes | Overwrite, folders: dict[Path, None]) -> None:
    """Write a file; its folder is swept unless it is among the folders that were swept before."""
    try:
        if _is_device(name):
            with Path(name).open("wb") as file:
                file.write(data)
        else:
            _replace(Path(name).resolve(), data, over, folders)
    except _OtherError as error:
        raise ChangedError(name) from error
    except OSError as error:
        reason = REASONS.get(error.errno or 0) or error.strerror or gettext("the disk failed")
        raise SaveError(name, reason) from error
    except ValueError as error:
        raise SaveError(name, gettext("no file can have this name")) from error


class _OtherError(Exception):
    """Another file has the place of the one to be replaced."""


def _is_device(name: str) -> bool:
    """Whether a path or its link leads to something that is neither a file nor a folder."""
    try:
        mode = Path(name).stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return not stat.S_ISREG(mode)


def _replace(target: Path, data: bytes, over: bytes | Overwrite, folders: dict[Path, None]) -> None:
    """Replace the file that may be overwritten by a new one."""
    with (_locked if system.MOVES_OPEN_FILES else _locked_apart)(target) as old:
        if isinstance(over, bytes):
            is_other = old is None or _content(target, len(over) + 1) != over
        else:
            is_other = over is Overwrite.NOTHING and old is not None
        if is_other:
            raise _OtherError
        if target.parent not in folders:
            _sweep(target.parent)
            folders[target.parent] = None
        with _temporary(target.parent, old, data) as temporary:
            if over is Overwrite.NOTHING:
                _link(temporary, target)
            else:
                _move(temporary, target)


@contextmanager
def _locked_apart(target: Path) -> Iterator[os.stat_result | None]:
    """Lock a file in another's stead, which is not opened and so can be replaced.

    Raises:
        OSError: the file can't be written, or (``ETIMEDOUT``) somebody keeps it locked.
    """
    import hashlib
    import tempfile

    from filelock import FileLock, Timeout

    known = hashlib.sha256(os.path.normcase(target).encode("utf-8", "surrogatepass")).hexdigest()
    lock = FileLock(Path(tempfile.gettempdir()) / f"listbuilder-{known}.lock")
    try:
        held = lock.acquire(timeout=LONGEST_WAIT)
    except Timeout:
        raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT)) from None
    with held:
        handle = _opened(target)
        if handle is not None:
            os.close(handle)
        yield None if handle is None else target.stat()


@contextmanager
def _locked(target: Path) -> Iterator[os.stat_result | None]:
    """Open and lock the file that has a name now; None where there is none.

    Raises:
        OSError: the file can't be opened for writing, or (``ETIMEDOUT``) stays locked by others.
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
                    yield os.fstat(handle)
                    return
            finally:
                _unlock(handle)
        finally:
            os.close(handle)
    yield None


def _opened(target: Path) -> int | None:
    with suppress(FileNotFoundError):
        return os.open(target, os.O_RDWR | system.AS_BYTES)
    return None


def _is_at(handle: int, target: Path) -> bool:
    """Whether an open file still has its name, and was not replaced."""
    try:
        return os.path.samestat(os.fstat(handle), target.stat())
    except FileNotFoundError:
        return False


def _content(target: Path, most: int) -> bytes:
    """Read at most so many bytes from the beginning of a file."""
    with target.open("rb") as file:
        return file.read(most)


@contextmanager
def _temporary(folder: Path, old: os.stat_result | None, data: bytes) -> Iterator[Path]:
    """Write a temporary file, which is deleted in the end unless it was moved to its place."""
    handle, temporary = _made(folder, 0o666 if old is None else 0o600)
    with ExitStack() as held:
        held.callback(os.close, handle)
        held.callback(_unlock, handle)
        try:
            with os.fdopen(os.dup(handle), "wb") as file:
                if old is not None:
                    system.keep_owner(handle, old)
                file.write(data)
                file.flush()
                os.fsync(handle)
            if not system.MOVES_OPEN_FILES:
                held.close()
            yield temporary
        except BaseException:
            held.close()
            with suppress(OSError):
                temporary.unlink()
            raise


def _made(folder: Path, mode: int) -> tuple[int, Path]:
    """Make and lock a temporary file; a further one where another process swept it first."""
    while True:
        temporary = folder / f".listbuilder-{os.urandom(8).hex()}.tmp"
        handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | system.AS_BYTES, mode)
        if _lock(handle) and os.fstat(handle).st_nlink:
            return handle, temporary
        os.close(handle)


def _move(temporary: Path, target: Path) -> None:
    """Move a new file to the place of an old one; wait while another process has the old one open.

    Raises:
        OSError: the file can't be moved, or (``ETIMEDOUT``) the old one stays open.
    """
    until = monotonic() + LONGEST_WAIT
    while True:
        try:
            temporary.replace(target)
        except PermissionError:
            if system.MOVES_OPEN_FILES:
                raise
            if monotonic() > until:
                raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT)) from None
            sleep(PAUSE)
        else:
            return


def _link(temporary: Path, target: Path) -> None:
    """Give a new file its name, if no file has it."""
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise _OtherError from None
    except (OSError, NotImplementedError):  # a disk, or a system, without hard links
        if target.exists():
            raise _OtherError from None
        _move(temporary, target)
    else:
        with suppress(OSError):  # it has its name; another is swept away
            temporary.unlink()


def _sweep(folder: Path) -> None:
    """Delete unlocked temporary files in a folder, which killed processes have left."""
    with suppress(OSError):
        for path in folder.iterdir():
            if TEMPORARY.fullmatch(path.name):
                _take_away(path)


def _take_away(left: Path) -> None:
    with suppress(OSError):
        if not system.MOVES_OPEN_FILES:
            seen = left.lstat()
            if stat.S_ISREG(seen.st_mode) and time() - seen.st_mtime > LEFT_OVER:
                left.unlink()
            return
        handle = os.open(left, os.O_RDWR | system.PLAIN_FILE)
        try:
            if stat.S_ISREG(os.fstat(handle).st_mode) and _lock(handle, unsupported=False):
                left.unlink()
        finally:
            os.close(handle)


def _lock(handle: int, unsupported: bool = True) -> bool:
    """Lock an open file; False where another process has locked it.

    Args:
        handle: the open file.
        unsupported: the answer where the disk knows no locks: the old bytes are compared all the
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


def _sync_folder(folder: Path) -> None:
    """Let the new file survive a power cut; it is in place already, so errors are ignored."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
