"""Dice and what hangs on them: rolls, chances, and the odds that sheets show.

A roll is a distribution: of numbers, or of words such as what a face shows. What is known before
the dice fall (a profile's characteristic, the number of models) is a **number**, called by name.
"""

from collections.abc import Mapping
from typing import Literal

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import Condition, Number, Quantity, Rounding, Scope, Selector
from listbuilder.record import Record

Take = Literal["least", "most", "sum"]
"""What becomes of several numbers."""


@attrs.frozen(eq=False, repr=False)
class Given(Record):
    """A number by its name: one of the odds', or a roll that is kept."""

    number: str


@attrs.frozen(eq=False, repr=False)
class Throw(Record):
    """Dice: ``D6``, ``2D6`` (their sum), or an id of the ruleset's own."""

    dice: str


@attrs.frozen(eq=False, repr=False)
class OnTable(Record):
    """A roll on a table: the title of its outcome; what it rolls, for one without."""

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
    """How many good ones are among ``draw`` of ``of`` things, ``good`` of which are good.

    None is put back: counters of which some are dummies.
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
    """A roll, and what follows from it; there its result is called ``as``."""

    roll: "Roll"
    as_: str
    then: "Roll"


@attrs.frozen(eq=False, repr=False)
class Again(Record):
    """A die may be rolled once more, and the second roll stands.

    Attributes:
        rolls: what it must show for that, such as ``1``; None: whatever failed.
        when: only where this is certain.
    """

    rolls: str | None = None
    when: "Chance | None" = None


@attrs.frozen(eq=False, repr=False)
class Try(Record):
    """A roll that succeeds where it comes to ``need`` or more.

    Attributes:
        plus: added to the dice.
        chart, row, column: what is needed stands in a chart; there ``6/4+`` is two rolls.
        again: a failed roll may be rolled again.
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
        points: each adds 1 to a roll once it has been seen. They are spent, and failed rolls
            rolled again, as is best for the whole.
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
"""The key that each node is known by."""


@attrs.frozen(eq=False, repr=False)
class Chance(Record):
    """How likely a roll is within bounds, all that are said; none: how likely it is 1 or more."""

    of: Roll
    at_least: Roll | None = None
    at_most: Roll | None = None
    exactly: Roll | None = None


@attrs.frozen(eq=False, repr=False)
class Turns(Record):
    """Something that is tried turn by turn until it comes.

    Attributes:
        number: the turn's number is called so.
        from_, to: the first turn and the last.
        title: what a turn is called here.
        start: the state before the first.
        states: of each state, the roll for the next; one that is not there stays.
        until: the state waited for.
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
        title: as it is shown; None: it isn't.
        suppose: what it is where no roster tells.
        quantity: of the selection that is asked.
        profile: a column; read from the profiles of the selections found.
        of: where to find them; a quantity is then asked at each of those, and all are added up.
        only: of these, those whose profiles have these numbers.
        take: of several profiles' numbers.
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
    """A column of odds: the same asked with some numbers set otherwise.

    Attributes:
        set: numbers, which may come from others.
        when: shown only where this is certain.
    """

    title: str
    set: Mapping[str, Roll] = attrs.field(factory=dict)
    when: Chance | None = None


@attrs.frozen(eq=False, repr=False)
class Ask(Record):
    """A row of odds: one of a chance, a distribution, or turns; unsaid, what its odds ask.

    Attributes:
        set, when: as a column's.
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
        when: asked only where this test passes.
        numbers: that its rolls are made of, by name.
        columns, rows: every row is asked in every column; no columns: there is one, unnamed.
        chance, spread, turns: what is asked of rows that don't say.
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
        title: such as ``Wounds on``.
        profile: the column of profiles whose number is the row's.
        heads: of as many columns as the card shows.
        from_: the first of them.
    """

    title: str
    for_: Condition
    profile: str
    heads: tuple[str, ...]
    from_: int = 1


@attrs.frozen(eq=False, repr=False)
class Chart(Record):
    """What rolls need, by two numbers; both count from 1.

    Attributes:
        rows, columns: what the two numbers are called.
        needs: a row for each; ``4+``, ``6/4+`` (a 6, then 4 or more), ``-`` (it can't be done).
        on_cards: what cards show of it.
        at_glance: what the page at a glance shows of it, all rows, where something passes ``for``.
    """

    title: str
    rows: str
    columns: str
    needs: tuple[tuple[str, ...], ...]
    source: Source
    on_cards: CardChart | None = None
    at_glance: CardChart | None = None
    ruling: str | None = None
