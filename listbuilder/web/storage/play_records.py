"""Records of play: the boxes ticked at the table, kept beside the armies."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import attrs

from listbuilder.errors import EditError, LoadError
from listbuilder.loading.parse import parse_bytes
from listbuilder.loading.write import write
from listbuilder.messages import gettext
from listbuilder.web.storage.files import NoRosterError, ReadOnlyError, Store

FOLDER = ".play"
MOST_TICKS = 5_000
MOST_STEPS = 200
LONGEST = 200
"""Most characters of a box's name, and of its value."""

BoxChanges = Mapping[str, tuple[str, str]]
"""Boxes that changed at once, each with its value before and after."""


@attrs.frozen
class PlayRecord:
    """The record of a game.

    Attributes:
        ticks: boxes whose value is not that of the beginning.
        past: steps that can be undone, the latest last.
        future: steps that can be redone, the next last.
    """

    ticks: Mapping[str, str] = attrs.field(factory=dict)
    past: tuple[BoxChanges, ...] = ()
    future: tuple[BoxChanges, ...] = ()

    def changed(self, ticks: Mapping[str, str]) -> PlayRecord:
        """Set all boxes, as a new step."""
        names = sorted({*self.ticks, *ticks})
        step = {
            name: (self.ticks.get(name, ""), ticks.get(name, ""))
            for name in names
            if self.ticks.get(name, "") != ticks.get(name, "")
        }
        return PlayRecord(dict(ticks), (*self.past, step)[-MOST_STEPS:]) if step else self

    def undone(self) -> PlayRecord:
        """Undo the last step."""
        if not self.past:
            return self
        *past, step = self.past
        return PlayRecord(self._after(step, 0), tuple(past), (*self.future, step))

    def redone(self) -> PlayRecord:
        """Redo the step that was undone last."""
        if not self.future:
            return self
        *future, step = self.future
        return PlayRecord(self._after(step, 1), (*self.past, step), tuple(future))

    def _after(self, step: BoxChanges, which: int) -> dict[str, str]:
        ticks = {**self.ticks, **{name: pair[which] for name, pair in step.items()}}
        return {name: value for name, value in ticks.items() if value}

    def dump(self) -> str:
        """Write the record as JSON."""
        return json.dumps(attrs.asdict(self), ensure_ascii=False)


def read_record(text: bytes) -> PlayRecord:
    """Read a record that a browser sent, or a file holds.

    Raises:
        EditError: the text is no record.
    """
    try:
        found = parse_bytes(text, gettext("This record")).data
        ticks, past, future = (found[name] for name in ("ticks", "past", "future"))
        steps = [[_step(step) for step in some] for some in (past, future)]
        if len(ticks) > MOST_TICKS or any(len(some) > MOST_STEPS for some in steps):
            raise EditError(gettext("This record is too long."))
        return PlayRecord(
            {_text(name): _text(value) for name, value in ticks.items()},
            tuple(steps[0]),
            tuple(steps[1]),
        )
    except (LoadError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise EditError(gettext("This is no record of a game.")) from error


def _step(step: Mapping[str, tuple[str, str]]) -> BoxChanges:
    pairs = ((name, before, after) for name, (before, after) in step.items())
    return {_text(name): (_text(before), _text(after)) for name, before, after in pairs}


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ValueError(value)
    return value


class PlayRecords:
    """The records of a folder's armies, each in a file of its army's name."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def read(self, key: str) -> PlayRecord:
        """Read an army's record; an empty record where none can be read."""
        try:
            return read_record(Store(self.store.folder / FOLDER).read(key))
        except (NoRosterError, EditError):
            return PlayRecord()

    def write(self, key: str, record: PlayRecord) -> None:
        """Write an army's record.

        Raises:
            NoRosterError: there is no such army.
            ReadOnlyError: nothing may be changed.
            SaveError: the file can't be written.
        """
        if self.store.read_only:
            raise ReadOnlyError
        path: Path = self.store.path(key)
        folder = self.store.folder / FOLDER
        folder.mkdir(exist_ok=True)
        write(folder / path.name, record.dump().encode())

    def forget(self, key: str) -> None:
        """Delete an army's record: its name may be given to another army."""
        with suppress(OSError):
            (self.store.folder / FOLDER / self.store.path(key).name).unlink(missing_ok=True)
