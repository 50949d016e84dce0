"""The list of armies: begin, duplicate, rename, delete and bring back, import, export, find."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import attrs
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from listbuilder.content.costs import CostView
from listbuilder.editing.edit import new
from listbuilder.editing.find import ROSTER, folded
from listbuilder.editing.set_values import set_values
from listbuilder.errors import EditError, ListbuilderError, LoadError
from listbuilder.interop.archive import packed
from listbuilder.interop.opening import load_roster
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.library import Library
from listbuilder.loading.rosters import Loaded
from listbuilder.loading.save import dump
from listbuilder.messages import gettext
from listbuilder.rules.evaluate import judge_of
from listbuilder.web.http.bugs import log_bugs
from listbuilder.web.http.context import AppContext, Fields, context_of, form_of, page, redirect
from listbuilder.web.http.turns import address_of
from listbuilder.web.routes.sharing import preview
from listbuilder.web.routes.uploads import read_all, read_upload, several
from listbuilder.web.storage.documents import Documents, told_unusable
from listbuilder.web.storage.files import NoRosterError
from listbuilder.web.views.army_tree import cost_views
from listbuilder.web.views.games import asked_of, game_of, games_of
from listbuilder.web.views.layout_context import url_of
from listbuilder.web.views.placements import home_of

LONGEST_NAME = 200


@attrs.frozen
class ListedArmy:
    """An army of the list; ``problem`` says why it can't be used, ``home`` is its first page."""

    key: str
    name: str
    game: str
    lists: str
    totals: tuple[CostView, ...]
    legal: bool
    problem: str = ""
    home: str = ""


@attrs.frozen
class ShippedArmy:
    """A shipped army; ``problem`` says why it can't be used."""

    number: int
    name: str
    about: str
    problem: str = ""


async def listed_armies(
    context: AppContext, wanted: str, address: str
) -> AsyncIterator[ListedArmy]:
    """Yield the armies that a search finds; each is judged by itself.

    Args:
        context: the application's state.
        wanted: the text that is searched for; empty finds all.
        address: the address whose turns judging takes.
    """
    isolation = Isolation()
    for key in context.store.armies():
        await context.turns.take(address)  # there may be many, and others wait
        async with context.documents.lock(key):
            army = isolation.run(key, partial(_listed, context.documents, key))
        if isinstance(army, LoadError):
            army = ListedArmy(key, key, "", "", (), False, told_unusable(army))
        if folded(wanted) in folded(f"{army.name} {army.game} {army.lists} {key}"):
            yield army
    log_bugs(isolation)


def _listed(documents: Documents, key: str) -> ListedArmy:
    """Open and judge an army while holding its lock (``Documents.read``)."""
    document = documents.read(key)
    book = document.judge.book
    return ListedArmy(
        key,
        document.roster.name,
        book.ruleset.name,
        ", ".join(part.name for part in book.catalogues.values()),
        cost_views(document.verdict, document.judge)[:1],
        document.legal,
        home=home_of(book, document.verdict.army),
    )


async def show(request: Request) -> Response:
    """Show the list."""
    return await _show(request)


async def _show(
    request: Request, status: int = 200, problem: ListbuilderError | None = None
) -> Response:
    context = context_of(request)
    query = request.query_params
    wanted = query.get("q", "")
    return page(
        request,
        "armies.html",
        status,
        armies=[army async for army in listed_armies(context, wanted, address_of(request))],
        any_army=next(context.store.armies(), None) is not None,
        wanted=wanted,
        games=games_of(context.library),
        deleted=query.get("deleted", ""),
        folder=str(context.store.folder),
        problem=problem,
        url=url_of,
    )


async def show_examples(request: Request) -> Response:
    """Show the armies that come along."""
    return page(request, "examples.html", examples=list(_examples(context_of(request).library)))


def _examples(library: Library) -> Iterator[ShippedArmy]:
    isolation = Isolation()
    for number, path in enumerate(library.rosters()):
        army = isolation.run(path.name, partial(_example, library, number, path))
        if isinstance(army, LoadError):
            army = ShippedArmy(number, path.stem, "", told_unusable(army))
        yield army
    log_bugs(isolation)


def _example(library: Library, number: int, path: Path) -> ShippedArmy:
    loaded = load_roster(path, library)
    lists = ", ".join(part.name for part in loaded.book.catalogues.values())
    return ShippedArmy(number, loaded.roster.name, f"{loaded.book.ruleset.name}: {lists}")


async def begin(request: Request) -> Response:
    """Begin an army, or show the form for a new army."""
    context = context_of(request)
    ruleset = request.path_params["ruleset"]
    game = context.library.ruleset(ruleset)
    problem: EditError | None = None
    if request.method == "POST":
        fields = await form_of(request)
        try:
            document = await context.documents.open(_begin(context, ruleset, fields))
            home = home_of(document.judge.book, document.verdict.army)
            return redirect(url_of(document.key, home))
        except EditError as error:
            problem = error
    return page(
        request,
        "begin.html",
        422 if problem else 200,
        ruleset=ruleset,
        game=game,
        shown=game_of(context.library, ruleset),
        event=asked_of(context.documents.event, context.library, ruleset),
        problem=problem,
    )


def _begin(context: AppContext, ruleset: str, fields: Fields) -> str:
    name = fields.get("list")
    if name not in context.library.catalogues(ruleset):
        raise EditError(gettext("Choose an army list."))
    judge = judge_of(context.documents.book(ruleset, [name]))
    title = fields.get("name")[:LONGEST_NAME] or judge.book.catalogues[name].name
    settings = {key: value for key, value in fields.pairs("army.") if value}
    event = context.documents.event
    if event is not None and event.ruleset == ruleset:
        settings = event.as_settings(settings) | settings
    roster = new(judge, title, settings)
    return context.documents.create(title, dump(roster).encode())


async def change(request: Request) -> Response:
    """Duplicate, rename, delete or bring back an army."""
    fields = await form_of(request)
    context, key = context_of(request), fields.all.get("army", [""])[0]
    match fields.get("do"):
        case "duplicate":
            document = await context.documents.open(key)
            roster = attrs.evolve(document.roster, name=f"{document.roster.name} (copy)")
            return redirect(url_of(context.documents.create(roster.name, dump(roster).encode())))
        case "rename":
            await _rename(context, key, fields.get("name")[:LONGEST_NAME])
        case "delete":
            async with context.documents.lock(key):
                context.store.delete(key)
                context.documents.close(key)
            return redirect(f"/?{urlencode({'deleted': key})}")
        case "restore":
            return redirect(url_of(context.documents.restore(key)))
        case _:
            raise EditError(gettext("This button means nothing to this Listbuilder."))
    return redirect("/")


async def _rename(context: AppContext, key: str, name: str) -> None:
    async with context.documents.lock(key):
        document = context.documents.read(key)
        if name:
            edited = set_values(document.judge, document.roster, ROSTER, [("name", name)])
            await context.documents.edit(document, document.step.version, edited)


async def take_in(request: Request) -> Response:
    """Import a roster from a file or a shipped army, or several from files or an archive."""
    fields = await form_of(request)
    context = context_of(request)
    try:
        if files := several(fields.uploads):
            for name, data in read_all(files, context.documents):
                context.documents.create(name, data)
            return redirect("/")
        loaded = _taken(context, fields)
    except LoadError as error:
        return await _show(
            request,
            422,
            EditError(gettext("This can't be used: {unusable}", unusable=told_unusable(error))),
        )
    except EditError as error:
        return await _show(request, 422, error)
    if loaded.made_from or loaded.roster.redacted:
        return preview(request, loaded)
    return redirect(url_of(context.documents.create(loaded.roster.name, loaded.text.encode())))


def _taken(context: AppContext, fields: Fields) -> Loaded:
    if fields.get("example"):
        paths: list[Path] = context.library.rosters()
        number = fields.get("example")
        known = {str(index): path for index, path in enumerate(paths)}
        if number not in known:
            raise EditError(gettext("There is no such army."))
        return load_roster(known[number], context.library)
    if not fields.uploads:
        raise EditError(gettext("Choose a file to import."))
    return read_upload(fields.uploads[0].data, context.documents)


async def export(request: Request) -> Response:
    """Send the file of an army unchanged."""
    key = request.path_params["key"]
    blocks = context_of(request).store.blocks(key)

    async def sent() -> AsyncIterator[bytes]:  # others would be read in threads
        for block in blocks:
            yield block

    name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in key)
    disposition = f'attachment; filename="{name}.json"'
    return StreamingResponse(
        sent(), media_type="application/json", headers={"Content-Disposition": disposition}
    )


async def export_all(request: Request) -> Response:
    """Send all armies in an archive, as ``export --all`` packs them."""
    context = context_of(request)
    found: list[tuple[str, bytes]] = []
    for key in context.store.armies():
        await context.turns.take(address_of(request))
        with suppress(NoRosterError):  # what is only called like one stays
            found.append((f"{key}.json", context.store.read(key)))
    headers = {"Content-Disposition": 'attachment; filename="armies.zip"'}
    return Response(packed(found), media_type="application/zip", headers=headers)
