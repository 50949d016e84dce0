"""The armies I have: begin, duplicate, rename, delete and bring back, import, export, find."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlencode

import attrs
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.editing.edit import new, set_values
from listbuilder.editing.find import ROSTER, folded
from listbuilder.errors import EditError, ListbuilderError, LoadError
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_bytes
from listbuilder.loading.rosters import Loaded, load_roster, read_roster
from listbuilder.loading.save import dump
from listbuilder.rules.evaluate import judge_of
from listbuilder.web.desk import Desk, Fields, desk_of, form_of, page, to
from listbuilder.web.head import url_of
from listbuilder.web.sessions import unusable
from listbuilder.web.store import NoRosterError
from listbuilder.web.tree import totals
from listbuilder.web.views import Cost

LONGEST_NAME = 200


@attrs.frozen
class Listed:
    """An army on the list; ``problem`` says why it can't be used."""

    key: str
    name: str
    game: str
    lists: str
    totals: tuple[Cost, ...]
    legal: bool
    problem: str = ""


@attrs.frozen
class Example:
    """An army that comes along."""

    number: int
    name: str
    about: str


async def listed(desk: Desk, wanted: str) -> AsyncIterator[Listed]:
    """Yield the armies there are, those searched for."""
    for key in desk.store.armies():
        try:
            session = await desk.sessions.open(key)
        except LoadError as error:
            army = Listed(key, key, "", "", (), False, unusable(error))
        except NoRosterError as error:
            army = Listed(key, key, "", "", (), False, str(error))
        else:
            book = session.judge.book
            army = Listed(
                key,
                session.roster.name,
                book.ruleset.name,
                ", ".join(part.name for part in book.catalogues.values()),
                totals(session.verdict, session.judge)[:1],
                session.verdict.legal,
            )
        if folded(wanted) in folded(f"{army.name} {army.game} {army.lists} {key}"):
            yield army


async def show(request: Request) -> Response:
    """Show the list."""
    return await _show(request)


async def _show(
    request: Request, status: int = 200, problem: ListbuilderError | None = None
) -> Response:
    desk = desk_of(request)
    query = request.query_params
    wanted = query.get("q", "")
    return page(
        request,
        "armies.html",
        status,
        armies=[army async for army in listed(desk, wanted)],
        any_army=next(desk.store.armies(), None) is not None,
        wanted=wanted,
        games=_games(desk.library),
        deleted=query.get("deleted", ""),
        folder=str(desk.store.folder),
        problem=problem,
        url=url_of,
    )


def _games(library: Library) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    """Games, each with a line about it and its army lists."""
    return [
        (
            name,
            library.ruleset(name).name,
            library.ruleset(name).summary,
            [(one, library.catalogue(name, one).name) for one in library.catalogues(name)],
        )
        for name in library.rulesets()
    ]


async def show_examples(request: Request) -> Response:
    """Show the armies that come along."""
    return page(request, "examples.html", examples=list(_examples(desk_of(request).library)))


def _examples(library: Library) -> Iterator[Example]:
    for number, path in enumerate(library.rosters()):
        loaded = load_roster(path, library)
        lists = ", ".join(part.name for part in loaded.book.catalogues.values())
        yield Example(number, loaded.roster.name, f"{loaded.book.ruleset.name}: {lists}")


async def begin(request: Request) -> Response:
    """Begin an army, or ask what it shall be."""
    desk = desk_of(request)
    ruleset = request.path_params["ruleset"]
    if ruleset not in desk.library.rulesets():
        raise NoRosterError(f"There is no game “{ruleset}”.")
    problem: EditError | None = None
    if request.method == "POST":
        fields = await form_of(request)
        try:
            return to(request, url_of(_begin(desk, ruleset, fields)))
        except EditError as error:
            problem = error
    game = desk.library.ruleset(ruleset)
    names = desk.library.catalogues(ruleset)
    return page(
        request,
        "begin.html",
        422 if problem else 200,
        ruleset=ruleset,
        game=game,
        lists=[(name, desk.library.catalogue(ruleset, name)) for name in names],
        problem=problem,
    )


def _begin(desk: Desk, ruleset: str, fields: Fields) -> str:
    name = fields.get("list")
    if name not in desk.library.catalogues(ruleset):
        raise EditError("Choose an army list.")
    judge = judge_of(desk.library.book(ruleset, [name]))
    title = fields.get("name")[:LONGEST_NAME] or judge.book.catalogues[name].name
    settings = {key: value for key, value in fields.pairs("army.") if value}
    roster = new(judge, title, settings)
    return desk.sessions.create(title, dump(roster).encode())


async def change(request: Request) -> Response:
    """Duplicate, rename, delete or bring back an army."""
    fields = await form_of(request)
    desk, key = desk_of(request), fields.get("army")
    match fields.get("do"):
        case "duplicate":
            session = await desk.sessions.open(key)
            roster = attrs.evolve(session.roster, name=f"{session.roster.name} (copy)")
            return to(request, url_of(desk.sessions.create(roster.name, dump(roster).encode())))
        case "rename":
            await _rename(desk, key, fields.get("name")[:LONGEST_NAME])
        case "delete":
            async with desk.sessions.lock(key):
                desk.store.delete(key)
                desk.sessions.close(key)
            return to(request, f"/?{urlencode({'deleted': key})}")
        case "restore":
            return to(request, url_of(desk.sessions.restore(key)))
        case _:
            raise EditError("This button means nothing to this Listbuilder.")
    return to(request, "/")


async def _rename(desk: Desk, key: str, name: str) -> None:
    async with desk.sessions.lock(key):
        session = desk.sessions.read(key)
        if name:
            edited = set_values(session.judge, session.roster, ROSTER, [("name", name)])
            await desk.sessions.edit(session, session.step.version, edited)


async def take_in(request: Request) -> Response:
    """Import a roster: a file, or an army that comes along."""
    fields = await form_of(request)
    desk = desk_of(request)
    try:
        loaded = _taken(desk, fields)
    except LoadError as error:
        return await _show(request, 422, EditError(f"This can't be used: {unusable(error)}"))
    except EditError as error:
        return await _show(request, 422, error)
    return to(request, url_of(desk.sessions.create(loaded.roster.name, loaded.text.encode())))


def _taken(desk: Desk, fields: Fields) -> Loaded:
    if fields.get("example"):
        paths: list[Path] = desk.library.rosters()
        number = fields.get("example")
        if not (number.isascii() and number.isdecimal() and int(number) < len(paths)):
            raise EditError("There is no such army.")
        return load_roster(paths[int(number)], desk.library)
    if not fields.upload:
        raise EditError("Choose a file to import.")
    return read_roster(parse_bytes(fields.upload, "This file"), desk.library)


async def export(request: Request) -> Response:
    """Give out the file of an army as it is."""
    key = request.path_params["key"]
    data = desk_of(request).store.read(key)
    name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in key)
    disposition = f'attachment; filename="{name}.json"'
    return Response(
        data, media_type="application/json", headers={"Content-Disposition": disposition}
    )
