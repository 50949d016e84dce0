"""The limits that rules put on copies: in the whole roster, in a holder, at a place."""

from __future__ import annotations

import attrs

from listbuilder.model.language import Number, Quantity, Test
from listbuilder.rules.places import Place, passes


@attrs.frozen(eq=False)
class Allowance:
    """The greatest sum of a value over all selections that pass a test, in the whole roster.

    Example: the points limit of 700; or at most 175 points of rare units.

    Attributes:
        value: the value's name.
        test: passed by the selections that count.
        with_contents: whether all selections below them count, too.
        most: the greatest sum.
        of_additions: whether only additions count, not the player's own selections.
    """

    value: str
    test: Test
    with_contents: bool
    most: Number
    of_additions: bool = False

    def covers(self, place: Place) -> bool:
        """Whether a selection at a place counts."""
        if passes(self.test, place):
            return True
        return self.with_contents and any(passes(self.test, around) for around in place.around())


@attrs.frozen(eq=False)
class HolderLimit:
    """The most copies, or the greatest sum of a value, that a rule lets a holder hold.

    Attributes:
        test: passed by the contents that count.
        value: the value's name; None: copies are counted.
        with_contents: whether all selections below them count, too.
        most: the limit.
        each: whether the limit is for each copy of a holder that has several in one selection.
        per_entry: whether the limit is for each entry by itself.
    """

    test: Test
    value: str | None
    with_contents: bool
    most: Quantity
    each: bool
    per_entry: bool


@attrs.frozen(eq=False)
class PlaceBounds:
    """The limits on copies at one place.

    Attributes:
        copies: the most copies in the whole roster.
        held: the limits of the holder that count a copy here.
        caps: for each cap the most copies in the nearest selection around with the cap's keyword.
        allowances: the names of the allowances that a copy here takes from.
    """

    copies: int
    held: tuple[HolderLimit, ...] = ()
    caps: tuple[Number, ...] = ()
    allowances: tuple[str, ...] = ()
