"""Pages of games: their army lists, and all about each entry."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.reference import whole_reference
from listbuilder.editing.find import folded
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Entry
from listbuilder.rules.carried import alone
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.places import Place
from listbuilder.rules.profiles import ProfileReader, WorkedProfile
from listbuilder.rules.verbalise import verbaliser_of
from listbuilder.web.http.context import context_of, page
from listbuilder.web.storage.files import NoRosterError
from listbuilder.web.views.army_tree import slot_title
from listbuilder.web.views.games import games_of


@attrs.frozen
class ListedEntry:
    """An entry in a row."""

    id: str
    name: str
    cost: str
    keywords: str


@attrs.frozen
class Characteristics:
    """A profile: its owner, and its columns with their values."""

    name: str
    values: tuple[tuple[str, str, str], ...]


NAMED = (
    (gettext("Wargear"), "wargear"),
    (gettext("Rules"), "rules"),
    (gettext("Actions"), "actions"),
    (gettext("Powers"), "powers"),
)


async def show(request: Request) -> Response:
    """Show the games with their army lists."""
    return page(request, "games.html", games=games_of(context_of(request).library))


async def show_game(request: Request) -> Response:
    """Show the quick reference of a game."""
    judge = _judge(request, [])
    return page(
        request,
        "game.html",
        game=judge.book.ruleset,
        reference=whole_reference(judge.book),
    )


async def show_list(request: Request) -> Response:
    """Show the entries of an army list that a search finds, mere options left out."""
    list_id = request.path_params["list"]
    judge = _judge(request, [list_id])
    wanted = folded(request.query_params.get("q", ""))
    tops = {place.entry.id for place in judge.root.offered() if place.entry and place.list_id}
    entries = [
        _listed(judge, place, place.entry)
        for place in _places(judge, list_id)
        if place.entry is not None and (judge.book.is_piece(place.entry) or place.owned)
    ]
    return page(
        request,
        "list.html",
        game=judge.book.ruleset,
        list=judge.book.catalogues[list_id],
        tops=[one for one in entries if one.id in tops],
        entries=[
            one
            for one in entries
            if one.id not in tops and wanted in folded(f"{one.name} {one.keywords}")
        ],
        wanted=request.query_params.get("q", ""),
    )


async def show_entry(request: Request) -> Response:
    """Show all about an entry."""
    list_id, wanted = request.path_params["list"], request.path_params["entry"]
    judge = _judge(request, [list_id])
    entry = judge.book.entries[list_id].get(wanted)
    if entry is None:
        raise NoRosterError(gettext("This army list has no “{wanted}”.", wanted=wanted))
    book = judge.book
    place = Place(book, judge.root, entry, list_id)
    return page(
        request,
        "entry.html",
        game=book.ruleset,
        list=book.catalogues[list_id],
        entry=entry,
        about=_listed(judge, place, entry),
        named=[
            (title, [verbaliser_of(book).named(one) for one in getattr(entry, field)])
            for title, field in NAMED
        ],
        profiles=_profiles(judge, entry, list_id),
        slots=[
            (
                slot_title(slot.title, slot.id),
                [
                    _listed(judge, child, child.entry)
                    for child in place.offered()
                    if child.slot is slot and child.entry is not None
                ],
            )
            for _, slot, _ in place.owned
        ],
        here=frozenset(book.entries[list_id]),
        cite=book.cite(entry.source) if entry.source else "",
    )


def _judge(request: Request, lists: list[str]) -> Judge:
    """Make the judge of a game with some of its army lists.

    Raises:
        UnknownIdError: there is no such game, or list.
        LoadError: a file of them can't be used.
    """
    return judge_of(context_of(request).library.book(request.path_params["ruleset"], lists))


def _places(judge: Judge, list_id: str) -> Iterator[Place]:
    """Yield each entry of an army list, by itself."""
    for entry in judge.book.entries[list_id].values():
        yield Place(judge.book, judge.root, entry, list_id)


def _listed(judge: Judge, place: Place, entry: Entry) -> ListedEntry:
    words, known = verbaliser_of(judge.book), judge.book.keywords
    costs = []
    for name, kind in judge.book.ruleset.values.items():
        value = place.value(name) if kind.cost else None
        if value is not None:
            costs.append(words.value(value, kind.title))
    titles = (known[name].title for name in place.names if name in known)
    return ListedEntry(
        entry.id, entry.name, joined(", ", costs), joined(", ", filter(None, titles))
    )


def _profiles(judge: Judge, entry: Entry, list_id: str) -> list[Characteristics]:
    army, node = alone(judge, entry, list_id)
    reader = ProfileReader(judge, army)
    return [_characteristics(judge, one) for one in (*reader.models(node), *reader.gear(node))]


def _characteristics(judge: Judge, profile: WorkedProfile) -> Characteristics:
    kind = judge.book.ruleset.profiles.get(profile.type)
    columns = kind.columns if kind else ()
    return Characteristics(
        profile.name or (kind.title if kind else ""),
        tuple(
            (column.title, column.name, f"{profile.values[column.id]}{column.unit}")
            for column in columns
            if column.id in profile.values
        ),
    )
