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
    """An entry in a roster, with what it holds. Counts are absolute: nothing multiplies them.

    Attributes:
        entry: id of the entry.
        slot: the holder's slot it stands in; None: the first that offers the entry.
        count: copies.
        size: models in it, for an entry that has a size.
        id: what ``at`` and commands call it by.
        name: what the player calls it.
        at: id of the selection it is placed at.
        notes: the player's own, kept as they are.
        picture: the file of a picture for its card, from the roster's folder.
        with_: the selections it holds.
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
        values: go before the entry's own.
        requires, excludes: of each of these, seen from the holder, at least one, none.
        replaces: names of wargear that the option takes the place of, for the cards.
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
    """Entries that are found and counted together; ``test`` asks only what each is by itself."""

    title: str
    test: Test = ALWAYS


@attrs.frozen(eq=False, repr=False)
class Slot(Record):
    """Where an entry holds others: constraints in short.

    A bound that is a number is for each copy of the holder (each model with ``per: model``);
    any other quantity is taken as it stands.

    Attributes:
        each_max: the most of any one entry.
        budget: the most of a value, over all that stands in the slot and below it.
        default: what a builder puts in; never judged.
        ring: its selections stand in a row, in the roster's order; where this passes at the
            holder, the last is beside the first.
        source: where it differs from its owner's.
        shown: what sheets call its numbers; unsaid, they don't show them.
        cards: what stands in it has cards of its own, and is not printed on its holder's.
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
    """How many models a selection of the entry may have.

    Attributes:
        one_of: the only numbers there are, in rising order, from ``min`` to ``max``; the files
            write a list of them. Unsaid: all between the two.
    """

    min: Quantity = 1
    max: Quantity | None = None
    one_of: tuple[int, ...] = ()


Icon = Literal[
    "hero", "foot", "mounted", "beast", "machine", "wizard", "castle", "ability", "marker"
]
"""What is drawn on cards, of a kind of piece."""


@attrs.frozen(eq=False, repr=False)
class Keyword(Record):
    """A class of entries; keywords of one family exclude each other.

    Attributes:
        title: as sheets print it; a keyword without one is not printed.
        must: families of which each of its entries must have a keyword.
        icon: what is drawn on the cards of its entries.
        carries: values that each of its entries must have, here, of its own or where it is offered.
        copies, values, slots, constraints, profiles, rules: what its entries get from it; an
            entry's own profile of the same type and name goes before it, column by column.
        alters: what it does to the profiles of each that has it.
        shares: its entries carry what their holder carries, as a champion does.
        hidden: what an opponent's sheets call its entries, to keep which they are from him.
        plan: its entries are their owner's plan: an opponent's copy leaves them out.
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
        plural: what several are called, and an option that each model of a unit has.
        known_as: what other builders call it.
        is_: its keywords.
        like: id of an entry that it takes everything unsaid from (``loading.derive``).
        copies: most copies in one selection; 1 makes it a thing of its own.
        caps: most in the whole of a scope (``roster`` or a keyword).
        holds: exactly how many of each entry there are in the whole of it.
        requires, excludes: of each of these at least one, none.
        holder_becomes: keywords for what holds it.
        wargear, rules, actions, powers: names printed on its card.
        alters: what it does to profiles: its own, or an option's to those of what holds it.
        text: what it does at the table, in our own words.
        uses: times that each copy can be used in a game: boxes to tick.
        write_ins: what no source gives: a line for each on its card, for a player to fill in.
        picture: the file of a picture for its card, from the army list's folder.
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
    """Keep, of the keywords of one family, the last; one without a family stays."""
    kept: dict[str, str] = {}
    for name in names:
        keyword = keywords.get(name)
        family = keyword.family if keyword else None
        kept.pop(name, None)
        kept = {other: group for other, group in kept.items() if group != family or not family}
        kept[name] = family or ""
    return Names(tuple(kept))
