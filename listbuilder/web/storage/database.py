"""The SQLite database of a folder's history: opened late, and begun anew where it is damaged."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TypeVar

PATIENCE = 2.0
"""Seconds to wait for another program that writes to the database."""

NOT_NOW = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
}
"""Errors that may pass."""

NEVER = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY}
"""Errors of a disk that takes no database here; any other error means a damaged database."""

TAILS = ("", "-wal", "-shm", "-journal")
"""Endings of the names of a database's files."""

Answer = TypeVar("Answer")


class SpoiltError(Exception):
    """A database does not have the tables or values that it must have."""


class Database:
    """A database whose loss costs little; any thread may use it.

    A damaged database, or one of another version, is begun anew; where the disk takes no database,
    it lives in memory as long as this process.
    """

    def __init__(
        self,
        path: Path | None,
        schema: tuple[str, ...],
        version: tuple[int, int],
        opened: Callable[[sqlite3.Connection], None],
    ) -> None:
        """Note the file, which is opened when it is first needed.

        Args:
            path: the file, in a folder of its own; None: in memory.
            schema: statements that make the tables, in the order of the tables' names.
            version: SQLite's ``application_id`` and ``user_version``.
            opened: called when the database has been opened.
        """
        self._path = path
        self._schema = schema
        self._version = version
        self._opened = opened
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None

    def ask(
        self, work: Callable[[sqlite3.Connection], Answer], otherwise: Answer, makes: bool
    ) -> Answer:
        """Run a transaction.

        Args:
            work: the work of the transaction.
            otherwise: the answer where the work can't be done.
            makes: make the database if there is none.
        """
        with self._lock:
            for _ in range(3):
                try:
                    connection = self._connected(makes)
                    if connection is None:
                        return otherwise
                    with connection:
                        connection.execute("BEGIN IMMEDIATE" if makes else "BEGIN")
                        return work(connection)
                except (sqlite3.Error, UnicodeDecodeError, SpoiltError) as error:
                    code = getattr(error, "sqlite_errorcode", -1) & 0xFF
                    if code in NOT_NOW:
                        return otherwise
                    self._close()
                    if code in NEVER:
                        self._path = None
                    else:
                        self._remove()
        return otherwise

    def _connected(self, makes: bool) -> sqlite3.Connection | None:
        """Give the connection; None where there is no database and none is to be made."""
        there = self._path is not None and self._path.exists()
        if self._connection is not None and self._path is not None and not there:
            self._close()  # somebody has deleted it
        if self._connection is None and (makes or there):
            self._connection = self._open()
        return self._connection

    def _open(self) -> sqlite3.Connection:
        if self._path is not None and not _is_at_home(self._path):
            self._path = None
        connection = sqlite3.connect(
            self._path or ":memory:", PATIENCE, isolation_level=None, check_same_thread=False
        )
        weakref.finalize(self, connection.close)
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                self._prepare(connection)
                self._opened(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Make the tables of a new database; check those of an old one.

        Raises:
            SpoiltError: the tables are damaged, or not ours.
        """
        if _one(connection, "SELECT count(*) FROM sqlite_master") == 0:
            for statement in self._schema:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {self._version[0]}")
            connection.execute(f"PRAGMA user_version = {self._version[1]}")
        made = connection.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")
        if (
            _one(connection, "PRAGMA application_id") != self._version[0]
            or _one(connection, "PRAGMA user_version") != self._version[1]
            or tuple(sql for (sql,) in made) != self._schema
            or _one(connection, "PRAGMA integrity_check(1)") != "ok"
        ):
            raise SpoiltError

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _remove(self) -> None:
        if self._path is not None and _is_at_home(self._path):
            for tail in TAILS:
                with suppress(OSError):
                    self._path.with_name(f"{self._path.name}{tail}").unlink(missing_ok=True)


def _is_at_home(path: Path) -> bool:
    """Make the folder of a database; tell whether no file in it is a link."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files = (path.with_name(f"{path.name}{tail}") for tail in TAILS)
        return not any(one.is_symlink() for one in (path.parent, *files))
    except OSError:
        return False


def _one(connection: sqlite3.Connection, question: str) -> object:
    return connection.execute(question).fetchone()[0]
