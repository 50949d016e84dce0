"""What is shown and ticked in play: numbers, the order of play, and where things stand."""

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
    """

    title: str
    roll: str = ""
    text: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    for_: Scope = "roster"
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
class Plan(Record):
    """Where things stand: a line for each selection that passes ``for``, in the roster's order.

    Attributes:
        figures: numbers of each selection.
        marks: what is marked in play, a box for each.
    """

    id: str
    title: str
    for_: Condition
    source: Source
    figures: tuple[Figure, ...] = ()
    marks: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    ruling: str | None = None
