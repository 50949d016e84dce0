"""Rolls, chances, and the odds that sheets show.

A roll is a distribution: of numbers, or of words such as those on a die's faces. A quantity known
before the dice fall (a profile's characteristic, the number of models) is a **number** with a name.
"""

from collections.abc import Mapping
from typing import Literal

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import Condition, Number, Quantity, Rounding, Scope, Selector
from listbuilder.record import Record

Take = Literal["least", "most", "sum"]
"""The way in which several numbers become one."""


@attrs.frozen(eq=False, repr=False)
class Given(Record):
    """A number by its name: a number of the odds, or the result of a kept roll (``Kept``)."""

    number: str


@attrs.frozen(eq=False, repr=False)
class Throw(Record):
    """Dice: ``D6``, ``2D6`` (their sum), or an id of the ruleset's own."""

    dice: str


@attrs.frozen(eq=False, repr=False)
class OnTable(Record):
    """A roll on a table: the title of the outcome; the number or face rolled, if it has none."""

    table: str


@attrs.frozen(eq=False, repr=False)
class Added(Record):
    """Rolls added up, each rolled by itself."""

    plus: "tuple[Roll, ...]"


@attrs.frozen(eq=False, repr=False)
class Scaled(Record):
    """A constant times a roll, exact unless ``round`` says otherwise."""

    times: Number
    of: "Roll"
    round: Rounding | None = None


@attrs.frozen(eq=False, repr=False)
class Greatest(Record):
    """The greatest of several rolls."""

    greatest: "tuple[Roll, ...]"


@attrs.frozen(eq=False, repr=False)
class Least(Record):
    """The least of several rolls."""

    least: "tuple[Roll, ...]"


@attrs.frozen(eq=False, repr=False)
class Many(Record):
    """The sum of as many rolls as ``many`` says, which may be rolled itself."""

    many: "Roll"
    of: "Roll"


@attrs.frozen(eq=False, repr=False)
class Drawn(Record):
    """The number of good things among ``draw`` drawn from ``of``, of which ``good`` are good.

    None is put back (hypergeometric distribution). Example: counters, some of which are dummies.
    """

    draw: "Roll"
    of: "Roll"
    good: "Roll"


@attrs.frozen(eq=False, repr=False)
class Choose(Record):
    """``then`` where the chance comes true, else ``else``."""

    if_: "Chance"
    then: "Roll"
    else_: "Roll" = 0


@attrs.frozen(eq=False, repr=False)
class Kept(Record):
    """A roll whose result has a name (``as``) in the roll that follows (``then``)."""

    roll: "Roll"
    as_: str
    then: "Roll"


@attrs.frozen(eq=False, repr=False)
class Again(Record):
    """A permission to roll a die once more; the second roll stands.

    Attributes:
        rolls: the faces that may be rolled again, such as ``1``; None: every failed roll.
        when: a chance that must be certain for the permission to hold.
    """

    rolls: str | None = None
    when: "Chance | None" = None


@attrs.frozen(eq=False, repr=False)
class Try(Record):
    """A roll that succeeds if it comes to ``need`` or more.

    Attributes:
        plus: the number added to the dice.
        chart, row, column: the place of the needed number in a chart; ``6/4+`` there is two rolls.
        again: the permission to roll again; None: there is none.
    """

    dice: str = "D6"
    plus: "Roll" = 0
    need: "Roll | None" = None
    chart: str | None = None
    row: "Roll | None" = None
    column: "Roll | None" = None
    again: Again | None = None


@attrs.frozen(eq=False, repr=False)
class Chain(Record):
    """Steps that must all come true, one after the other: 1 where they do, else 0.

    Attributes:
        points: the number of points to spend, each of which adds 1 to a roll once it has been seen.
            They are spent, and failed rolls rolled again, so that the chance of the whole is best.
    """

    chain: "tuple[Try | Chance, ...]"
    points: "Roll" = 0


Roll = (
    int
    | str
    | Given
    | Throw
    | OnTable
    | Added
    | Scaled
    | Greatest
    | Least
    | Many
    | Drawn
    | Choose
    | Kept
    | Chain
)

ROLLS: Mapping[str, type] = {
    "number": Given,
    "dice": Throw,
    "table": OnTable,
    "plus": Added,
    "times": Scaled,
    "greatest": Greatest,
    "least": Least,
    "many": Many,
    "draw": Drawn,
    "if": Choose,
    "roll": Kept,
    "chain": Chain,
}
"""The kinds of rolls, each with the JSON key that it has alone."""


@attrs.frozen(eq=False, repr=False)
class Chance(Record):
    """The chance that a roll keeps all given bounds; without bounds, that it is 1 or more."""

    of: Roll
    at_least: Roll | None = None
    at_most: Roll | None = None
    exactly: Roll | None = None


@attrs.frozen(eq=False, repr=False)
class Turns(Record):
    """A Markov chain: each turn a roll decides the next state, until a state comes.

    Attributes:
        number: the name by which rolls read the turn's number.
        from_, to: the numbers of the first and the last turn.
        title: the word for a turn.
        start: the state before the first turn.
        states: for each state, the roll for the next; a state that is not here stays.
        until: the state that is waited for.
    """

    number: str
    from_: int
    to: int
    start: str
    states: Mapping[str, Roll]
    until: str
    title: str = "turn"


@attrs.frozen(eq=False, repr=False)
class Figured(Record):
    """A number that odds start from: read from the roster, or supposed.

    Attributes:
        title: its title; None: it is not shown.
        suppose: the number if there is no roster to read it from.
        quantity: the quantity to read, of the selection asked or, added up, of those of ``of``.
        profile: the column to read, in the profiles of the selections found.
        of: the selections to read from; None: the selection asked.
        only: numbers by column; only selections whose profiles have these are read.
        take: the way in which the numbers of several profiles become one.
    """

    suppose: int
    title: str | None = None
    quantity: Quantity | None = None
    profile: str | None = None
    of: Selector | None = None
    only: Mapping[str, int] = attrs.field(factory=dict)
    take: Take = "most"


@attrs.frozen(eq=False, repr=False)
class Way(Record):
    """A column of odds: the rows' questions with some numbers set otherwise.

    Attributes:
        set: numbers by name; they may depend on other numbers.
        when: a chance that must be certain for the column to be shown.
    """

    title: str
    set: Mapping[str, Roll] = attrs.field(factory=dict)
    when: Chance | None = None


@attrs.frozen(eq=False, repr=False)
class Ask(Record):
    """A row of odds: it asks for a chance, a distribution or turns; if none, as its odds do.

    Attributes:
        set, when: as for a column (``Way``).
    """

    title: str
    set: Mapping[str, Roll] = attrs.field(factory=dict)
    when: Chance | None = None
    chance: Chance | None = None
    spread: Roll | None = None
    turns: Turns | None = None


@attrs.frozen(eq=False, repr=False)
class Odds(Record):
    """A table of odds, asked of the roster or of each selection that passes ``for``.

    Attributes:
        when: a condition that the selection asked must pass.
        numbers: the numbers that its rolls read, by name.
        columns, rows: every row is asked in every column; no columns: a single one without a title.
        chance, spread, turns: the question of rows that have none of their own.
    """

    id: str
    title: str
    rows: tuple[Ask, ...]
    source: Source
    for_: Scope = "roster"
    when: Condition | None = None
    text: tuple[str, ...] = ()
    numbers: Mapping[str, Figured] = attrs.field(factory=dict)
    columns: tuple[Way, ...] = ()
    chance: Chance | None = None
    spread: Roll | None = None
    turns: Turns | None = None
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class CardChart(Record):
    """The row of a chart that a selection's profiles need, on the card of each that passes ``for``.

    Attributes:
        title: the row's title, such as ``Wounds on``.
        profile: the column of profiles whose number is the number of the chart's row.
        heads: the heads of the columns that the card shows.
        from_: the number of the first column shown.
    """

    title: str
    for_: Condition
    profile: str
    heads: tuple[str, ...]
    from_: int = 1


@attrs.frozen(eq=False, repr=False)
class Chart(Record):
    """The rolls needed, in a table by two numbers that count from 1.

    Attributes:
        rows, columns: the titles of the two numbers.
        needs: the rows: ``4+``, ``6/4+`` (a 6, then 4 or more), ``-`` (impossible).
        on_cards: the row that cards show; None: none.
        at_glance: the part that the page at a glance shows, of all rows, if a selection passes
            ``for``; None: none.
    """

    title: str
    rows: str
    columns: str
    needs: tuple[tuple[str, ...], ...]
    source: Source
    on_cards: CardChart | None = None
    at_glance: CardChart | None = None
    ruling: str | None = None
