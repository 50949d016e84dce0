"""Checks of alterations and terms: each can happen, and cards find it in a glossary."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.loading.names import quoted
from listbuilder.loading.problems import Meant
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Keyword
from listbuilder.model.play_aids import MOST_WORDS, Term
from listbuilder.model.profiles import Alteration, Profile
from listbuilder.rules.carried import FIELDS
from listbuilder.rules.glossary import Glossary


def unknown_terms(game: Game) -> Iterator[Diagnostic]:
    """Yield names on cards that no glossary has, in a game that has one; and long summaries."""
    for at, term in game.of(Term):
        words = len((term.summary or "").split())
        if words > MOST_WORDS:
            message = gettext(
                "It has {words} words; a card has room for {most_words}.",
                words=words,
                most_words=MOST_WORDS,
            )
            yield at.diagnostic("long-summary", message, "/summary")
    if game.book is None or not any(part.glossary for part in game.book.parts()):
        return
    glossary = Glossary(game.book)
    told = [term.name for part in game.book.parts() for term in part.glossary]
    for kind in (Entry, Keyword):
        for at, carrier in game.of(kind):
            for field in FIELDS:
                for index, named in enumerate(getattr(carrier, field, ())):
                    if glossary.find(named.name, at.file) is None:
                        message = gettext(
                            "No glossary tells what {name} is.", name=quoted(named.name)
                        )
                        meant = Meant(named.name, told)
                        yield at.diagnostic(
                            "unknown-term", message, f"/{field}/{index}", meant=meant
                        )


def alterations(game: Game) -> Iterator[Diagnostic]:
    """Yield alterations that reach no profile, and those that set a column which others set."""
    if game.ruleset is None:
        return
    columns = {
        (column.id, profile.role)
        for _, profile in game.of(Profile)
        if profile.type in game.ruleset.profiles
        for column in game.ruleset.profiles[profile.type].columns
    }
    twice = _twice(game)
    setting: dict[tuple[str, str | None], str | None] = {}
    for at, each in game.of(Alteration):
        key = each.column, each.role
        if key not in columns:
            whose = gettext(" of a “{role}”", role=each.role) if each.role else ""
            message = gettext(
                "No profile{whose} has the column “{column}”.", whose=whose, column=each.column
            )
            yield at.diagnostic("idle-alteration", message, "/column")
        if each.set_ is not None:
            family = setting.setdefault(key, each.family)
            if key in twice and (each.family is None or each.family != family):
                message = gettext(
                    "Others set “{column}” too: one family decides among all.", column=each.column
                )
                yield at.diagnostic("column-set-twice", message, "/set")
    yield from _nobody(game)


def _twice(game: Game) -> set[tuple[str, str | None]]:
    """Collect the columns, with the roles of profiles, that more than one alteration sets."""
    found: dict[tuple[str, str | None], int] = {}
    for _, each in game.of(Alteration):
        if each.set_ is not None:
            key = each.column, each.role
            found[key] = found.get(key, 0) + 1
    return {key for key, number in found.items() if number > 1}


def _nobody(game: Game) -> Iterator[Diagnostic]:
    """Yield the terms that alter profiles and that no entry's name or card mentions."""
    if game.book is None:
        return
    glossary = Glossary(game.book)
    named: set[int] = set()
    for list_id, entries in game.book.entries.items():
        for entry in entries.values():
            told = [entry.name, *(one.name for field in FIELDS for one in getattr(entry, field))]
            for list_in_play in {list_id, *game.book.catalogues} if not list_id else {list_id}:
                named |= {id(glossary.find(name, list_in_play)) for name in told}
    for part in game.book.parts():
        where = part.id if part is not game.book.ruleset else ""
        for index, term in enumerate(part.glossary):
            if term.alters and id(term) not in named:
                at = Location(where, f"/glossary/{index}")
                message = gettext(
                    "Nobody carries {name}, so it alters nothing.", name=quoted(term.name)
                )
                yield at.diagnostic("idle-alteration", message, "/alters")
