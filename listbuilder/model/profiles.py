"""Profiles: a model in numbers, alterations of them, and names printed on cards."""

from collections.abc import Mapping

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import ALWAYS, NO_NAMES, ONE, Condition, Copies, Names, Test
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class Profile(Record):
    """Characteristics: values for the columns of a profile type; ``count`` models have them.

    Attributes:
        role: the role of its owner beside the model itself (``mount``): alterations of that role
            apply to it; None: it is the model's own.
        ruling: the reading that its numbers take, and the reason; printed below them.
    """

    type: str
    values: Mapping[str, int | str]
    name: str | None = None
    count: Copies = ONE
    role: str | None = None
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Alteration(Record):
    """The effect of a carried thing on a column of the profiles of its bearer, a model.

    Attributes:
        add: the number to add.
        set_: the number itself, whatever others add.
        family: of alterations of one family, those of the highest rank count, and of these the
            greatest.
        role: the role of the profiles that it alters; None: the model's own.
        to: it alters the nearest model that passes this test, from its bearer outwards; None: its
            bearer.
        without: keywords; it has no effect beside a carried thing with one of them.
        when: a condition of the altered model.
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
        note: the bearer's own numbers, printed behind the name: range, the roll needed.
        when: a condition of the bearer.
    """

    name: str
    note: str = ""
    when: Condition | None = None

    @property
    def noted(self) -> str:
        """The name with its numbers."""
        return f"{self.name} ({self.note})" if self.note else self.name
