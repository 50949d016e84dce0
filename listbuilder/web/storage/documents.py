"""Armies that are open: the roster as it is in its file, and where it stands in its history."""

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
from listbuilder.messages import gettext, joined
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.web.storage.files import Store
from listbuilder.web.storage.play_records import PlayRecords
from listbuilder.web.storage.reading import read_for_pages, too_large
from listbuilder.web.storage.remedy_search import RemedySearch
from listbuilder.web.storage.threads import off_loop
from listbuilder.web.storage.undo_history import History, Position, version_of

MOST_OPEN = 200
"""Armies that are kept as they were read; then the one that was left alone longest is closed."""


@attrs.frozen(eq=False)
class Snapshot:
    """A state of a roster, and the file that holds it."""

    roster: Roster
    data: bytes

    @cached_property
    def version(self) -> str:
        """What tells it from others."""
        return version_of(self.data)


class StaleError(Exception):
    """An edit was made on a page that shows an older state.

    Attributes:
        seen: that state, where it is known.
    """

    def __init__(self, seen: Snapshot | None) -> None:
        self.seen = seen
        super().__init__()


class RosterDocument:
    """One open army.

    Attributes:
        key: its name in the store.
        step: the state that the file is in.
        place: where that stands in the army's history.
        judge: of its book.
        notices: what reading the file had to say.
        reasons: the last known reasons why something can't be added, by holder; they are shown
            until new ones are worked out.
        answers: what solving came to, by a name for each.
        remedies: what the solver finds for findings of this state.
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
        """Be in another state."""
        self.step = step
        self.place = place
        self.judge = judge
        self.notices = notices
        self._verdict: Verdict | None = None
        self.remedies.end()
        self.remedies = RemedySearch()

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

    def book_of_its_own(self) -> Book:
        """A book that no other thread works with: what is worked out is kept with it."""
        book = self.judge.book
        return Book(book.ruleset, book.catalogues, book.event)

    @property
    def legal(self) -> bool:
        """Whether it is legal, and what the event asks beside the rules is met, too."""
        return self.verdict.legal and not illegal(self.notices)


class Documents:
    """The armies of a store, read when asked for; what another program changed is read again."""

    def __init__(self, store: Store, library: Library, event: LoadedEvent | None = None) -> None:
        self.store = store
        self.library = library
        self.event = event
        self.history = History(None if store.read_only else store.folder, store.armies)
        self._open: OrderedDict[str, RosterDocument] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, key: str) -> RosterDocument:
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

    def read(self, key: str) -> RosterDocument:
        """Open an army (``open``) while holding its lock.

        Raises:
            NoRosterError: there is none.
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
        """A book as it is played here: at the event, if one is held and is of that game."""
        plain, event = self.library.book(ruleset, lists), self.event
        if event is None or event.ruleset != ruleset:
            return plain
        return event.played(plain, Roster(ruleset, "", {}))[0]

    def _notices(self, roster: Roster, before: Iterable[Finding]) -> tuple[Finding, ...]:
        """What reading had to say, and what the event does not have of a roster as it is now."""
        if self.event is None or self.event.ruleset != roster.ruleset:
            return tuple(before)
        kept = (one for one in before if one.code not in NOT_OF_THE_EVENT)
        return (*kept, *self.event.notices(roster, self.library))

    async def edit(self, document: RosterDocument, seen: str, edited: Edited) -> None:
        """Save what an edit came to, if the page that it was made on showed the army as it is.

        Whoever calls holds the army's lock.

        Raises:
            StaleError: it did not; nothing is saved.
            EditError: the army would be too large to be shown; nothing is saved.
            ChangedError: another program has changed the file since; nothing is saved.
            SaveError: it can't be written; the army is as it was.
        """
        self.check(document, seen)
        if edited.roster != document.roster:
            if reason := too_large(plain(edited.roster)):
                raise EditError(reason)
            step = Snapshot(edited.roster, dump(edited.roster).encode("utf-8"))
            place = await off_loop(self._saved, document, step, edited.done)
            judge = self._judge(edited.roster, document.judge)
            document.go(step, place, judge, self._notices(edited.roster, document.notices))

    def _saved(self, document: RosterDocument, step: Snapshot, done: str) -> Position:
        """Save, off the loop: the disk takes longer than all else."""
        edit = (document.key, document.step.data, step.data, done)
        self.history.announce(*edit)
        self.store.save(document.key, step.data, document.step.data)
        return self.history.push(*edit)

    async def travel(self, document: RosterDocument, seen: str, by: int) -> None:
        """Undo (−1) or redo (1); nothing happens where there is nothing.

        Raises:
            StaleError: the page is not of the army as it is.
            EditError: the state can't be used any more, as by another version of an army list.
            ChangedError: another program has changed the file since; nothing is saved.
            SaveError: it can't be written; the army is as it was.
        """
        self.check(document, seen)
        data = self.history.neighbour(document.key, document.step.data, by)
        if data is None:
            return
        try:
            loaded = self._loaded(document.key, data)
        except LoadError as error:
            raise EditError(
                gettext("That state can't be used any more: {unusable}", unusable=unusable(error))
            ) from error
        place = await off_loop(self._moved, document, data, by)
        document.go(Snapshot(loaded.roster, data), place, judge_of(loaded.book), loaded.notices)

    def _moved(self, document: RosterDocument, data: bytes, by: int) -> Position:
        """Save another state of the history, off the loop."""
        self.store.save(document.key, data, document.step.data)
        return self.history.move(document.key, document.step.data, data, by)

    def check(self, document: RosterDocument, seen: str) -> None:
        """See that a page shows the army as it is.

        Raises:
            StaleError: it does not.
        """
        if document.step.version != seen:
            raise StaleError(self._known(document.key, seen))

    def _known(self, key: str, version: str) -> Snapshot | None:
        """A state that the army was in, by its version; None where it is not known any more."""
        data = self.history.find(key, version)
        try:
            return Snapshot(self._loaded(key, data).roster, data) if data is not None else None
        except LoadError:
            return None

    def create(self, name: str, data: bytes) -> str:
        """Write a new roster (``Store.create``); nothing was done to it yet."""
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
        """Forget an army and what was done to it: another may have had its name."""
        self._open.pop(key, None)
        self.history.forget(key)

    def close_all(self) -> None:
        """Read each army anew when it is asked for next."""
        self._open.clear()

    def _judge(self, roster: Roster, judge: Judge) -> Judge:
        """The judge of a roster, whose army lists an edit may have changed."""
        if list(roster.catalogues) == list(judge.book.catalogues):
            return judge
        return judge_of(self.book(roster.ruleset, roster.catalogues))


def unusable(error: LoadError) -> str:
    """Say in a line why a file can't be used: of one that is no army of ours, which it is."""
    first = error.findings[0]
    *_, folder, name = ("", "", *PurePath(error.path).parts)
    said = [f"{folder}/{name}, "] if folder else []
    if first.line is not None:
        said.append(gettext("line {number}: ", number=first.line))
    said.append(first.message)
    if more := len(error.findings) - 1:
        said.append(gettext(" (and {count} more)", count=more))
    return joined("", said)
