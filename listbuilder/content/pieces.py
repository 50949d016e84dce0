"""Kinds of model or engine on a card: wargear, and options taken instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

import attrs

from listbuilder.content.boxes import Tracker, used_boxes
from listbuilder.content.figures import FigureView
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry
from listbuilder.rules.army import Node

Alike = Sequence[Node]
"""Selections of one kind, never empty."""


def copies_of(nodes: Alike) -> int:
    """Count the copies of selections of one kind."""
    return sum(node.count for node in nodes)


def entry_of(node: Node) -> Entry:
    """A selection's entry; only the roster itself has none."""
    return cast(Entry, node.place.entry)


def wargear(names: Iterable[str], options: Sequence[Node], copies: int) -> Iterator[Gear]:
    """Yield a model's own wargear, struck out if an option replaces it."""
    for name in names:
        gone = sum(
            option.count
            for option in options
            if option.place.offer and name in option.place.offer.replaces
        )
        left = (
            gettext("{some} of {all}", some=copies - gone, all=copies) if 0 < gone < copies else ""
        )
        yield Gear(name, struck=gone >= copies, left=left)


def options_taken(options: Sequence[Node], copies: int) -> Iterator[Option]:
    """Yield the options taken, equal ones together, with their number unless each copy has one."""
    taken: dict[tuple[str, str], list[Node]] = {}
    for option in options:
        taken.setdefault((entry_of(option).id, option.name), []).append(option)
    for same in taken.values():
        count = copies_of(same)
        name = same[0].option_name(count)
        some = gettext("{some} of {all}", some=count, all=copies)
        many = some if count < copies else f"×{count}"
        entry = entry_of(same[0])
        uses = used_boxes(entry.uses, count)
        yield Option(name, "" if count == copies else many, entry.text, uses)


@attrs.frozen
class Gear:
    """Wargear: ``struck`` if an option replaces it; ``left``: the copies that still have it."""

    name: str
    struck: bool = False
    left: str = ""


@attrs.frozen
class Option:
    """An option taken; ``many`` is the number of copies that have it, unless each has one."""

    name: str
    many: str
    text: tuple[str, ...]
    uses: tuple[Tracker, ...] = ()


@attrs.frozen
class Piece:
    """One kind of model or engine: a card's own, or one that shares it.

    Attributes:
        raised: the altered numbers of its profiles, with their parts.
    """

    name: str
    called: str
    many: str
    keywords: tuple[str, ...]
    figures: tuple[FigureView, ...]
    raised: tuple[FigureView, ...]
    wargear: tuple[Gear, ...]
    options: tuple[Option, ...]
    names: tuple[tuple[str, tuple[str, ...]], ...]
    text: tuple[str, ...]
    uses: tuple[Tracker, ...]
    cite: str
