"""The parts of catalogues: entries, their slots, keywords and profiles."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import (
    ALWAYS,
    NO_NAMES,
    ONE,
    Condition,
    Constraint,
    Copies,
    Names,
    Quantity,
    Selector,
    Test,
    Values,
)
from listbuilder.model.profiles import Alteration, Named, Profile
from listbuilder.record import Record

NO_VALUES: Values = {}


@attrs.frozen(eq=False, repr=False)
class Selection(Record):
    """An entry in a roster, with its contents. Counts are absolute: nothing multiplies them.

    Attributes:
        entry: the entry's id.
        slot: the holder's slot in which it stands; None: the first that offers the entry.
        count: the number of copies.
        size: the number of models in each copy, for an entry with a size.
        id: the id by which ``at`` and commands name it.
        name: the player's name for it.
        at: the id of the selection at which it is placed.
        notes: the player's notes, kept as they are.
        picture: the file of a picture for its card, relative to the roster's folder.
        with_: its contents: the selections that it holds.
        keys: the order of the keys in the file, kept when it is saved.
    """

    entry: str
    slot: str | None = None
    count: Copies = ONE
    size: Copies | None = None
    id: str | None = None
    name: str | None = None
    at: str | None = None
    notes: Any = None
    picture: str | None = None
    with_: "tuple[Selection, ...]" = ()
    keys: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)


@attrs.frozen(eq=False, repr=False)
class Offer(Record):
    """Entries that a slot takes: those that pass the test, from the list in play.

    Attributes:
        values: values that take precedence over the entry's own.
        requires, excludes: selectors asked from the holder; each must find at least one, or none.
        replaces: the names of wargear that the option replaces, for the cards.
    """

    test: Test = ALWAYS
    min: Quantity | None = None
    max: Quantity | None = None
    exactly: Quantity | None = None
    values: Values = NO_VALUES
    requires: tuple[Selector, ...] = ()
    excludes: tuple[Selector, ...] = ()
    replaces: Names = NO_NAMES


@attrs.frozen(eq=False, repr=False)
class Group(Record):
    """A narrowing of a slot, with bounds of its own."""

    test: Test = ALWAYS
    id: str | None = None
    title: str | None = None
    min: Quantity | None = None
    max: Quantity | None = None
    exactly: Quantity | None = None
    each_max: Quantity | None = None
    budget: Mapping[str, Quantity] = attrs.field(factory=dict)


@attrs.frozen(eq=False, repr=False)
class Kind(Record):
    """Entries that are found and counted together; ``test`` asks only static facts of each."""

    title: str
    test: Test = ALWAYS


@attrs.frozen(eq=False, repr=False)
class Slot(Record):
    """A part of an entry that holds others: shorthand for constraints.

    A bound that is a number is for each copy of the holder (each model with ``per: model``);
    any other quantity is taken as it stands.

    Attributes:
        each_max: the most copies of each entry.
        budget: the most of a value, over all selections in the slot and below it.
        default: the selections that a builder puts in; never judged.
        ring: its selections stand in a row, in the roster's order; where this test passes at the
            holder, the last is beside the first.
        source: the slot's source, if it differs from its owner's.
        shown: the title of its numbers on sheets; None: sheets don't show them.
        cards: whether its selections have cards of their own, instead of standing on the holder's.
    """

    id: str
    offers: tuple[Offer, ...]
    title: str | None = None
    min: Quantity | None = None
    max: Quantity | None = None
    exactly: Quantity | None = None
    each_max: Quantity | None = None
    per: Literal["model"] | None = None
    budget: Mapping[str, Quantity] = attrs.field(factory=dict)
    groups: tuple[Group, ...] = ()
    default: tuple[Selection, ...] = ()
    ring: Condition | None = None
    shown: str | None = None
    cards: bool = False
    source: Source | None = None
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Size(Record):
    """The numbers of models that a selection of the entry may have.

    Attributes:
        one_of: the only numbers allowed, in rising order, from ``min`` to ``max``; files write a
            list of them. Empty: all numbers between the two.
    """

    min: Quantity = 1
    max: Quantity | None = None
    one_of: tuple[int, ...] = ()


Icon = Literal[
    "hero", "foot", "mounted", "beast", "machine", "wizard", "castle", "ability", "marker"
]
"""The drawing on the cards of a kind of piece."""


@attrs.frozen(eq=False, repr=False)
class Keyword(Record):
    """A class of entries; keywords of one family exclude each other.

    Attributes:
        title: the name that sheets print; a keyword without a title is not printed.
        must: families of which each of its entries must have a keyword.
        icon: the drawing on the cards of its entries.
        carries: values that each of its entries must have: here, of its own or where it is offered.
        copies, values, slots, constraints, profiles, rules: passed on to its entries; an entry's
            own profile of the same type and name takes precedence, column by column.
        alters: alterations of the profiles of each entry that has it.
        shares: whether its entries carry all that their holder carries, as a champion does.
        hidden: the name of its entries on an opponent's sheets, which keeps secret which they are.
        plan: whether its entries are their owner's plan, which an opponent's copy leaves out.
    """

    title: str | None = None
    family: str | None = None
    must: Names = NO_NAMES
    icon: Icon | None = None
    carries: Names = NO_NAMES
    copies: Copies | None = None
    values: Values = NO_VALUES
    slots: tuple[Slot, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    profiles: tuple[Profile, ...] = ()
    rules: tuple[Named, ...] = ()
    alters: tuple[Alteration, ...] = ()
    shares: bool = False
    hidden: str | None = None
    plan: bool = False
    source: Source | None = None
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Entry(Record):
    """Something a roster can select.

    Attributes:
        plural: its name for several copies, and for an option that each model of a unit has.
        known_as: its names and ids in other builders.
        is_: its keywords.
        like: the id of an entry from which it takes all that it does not say (``loading.derive``).
        copies: the most copies in one selection; 1: each copy is a selection of its own.
        caps: the most copies in the whole of a scope (``roster`` or a keyword).
        holds: by entry, the exact number of its copies anywhere inside each copy.
        requires, excludes: selectors; each must find at least one selection, or none.
        holder_becomes: keywords that it gives to its holder.
        wargear, rules, actions, powers: names printed on its card.
        alters: alterations of its own profiles; for an option, of its holder's.
        text: its effect at the table, in our own words.
        uses: how often each copy can be used in a game: boxes to tick.
        write_ins: facts that no source gives: its card has a line for each, for players to fill in.
        picture: the file of a picture for its card, relative to the army list's folder.
    """

    id: str
    name: str
    plural: str | None = None
    known_as: tuple[str, ...] = ()
    is_: Names = NO_NAMES
    like: str | None = None
    values: Values = NO_VALUES
    size: Size | None = None
    copies: Copies | None = None
    caps: Mapping[str, Copies] = attrs.field(factory=dict)
    slots: tuple[Slot, ...] = ()
    holds: Mapping[str, Copies] = attrs.field(factory=dict)
    requires: tuple[Selector, ...] = ()
    excludes: tuple[Selector, ...] = ()
    holder_becomes: Names = NO_NAMES
    constraints: tuple[Constraint, ...] = ()
    profiles: tuple[Profile, ...] = ()
    wargear: tuple[Named, ...] = ()
    rules: tuple[Named, ...] = ()
    actions: tuple[Named, ...] = ()
    powers: tuple[Named, ...] = ()
    alters: tuple[Alteration, ...] = ()
    text: tuple[str, ...] = ()
    uses: Copies | None = None
    write_ins: tuple[str, ...] = ()
    picture: str | None = None
    source: Source | None = None
    ruling: str | None = None


def settle(names: Iterable[str], keywords: Mapping[str, Keyword]) -> Names:
    """Keep the last keyword of each family, and all keywords without a family."""
    kept: dict[str, str] = {}
    for name in names:
        keyword = keywords.get(name)
        family = keyword.family if keyword else None
        kept.pop(name, None)
        kept = {other: group for other, group in kept.items() if group != family or not family}
        kept[name] = family or ""
    return Names(tuple(kept))
