"""Numbers of an army that sheets and tables of results show."""

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import Quantity, Scope
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
