"""The history of each army, state by state, so that undo outlives the server and its crashes.

The database lies in a hidden folder beside the rosters. A roster's file is always right: a state
that another program made, which is no step of the history yet, becomes a step like any other.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import attrs

from listbuilder.messages import gettext
from listbuilder.web.storage.database import Database, SpoiltError
from listbuilder.web.storage.kept_text import kept, read_kept

FILE = Path(".undo", "history.sqlite")
VERSION = (0x4C42_554E, 1)


def _column(name: str, kind: str) -> str:
    """A column that holds values of its kind alone, as SQLite's by themselves do not."""
    within = f" AND {name} BETWEEN 0 AND 1e12" if kind == "INTEGER" else ""
    return f"{name} {kind} CHECK (typeof({name}) = '{kind.lower()}'{within})"


SCHEMA = (
    f"CREATE TABLE army ({_column('key', 'BLOB')} PRIMARY KEY, {_column('at', 'INTEGER')}, "
    f"{_column('cut', 'INTEGER')}, {_column('used', 'INTEGER')}, {_column('coming', 'TEXT')}, "
    f"{_column('doing', 'TEXT')}) WITHOUT ROWID",
    f"CREATE TABLE step ({_column('army', 'BLOB')}, {_column('number', 'INTEGER')}, "
    f"{_column('version', 'TEXT')}, {_column('done', 'TEXT')}, {_column('bytes', 'INTEGER')}, "
    f"{_column('state', 'BLOB')}, PRIMARY KEY (army, number))",
)
"""An army is ``at`` a step. Where its file is of the version that was ``coming``, a crash came
between the file and its step, and ``doing`` led to it. ``used`` is larger for a later edit.

Steps are numbered; ``done`` led to one. ``bytes`` are those of the states up to this one.
"""

MOST_STEPS = 1_000
"""Most steps of an army; then the oldest are deleted."""

MOST_BYTES = 4_000_000
"""Most bytes of an army's states, packed; a state of a large army has one or two thousand."""

MOST_OF_ALL = 64_000_000
"""Most bytes of the database; then the steps of the least recently edited army are deleted."""

LARGEST = 2_000_000
"""Most bytes of a state; no roster that is read is larger."""

OUTSIDE = gettext("Changed by another program.")


@attrs.frozen
class Position:
    """An army's position in its history.

    Attributes:
        undoes: the edit that undo would take back; empty where there is none.
        redoes: the edit that redo would do again; empty where there is none.
        cut: whether steps before the first one were deleted.
    """

    undoes: str = ""
    redoes: str = ""
    cut: bool = False


class History:
    """The steps of the armies of a folder; any thread may use it."""

    def __init__(self, folder: Path | None, armies: Callable[[], Iterable[str]] = tuple) -> None:
        """Note the folder; the database is made with the first step.

        Args:
            folder: the folder of rosters; None: the history lives as long as this process.
            armies: lists the rosters; the history of others is deleted.
        """

        def opened(database: sqlite3.Connection) -> None:
            if folder is not None:
                _keep_only(database, armies())

        path = folder / FILE if folder is not None else None
        self._database = Database(path, SCHEMA, VERSION, opened)

    def place(self, key: str, data: bytes) -> Position:
        """Give the position of an army whose file has these bytes."""
        return self._database.ask(
            lambda base: Trail(base, key).place(data), Position(), makes=False
        )

    def announce(self, key: str, before: bytes, after: bytes, doing: str) -> None:
        """Note an edit before its file is written, in case the process ends before ``push``."""

        def expect(base: sqlite3.Connection) -> None:
            trail = Trail(base, key)
            trail.settle(before)
            trail.expect(version_of(after), doing)

        self._database.ask(expect, None, makes=True)

    def push(self, key: str, before: bytes, after: bytes, done: str) -> Position:
        """Add a new state; undone steps can't be redone any more."""

        def go_on(base: sqlite3.Connection) -> Position:
            trail = Trail(base, key)
            trail.settle(before)
            trail.go_on(after, done)
            return trail.place(after)

        return self._database.ask(go_on, Position(), makes=True)

    def follow(self, key: str, before: bytes, after: bytes) -> Position:
        """Add a state that another program wrote, unless it is the state before or after."""

        def take_in(base: sqlite3.Connection) -> Position:
            trail = Trail(base, key)
            if trail.number(after) is None:
                trail.settle(before)
            trail.settle(after)
            return trail.place(after)

        return self._database.ask(take_in, Position(), makes=True)

    def neighbour(self, key: str, data: bytes, by: int) -> bytes | None:
        """Give the state before that of a file (−1) or after it (1); None where there is none."""
        return self._database.ask(
            lambda base: Trail(base, key).neighbour(data, by), None, makes=False
        )

    def move(self, key: str, before: bytes, after: bytes, by: int) -> Position:
        """Move to the state before that of a file (−1), or after it (1)."""

        def go(base: sqlite3.Connection) -> Position:
            trail = Trail(base, key)
            trail.settle(before)
            trail.go_to(trail.at + by)
            return trail.place(after)

        return self._database.ask(go, Position(), makes=True)

    def find(self, key: str, version: str) -> bytes | None:
        """Find a state of an army by its version; None where it is not known."""
        return self._database.ask(lambda base: Trail(base, key).find(version), None, makes=False)

    def forget(self, key: str) -> None:
        """Delete the history of an army."""
        self._database.ask(lambda base: _drop(base, _name(key)), None, makes=False)


class Trail:
    """The steps of one army, within a transaction.

    Attributes:
        at: the number of the army's last known step; −1 where it has none.
    """

    def __init__(self, base: sqlite3.Connection, key: str) -> None:
        self.base = base
        self.key = _name(key)
        found = base.execute(
            "SELECT at, cut, coming, doing FROM army WHERE key = ?", (self.key,)
        ).fetchone()
        state: tuple[int, int, str, str] = found or (-1, 0, "", "")
        self.at, self.is_cut, self._coming, self._doing = state

    def number(self, data: bytes) -> int | None:
        """Find the number of the step that a file is at; None where the file is at no step.

        It is the last known step or the one before or after: a crash or another program may have
        come between the writing of the file and that of the step.
        """
        found = self.base.execute(
            "SELECT number FROM step WHERE army = ? AND number BETWEEN ? AND ? AND version = ?"
            " ORDER BY abs(number - ?)",
            (self.key, self.at - 1, self.at + 1, version_of(data), self.at),
        ).fetchone()
        return int(found[0]) if found else None

    def place(self, data: bytes) -> Position:
        """Give the army's position when its file has these bytes."""
        number = self.number(data)
        if number is None:
            return Position(self._came_by(data), "", bool(self.is_cut))
        before = self._done(number - 1)
        undoes = self._done(number) if before is not None else None
        return Position(undoes or "", self._done(number + 1) or "", bool(self.is_cut))

    def neighbour(self, data: bytes, by: int) -> bytes | None:
        """Give the state before that of a file (−1), or after it (1).

        Raises:
            SpoiltError: a state in the database is damaged.
        """
        number = self.number(data)
        if number is None:
            number = self.at + 1
        return self._state(number + by)

    def find(self, version: str) -> bytes | None:
        """Find the latest state of a version.

        Raises:
            SpoiltError: a state in the database is damaged.
        """
        found = self.base.execute(
            "SELECT max(number) FROM step WHERE army = ? AND version = ?", (self.key, version)
        ).fetchone()
        return self._state(found[0]) if found[0] is not None else None

    def settle(self, data: bytes) -> None:
        """Move to the step that a file is at; a file at no step becomes a new step."""
        number = self.number(data)
        if number is not None:
            self.go_to(number)
        else:
            self.go_on(data, self._came_by(data))

    def _came_by(self, data: bytes) -> str:
        """Give the edit that led to a state that is no step; empty for the first state."""
        if self._done(self.at) is None:
            return ""
        return read_kept(self._doing) if version_of(data) == self._coming else OUTSIDE

    def expect(self, version: str, doing: str) -> None:
        """Note the version of the state that is about to be written."""
        self.base.execute(
            "UPDATE army SET coming = ?, doing = ? WHERE key = ?", (version, kept(doing), self.key)
        )

    def go_on(self, data: bytes, done: str) -> None:
        """Make a state the next and last step of the army."""
        number = self.at + 1
        self.base.execute("DELETE FROM step WHERE army = ? AND number >= ?", (self.key, number))
        before = self.base.execute(
            "SELECT bytes FROM step WHERE army = ? AND number = ?", (self.key, self.at)
        ).fetchone()
        state = zlib.compress(data, 1)
        total = (before[0] if before else 0) + len(state)
        self.base.execute(
            "INSERT INTO step VALUES (?, ?, ?, ?, ?, ?)",
            (self.key, number, version_of(data), kept(done), total, state),
        )
        self.go_to(number)
        self._cut(total)

    def go_to(self, number: int) -> None:
        """Move to a step."""
        self.base.execute(
            "INSERT INTO army VALUES"
            " (?, ?, 0, (SELECT coalesce(max(used), 0) + 1 FROM army), '', '')"
            " ON CONFLICT (key) DO UPDATE SET at = excluded.at, used = excluded.used",
            (self.key, number),
        )
        self.at = number

    def _done(self, number: int) -> str | None:
        """Give the edit that led to a step; None where there is no such step."""
        found = self.base.execute(
            "SELECT done FROM step WHERE army = ? AND number = ?", (self.key, number)
        ).fetchone()
        return read_kept(str(found[0])) if found else None

    def _state(self, number: int) -> bytes | None:
        """Give the state of a step; None where there is no such step.

        Raises:
            SpoiltError: the state can't be unpacked.
        """
        found = self.base.execute(
            "SELECT state FROM step WHERE army = ? AND number = ?", (self.key, number)
        ).fetchone()
        if found is None:
            return None
        unpacker = zlib.decompressobj()
        try:
            state = unpacker.decompress(found[0], LARGEST)
        except zlib.error as error:
            raise SpoiltError from error
        if not unpacker.eof:
            raise SpoiltError
        return state

    def _cut(self, total: int) -> None:
        """Delete the army's oldest steps, and those of other armies, where they are too many."""
        while True:
            number, until, size = self.base.execute(
                "SELECT number, bytes, length(state) FROM step WHERE army = ?"
                " ORDER BY number LIMIT 1",
                (self.key,),
            ).fetchone()
            held = total - until + size
            if number == self.at or (self.at - number < MOST_STEPS and held <= MOST_BYTES):
                break
            self.base.execute("DELETE FROM step WHERE army = ? AND number = ?", (self.key, number))
            self.is_cut = 1
        self.base.execute("UPDATE army SET cut = ? WHERE key = ?", (self.is_cut, self.key))
        while _size(self.base) > MOST_OF_ALL:
            other = self.base.execute(
                "SELECT key FROM army WHERE key <> ? AND EXISTS"
                " (SELECT 1 FROM step WHERE army = key) ORDER BY used LIMIT 1",
                (self.key,),
            ).fetchone()
            if other is None:
                break
            self.base.execute("DELETE FROM step WHERE army = ?", other)
            self.base.execute("UPDATE army SET cut = 1 WHERE key = ?", other)


def version_of(data: bytes) -> str:
    """Hash a state of a file."""
    return hashlib.sha256(data).hexdigest()[:16]


def _name(key: str) -> bytes:
    """Give a roster's name in the disk's bytes; not every such name is text."""
    return key.encode(errors="surrogateescape")


def _size(base: sqlite3.Connection) -> int:
    """Count the bytes that a database uses."""
    used, free, size = (
        int(base.execute(f"PRAGMA {what}").fetchone()[0])
        for what in ("page_count", "freelist_count", "page_size")
    )
    return (used - free) * size


def _keep_only(base: sqlite3.Connection, armies: Iterable[str]) -> None:
    """Delete the history of armies whose files are gone."""
    known = {key for (key,) in base.execute("SELECT key FROM army")}
    for key in known.difference(map(_name, armies)):
        _drop(base, key)


def _drop(base: sqlite3.Connection, key: bytes) -> None:
    base.execute("DELETE FROM step WHERE army = ?", (key,))
    base.execute("DELETE FROM army WHERE key = ?", (key,))
