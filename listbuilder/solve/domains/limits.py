"""The limits that rules put on copies: of the whole roster, of a holder, of a place."""

from __future__ import annotations

import attrs

from listbuilder.model.language import Number, Test
from listbuilder.rules.places import Place, passes


@attrs.frozen(eq=False)
class Allowance:
    """The most that what passes a test may carry of a value, in the whole roster.

    Attributes:
        whole: what stands below it counts too.
    """

    value: str
    test: Test
    with_contents: bool
    most: Number

    def covers(self, place: Place) -> bool:
        """Whether what stands at a place counts."""
        if passes(self.test, place):
            return True
        return self.with_contents and any(passes(self.test, around) for around in place.around())


@attrs.frozen(eq=False)
class HolderLimit:
    """A rule for what a holder holds: copies, or what they carry of a value.

    Attributes:
        whole: what stands below them counts too.
        each: the bound is for each copy of the holder.
        per_entry: it is for each entry.
    """

    test: Test
    value: str | None
    with_contents: bool
    most: Number
    each: bool
    per_entry: bool


@attrs.frozen(eq=False)
class PlaceBounds:
    """What bounds the copies at one place.

    Attributes:
        copies: the most there can be.
        held: rules of its holder.
        caps: the most in the whole of what is around and called so.
        budgets: names of those that it takes from.
    """

    copies: int
    held: tuple[HolderLimit, ...] = ()
    caps: tuple[Number, ...] = ()
    allowances: tuple[str, ...] = ()
