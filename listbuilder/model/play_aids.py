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
    """Something that is done in play, where a selection of the roster passes ``for``.

    Attributes:
        roll: dice and what they need, such as ``2D6, 8+``.
        text: short sentences in our own words.
        figures: numbers of this army, worked into it.
        cards: whose cards are first needed here; cards come in the order of the steps.
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
        rounds: how often it is gone through: a box for each.
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
    """How one comes from a place of a sketch to one that adjoins it, both by id."""

    between: tuple[str, ...]
    title: str
    source: Source


@attrs.frozen(eq=False, repr=False)
class Sketch(Record):
    """Places drawn in cells, by id.

    Attributes:
        rows: the id in each cell, empty for none; a place fills a rectangle, and those whose
            cells touch adjoin.
    """

    rows: tuple[tuple[str, ...], ...]
    places: Mapping[str, SketchPlace]
    crossings: tuple[Crossing, ...] = ()

    def adjoining(self) -> dict[str, list[str]]:
        """By id, the ids of the places whose cells touch, in the order of the cells."""
        found: dict[str, list[str]] = {}
        for above, below in zip(self.rows, [*self.rows[1:], ()], strict=True):
            for pair in (*pairwise(above), *zip(above, below, strict=False)):
                for one, other in (pair, pair[::-1]):
                    if one and other and one != other and other not in found.setdefault(one, []):
                        found[one].append(other)
        return found


@attrs.frozen(eq=False, repr=False)
class Plan(Record):
    """Where things stand: a line for each selection that passes ``for``, in the roster's order.

    Attributes:
        sketch: how the places lie; with it a line for each of them, whoever stands there.
        figures: numbers of each selection.
        marks: what is marked in play, a box for each.
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
    """Dice of the game's own; ``faces`` is what each shows, as often as it does."""

    title: str
    faces: tuple[int | str, ...]
    source: Source


@attrs.frozen(eq=False, repr=False)
class RollOutcome(Record):
    """What a roll brings.

    Attributes:
        rolls: ``"1"``, ``"2-5"``, or a word that a face of the game's own dice shows.
        text: None where the source does not give it.
    """

    rolls: str
    title: str | None = None
    text: str | None = None


@attrs.frozen(eq=False, repr=False)
class Table(Record):
    """Dice (``D6``, ``2D6``, or an id of the ruleset's own), and what each of their rolls brings.

    It is printed on the cards of selections that pass ``for``; unsaid, on none.
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
    """Something that moves a track's marker: by ``change`` where the source gives a number."""

    title: str
    change: int | None = None
    source: Source | None = None


@attrs.frozen(eq=False, repr=False)
class Track(Record):
    """Boxes in a row to keep count on: turns, demoralization.

    Attributes:
        from_, to: the first box and the last.
        spans: stretches of it that are special, such as night; one box is a stretch too.
        events: what moves the marker.
        for_: printed where a selection of the roster passes.
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
    """A piece of the quick reference, printed where a selection of the roster passes ``for``.

    Attributes:
        text: short paragraphs in our own words.
        grid: a table without dice.
        tables: ids of tables printed with it.
        entries: keywords: it tells of the entries that have one, by name with their text.
        on_army_sheet: it tells how the army stands, so its title and text stand there, too.
        in_flow: the order of play tells all of it, so it is left out where that is printed.
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
    """What a name means: of a rule, of wargear, of an action or a power.

    Attributes:
        name: a last part in brackets stands for any: ``Hatred (X)``.
        aliases: other names of the same.
        is_: keywords that ``without`` asks for.
        summary: what it does, in at most ``MOST_WORDS`` of our own words.
        alters, profiles: what all have that carry it; the profiles are of weapons, mounts …
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
        """Whether profiles in play show what it does."""
        return bool(self.alters or self.profiles)


MOST_WORDS = 25
"""Of a term's summary: it stands on a card."""
