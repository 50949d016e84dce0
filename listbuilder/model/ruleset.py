"""A ruleset, its catalogues, and the book of both that a roster is read with."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

import attrs

from listbuilder.findings import Severity, Source
from listbuilder.messages import gettext, joined
from listbuilder.model.deferred import DEFERRABLE, defers
from listbuilder.model.entries import Entry, Keyword, Kind, Slot
from listbuilder.model.language import (
    Comparison,
    Constraint,
    Copies,
    KeywordChange,
)
from listbuilder.model.profiles import Profile
from listbuilder.model.shown_figures import Figure
from listbuilder.record import Record

if TYPE_CHECKING:
    from listbuilder.model.odds import Chart, Odds
    from listbuilder.model.play_aids import Dice, Flow, Plan, Table, Term, Topic, Track
    from listbuilder.model.profile_types import ProfileType


@attrs.frozen(eq=False, repr=False)
class Document(Record):
    """A rulebook that sources name.

    Attributes:
        pages: the last page number that is printed.
    """

    title: str
    edition: str | None = None
    pages: Copies | None = None


@attrs.frozen(eq=False, repr=False)
class ValueType(Record):
    """A number that entries carry.

    Attributes:
        title: its name in the plural, such as ``points``.
        unit: the unit printed after the number.
        cost: whether rosters are priced in it.
    """

    title: str
    unit: str = ""
    cost: bool = False


@attrs.frozen(eq=False, repr=False)
class LimitType(Record):
    """A limit that a roster may set."""

    title: str
    default: int | None = None


@attrs.frozen(eq=False, repr=False)
class Choice(Record):
    """A choice that a roster makes; ``options`` are titles by id."""

    title: str
    options: Mapping[str, str]
    default: str | None = None

    def joined(self, other: Self) -> Self:
        """The choice with the options of another, too, and its default where this has none."""
        options = {**other.options, **self.options}
        ordered = {name: options[name] for name in (*self.options, *other.options)}
        default = self.default or other.default
        return attrs.evolve(self, options=ordered, default=default)


@attrs.frozen(eq=False, repr=False)
class BattleRule(Record):
    """A rule for two armies that meet: one comparison, asked of the whole of a roster.

    Attributes:
        of: the side whose army has the number found, and gets the finding.
        against: the side whose army gives the number allowed; None: the same side.
    """

    id: str
    title: str
    of: str
    require: Comparison
    source: Source
    against: str | None = None
    severity: Severity = Severity.ERROR
    ruling: str | None = None


@attrs.frozen(eq=False, repr=False)
class Battle(Record):
    """Two armies that meet, each on a side of its own.

    Attributes:
        choice: the id of the choice by which an army says on which side it is.
        sides: the two options of that choice.
        constraints: the rules asked of the two armies together.
    """

    choice: str
    sides: tuple[str, ...]
    source: Source
    constraints: tuple[BattleRule, ...] = ()


@attrs.frozen(eq=False, repr=False)
class Amendment(Record):
    """A change that a version of an army list, or of a ruleset, made.

    Attributes:
        version: the first version with the change.
        entries: the ids of the entries concerned, also of entries that are gone; empty: all.
    """

    version: str
    text: str
    entries: tuple[str, ...] = ()


@defers
@attrs.frozen(eq=False, repr=False)
class Ruleset(Record):
    """One game.

    Attributes:
        known_as: its names and ids in other builders.
        bookkeeping: names of things that other builders list beside an army's selections.
        history: the changes of its versions, for players of older rosters.
        titles: by language, the translations of its titles and those of its army lists.
    """

    id: str
    name: str
    version: str
    documents: Mapping[str, Document]
    known_as: tuple[str, ...] = ()
    bookkeeping: tuple[str, ...] = ()
    summary: str = ""
    values: Mapping[str, ValueType] = attrs.field(factory=dict)
    limits: Mapping[str, LimitType] = attrs.field(factory=dict)
    choices: Mapping[str, Choice] = attrs.field(factory=dict)
    keywords: Mapping[str, Keyword] = attrs.field(factory=dict)
    kinds: Mapping[str, Kind] = attrs.field(factory=dict)
    profiles: "Mapping[str, ProfileType]" = attrs.field(factory=dict, metadata=DEFERRABLE)
    dice: "Mapping[str, Dice]" = attrs.field(factory=dict, metadata=DEFERRABLE)
    slots: tuple[Slot, ...] = ()
    entries: tuple[Entry, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    changes: tuple[KeywordChange, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: "tuple[Table, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    flows: "tuple[Flow, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    plans: "tuple[Plan, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    tracks: "tuple[Track, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    charts: "Mapping[str, Chart]" = attrs.field(factory=dict, metadata=DEFERRABLE)
    odds: "tuple[Odds, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    glossary: "tuple[Term, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    reference: "tuple[Topic, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    battle: Battle | None = None
    history: tuple[Amendment, ...] = ()
    titles: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    source: Source | None = None
    schema: str | None = None


@defers
@attrs.frozen(eq=False, repr=False)
class Catalogue(Record):
    """One army list of a ruleset. Its keywords, constraints and so on add to the ruleset's.

    Attributes:
        known_as: its names and ids in files of other builders.
        source: the source of entries, keywords and figures that name none.
        choices: its own choices, or further options of choices that others have.
        history, titles: as for the ruleset; its titles take precedence over the ruleset's.
    """

    id: str
    ruleset: str
    name: str
    version: str
    known_as: tuple[str, ...] = ()
    source: Source | None = None
    documents: Mapping[str, Document] = attrs.field(factory=dict)
    summary: str = ""
    choices: Mapping[str, Choice] = attrs.field(factory=dict)
    keywords: Mapping[str, Keyword] = attrs.field(factory=dict)
    entries: tuple[Entry, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    changes: tuple[KeywordChange, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: "tuple[Table, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    flows: "tuple[Flow, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    plans: "tuple[Plan, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    tracks: "tuple[Track, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    odds: "tuple[Odds, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    glossary: "tuple[Term, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    reference: "tuple[Topic, ...]" = attrs.field(default=(), metadata=DEFERRABLE)
    history: tuple[Amendment, ...] = ()
    titles: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    schema: str | None = None


Part = Ruleset | Catalogue


@attrs.frozen(eq=False, repr=False)
class Book:
    """A ruleset with catalogues: all that is needed to read and judge a roster.

    Attributes:
        event: the name of the event at which it is played; empty without an event.
        choices: the choices of all parts; a choice of several parts has the options of all.
        entries: by army list (a catalogue's id; ``""`` for the ruleset's own), then by id.
        memo: values that other rooms work out of it (``model.memo``).
    """

    ruleset: Ruleset
    catalogues: Mapping[str, Catalogue]
    event: str = ""
    keywords: Mapping[str, Keyword] = attrs.field(init=False)
    choices: Mapping[str, Choice] = attrs.field(init=False)
    documents: Mapping[str, Document] = attrs.field(init=False)
    entries: Mapping[str, Mapping[str, Entry]] = attrs.field(init=False)
    memo: dict[Any, dict[Any, Any]] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        keywords: dict[str, Keyword] = {}
        choices: dict[str, Choice] = {}
        documents: dict[str, Document] = {}
        for part in self.parts():
            keywords |= part.keywords
            for name, choice in part.choices.items():
                choices[name] = choices[name].joined(choice) if name in choices else choice
            documents |= part.documents
        entries = {"": {entry.id: entry for entry in self.ruleset.entries}}
        for catalogue in self.catalogues.values():
            entries[catalogue.id] = {entry.id: entry for entry in catalogue.entries}
        object.__setattr__(self, "keywords", keywords)
        object.__setattr__(self, "choices", choices)
        object.__setattr__(self, "documents", documents)
        object.__setattr__(self, "entries", entries)

    def parts(self) -> Iterator[Part]:
        """Yield the ruleset, then the catalogues."""
        yield self.ruleset
        yield from self.catalogues.values()

    def is_gear(self, profile: Profile) -> bool:
        """Tell whether a profile is of a weapon or the like."""
        kind = self.ruleset.profiles.get(profile.type)
        return kind is not None and kind.gear

    def is_piece(self, entry: Entry) -> bool:
        """Tell whether an entry is a model, engine or counter: it has a profile but a gear's."""
        return not all(map(self.is_gear, entry.profiles))

    def find(self, entry_id: str, list_id: str) -> tuple[Entry, str] | None:
        """Look an entry up where an army list is in play.

        That list goes first, then the ruleset's own entries, then every other catalogue: a stray
        entry must be found to be judged.

        Returns:
            The entry and the list in play below it; None if no list has it.
        """
        for candidate in (list_id, "", *self.catalogues):
            if (entry := self.entries[candidate].get(entry_id)) is not None:
                return entry, candidate or list_id
        return None

    def cite(self, source: Source) -> str:
        """Name a source in words."""
        return joined(", ", self.cited(source))

    def cited(self, source: Source) -> list[str]:
        """The words that name a source: title, section, page."""
        document = self.documents.get(source.document)
        section = [f"“{source.section}”"] if source.section is not None else []
        page = [gettext("page {number}", number=source.page)] if source.page is not None else []
        return [document.title if document else source.document, *section, *page]
