"""What helps to play, as it is on the pages: tracks, dice tables and the quick reference."""

from __future__ import annotations

import attrs


@attrs.frozen
class Box:
    """A box of a track.

    Attributes:
        shade: which of the stretches it stands in is shaded, counted from 1; 0 for none.
        labels: the stretches that it stands in.
    """

    number: str
    shade: int
    labels: tuple[str, ...]


@attrs.frozen
class Move:
    """What moves a track's marker; ``change`` is signed, or empty where no number is given."""

    title: str
    change: str
    cite: str


@attrs.frozen
class Track:
    """Boxes to keep count on, in rows; ``low`` where there are many."""

    title: str
    rows: tuple[tuple[Box, ...], ...]
    low: bool
    moves: tuple[Move, ...]
    text: tuple[str, ...]
    cite: str
    ruling: str


@attrs.frozen
class Odd:
    """A chance: as a fraction, which is empty where it is too long to read, and in percent."""

    fraction: str
    percent: str


@attrs.frozen
class Result:
    """A row of a dice table, with its chance."""

    rolls: str
    title: str
    text: str
    odd: Odd


@attrs.frozen
class DiceTable:
    """Dice and what they bring."""

    title: str
    dice: str
    text: str
    results: tuple[Result, ...]
    cite: str


@attrs.frozen
class Item:
    """An entry that a topic tells of; ``whose`` it is, or what it costs."""

    name: str
    whose: str
    text: tuple[str, ...]


@attrs.frozen
class Passage:
    """A topic of the quick reference; ``grid``, if any, has the heads in its first row."""

    title: str
    text: tuple[str, ...]
    items: tuple[Item, ...]
    grid: tuple[tuple[str, ...], ...]
    tables: tuple[DiceTable, ...]
    cite: str
    ruling: str


@attrs.frozen
class Reference:
    """The quick reference."""

    title: str
    passages: tuple[Passage, ...]
