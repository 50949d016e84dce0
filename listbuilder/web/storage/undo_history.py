"""The history of each army, state by state, so that undo outlives the server and its crashes.

It lies in a hidden folder among the rosters. It is a convenience and never the truth: what the
roster's file says goes first, and a state that is no step, because another program made it, becomes
a step like any other.
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
from listbuilder.web.storage.kept_text import kept, read

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
"""Of an army; then the oldest go."""

MOST_BYTES = 4_000_000
"""Of an army's states, packed; that of a large army has one or two thousand."""

MOST_OF_ALL = 64_000_000
"""Bytes of the database; then the steps of the army go that was left alone longest."""

LARGEST = 2_000_000
"""Bytes of a state; no roster that is read is larger."""

OUTSIDE = gettext("Changed by another program.")


@attrs.frozen
class Position:
    """Where an army stands in its history.

    Attributes:
        undoes: what undo would take back; empty where there is nothing.
        redoes: what redo would do again; empty where there is nothing.
        cut: whether there were steps before the first that is kept.
    """

    undoes: str = ""
    redoes: str = ""
    cut: bool = False


class History:
    """The steps of the armies of a folder. It may be asked from any thread."""

    def __init__(self, folder: Path | None, armies: Callable[[], Iterable[str]] = tuple) -> None:
        """Keep it among rosters, from the first step on, or (None) as long as this process lives.

        Args:
            folder: of the rosters.
            armies: the rosters there are; the history of others is dropped.
        """

        def opened(database: sqlite3.Connection) -> None:
            if folder is not None:
                _keep_only(database, armies())

        path = folder / FILE if folder is not None else None
        self._database = Database(path, SCHEMA, VERSION, opened)

    def place(self, key: str, data: bytes) -> Position:
        """Where an army stands whose file holds these bytes."""
        return self._database.ask(
            lambda base: Trail(base, key).place(data), Position(), makes=False
        )

    def announce(self, key: str, before: bytes, after: bytes, doing: str) -> None:
        """Write down what is about to be done, for the case that nobody lives to push it."""

        def expect(base: sqlite3.Connection) -> None:
            trail = Trail(base, key)
            trail.settle(before)
            trail.expect(version_of(after), doing)

        self._database.ask(expect, None, makes=True)

    def push(self, key: str, before: bytes, after: bytes, done: str) -> Position:
        """Go on to a new state; what was undone can't be redone any more."""

        def go_on(base: sqlite3.Connection) -> Position:
            trail = Trail(base, key)
            trail.settle(before)
            trail.go_on(after, done)
            return trail.place(after)

        return self._database.ask(go_on, Position(), makes=True)

    def follow(self, key: str, before: bytes, after: bytes) -> Position:
        """Take in what another program did; it may have gone to the state before, or after."""

        def take_in(base: sqlite3.Connection) -> Position:
            trail = Trail(base, key)
            if trail.number(after) is None:
                trail.settle(before)
            trail.settle(after)
            return trail.place(after)

        return self._database.ask(take_in, Position(), makes=True)

    def neighbour(self, key: str, data: bytes, by: int) -> bytes | None:
        """The state before the one that a file is in (−1), or after it (1); None for none."""
        return self._database.ask(
            lambda base: Trail(base, key).neighbour(data, by), None, makes=False
        )

    def move(self, key: str, before: bytes, after: bytes, by: int) -> Position:
        """Be in the state before the one that a file was in (−1), or after it (1)."""

        def go(base: sqlite3.Connection) -> Position:
            trail = Trail(base, key)
            trail.settle(before)
            trail.go_to(trail.at + by)
            return trail.place(after)

        return self._database.ask(go, Position(), makes=True)

    def find(self, key: str, version: str) -> bytes | None:
        """A state that an army was in, by its version; None where it is not known."""
        return self._database.ask(lambda base: Trail(base, key).find(version), None, makes=False)

    def forget(self, key: str) -> None:
        """Drop what was done to an army."""
        self._database.ask(lambda base: _drop(base, _name(key)), None, makes=False)


class Trail:
    """The steps of one army, within a transaction.

    Attributes:
        at: the number of the step where the army was left; −1 where it has none.
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
        """The number of the step that a file is at; None where it is none.

        It is that where the army was left, or the one beside it: a crash, or another program, may
        have come between the file and what is written down here.
        """
        found = self.base.execute(
            "SELECT number FROM step WHERE army = ? AND number BETWEEN ? AND ? AND version = ?"
            " ORDER BY abs(number - ?)",
            (self.key, self.at - 1, self.at + 1, version_of(data), self.at),
        ).fetchone()
        return int(found[0]) if found else None

    def place(self, data: bytes) -> Position:
        """Where the army stands whose file holds these bytes."""
        number = self.number(data)
        if number is None:
            return Position(self._came_by(data), "", bool(self.is_cut))
        before = self._done(number - 1)
        undoes = self._done(number) if before is not None else None
        return Position(undoes or "", self._done(number + 1) or "", bool(self.is_cut))

    def neighbour(self, data: bytes, by: int) -> bytes | None:
        """The state before the one that a file is in (−1), or after it (1).

        Raises:
            SpoiltError: the database holds something else than states.
        """
        number = self.number(data)
        if number is None:
            number = self.at + 1
        return self._state(number + by)

    def find(self, version: str) -> bytes | None:
        """A state by its version; the latest such.

        Raises:
            SpoiltError: the database holds something else than states.
        """
        found = self.base.execute(
            "SELECT max(number) FROM step WHERE army = ? AND version = ?", (self.key, version)
        ).fetchone()
        return self._state(found[0]) if found[0] is not None else None

    def settle(self, data: bytes) -> None:
        """Be at the step that a file is at; it becomes one where it is none."""
        number = self.number(data)
        if number is not None:
            self.go_to(number)
        else:
            self.go_on(data, self._came_by(data))

    def _came_by(self, data: bytes) -> str:
        """What led to a state that is no step; empty where it is to be the first."""
        if self._done(self.at) is None:
            return ""
        return read(self._doing) if version_of(data) == self._coming else OUTSIDE

    def expect(self, version: str, doing: str) -> None:
        """Write down which state is coming."""
        self.base.execute(
            "UPDATE army SET coming = ?, doing = ? WHERE key = ?", (version, kept(doing), self.key)
        )

    def go_on(self, data: bytes, done: str) -> None:
        """Make a state the step after that where the army is, and the last."""
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
        """Be at a step."""
        self.base.execute(
            "INSERT INTO army VALUES"
            " (?, ?, 0, (SELECT coalesce(max(used), 0) + 1 FROM army), '', '')"
            " ON CONFLICT (key) DO UPDATE SET at = excluded.at, used = excluded.used",
            (self.key, number),
        )
        self.at = number

    def _done(self, number: int) -> str | None:
        """What led to a step; None where there is none."""
        found = self.base.execute(
            "SELECT done FROM step WHERE army = ? AND number = ?", (self.key, number)
        ).fetchone()
        return read(str(found[0])) if found else None

    def _state(self, number: int) -> bytes | None:
        """The state of a step; None where there is none.

        Raises:
            SpoiltError: it can't be unpacked.
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
        """Drop the army's oldest steps, and those of other armies, where they are too many."""
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
    """What tells one state of a file from another."""
    return hashlib.sha256(data).hexdigest()[:16]


def _name(key: str) -> bytes:
    """A roster's name as the disk has it; not every such name is text."""
    return key.encode(errors="surrogateescape")


def _size(base: sqlite3.Connection) -> int:
    """Bytes that a database uses."""
    used, free, size = (
        int(base.execute(f"PRAGMA {what}").fetchone()[0])
        for what in ("page_count", "freelist_count", "page_size")
    )
    return (used - free) * size


def _keep_only(base: sqlite3.Connection, armies: Iterable[str]) -> None:
    """Drop the history of armies that are not there any more."""
    known = {key for (key,) in base.execute("SELECT key FROM army")}
    for key in known.difference(map(_name, armies)):
        _drop(base, key)


def _drop(base: sqlite3.Connection, key: bytes) -> None:
    base.execute("DELETE FROM step WHERE army = ?", (key,))
    base.execute("DELETE FROM army WHERE key = ?", (key,))
