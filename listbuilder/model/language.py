"""The expressions of the rule language: quantities, selectors, tests, comparisons, rules.

An expression's attributes are the JSON keys; a trailing underscore is added to ``is``, ``in``,
``if`` and other words of Python's own.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, NewType

import attrs

from listbuilder.findings import Severity, Source
from listbuilder.record import Record

Number = int | Fraction
"""An exact number: whole, or a fraction that files write as ``"5/2"``."""

Names = NewType("Names", tuple[str, ...])
"""One or more ids; files write a single id as a plain string."""

NO_NAMES = Names(())

Chosen = NewType("Chosen", tuple[tuple[str, str], ...])
"""Pairs of a choice and its option; files write an object."""

BySize = NewType("BySize", tuple[tuple[int, Number], ...])
"""Pairs of a number of models and an amount for up to so many; files write an object."""

Copies = NewType("Copies", int)
"""A number of things: from 1 to ``MOST_COPIES``."""

ONE = Copies(1)
MOST_COPIES = 100_000

Op = Literal["at_most", "at_least", "exactly", "multiple_of"]
Rounding = Literal["up", "down"]


@attrs.frozen(eq=False, repr=False)
class Bounds(Record):
    """Bounds of a number; at least one of the three is given, and all that are given hold."""

    exactly: int | None = None
    at_most: int | None = None
    at_least: int | None = None

    def bounds(self) -> Iterator[tuple[Op, int]]:
        """Yield the given bounds, each with its comparison."""
        bounds: tuple[tuple[Op, int | None], ...] = (
            ("exactly", self.exactly),
            ("at_most", self.at_most),
            ("at_least", self.at_least),
        )
        yield from ((op, bound) for op, bound in bounds if bound is not None)

    def allow(self, number: int) -> bool:
        """Tell whether a number keeps all given bounds."""
        return (
            (self.exactly is None or number == self.exactly)
            and (self.at_most is None or number <= self.at_most)
            and (self.at_least is None or number >= self.at_least)
        )


@attrs.frozen(eq=False, repr=False)
class PrintedNumber(Bounds):
    """Bounds of a number in an entry's profiles as printed, before any alteration.

    Attributes:
        column: the column of the number.
        type: the type of the profiles; None: all types with the column.
    """

    column: str = attrs.field(kw_only=True)
    type: str | None = attrs.field(default=None, kw_only=True)


@attrs.frozen(eq=False, repr=False)
class Test(Record):
    """A test of a selection: it passes if all given attributes hold; an empty test always passes.

    Attributes:
        is_: the selection has one of these keywords.
        entry: it is of one of these entries.
        slot: it stands in one of these slots.
        choice: the roster took all of these options.
        first_list: the army list that the roster names first is one of these.
        printed: its entry has such a printed number.
        has: a test that one of its children passes.
        under: a test that the selection or one of its holders passes.
        all_, any_, not_: conditions that all hold; of which one holds; that does not hold.
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
    """A relation that two quantities must have.

    Attributes:
        quantity: the number found.
        op: the relation.
        bound: the number allowed.
        per: ``entry``, or a keyword family: the comparison is made for each entry, or each keyword
            of the family, by itself.
    """

    quantity: "Quantity"
    op: Op
    bound: "Quantity"
    per: str | None = None


Condition = Test | Comparison

Scope = Literal["roster"] | Test | Comparison
"""The selections of which a rule is asked: the roster, once; or each selection that passes."""


@attrs.frozen(eq=False, repr=False)
class Selector(Record):
    """A scope, and the test that selections in it must pass to be found.

    Attributes:
        in_: ``self``, ``children``, ``below``, ``whole``, ``parent``, ``roster``, ``at``,
            ``placed``, ``beside``, or a keyword: the whole of the nearest selection that has it.
        test: the test.
        whole: whether all selections below those that pass are found, too.
    """

    in_: str = "whole"
    test: Test = ALWAYS
    whole: bool = False


WHOLE = Selector()


@attrs.frozen(eq=False, repr=False)
class Count(Record):
    """The number of copies of the selections that a selector finds; a unit with a size is one."""

    count: Selector


@attrs.frozen(eq=False, repr=False)
class Sum(Record):
    """The sum of a value over the selections found; ``size``, their models, is built in."""

    sum: str
    of: Selector = WHOLE


MODELS = Sum("size", Selector("self"))
"""The models of a selection."""


@attrs.frozen(eq=False, repr=False)
class Distinct(Record):
    """The number of different entries, or keywords of a family, among the selections found."""

    distinct: str
    of: Selector = WHOLE


@attrs.frozen(eq=False, repr=False)
class GreatestOf(Record):
    """The greatest number of a value among the selections found; 0 if none carries it.

    The number that each copy carries by itself counts (``Value.each``).
    """

    greatest: str
    of: Selector = WHOLE


@attrs.frozen(eq=False, repr=False)
class LeastOf(Record):
    """The least number of a value among the selections found, otherwise like ``GreatestOf``."""

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
    """The number in a row and a column of a table, both counted from 1; 0 outside the table."""

    table: tuple[tuple[Number, ...], ...]
    row: "Quantity"
    column: "Quantity" = 1


@attrs.frozen(eq=False, repr=False)
class Outside(Record):
    """A quantity asked of the holder; 0 for the roster itself."""

    outside: "Quantity"


@attrs.frozen(eq=False, repr=False)
class Taker(Record):
    """One of the takers to which selections are assigned (``Unassigned``).

    Attributes:
        test: passed by the selections that it takes.
        max: the most copies that it takes, rounded down; below 0: none.
    """

    max: "Quantity"
    test: Test = ALWAYS


MOST_TAKERS = 8


@attrs.frozen(eq=False, repr=False)
class Unassigned(Record):
    """The number of copies left over when as many as possible are assigned to takers.

    Each copy goes to one taker. Example: of 5 men, 3 on foot, a boat takes 2 on foot and a gate 1
    of any kind: 2 are left over.
    """

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
        id: the code of its findings, which names the offence.
        title: the rule in a sentence of our own.
        for_: a test of the selections of which it is asked; ``"roster"``: it is asked once; None,
            in an entry or keyword: of the entry's, or the keyword's, own selections.
        shown: the title of the two numbers on sheets, which show them even if the rule is kept.
        ruling: the reading of an unclear rule that was taken, and the reason.
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
        becomes: keywords that are given; each displaces others of its family.
        loses: keywords that are taken away. One of the two at least is not empty.
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
    """A number that an entry carries: the sum of these parts.

    Example: 10 points for each copy and 5 for each model make 70 for one copy of 12 models.

    Attributes:
        each: counted for each copy.
        per_model: counted for each model of the selection, or of the nearest unit around it.
        fixed: counted once.
        steps: counted for the first copy, the second and so on; the last for all further copies.
        by_size: counted once, by the models of the selection: pairs in rising order of a number of
            models and the amount for up to so many; above the last the last amount.
    """

    each: Number = 0
    per_model: Number = 0
    fixed: Quantity = 0
    steps: tuple[Number, ...] = ()
    by_size: BySize = BySize(())

    @property
    def once(self) -> Quantity:
        """The part that a selection carries once for all copies: ``fixed`` and ``by_size``."""
        if not self.by_size:
            return self.fixed
        *smaller, (_, amount) = self.by_size
        found: Quantity = amount
        for models, less in reversed(smaller):
            found = If(Comparison(MODELS, "at_most", models), less, found)
        return Plus((self.fixed, found)) if self.fixed else found

    def for_models(self, models: int) -> Number:
        """The part ``by_size`` for a number of models; 0 if there is none."""
        amounts = [amount for most, amount in self.by_size if models <= most]
        return amounts[0] if amounts else self.by_size[-1][1] if self.by_size else 0


Values = Mapping[str, Value]
