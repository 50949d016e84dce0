"""Reading an event pack, and the rosters that are sent in for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.json_pointer import token
from listbuilder.loading.library import Library, understand
from listbuilder.loading.magnitudes import carried_values, oversized
from listbuilder.loading.names import quoted
from listbuilder.loading.packs_together import (
    contradictions,
    disambiguated,
    joined_choices,
    joined_limits,
    may_come,
)
from listbuilder.loading.parse import Parsed, parse
from listbuilder.loading.problems import Problem, located
from listbuilder.loading.references import (
    JsonPart,
    dangling,
    json_parts,
    known_names,
    named_parts,
)
from listbuilder.loading.rosters import Loaded, read_roster, unknown_settings
from listbuilder.messages import gettext, joined
from listbuilder.model.event import Allowed, Choices, Demands, Pack
from listbuilder.model.language import Constraint
from listbuilder.model.memo import memoised
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Choice

NOT_OF_THE_EVENT = frozenset({"choice-not-allowed", "list-not-allowed"})
"""Codes of notices about a roster's choices and army lists that an event does not have."""


class LoadedEvent:
    """An event: its pack, or several packs that hold together.

    The event keeps the books that it was applied to, and so their judges.

    Attributes:
        packs: the packs in the order of their names; they don't contradict each other.
    """

    def __init__(self, *packs: Pack) -> None:
        self.packs = packs
        self._books: dict[Book, Book] = {}

    @property
    def name(self) -> str:
        """The event's name."""
        return " and ".join(pack.name for pack in self.packs)

    @property
    def ruleset(self) -> str:
        """The id of its game."""
        return self.packs[0].ruleset

    @property
    def choices(self) -> Choices:
        """The options that it allows, of each choice that it names."""
        return joined_choices(self.packs)

    def lists(self, library: Library) -> list[str]:
        """List the ids of the army lists that it allows."""
        return [name for name in library.catalogues(self.ruleset) if may_come(name, self.packs)]

    def contradictions(self, pack: Pack, library: Library) -> list[Problem]:
        """List the demands of a further pack that contradict the event."""
        return list(contradictions(pack, self.packs, library.catalogues(pack.ruleset)))

    def with_(self, pack: Pack) -> LoadedEvent:
        """Make an event with a further pack, which does not contradict it."""
        return LoadedEvent(*self.packs, disambiguated(pack, self.packs))

    def over(self, book: Book) -> Book:
        """Make the book with the event's rules (``Pack.over``)."""
        for pack in self.packs:
            book = pack.over(book)
        return book

    def read_roster(self, parsed: Parsed, library: Library) -> Loaded:
        """Make a roster of a parsed file with the event's rules (``loading.rosters``).

        The event sets limits and choices that the roster leaves open. Choices and army lists that
        the event does not have are among the notices.

        Raises:
            LoadError: the file can't be used, or is a roster of another game.
        """
        return self.at_event(read_roster(parsed, library), parsed, library)

    def at_event(self, loaded: Loaded, parsed: Parsed, library: Library) -> Loaded:
        """Apply the event to a roster that was read without it (``read_roster``).

        Raises:
            LoadError: the roster is of another game than the event.
        """
        roster = loaded.roster
        if roster.ruleset != self.ruleset:
            is_one = gettext("is an event") if len(self.packs) == 1 else gettext("are events")
            message = gettext(
                "{name} {is_one} of {ruleset}, not of {other}.",
                name=self.name,
                is_one=is_one,
                ruleset=self.ruleset,
                other=roster.ruleset,
            )
            problem = Problem("other-ruleset", message, "/ruleset")
            raise LoadError(parsed.path, located(parsed, [problem], Severity.ERROR))
        book, settled = self.played(loaded.book, roster)
        notices = [*loaded.notices]
        for pack in self.packs:
            problems = list(_not_of_the_event(pack, roster, loaded.book, library))
            found = located(parsed, problems, Severity.ERROR) if problems else ()
            notices += (cited(finding, pack, book) for finding in found)
        figures = tuple(figure for pack in self.packs for figure in pack.figures)
        return attrs.evolve(
            loaded, roster=settled, book=book, notices=tuple(notices), asked=figures
        )

    def played(self, book: Book, roster: Roster) -> tuple[Book, Roster]:
        """Apply the event to a book and a roster, whose open limits and choices it sets."""
        if book not in self._books:
            self._books[book] = self.over(book)
        limits, choices = self.settled(roster.choices)
        settled = attrs.evolve(
            roster,
            limits={**limits, **roster.limits},
            choices={**_there(choices, self._books[book]), **roster.choices},
        )
        return self._books[book], settled

    def notices(self, roster: Roster, library: Library) -> list[Finding]:
        """List the notices about a roster without a file."""
        plain = library.book(roster.ruleset, roster.catalogues)
        book, _ = self.played(plain, roster)
        return [
            cited(Finding(problem.code, Severity.ERROR, problem.message), pack, book)
            for pack in self.packs
            for problem in _not_of_the_event(pack, roster, plain, library)
        ]

    def as_settings(self, made: Mapping[str, str]) -> dict[str, str]:
        """Write the limits and choices that it sets (``settled``) as arguments of commands."""
        limits, choices = self.settled(made)
        return {**{name: str(limit) for name, limit in limits.items()}, **choices}

    def settled(self, made: Mapping[str, str]) -> tuple[dict[str, int], dict[str, str]]:
        """Give the limits and choices of a roster that leaves them open.

        Args:
            made: the roster's own choices.
        """
        choices = {name: options[0] for name, options in self.choices.items() if len(options) == 1}
        said = dict(joined_limits(self.packs))
        for pack in self.packs:
            for demands in pack.sides:
                if demands.hold({**choices, **made}):
                    said |= demands.limits
        return {name: next(one.bounds())[1] for name, one in said.items()}, choices


def cited(finding: Finding, pack: Pack, book: Book) -> Finding:
    """Cite the pack in a finding about its demand; the book is the event's."""
    return attrs.evolve(finding, source=pack.source, cite=book.cite(pack.source))


def load_event(path: str | Path, library: Library, *more: str | Path) -> LoadedEvent:
    """Read an event pack, or several that hold together: an event and a house rule.

    Raises:
        LoadError: a file, or the ruleset, can't be used; or two packs contradict each other.
    """
    return read_events([parse(one) for one in (path, *more)], library)


def read_events(files: Sequence[Parsed], library: Library) -> LoadedEvent:
    """Make an event of its packs' parsed files, at least one (``load_event``).

    Raises:
        LoadError: a pack can't be used, or contradicts those before it.
    """
    event = read_event(files[0], library)
    for parsed in files[1:]:
        (pack,) = read_event(parsed, library).packs
        if problems := event.contradictions(pack, library):
            raise LoadError(parsed.path, located(parsed, problems, Severity.ERROR))
        event = event.with_(pack)
    return event


def read_event(parsed: Parsed, library: Library) -> LoadedEvent:
    """Make an event pack of a parsed file (``load_event``).

    Raises:
        LoadError: the pack can't be used.
    """
    pack = understand(parsed, Pack)
    if problems := list(_problems(pack, library, parsed.path)):
        raise LoadError(parsed.path, located(parsed, problems, Severity.ERROR))
    return LoadedEvent(pack)


def _problems(pack: Pack, library: Library, path: str) -> Iterator[Problem]:
    """Yield unknown names in a pack, and names that the game has already."""
    for unknown in library.unknown(pack.ruleset, asked_by=path):
        yield unknown.problem("/ruleset")
        return
    for pointer, names in _lists(pack):
        for index, name in enumerate(names):
            for unknown in library.unknown(pack.ruleset, [name]):
                yield unknown.problem(f"{pointer}/{index}")
    yield from _versions(pack, library)
    usable, unread = library.usable(pack.ruleset)
    book, inside = library.book(pack.ruleset, usable), parts_of_pack(pack)
    parts = [*_named(book), inside]
    known = known_names(book.ruleset, parts, unread)
    for pointer, limits, choices in _settings(pack):
        asked = [Roster(pack.ruleset, "", {}, limits=dict.fromkeys(limits, 0))]
        asked += [
            Roster(pack.ruleset, "", {}, choices={name: option})
            for name, options in choices.items()
            for option in options
        ]
        for one in asked:
            for problem in unknown_settings(one, book):
                yield problem._replace(pointer=f"{pointer}{problem.pointer}")
    yield from dangling(pack.part(), [("/source", pack.source), *inside], known)
    yield from oversized(inside, carried_values(parts))
    yield from _twice(pack, book)


@memoised
def _named(book: Book) -> list[list[JsonPart]]:
    """List the parts of all army lists that packs may name, once for each book."""
    return [named_parts(part) for part in book.parts()]


def parts_of_pack(pack: Pack) -> list[JsonPart]:
    """List a pack's parts in the rule language, each with its JSON pointer."""
    found = json_parts(pack.part())
    for key, group in (("per_player", pack.per_player), ("per_team", pack.per_team)):
        for index, rule in enumerate(group.constraints if group else ()):
            at = f"/{key}/constraints/{index}"
            found += [(f"{at}{pointer}", node) for pointer, node in json_parts(rule)]
    return found


def _twice(pack: Pack, book: Book) -> Iterator[Problem]:
    """Yield the parts with a name that the game has already."""
    for name in pack.documents:
        if name in book.documents:
            message = gettext(
                "The game has a document {name} of its own; call this one otherwise.",
                name=quoted(name),
            )
            yield Problem("duplicate-document", message, f"/documents/{token(name)}", at_key=True)
    taken = {rule.id for part in book.parts() for rule in part.constraints}
    for pointer, rule in parts_of_pack(pack):
        if isinstance(rule, Constraint):
            if rule.id in taken:
                message = gettext(
                    "There is a constraint {id} already; call this otherwise.", id=quoted(rule.id)
                )
                yield Problem("colliding-code", message, f"{pointer}/id")
            taken.add(rule.id)


def _there(choices: Mapping[str, str], book: Book) -> dict[str, str]:
    """Give an event's choices among those that the roster's army lists have."""
    return {
        name: option
        for name, option in choices.items()
        if name in book.choices and option in book.choices[name].options
    }


def _lists(pack: Pack) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the army lists that a pack names, each with its pointer."""
    yield from (("/catalogues", pack.catalogues), ("/banned", pack.banned))
    for index, demands in enumerate(pack.sides):
        yield f"/sides/{index}/catalogues", demands.catalogues
        yield f"/sides/{index}/banned", demands.banned


def _settings(pack: Pack) -> Iterator[tuple[str, Mapping[str, Allowed], Choices]]:
    """Yield the limits and choices that a pack names, each with its pointer."""
    yield "", pack.limits, pack.choices
    for index, demands in enumerate(pack.sides):
        yield f"/sides/{index}", demands.limits, demands.choices
    for key, group in (("per_player", pack.per_player), ("per_team", pack.per_team)):
        if group is not None:
            yield f"/{key}", {}, group.one_of_each


def _versions(pack: Pack, library: Library) -> Iterator[Problem]:
    """Yield the army lists whose version is not the one that the event asks for."""
    for name, wanted in pack.versions.items():
        pointer = f"/versions/{token(name)}"
        unknown = list(library.unknown(pack.ruleset, [name]))
        yield from (one.problem(pointer, at_key=True) for one in unknown)
        if unknown:
            continue
        here = library.catalogue(pack.ruleset, name)
        if here.version != wanted:
            message = gettext(
                "{name} judges by {game} {wanted}; {version} is at hand.",
                name=pack.name,
                game=here.name,
                wanted=wanted,
                version=here.version,
            )
            yield Problem("other-version-at-hand", message, pointer)


def _not_of_the_event(
    pack: Pack, roster: Roster, book: Book, library: Library
) -> Iterator[Problem]:
    """Yield the army lists and choices of a roster that the event does not have."""

    def called(name: str) -> str:
        try:
            return library.catalogue(pack.ruleset, name).name
        except LoadError:  # one that the event allows, but this roster does not need
            return name

    known = book.choices
    unsaid = {name: one.default for name, one in known.items() if one.default is not None}
    fixed = {name: options[0] for name, options in pack.choices.items() if len(options) == 1}
    made = {**unsaid, **fixed, **roster.choices}
    for name, options in pack.choices.items():
        if made.get(name) not in options:
            choice, option = known[name], made.get(name)
            wanted = " or ".join(choice.options[one] for one in options)
            other = choice.options[option] if option else gettext("nothing chosen")
            message = gettext(
                "{title}: {name} is for {wanted}, not {other}.",
                title=choice.title,
                name=pack.name,
                wanted=wanted,
                other=other,
            )
            pointer = f"/choices/{token(name)}" if name in roster.choices else ""
            yield Problem("choice-not-allowed", message, pointer)
    held = [demands for demands in pack.sides if demands.hold(made)]
    for name in roster.catalogues:
        title = book.catalogues[name].name
        asked = [(pack.catalogues, pack.banned, "")]
        asked += [(one.catalogues, one.banned, _of_side(one, known)) for one in held]
        for allowed, banned, side in asked:
            if name in banned or (allowed and name not in allowed):
                only = (
                    gettext(", only for {names}", names=", ".join(map(called, allowed)))
                    if allowed
                    else ""
                )
                message = gettext(
                    "{name} is not for {title}{side}{only}.",
                    name=pack.name,
                    title=title,
                    side=side,
                    only=only,
                )
                yield Problem("list-not-allowed", message, f"/catalogues/{token(name)}")


def _of_side(demands: Demands, known: Mapping[str, Choice]) -> str:
    """Write the armies that a demand is for."""
    said = [
        known[name].options[one] for name, options in demands.choices.items() for one in options
    ]
    return gettext(" as {sides}", sides=joined(gettext(" or "), said))
