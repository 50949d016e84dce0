"""Roster documents: open armies, each with the roster of its file and a position in its history."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from functools import cached_property
from pathlib import PurePath
from weakref import WeakValueDictionary

import attrs

from listbuilder.editing.edited import Edited
from listbuilder.errors import EditError, LoadError
from listbuilder.findings import Finding, illegal
from listbuilder.interop.remarks import with_remembered
from listbuilder.loading.events import NOT_OF_THE_EVENT, LoadedEvent
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_bytes
from listbuilder.loading.rosters import Loaded
from listbuilder.loading.save import dump, plain
from listbuilder.loading.selections import LOST_PLACING, lost_placings
from listbuilder.loading.slips import SLIPS
from listbuilder.messages import gettext, joined
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.web.storage.files import Store
from listbuilder.web.storage.play_records import PlayRecords
from listbuilder.web.storage.reading import read_for_pages, why_too_large
from listbuilder.web.storage.remedy_search import RemedySearch
from listbuilder.web.storage.threads import off_loop
from listbuilder.web.storage.undo_history import History, Position, version_of

MOST_OPEN = 200
"""Most open documents; then the least recently used one is closed."""


@attrs.frozen(eq=False)
class Snapshot:
    """A state of a roster, and the file that holds it."""

    roster: Roster
    data: bytes

    @cached_property
    def version(self) -> str:
        """The hash that tells this state from others."""
        return version_of(self.data)


class StaleError(Exception):
    """An edit was sent by a page that shows an older state.

    Attributes:
        seen: the older state, where it is known.
    """

    def __init__(self, seen: Snapshot | None) -> None:
        self.seen = seen
        super().__init__()


class RosterDocument:
    """An open army.

    Attributes:
        key: its name in the store.
        step: the state of the file.
        place: the position of this state in the army's history.
        judge: the judge of its book.
        notices: findings of reading the file.
        reasons: the last known rules against additions, by holder; they are shown until new ones
            are worked out.
        answers: rosters of the solver's answers, by the names that their buttons send.
        remedies: the search for the solver's remedies of this state's findings.
    """

    def __init__(
        self,
        key: str,
        step: Snapshot,
        place: Position,
        judge: Judge,
        notices: tuple[Finding, ...] = (),
    ) -> None:
        self.key = key
        self.reasons: dict[str, dict[tuple[str, str], str]] = {}
        self.answers: dict[str, Roster] = {}
        self.remedies = RemedySearch()
        self.go(step, place, judge, notices)

    def go(
        self, step: Snapshot, place: Position, judge: Judge, notices: tuple[Finding, ...] = ()
    ) -> None:
        """Take over another state."""
        self.step = step
        self.place = place
        self.judge = judge
        self.notices = notices
        self._verdict: Verdict | None = None
        self.remedies.end()
        self.remedies = RemedySearch()

    @property
    def roster(self) -> Roster:
        """The roster of the present state."""
        return self.step.roster

    @property
    def verdict(self) -> Verdict:
        """The verdict of the present state."""
        if self._verdict is None:
            self._verdict = self.judge.evaluate(self.roster)
        return self._verdict

    def book_of_its_own(self) -> Book:
        """Make a book for another thread: results are kept with a book, so threads can't share."""
        book = self.judge.book
        return Book(book.ruleset, book.catalogues, book.event)

    @property
    def legal(self) -> bool:
        """Whether the roster is legal and meets the event's demands."""
        return self.verdict.legal and not illegal(self.notices)


class Documents:
    """The documents of a store; a file that another program changed is read again."""

    def __init__(self, store: Store, library: Library, event: LoadedEvent | None = None) -> None:
        self.store = store
        self.library = library
        self.event = event
        self.history = History(None if store.read_only else store.folder, store.armies)
        self._open: OrderedDict[str, RosterDocument] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, key: str) -> RosterDocument:
        """Open an army in the state of its file, after an edit that is being saved.

        Raises:
            NoRosterError: there is no army of this key.
            LoadError: its file can't be used.
        """
        async with self.lock(key):
            return self.read(key)

    def lock(self, key: str) -> asyncio.Lock:
        """Give the lock that an edit of an army holds from its check to its saving."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def read(self, key: str) -> RosterDocument:
        """Open an army (``open``) while holding its lock.

        Raises:
            NoRosterError: there is no army of this key.
            LoadError: its file can't be used.
        """
        data = self.store.read(key)
        document = self._open.get(key)
        if document is None or document.step.data != data:
            document = self._reread(key, data, document)
        self._open[key] = document
        self._open.move_to_end(key)
        if len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return document

    def _reread(self, key: str, data: bytes, old: RosterDocument | None) -> RosterDocument:
        loaded = self._loaded(key, data)
        step, judge = Snapshot(loaded.roster, data), judge_of(loaded.book)
        if old is None:
            place = self.history.place(key, data)
            return RosterDocument(key, step, place, judge, loaded.notices)
        place = self.history.follow(key, old.step.data, data)
        old.go(step, place, judge, loaded.notices)
        return old

    def _loaded(self, key: str, data: bytes) -> Loaded:
        parsed = with_remembered(parse_bytes(data, f"{key}.json"))
        return read_for_pages(parsed, self.library, event=self.event)

    def book(self, ruleset: str, lists: Iterable[str]) -> Book:
        """Make a book, with the rules of the event if it is of this game."""
        plain, event = self.library.book(ruleset, lists), self.event
        if event is None or event.ruleset != ruleset:
            return plain
        return event.played(plain, Roster(ruleset, "", {}))[0]

    def _notices(self, roster: Roster, before: Iterable[Finding]) -> tuple[Finding, ...]:
        """Join the findings of reading that still hold and those of the event's demands."""
        lost = {problem.message for problem in lost_placings(roster)}
        before = [
            one
            for one in before
            if one.code not in SLIPS and (one.code != LOST_PLACING or one.message in lost)
        ]
        if self.event is None or self.event.ruleset != roster.ruleset:
            return tuple(before)
        kept = (one for one in before if one.code not in NOT_OF_THE_EVENT)
        return (*kept, *self.event.notices(roster, self.library))

    async def edit(self, document: RosterDocument, seen: str, edited: Edited) -> None:
        """Save the result of an edit, if the page that sent it showed the present state.

        The caller holds the army's lock.

        Raises:
            StaleError: the page showed an older state; nothing is saved.
            EditError: the army would be too large to be shown; nothing is saved.
            ChangedError: another program has changed the file since; nothing is saved.
            SaveError: the file can't be written; the army is as before.
        """
        self.check(document, seen)
        if edited.roster != document.roster:
            if reason := why_too_large(plain(edited.roster)):
                raise EditError(reason)
            step = Snapshot(edited.roster, dump(edited.roster).encode("utf-8"))
            place = await off_loop(self._saved, document, step, edited.done)
            judge = self._judge(edited.roster, document.judge)
            document.go(step, place, judge, self._notices(edited.roster, document.notices))

    def _saved(self, document: RosterDocument, step: Snapshot, done: str) -> Position:
        """Save a state in a thread: the disk takes longer than all else."""
        edit = (document.key, document.step.data, step.data, done)
        self.history.announce(*edit)
        self.store.save(document.key, step.data, document.step.data)
        return self.history.push(*edit)

    async def go_through_history(self, document: RosterDocument, seen: str, by: int) -> None:
        """Undo (−1) or redo (1); nothing happens at either end of the history.

        Raises:
            StaleError: the page showed an older state.
            EditError: the state can't be used any more, such as with a new version of an army list.
            ChangedError: another program has changed the file since; nothing is saved.
            SaveError: the file can't be written; the army is as before.
        """
        self.check(document, seen)
        data = self.history.neighbour(document.key, document.step.data, by)
        if data is None:
            return
        try:
            loaded = self._loaded(document.key, data)
        except LoadError as error:
            raise EditError(
                gettext(
                    "That state can't be used any more: {unusable}", unusable=told_unusable(error)
                )
            ) from error
        place = await off_loop(self._moved, document, data, by)
        document.go(Snapshot(loaded.roster, data), place, judge_of(loaded.book), loaded.notices)

    def _moved(self, document: RosterDocument, data: bytes, by: int) -> Position:
        """Save another state of the history in a thread."""
        self.store.save(document.key, data, document.step.data)
        return self.history.move(document.key, document.step.data, data, by)

    def check(self, document: RosterDocument, seen: str) -> None:
        """Check that a page shows the present state.

        Raises:
            StaleError: the page showed an older state.
        """
        if document.step.version != seen:
            raise StaleError(self._known(document.key, seen))

    def _known(self, key: str, version: str) -> Snapshot | None:
        """Find an earlier state of the army by its version; None where it is not kept any more."""
        data = self.history.find(key, version)
        try:
            return Snapshot(self._loaded(key, data).roster, data) if data is not None else None
        except LoadError:
            return None

    def create(self, name: str, data: bytes) -> str:
        """Write a new roster (``Store.create``), without a history."""
        key = self.store.create(name, data)
        self.close(key)
        PlayRecords(self.store).forget(key)
        return key

    def restore(self, key: str) -> str:
        """Take a deleted roster out of the bin (``Store.restore``)."""
        restored = self.store.restore(key)
        self.close(restored)
        return restored

    def close(self, key: str) -> None:
        """Forget an army and its history: its name may be given to another army."""
        self._open.pop(key, None)
        self.history.forget(key)

    def close_all(self) -> None:
        """Read each army anew when it is asked for next."""
        self._open.clear()

    def _judge(self, roster: Roster, judge: Judge) -> Judge:
        """Give the judge of a roster; an edit may have changed its army lists."""
        if list(roster.catalogues) == list(judge.book.catalogues):
            return judge
        return judge_of(self.book(roster.ruleset, roster.catalogues))


def told_unusable(error: LoadError) -> str:
    """Say in a line why a file can't be used; of a file of another kind, its kind."""
    first = error.findings[0]
    *_, folder, name = ("", "", *PurePath(error.path).parts)
    said = [f"{folder}/{name}, "] if folder else []
    if first.line is not None:
        said.append(gettext("line {number}: ", number=first.line))
    said.append(first.message)
    if more := len(error.findings) - 1:
        said.append(gettext(" (and {count} more)", count=more))
    return joined("", said)
