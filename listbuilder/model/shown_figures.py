"""Numbers of an army that sheets and tables of results show."""

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import Quantity, Scope
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class Figure(Record):
    """A number that sheets show, for the roster or for each selection that passes ``for``.

    Attributes:
        boxes: whether the record of play has so many boxes to tick; for a selection its line on the
            army sheet has them, too.
    """

    id: str
    title: str
    quantity: Quantity
    for_: Scope = "roster"
    unit: str = ""
    boxes: bool = False
    text: str | None = None
    source: Source | None = None
