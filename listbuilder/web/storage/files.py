"""The folder of rosters: the same files as the command line's, and nothing outside it."""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

from listbuilder.errors import ChangedError, ListbuilderError, SaveError
from listbuilder.loading.paths import is_folder
from listbuilder.loading.system import PLAIN_FILE
from listbuilder.loading.write import Overwrite, write
from listbuilder.messages import gettext, numeral

SUFFIX = ".json"
BIN = ".deleted"
MOST_BYTES = 500_000
"""Most bytes of a roster that is read; the largest shipped one has 6,002."""

BLOCK_BYTES = 65_536

LONGEST_NAME = 60

RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}
"""Names of Windows' devices: no file can have such a name, with any ending."""


class NoRosterError(ListbuilderError):
    """There is no such roster in the folder."""


class ReadOnlyError(ListbuilderError):
    """Nothing may be changed."""

    def __init__(self) -> None:
        super().__init__(
            gettext("This Listbuilder was started to be read only: nothing can be changed.")
        )


class Store:
    """Reads and writes the rosters of one folder, each by its file's name without ``.json``."""

    def __init__(self, folder: Path, read_only: bool = False) -> None:
        self.folder = folder
        self.read_only = read_only

    def armies(self) -> Iterator[str]:
        """Yield the names of the rosters, files included that only have such a name."""
        if not is_folder(self.folder):
            return
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            if not path.name.startswith("."):
                yield path.stem

    def path(self, key: str) -> Path:
        """Give the path of a roster.

        Raises:
            NoRosterError: the roster is missing, or no plain file of the folder.
        """
        if not _is_text(key):
            raise NoRosterError(
                gettext("The file's name “{key}” is no text (UTF-8): rename it.", key=key)
            )
        path = self.folder / f"{key}{SUFFIX}"
        mode = _mode(path)
        if key != path.stem or path.name.startswith(".") or not mode:
            raise NoRosterError(gettext("There is no army “{key}” here.", key=key))
        if not stat.S_ISREG(mode):
            raise NoRosterError(
                gettext(
                    "“{key}” is a folder, a link or a pipe, not a file of this folder.", key=key
                )
            )
        return path

    def read(self, key: str) -> bytes:
        """Read a roster's file.

        Raises:
            NoRosterError: the file is missing, can't be read or is far too large.
        """
        with _opened(self.path(key)) as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise NoRosterError(
                gettext(
                    "“{key}” is larger than {most_bytes} bytes.",
                    key=key,
                    most_bytes=numeral(f"{MOST_BYTES:,}"),
                )
            )
        return data

    def blocks(self, key: str) -> Iterator[bytes]:
        """Read a roster's file of any size, block by block.

        Raises:
            NoRosterError: the file is missing, or can't be read.
        """
        file = _opened(self.path(key))

        def read() -> Iterator[bytes]:
            with file:
                while block := file.read(BLOCK_BYTES):
                    yield block

        return read()

    def save(self, key: str, data: bytes, over: bytes) -> None:
        """Write a roster, wholly or not at all, over the one that was read.

        Raises:
            ChangedError: another program has changed the file meanwhile.
            NoRosterError: no army can have this key.
            ReadOnlyError: nothing may be changed.
            SaveError: the file can't be written; the old file is as before.
        """
        self._check()
        path = self.path(key)
        _check_size(path, data)
        write(path, data, over)

    def create(self, name: str, data: bytes) -> str:
        """Write a new roster to a file named after it.

        Returns:
            The new key: the name, with a number if it is taken.

        Raises:
            ReadOnlyError: nothing may be changed.
            SaveError: the file can't be written.
        """
        self._check()
        stem = file_name(name)
        free = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(
                str(self.folder), error.strerror or gettext("it can't be made")
            ) from error
        while True:
            key = next(key for key in free if not os.path.lexists(self.folder / f"{key}{SUFFIX}"))
            path = self.folder / f"{key}{SUFFIX}"
            _check_size(path, data)
            with suppress(ChangedError):  # another program was quicker
                write(path, data, Overwrite.NOTHING)
                return key

    def delete(self, key: str) -> None:
        """Move a roster to the bin, over an older one of its name.

        Raises:
            NoRosterError: the roster is missing.
            ReadOnlyError: nothing may be changed.
            SaveError: the file can't be moved.
        """
        self._check()
        path = self.path(key)
        try:
            (self.folder / BIN).mkdir(exist_ok=True)
            path.replace(self.folder / BIN / path.name)
        except OSError as error:
            raise SaveError(str(path), error.strerror or gettext("it can't be moved")) from error

    def restore(self, key: str) -> str:
        """Take a deleted roster out of the bin again.

        Returns:
            Its key: the old one, with a number if it is taken.

        Raises:
            NoRosterError: the bin has no roster of this name.
            ReadOnlyError: nothing may be changed.
            SaveError: the file can't be written.
        """
        self._check()
        path = self.folder / BIN / f"{key}{SUFFIX}"
        if key != path.stem or not stat.S_ISREG(_mode(path)):
            raise NoRosterError(gettext("There is no deleted army “{key}”.", key=key))
        with _opened(path) as file:
            data = file.read(MOST_BYTES + 1)
        restored = self.create(key, data)
        path.unlink()
        return restored

    def _check(self) -> None:
        if self.read_only:
            raise ReadOnlyError


def _mode(path: Path) -> int:
    """Give the mode of a path without following a link; 0 where nothing is there."""
    try:
        return path.lstat().st_mode
    except (OSError, ValueError):  # or a name that no file can have
        return 0


def _opened(path: Path) -> BinaryIO:
    """Open a plain file for reading, and no pipe or device, which could block.

    Raises:
        NoRosterError: the path is no plain file, or can't be opened.
    """
    try:
        handle = os.open(path, os.O_RDONLY | PLAIN_FILE)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise OSError(errno.EINVAL, gettext("it is no file"))
    except OSError as error:
        raise NoRosterError(
            gettext("“{stem}” can't be read: {strerror}.", stem=path.stem, strerror=error.strerror)
        ) from error
    return os.fdopen(handle, "rb")


def _check_size(path: Path, data: bytes) -> None:
    """Check that bytes to be written are few enough to be read again.

    Raises:
        SaveError: they are too many.
    """
    if len(data) > MOST_BYTES:
        raise SaveError(
            str(path),
            gettext(
                "it would be larger than {most_bytes} bytes", most_bytes=numeral(f"{MOST_BYTES:,}")
            ),
        )


def _is_text(name: str) -> bool:
    """Whether a file's name can be in an address: on some disks names are any bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def file_name(name: str) -> str:
    """Make a file name of an army's name."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter if letter.isalnum() else " " for letter in plain if letter.isascii())
    stem = "-".join(letters.split())[:LONGEST_NAME].strip("-") or "army"
    return f"{stem}-army" if stem in RESERVED else stem
