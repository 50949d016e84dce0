"""Checks for gaps: missing sources, kinds, values, columns; characteristics of the wrong form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.reachability import Reachability
from listbuilder.loading.json_pointer import token
from listbuilder.loading.names import near_misses, quoted
from listbuilder.loading.problems import Meant
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Entry, Keyword, Offer, Slot, settle
from listbuilder.model.play_aids import Topic
from listbuilder.model.profile_types import Column, ProfileType
from listbuilder.model.profiles import Profile
from listbuilder.model.ruleset import Catalogue
from listbuilder.model.shown_figures import Figure

SOME = 5
"""Most keywords of a family that a message names."""


def sources(game: Game) -> Iterator[Diagnostic]:
    """Yield parts without a source that a finding or a sheet would cite."""
    whole = {
        file.name
        for file in game.files.values()
        if isinstance(file.part, Catalogue) and file.part.source is not None
    }
    for at, entry in game.of(Entry):
        if entry.source is None and at.file not in whole:
            yield at.diagnostic("missing-source", gettext("“{id}” names no source.", id=entry.id))
        if not entry.is_ and entry.like is None:
            yield at.diagnostic("missing-kind", gettext("“{id}” has no keyword.", id=entry.id))
    for at, keyword in game.of(Keyword):
        unsourced = any(slot.source is None for slot in keyword.slots)
        if (
            at.file not in whole
            and keyword.source is None
            and (keyword.copies or unsourced or keyword.profiles or keyword.rules)
        ):
            message = gettext(
                "It gives its entries what a finding or a card would cite, and no source."
            )
            yield at.diagnostic("missing-source", message)
    for at, figure in game.of(Figure):
        if figure.source is None and at.file not in whole:
            yield at.diagnostic("missing-source", gettext("“{id}” names no source.", id=figure.id))
    ruleset = game.ruleset
    if ruleset is not None and ruleset.source is None:
        for index, slot in enumerate(ruleset.slots):
            if slot.source is None:
                message = gettext("Neither “{id}” nor the ruleset names a source.", id=slot.id)
                yield Location("", f"/slots/{index}").diagnostic("missing-source", message)
    for at, topic in game.of(Topic):
        if not (topic.text or topic.tables or topic.grid or topic.entries):
            message = gettext("“{id}” tells nothing: only its title would be printed.", id=topic.id)
            yield at.diagnostic("empty-topic", message)
    for at, slot in game.of(Slot):
        if slot.title is None:
            message = gettext("“{id}” has no title for findings to call it by.", id=slot.id)
            yield at.diagnostic("missing-title", message)


def profiles(game: Game) -> Iterator[Diagnostic]:
    """Yield profiles that lack a column of their type, and values not of the column's form."""
    kinds = game.ruleset.profiles if game.ruleset else {}
    for at, profile in game.of(Profile):
        if profile.type in kinds:
            yield from _formless(at, profile, kinds[profile.type])
    for at, entry in game.of(Entry) if game.book else ():
        whole = game.book.entries[at.file][entry.id] if game.book else entry
        for index, profile in enumerate(whole.profiles):
            own = index < len(entry.profiles)
            if profile.type in kinds and (own or entry.like is None):
                inner = Location(at.file, f"{at.pointer}/profiles/{index}" if own else at.pointer)
                yield from _lacking(inner, profile, kinds[profile.type])


def _lacking(at: Location, profile: Profile, kind: ProfileType) -> Iterator[Diagnostic]:
    for column in kind.columns:
        if column.id not in profile.values:
            message = gettext(
                "It has no “{id}”, as each profile of type “{type}” has.",
                id=column.id,
                type=profile.type,
            )
            yield at.diagnostic("missing-column", message, "/values")


def _formless(at: Location, profile: Profile, kind: ProfileType) -> Iterator[Diagnostic]:
    columns = {column.id: column for column in kind.columns}
    for name, value in profile.values.items():
        if name in columns and not _fits(value, columns[name]):
            forms = _forms(columns[name])
            shown = value if isinstance(value, int) else f"“{value}”"
            message = gettext(
                "{shown} is not of the form of “{name}”: {forms}.",
                shown=shown,
                name=name,
                forms=forms,
            )
            yield at.diagnostic("wrong-form", message, f"/values/{token(name)}")


def _fits(value: int | str, column: Column) -> bool:
    if not column.form:
        return True
    number = isinstance(value, int)
    return any(
        sample.isdigit() == number and pattern_of(sample).fullmatch(str(value))
        for sample in column.form
    )


@cache
def pattern_of(sample: str) -> re.Pattern[str]:
    """Compile the pattern of a sample, in which each number stands for any number."""
    return re.compile("[0-9]+".join(map(re.escape, re.split("[0-9]+", sample))))


def _forms(column: Column) -> str:
    *more, last = (
        gettext("a number such as {sample}", sample=sample) if sample.isdigit() else f"“{sample}”"
        for sample in column.form
    )
    if not more:
        return last
    return gettext("{some} or {last}", some=joined(", ", more), last=last)


def values(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield entries without a value that one of their keywords demands of its entries."""
    keywords = reachability.book.keywords
    told: set[tuple[Location, str]] = set()
    for edge in reachability.edges:
        entry = reachability.entries[edge.home]
        classes = {
            name: keywords[name] for name in reachability.names(edge.home) if name in keywords
        }
        for name, keyword in classes.items():
            for value in keyword.carries:
                carriers: list[Entry | Offer | Keyword] = [entry, edge.offer, *classes.values()]
                at = game.entry_at(*edge.home)
                if not any(value in one.values for one in carriers) and (at, value) not in told:
                    told.add((at, value))
                    message = gettext(
                        "Each “{name}” has “{value}”; “{id}” does not say how much.",
                        name=name,
                        value=value,
                        id=entry.id,
                    )
                    yield at.diagnostic("missing-value", message)


def classes(game: Game) -> Iterator[Diagnostic]:
    """Yield entries without a keyword of a family that one of their keywords demands."""
    if game.book is None:
        return
    keywords = game.book.keywords
    members = Counter(keyword.family for keyword in keywords.values() if keyword.family)
    lonely = [family for family, many in members.items() if many == 1]
    for at, entry in game.of(Entry):
        names = settle(game.book.entries[at.file][entry.id].is_, keywords)
        families = {keywords[name].family for name in names}
        for name in names:
            for family in keywords[name].must:
                # A misspelt family is told once, by ``unused``.
                if family not in families and not families.intersection(
                    near_misses(family, lonely)
                ):
                    message = gettext(
                        "Each {name} is of the family {family}.",
                        name=quoted(name),
                        family=quoted(family),
                    )
                    known = [one for one, said in keywords.items() if said.family == family]
                    some = ", ".join(known[:SOME]) + (" …" if len(known) > SOME else "")
                    message = gettext(
                        "{message} {id} is none of them: {some}.",
                        message=message,
                        id=quoted(entry.id),
                        some=some,
                    )
                    yield at.diagnostic("missing-class", message, "/is" if entry.is_ else "")


def replaced(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield names of wargear that an option replaces and that no bearer of the option carries."""
    offers: dict[int, tuple[Offer, set[str]]] = {}
    for holder, entry in reachability.entries.items():
        for _, slot in reachability.slots_of(holder):
            for offer in slot.offers:
                if offer.replaces:
                    named = (one.name for one in entry.wargear)
                    offers.setdefault(id(offer), (offer, set()))[1].update(named)
    for offer, wargear in offers.values():
        for index, name in enumerate(offer.replaces):
            if name not in wargear:
                message = gettext("No holder has {name} among its wargear.", name=quoted(name))
                meant = Meant(name, wargear)
                at = game.where(offer)
                yield at.diagnostic("unknown-wargear", message, f"/replaces/{index}", meant=meant)
