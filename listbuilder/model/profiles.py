"""Profiles: a model in numbers, alterations of them, and names printed on cards."""

from collections.abc import Mapping

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import ALWAYS, NO_NAMES, ONE, Condition, Copies, Names, Test
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class Profile(Record):
    """Characteristics: values for the columns of a profile type; ``count`` models have it.

    Attributes:
        role: whose it is beside the model itself (``mount``): alterations of that role reach it.
        ruling: which reading its numbers take, and why; printed below them.
    """

    type: str
    values: Mapping[str, int | str]
    name: str | None = None
    count: Copies = ONE
    role: str | None = None
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Alteration(Record):
    """What a thing does to a column of the profiles of the model that carries it.

    Attributes:
        add: so much more.
        set_: just this, whatever others add.
        family: of those of one family the highest rank counts, and of these the greatest.
        role: of the profiles that it alters; None: those of the model itself.
        to: it alters the nearest model that passes, from the one that carries it outwards.
        without: keywords: it does nothing beside what has one of them.
        when: asked at the model that is altered.
    """

    column: str
    add: int | None = None
    set_: int | None = None
    family: str | None = None
    rank: int = 0
    role: str | None = None
    to: Test = ALWAYS
    without: Names = NO_NAMES
    when: Condition | None = None
    source: Source | None = None
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Named(Record):
    """A name printed on a card, such as that of a rule.

    Attributes:
        note: numbers of who has it, printed behind the name: how far, and the roll it takes.
        when: asked at who has it.
    """

    name: str
    note: str = ""
    when: Condition | None = None

    @property
    def noted(self) -> str:
        """The name with its numbers."""
        return f"{self.name} ({self.note})" if self.note else self.name
