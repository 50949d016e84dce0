"""Play aids: steps, tables, tracks, plans and terms, to be shown, rolled and ticked."""

from collections.abc import Mapping
from itertools import pairwise

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import NO_NAMES, Condition, Names, Scope
from listbuilder.model.profiles import Alteration, Profile
from listbuilder.model.shown_figures import Figure
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class Step(Record):
    """An action in play, shown if a selection of the roster passes ``for``.

    Attributes:
        roll: the dice and the result needed, such as ``2D6, 8+``.
        text: short sentences in our own words.
        figures: numbers of the army that are shown with it.
        cards: the selections whose cards are first needed here; cards come in the order of steps.
    """

    title: str
    roll: str = ""
    text: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    for_: Scope = "roster"
    cards: Condition | None = None
    source: Source | None = None
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Flow(Record):
    """Steps of play in their order, each with boxes to tick: set-up, a turn, the end.

    Attributes:
        rounds: how many times it is gone through: a box for each.
    """

    id: str
    title: str
    steps: tuple[Step, ...]
    source: Source
    rounds: int = 1
    for_: Scope = "roster"
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class SketchPlace(Record):
    """A place of a sketch; the selections that pass ``for`` stand there."""

    title: str
    for_: Condition | None = None


@attrs.frozen(eq=False, repr=False)
class Crossing(Record):
    """A way between two adjoining places of a sketch, named by their ids."""

    between: tuple[str, ...]
    title: str
    source: Source


@attrs.frozen(eq=False, repr=False)
class Sketch(Record):
    """Places drawn in cells, by id.

    Attributes:
        rows: the id of the place in each cell, empty for none; a place fills a rectangle, and
            places whose cells touch adjoin.
    """

    rows: tuple[tuple[str, ...], ...]
    places: Mapping[str, SketchPlace]
    crossings: tuple[Crossing, ...] = ()

    def adjoining(self) -> dict[str, list[str]]:
        """The ids of the places that adjoin each place, in the order of the cells."""
        found: dict[str, list[str]] = {}
        for above, below in zip(self.rows, [*self.rows[1:], ()], strict=True):
            for pair in (*pairwise(above), *zip(above, below, strict=False)):
                for one, other in (pair, pair[::-1]):
                    if one and other and one != other and other not in found.setdefault(one, []):
                        found[one].append(other)
        return found


@attrs.frozen(eq=False, repr=False)
class Plan(Record):
    """Positions on the table: a line for each selection that passes ``for``, in roster order.

    Attributes:
        sketch: a drawing of the places; with it each of its places has a line, even if empty.
        figures: the figures shown for each selection.
        marks: the titles of the boxes to mark in play.
    """

    id: str
    title: str
    for_: Condition
    source: Source
    sketch: Sketch | None = None
    figures: tuple[Figure, ...] = ()
    marks: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Dice(Record):
    """Dice of the game's own; ``faces`` lists all faces, equal ones several times."""

    title: str
    faces: tuple[int | str, ...]
    source: Source


@attrs.frozen(eq=False, repr=False)
class RollOutcome(Record):
    """An outcome of a roll.

    Attributes:
        rolls: the rolls with this outcome: ``"1"``, ``"2-5"``, or a face of the game's own dice.
        text: the effect; None if the source does not give it.
    """

    rolls: str
    title: str | None = None
    text: str | None = None


@attrs.frozen(eq=False, repr=False)
class Table(Record):
    """Dice (``D6``, ``2D6``, or an id of the ruleset's own), and the outcomes of their rolls.

    It is printed on the cards of selections that pass ``for``; without ``for``, on none.
    """

    id: str
    title: str
    dice: str
    outcomes: tuple[RollOutcome, ...]
    source: Source
    text: str | None = None
    for_: Condition | None = None


@attrs.frozen(eq=False, repr=False)
class Span(Record):
    """A stretch of a track, both ends within it."""

    title: str
    from_: int
    to: int


@attrs.frozen(eq=False, repr=False)
class TrackEvent(Record):
    """An event that moves a track's marker; ``change``: by how many boxes, if the source says."""

    title: str
    change: int | None = None
    source: Source | None = None


@attrs.frozen(eq=False, repr=False)
class Track(Record):
    """A row of boxes with a marker that counts: turns, demoralization.

    Attributes:
        from_, to: the numbers of the first and the last box.
        spans: special stretches of it, such as night; a stretch may be a single box.
        events: the events that move the marker.
        for_: it is printed if a selection of the roster passes.
    """

    id: str
    title: str
    from_: int
    to: int
    source: Source
    spans: tuple[Span, ...] = ()
    events: tuple[TrackEvent, ...] = ()
    text: tuple[str, ...] = ()
    for_: Scope = "roster"
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Grid(Record):
    """A plain table: the heads of its columns, and rows of as many cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@attrs.frozen(eq=False, repr=False)
class Topic(Record):
    """A piece of the quick reference, printed if a selection of the roster passes ``for``.

    Attributes:
        text: short paragraphs in our own words.
        grid: a table without dice.
        tables: the ids of tables printed with it.
        entries: keywords; it lists the entries that have one of them, with their texts.
        on_army_sheet: whether its title and text are on the army sheet, too, as a status.
        in_flow: whether the order of play tells all of it, so that it is left out beside that.
    """

    id: str
    title: str
    source: Source
    text: tuple[str, ...] = ()
    grid: Grid | None = None
    tables: tuple[str, ...] = ()
    entries: Names = NO_NAMES
    for_: Scope = "roster"
    on_army_sheet: bool = False
    in_flow: bool = False
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Term(Record):
    """The meaning of a name on a card: of a rule, wargear, an action or a power.

    Attributes:
        name: the name; a last part in brackets stands for any text: ``Hatred (X)``.
        aliases: other names of the same.
        is_: its keywords, for which an alteration's ``without`` asks.
        summary: its effect, in at most ``MOST_WORDS`` of our own words.
        alters, profiles: alterations and further profiles (of weapons, mounts …) of all who carry
            it.
    """

    name: str
    aliases: tuple[str, ...] = ()
    is_: Names = NO_NAMES
    summary: str | None = None
    alters: tuple[Alteration, ...] = ()
    profiles: tuple[Profile, ...] = ()
    source: Source | None = None
    ruling: str | None = None

    @property
    def is_in_numbers(self) -> bool:
        """Whether profiles in play show its effect."""
        return bool(self.alters or self.profiles)


MOST_WORDS = 25
"""The most words of a term's summary, which stands on a card."""
