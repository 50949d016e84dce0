"""What is on the pages, without a word about how they look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from listbuilder.model.language import Op
from listbuilder.sheets.aids import DiceTable, Reference, Track

if TYPE_CHECKING:
    from listbuilder.sheets.odds import OddsSheet

BOUNDS: dict[Op, str] = {
    "at_most": "of",
    "at_least": "of at least",
    "exactly": "of exactly",
    "multiple_of": "in multiples of",
}


@attrs.frozen
class Gauge:
    """How much is used of what is allowed.

    Attributes:
        where: whose it is, where the sheet does not show that.
        bound: the word between the two numbers.
    """

    title: str
    where: str
    found: str
    bound: str
    allowed: str
    kept: bool


@attrs.frozen
class Shown:
    """A figure: ``made`` says what it is made up of, where that is more than one thing."""

    title: str
    value: str
    made: str = ""
    text: str = ""


@attrs.frozen
class Told:
    """A finding in words."""

    word: str
    error: bool
    message: str
    cite: str
    ruling: str
    parts: tuple[str, ...]
    remedies: tuple[str, ...]


@attrs.frozen
class Cost:
    """What the roster costs; ``allowed`` is empty where no limit says."""

    title: str
    amount: str
    allowed: str = ""


@attrs.frozen
class Line:
    """A selection in the army sheet's tree.

    Attributes:
        called: the player's name for it; empty without one.
        many: copies; empty for a single one.
        options: what it holds that needs no line of its own.
        boxes: to tick in play.
        notes: where it is placed, what is placed there, and the player's own.
        each: cost of one copy; empty where one copy is all, or copies differ.
        cost: of its copies with their options.
        total: of it and all it holds; empty where that is the same.
    """

    name: str
    called: str
    many: str
    options: tuple[str, ...]
    boxes: tuple[Tracker, ...]
    notes: tuple[str, ...]
    each: str
    cost: str
    total: str
    gauges: tuple[Gauge, ...]
    groups: tuple[Group, ...]

    @property
    def rows(self) -> int:
        """Rows of text that it and all it holds take, at the least."""
        own = 1 + len(self.boxes) + len(self.notes) + len(self.gauges)
        return own + sum(line.rows for group in self.groups for line in group.lines)


@attrs.frozen
class Group:
    """Lines of one slot; the title is empty where the slots around need no telling apart."""

    title: str
    lines: tuple[Line, ...]


@attrs.frozen
class Section:
    """One of the roster's own selections, such as an army list with its warbands."""

    title: str
    total: str
    text: tuple[str, ...]
    groups: tuple[Group, ...]


@attrs.frozen
class Counter:
    """A square piece.

    Attributes:
        code: its values joined; empty for a plain marker.
        unit: what a code of one number counts.
        many: copies; empty for a single one.
        options: what it holds that is no counter.
        notes: where it is placed, what is used of what it is allowed, and the player's own.
        carries: the counters stacked with it.
    """

    name: str
    code: str
    unit: str
    many: str = ""
    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    carries: tuple[Counter, ...] = ()


@attrs.frozen
class Area:
    """Where counters stand at the start; ``depth`` counts the areas around it."""

    title: str
    depth: int
    text: tuple[str, ...]
    counters: tuple[Counter, ...]


@attrs.frozen
class Square:
    """A counter to cut out.

    Attributes:
        side: whose it is.
        back: what stands on its back, where its face does not tell.
    """

    face: Counter
    side: str
    back: Counter | None


@attrs.frozen
class CutOuts:
    """Counters to cut out, one square for each copy; ``left`` are more than are drawn."""

    squares: tuple[Square, ...]
    legend: tuple[tuple[str, tuple[str, ...]], ...]
    left: int


@attrs.frozen
class ArmySheet:
    """The first page: what the army is, costs and uses, and whether it is legal.

    Attributes:
        lists: army lists with their versions.
        choices: choices made, each with its option.
        unit: what ``Line`` counts its costs in; empty where nothing costs anything.
        areas: of the selections that hold counters; they are no sections.
        legend: kinds of counters, with what the places of their codes are.
    """

    name: str
    ruleset: str
    lists: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    legal: bool
    costs: tuple[Cost, ...]
    figures: tuple[Shown, ...]
    gauges: tuple[Gauge, ...]
    findings: tuple[Told, ...]
    unit: str
    sections: tuple[Section, ...]
    areas: tuple[Area, ...]
    legend: tuple[tuple[str, tuple[str, ...]], ...]
    notes: str


@attrs.frozen
class Boxes:
    """Boxes to tick, with a word before them."""

    label: str
    count: int


@attrs.frozen
class Tracker:
    """A line of boxes."""

    label: str
    boxes: tuple[Boxes, ...]


@attrs.frozen
class Row:
    """A profile: values in the order of its grid's columns, empty where it has none.

    Attributes:
        name: empty where the card says it.
        many: models that have it; empty for a single one.
        piece: whose it is, at the first of its rows; None for the card's own.
    """

    name: str
    many: str
    values: tuple[str, ...]
    trackers: tuple[Tracker, ...]
    piece: Piece | None


@attrs.frozen
class Grid:
    """A table of profiles; columns are the letters over them and what they stand for.

    Attributes:
        notes: values that have no room in it.
    """

    columns: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


@attrs.frozen
class Gear:
    """Wargear: ``struck`` where an option took its place, ``left`` says for how many it did not."""

    name: str
    struck: bool = False
    left: str = ""


@attrs.frozen
class Option:
    """Something taken: ``many`` says how many have it, where not each has one."""

    name: str
    many: str
    text: tuple[str, ...]
    uses: tuple[Tracker, ...] = ()


@attrs.frozen
class Piece:
    """One kind of model or engine: a card's own, or one that shares it."""

    name: str
    called: str
    many: str
    keywords: tuple[str, ...]
    figures: tuple[Shown, ...]
    wargear: tuple[Gear, ...]
    options: tuple[Option, ...]
    names: tuple[tuple[str, tuple[str, ...]], ...]
    text: tuple[str, ...]
    uses: tuple[Tracker, ...]
    cite: str


@attrs.frozen
class Card:
    """What a player needs at the table of one kind of model or engine.

    Attributes:
        cost: with all that is on the card.
        grids: of the piece, and of crew and the like in as far as they fit in.
        shared: of the others that share the card.
        gear: weapons and the like of all on the card, their names in the first column.
        tables: that all on the card roll on.
        counter: what it looks like, for a piece that is one.
        owner: the counter whose it is, for what is none itself.
        hue: which of the roster's army lists it is from.
        copies: of the card.
    """

    piece: Piece
    cost: str
    grids: tuple[Grid, ...]
    shared: tuple[Grid, ...]
    gear: tuple[Grid, ...]
    tables: tuple[DiceTable, ...]
    counter: Counter | None
    owner: str
    hue: int = 0
    copies: int = 1


@attrs.frozen
class Page:
    """All that is printed of a roster.

    Attributes:
        stamp: versions and the roster's hash, to check a printed list by.
        code: the roster as text for a QR code; empty where there is none.
        proof: how to check the list.
        odds: None where they are not asked for, or nothing in the roster is rolled for.
    """

    sheet: ArmySheet
    tracks: tuple[Track, ...]
    cards: tuple[Card, ...]
    reference: Reference
    cut_outs: CutOuts
    stamp: str
    code: str
    proof: str
    odds: OddsSheet | None


@attrs.frozen
class Fit:
    """How a card came out that is not in the largest type on one face."""

    name: str
    points: float
    faces: int


@attrs.frozen
class Printed:
    """A PDF, and how the cards in it came out that did not fit at once."""

    pdf: bytes
    fits: tuple[Fit, ...] = ()
