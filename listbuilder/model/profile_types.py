"""Types of profiles: the columns of a card, and the ways in which their numbers are worked out."""

import attrs

from listbuilder.model.language import NO_NAMES, Names
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class WorkedOut(Record):
    """A column whose number falls with all that is added: ``from`` less the sum of additions.

    Attributes:
        from_: the number without any additions; a printed number counts as ``from`` less an
            addition.
        least: the lowest number to which it falls.
    """

    from_: int
    least: int = 0


@attrs.frozen(eq=False, repr=False)
class Column(Record):
    """A characteristic: its name, the letters over the column, and its unit.

    Attributes:
        form: samples of its values, in which a digit stands for any number (``3+``, ``D6``); a
            sample of digits alone is a whole number. Empty: any value is allowed.
        includes_wargear: whether printed numbers include the effect of the entry's own wargear.
        worked_out: the way in which additions make its number; None: they are added up. The number
            is written in the first form.
        of_bearer: the column of the bearer's profile to which a signed number (``+1``) is added.
        tracked: whether it goes down in play, so that cards have boxes to tick for it.
        per_model: whether each model of a unit has so many, with boxes in the record of play.
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
        counter: whether its entries are counters: squares on which the values are joined to a code.
        gear: whether it is of a weapon or the like; an entry without other profiles is an option.
    """

    title: str
    columns: tuple[Column, ...]
    counter: bool = False
    gear: bool = False

    def heading(self, column: Column) -> str:
        """A column's title beside its values in a line; its name, if another has the same title."""
        same = sum(one.title == column.title for one in self.columns)
        return column.title if same == 1 else column.name
