"""Profiles: a model in numbers, alterations of them, and meanings of names on cards."""

from collections.abc import Mapping

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import ALWAYS, NO_NAMES, ONE, Condition, Copies, Names, Test
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


@attrs.frozen(eq=False, repr=False)
class Term(Record):
    """What a name means: of a rule, of wargear, of an action or a power.

    Attributes:
        name: a last part in brackets stands for any: ``Hatred (X)``.
        aliases: other names of the same.
        is_: keywords that ``without`` asks for.
        summary: what it does, in at most ``MOST_WORDS`` of our own words.
        alters, profiles: what all have that carry it; the profiles are of weapons, mounts …
    """

    name: str
    aliases: tuple[str, ...] = ()
    is_: Names = NO_NAMES
    summary: str | None = None
    alters: tuple[Alteration, ...] = ()
    profiles: tuple[Profile, ...] = ()
    source: Source | None = None
    ruling: str | None = None

    @property
    def is_in_numbers(self) -> bool:
        """Whether profiles in play show what it does."""
        return bool(self.alters or self.profiles)


MOST_WORDS = 25
"""Of a term's summary: it stands on a card."""
