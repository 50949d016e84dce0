"""Armies that are open: the roster as it is in its file, with all that was done to it since."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import cached_property
from weakref import WeakValueDictionary

import attrs

from listbuilder.editing.edit import Edited
from listbuilder.errors import LoadError
from listbuilder.findings import Finding
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_bytes
from listbuilder.loading.rosters import read_roster
from listbuilder.loading.save import dump
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.web.store import Store, version_of

MOST_OPEN = 200
"""Armies whose history is kept; then the one that was left alone longest is closed."""

OUTSIDE = "Changed by another program."


@attrs.frozen(eq=False)
class Step:
    """A state of a roster.

    Attributes:
        data: the file that holds it.
        done: what led to it; empty for the first.
    """

    roster: Roster
    data: bytes
    done: str = ""

    @cached_property
    def version(self) -> str:
        """What tells it from others."""
        return version_of(self.data)


class StaleError(Exception):
    """An edit was made on a page that shows an older state.

    Attributes:
        seen: that state, where it is known.
    """

    def __init__(self, seen: Step | None) -> None:
        self.seen = seen
        super().__init__()


class Session:
    """One open army.

    Attributes:
        key: its name in the store.
        judge: of its book.
        notices: what reading the file had to say.
        reasons: the last known reasons why something can't be added, by holder; they are shown
            until new ones are worked out.
        answers: what solving came to, by a name for each.
    """

    def __init__(
        self, key: str, step: Step, judge: Judge, notices: tuple[Finding, ...] = ()
    ) -> None:
        self.key = key
        self.judge = judge
        self.notices = notices
        self.reasons: dict[str, dict[tuple[str, str], str]] = {}
        self.answers: dict[str, Roster] = {}
        self._steps = [step]
        self._at = 0
        self._verdict: Verdict | None = None

    @property
    def step(self) -> Step:
        """The state that the file is in."""
        return self._steps[self._at]

    @property
    def roster(self) -> Roster:
        """The roster as it is."""
        return self.step.roster

    @property
    def verdict(self) -> Verdict:
        """The judge's, of the roster as it is."""
        if self._verdict is None:
            self._verdict = self.judge.evaluate(self.roster)
        return self._verdict

    @property
    def undoes(self) -> str:
        """What undo would take back; empty where there is nothing."""
        return self.step.done if self._at else ""

    @property
    def redoes(self) -> str:
        """What redo would do again; empty where there is nothing."""
        further = self._steps[self._at + 1 : self._at + 2]
        return further[0].done if further else ""

    def known(self, version: str) -> Step | None:
        """A state that the army was in since it was opened, by its version."""
        return next((step for step in reversed(self._steps) if step.version == version), None)

    def push(self, step: Step) -> None:
        """Go on to a new state; what was undone can't be redone any more."""
        del self._steps[self._at + 1 :]
        self._steps.append(step)
        self._go(len(self._steps) - 1)

    def _go(self, at: int) -> None:
        self._at = at
        self._verdict = None

    def move(self, by: int) -> Step | None:
        """The state before this one (−1) or after it (1); None where there is none."""
        at = self._at + by
        return self._steps[at] if 0 <= at < len(self._steps) else None

    def moved(self, by: int) -> None:
        """Be in the state before this one, or after it."""
        self._go(self._at + by)


class Sessions:
    """The armies of a store, read when asked for; what another program changed is read again."""

    def __init__(self, store: Store, library: Library) -> None:
        self.store = store
        self.library = library
        self._open: OrderedDict[str, Session] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, key: str) -> Session:
        """Open an army in the state that its file is in; wait for an edit that is being saved.

        Raises:
            NoRosterError: there is none.
            LoadError: its file can't be used.
        """
        async with self.lock(key):
            return self.read(key)

    def lock(self, key: str) -> asyncio.Lock:
        """What an edit of an army holds from its check to its saving."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def read(self, key: str) -> Session:
        """Open an army (``open``) while holding its lock.

        Raises:
            NoRosterError: there is none.
            LoadError: its file can't be used.
        """
        data = self.store.read(key)
        session = self._open.get(key)
        if session is None or session.step.data != data:
            session = self._reread(key, data, session)
        self._open[key] = session
        self._open.move_to_end(key)
        if len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return session

    def _reread(self, key: str, data: bytes, old: Session | None) -> Session:
        loaded = read_roster(parse_bytes(data, f"{key}.json"), self.library)
        judge = judge_of(loaded.book)
        if old is None or old.judge is not judge:
            return Session(key, Step(loaded.roster, data), judge, loaded.notices)
        old.push(Step(loaded.roster, data, OUTSIDE))
        old.notices = loaded.notices
        return old

    async def edit(self, session: Session, seen: str, edited: Edited) -> None:
        """Save what an edit came to, if the page that it was made on showed the army as it is.

        Whoever calls holds the army's lock.

        Raises:
            StaleError: it did not; nothing is saved.
            ChangedError: another program has changed the file since; nothing is saved.
            SaveError: it can't be written; the army is as it was.
        """
        self.check(session, seen)
        if edited.roster != session.roster:
            step = Step(edited.roster, dump(edited.roster).encode("utf-8"), edited.done)
            await self._save(session, step)
            session.push(step)
            session.judge = self._judge(edited.roster, session.judge)

    async def travel(self, session: Session, seen: str, by: int) -> None:
        """Undo (−1) or redo (1); nothing happens where there is nothing.

        Raises:
            StaleError: the page is not of the army as it is.
            ChangedError: another program has changed the file since; nothing is saved.
            SaveError: it can't be written; the army is as it was.
        """
        self.check(session, seen)
        step = session.move(by)
        if step is not None:
            await self._save(session, step)
            session.moved(by)
            session.judge = self._judge(step.roster, session.judge)

    def check(self, session: Session, seen: str) -> None:
        """See that a page shows the army as it is.

        Raises:
            StaleError: it does not.
        """
        if session.step.version != seen:
            raise StaleError(session.known(seen))

    def close(self, key: str) -> None:
        """Forget what was done to an army, as when it is deleted."""
        self._open.pop(key, None)

    async def _save(self, session: Session, step: Step) -> None:
        """Save, off the loop: the disk takes longer than all else."""
        await asyncio.to_thread(self.store.save, session.key, step.data, session.step.data)

    def _judge(self, roster: Roster, judge: Judge) -> Judge:
        """The judge of a roster, whose army lists an edit may have changed."""
        if list(roster.catalogues) == list(judge.book.catalogues):
            return judge
        return judge_of(self.library.book(roster.ruleset, roster.catalogues))


def unusable(error: LoadError) -> str:
    """Say in a line why a file can't be used."""
    first = error.findings[0]
    place = f"line {first.line}: " if first.line is not None else ""
    more = len(error.findings) - 1
    return f"{place}{first.message}{f' (and {more} more)' if more else ''}"
