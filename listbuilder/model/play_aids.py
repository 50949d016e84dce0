"""What is shown and ticked in play: numbers, the order of play, and where things stand."""

from collections.abc import Mapping
from itertools import pairwise

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import Condition, Quantity, Scope
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class Figure(Record):
    """A number that sheets show, for the roster or for each selection that passes ``for``.

    Attributes:
        boxes: so many boxes to tick, in the record of play; of a selection also on its line of the
            army sheet.
    """

    id: str
    title: str
    quantity: Quantity
    for_: Scope = "roster"
    unit: str = ""
    boxes: bool = False
    text: str | None = None
    source: Source | None = None


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
