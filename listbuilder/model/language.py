"""The expressions of the rule language: quantities, selectors, tests, comparisons, rules.

An expression's attributes are the JSON keys; a trailing underscore keeps ``is``, ``in``, ``if`` and
their like apart from Python's own words.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, NewType

import attrs

from listbuilder.findings import Severity, Source
from listbuilder.record import Record

Number = int | Fraction
"""Exact: whole, or a fraction that the files write as ``"5/2"``."""

Names = NewType("Names", tuple[str, ...])
"""One or more ids; the files write a single one as a plain string."""

NO_NAMES = Names(())

Chosen = NewType("Chosen", tuple[tuple[str, str], ...])
"""Choices and the option of each; the files write an object."""

BySize = NewType("BySize", tuple[tuple[int, Number], ...])
"""Numbers of models and what goes with each; the files write an object."""

Copies = NewType("Copies", int)
"""A number of things: from 1 to ``MOST_COPIES``."""

ONE = Copies(1)
MOST_COPIES = 100_000

Op = Literal["at_most", "at_least", "exactly", "multiple_of"]
Rounding = Literal["up", "down"]


@attrs.frozen(eq=False, repr=False)
class Bounds(Record):
    """What a number may be; at least one of the three is said, and all that is said holds."""

    exactly: int | None = None
    at_most: int | None = None
    at_least: int | None = None

    def bounds(self) -> Iterator[tuple[Op, int]]:
        """Yield what is said."""
        bounds: tuple[tuple[Op, int | None], ...] = (
            ("exactly", self.exactly),
            ("at_most", self.at_most),
            ("at_least", self.at_least),
        )
        yield from ((op, bound) for op, bound in bounds if bound is not None)

    def allow(self, number: int) -> bool:
        """Tell whether a number keeps to all of them."""
        return (
            (self.exactly is None or number == self.exactly)
            and (self.at_most is None or number <= self.at_most)
            and (self.at_least is None or number >= self.at_least)
        )


@attrs.frozen(eq=False, repr=False)
class PrintedNumber(Bounds):
    """A number in an entry's profiles, as printed: without what is carried does to it.

    Attributes:
        column: where it stands.
        type: of the profiles; None: any that have the column.
    """

    column: str = attrs.field(kw_only=True)
    type: str | None = attrs.field(default=None, kw_only=True)


@attrs.frozen(eq=False, repr=False)
class Test(Record):
    """Passes where all that is said here holds; an empty test always passes.

    Attributes:
        is_: it has one of these keywords.
        entry: it is one of these entries.
        slot: it stands in one of these slots.
        choice: the roster chose so (choice and option, pairs).
        first_list: the army list that the roster names first is one of these.
        printed: its entry has such a number.
        has: one of its children passes.
        under: it, or something around it, passes.
        all_, any_, not_: as they say.
    """

    __test__ = False  # not a case for pytest

    is_: Names = NO_NAMES
    entry: Names = NO_NAMES
    slot: Names = NO_NAMES
    choice: Chosen = Chosen(())
    first_list: Names = NO_NAMES
    printed: PrintedNumber | None = None
    has: "Condition | None" = None
    under: "Condition | None" = None
    all_: "tuple[Condition, ...]" = ()
    any_: "tuple[Condition, ...]" = ()
    not_: "Condition | None" = None


ALWAYS = Test()


@attrs.frozen(eq=False, repr=False)
class Comparison(Record):
    """Two quantities and how they must stand to each other.

    Attributes:
        quantity: the number found.
        op: how.
        bound: the number allowed.
        per: ``entry`` or a keyword family: asked once for each there is.
    """

    quantity: "Quantity"
    op: Op
    bound: "Quantity"
    per: str | None = None


Condition = Test | Comparison

Scope = Literal["roster"] | Test | Comparison
"""What a rule is asked of: the roster, once, or the selections that pass."""


@attrs.frozen(eq=False, repr=False)
class Selector(Record):
    """A place, and what the selections there must pass.

    Attributes:
        in_: ``self``, ``children``, ``below``, ``whole``, ``parent``, ``roster``, ``at``,
            ``placed``, ``beside``, or a keyword: the whole of the nearest selection so called.
        test: what they must pass.
        whole: each one found stands for itself and all below it.
    """

    in_: str = "whole"
    test: Test = ALWAYS
    whole: bool = False


WHOLE = Selector()


@attrs.frozen(eq=False, repr=False)
class Count(Record):
    """Copies of the selections that a selector finds; a sized selection is one."""

    count: Selector


@attrs.frozen(eq=False, repr=False)
class Sum(Record):
    """What the selections found carry of a value; ``size`` is built in."""

    sum: str
    of: Selector = WHOLE


MODELS = Sum("size", Selector("self"))
"""The models of a selection."""


@attrs.frozen(eq=False, repr=False)
class Distinct(Record):
    """How many different entries there are, or keywords of a family, among what is found."""

    distinct: str
    of: Selector = WHOLE


@attrs.frozen(eq=False, repr=False)
class GreatestOf(Record):
    """The greatest of a value among what is found; 0 where nothing found carries it.

    What counts is what each copy carries by itself (``Value.each``).
    """

    greatest: str
    of: Selector = WHOLE


@attrs.frozen(eq=False, repr=False)
class LeastOf(Record):
    """The least of a value, as ``GreatestOf`` is the greatest."""

    least: str
    of: Selector = WHOLE


@attrs.frozen(eq=False, repr=False)
class Limit(Record):
    """A limit that the roster sets."""

    limit: str


@attrs.frozen(eq=False, repr=False)
class Times(Record):
    """A constant times a quantity, exact unless ``round`` says otherwise."""

    times: Number
    of: "Quantity"
    round: Rounding | None = None


@attrs.frozen(eq=False, repr=False)
class Plus(Record):
    """Quantities added up."""

    plus: "tuple[Quantity, ...]"


@attrs.frozen(eq=False, repr=False)
class If(Record):
    """``then`` where the test passes, else ``else``."""

    if_: Condition
    then: "Quantity"
    else_: "Quantity" = 0


@attrs.frozen(eq=False, repr=False)
class LookUp(Record):
    """What a table of constants says; 0 beside it. Rows and columns count from 1."""

    table: tuple[tuple[Number, ...], ...]
    row: "Quantity"
    column: "Quantity" = 1


@attrs.frozen(eq=False, repr=False)
class Outside(Record):
    """A quantity asked of what holds this one; of the roster itself, 0."""

    outside: "Quantity"


@attrs.frozen(eq=False, repr=False)
class Taker(Record):
    """What takes some of those that are to be assigned.

    Attributes:
        test: whom it takes.
        max: how many, rounded down; below 0, none.
    """

    max: "Quantity"
    test: Test = ALWAYS


MOST_TAKERS = 8


@attrs.frozen(eq=False, repr=False)
class Unassigned(Record):
    """How many copies are left over, where as many as can be go to one each of those that take."""

    unassigned: Selector
    to: tuple[Taker, ...]


Quantity = (
    int
    | Fraction
    | Count
    | Sum
    | Distinct
    | GreatestOf
    | LeastOf
    | Limit
    | Times
    | Plus
    | If
    | LookUp
    | Outside
    | Unassigned
)


@attrs.frozen(eq=False, repr=False)
class Constraint(Record):
    """A rule: one comparison, asked at every selection that passes ``for``, where ``when`` holds.

    Attributes:
        id: the finding's code: it names the offence.
        title: the rule in a sentence of our own.
        for_: a test; ``"roster"`` asks once; None, in an entry or keyword, means its own.
        shown: what sheets call the two numbers, which they show even where the rule is kept.
        ruling: which reading of an unclear rule was taken, and why.
    """

    id: str
    title: str
    require: Comparison
    source: Source
    for_: Scope | None = None
    when: Condition | None = None
    severity: Severity = Severity.ERROR
    shown: str | None = None
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class KeywordChange(Record):
    """A rule that moves keywords: it takes some away, then gives others.

    Attributes:
        becomes: given; each displaces others of its family.
        loses: taken away; of ``becomes`` and this one at least is said.
    """

    id: str
    for_: Condition
    source: Source
    becomes: Names = NO_NAMES
    loses: Names = NO_NAMES
    when: Condition | None = None
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Value(Record):
    """A number an entry carries: the sum of what is said.

    Attributes:
        each: for each copy.
        per_model: for each model of the nearest sized selection: itself or what holds it.
        fixed: once.
        steps: for the first, second … copy, the last for all further.
        by_size: once, by the models of the selection itself: up to so many, that much; above the
            last, what the last says. In rising order of the models.
    """

    each: Number = 0
    per_model: Number = 0
    fixed: Quantity = 0
    steps: tuple[Number, ...] = ()
    by_size: BySize = BySize(())

    @property
    def once(self) -> Quantity:
        """What a selection carries once, whatever its copies: ``fixed``, and that for its size."""
        if not self.by_size:
            return self.fixed
        *smaller, (_, amount) = self.by_size
        found: Quantity = amount
        for models, less in reversed(smaller):
            found = If(Comparison(MODELS, "at_most", models), less, found)
        return Plus((self.fixed, found)) if self.fixed else found

    def for_models(self, models: int) -> Number:
        """What it is by its size, for so many models; 0 where it says nothing of sizes."""
        amounts = [amount for most, amount in self.by_size if models <= most]
        return amounts[0] if amounts else self.by_size[-1][1] if self.by_size else 0


Values = Mapping[str, Value]
