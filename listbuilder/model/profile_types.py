"""Types of profiles: the columns of a card, and how their numbers come about."""

import attrs

from listbuilder.model.language import NO_NAMES, Names
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class WorkedOut(Record):
    """A column whose number falls with all that is added: ``from`` less the sum of it.

    Attributes:
        from_: what nothing at all would leave; a printed number is so much less of it.
        least: it falls no lower.
    """

    from_: int
    least: int = 0


@attrs.frozen(eq=False, repr=False)
class Column(Record):
    """A characteristic: its name, the letters over the column, and its unit.

    Attributes:
        form: samples of what it may be, each digit standing for any number (``3+``, ``D6``); one of
            digits alone is a whole number. Unsaid, anything may be.
        includes_wargear: what is printed has in it what the entry's own wargear does.
        worked_out: how its number comes of what is added to it; unsaid, it is added up. It is
            written in the column's first form.
        of_bearer: the column of the bearer's profile that a signed number (``+1``) adds to.
        tracked: it goes down in play: cards have boxes to tick for it.
        per_model: each model of a unit has so many: the record of play has boxes for each.
    """

    id: str
    title: str
    name: str
    unit: str = ""
    form: Names = NO_NAMES
    includes_wargear: bool = False
    worked_out: WorkedOut | None = None
    of_bearer: str | None = None
    tracked: bool = False
    per_model: bool = False


@attrs.frozen(eq=False, repr=False)
class ProfileType(Record):
    """The columns of a kind of profile, in order.

    Attributes:
        counter: its entries are counters: drawn as squares, their values joined to one code.
        gear: it is of a weapon or the like; an entry with no other profile is an option.
    """

    title: str
    columns: tuple[Column, ...]
    counter: bool = False
    gear: bool = False

    def heading(self, column: Column) -> str:
        """A column's title where its values stand in a line; its name, if another is titled so."""
        same = sum(one.title == column.title for one in self.columns)
        return column.title if same == 1 else column.name
