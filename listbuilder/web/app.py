"""The application: the route of each address, and the answers to errors."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from listbuilder.errors import (
    ChangedError,
    EditError,
    ListbuilderError,
    LoadError,
    SaveError,
    UnknownIdError,
)
from listbuilder.loading.events import read_events
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse
from listbuilder.messages import gettext, message_of
from listbuilder.web import watching
from listbuilder.web.http.assets import Assets
from listbuilder.web.http.context import AppContext, context_of, page
from listbuilder.web.http.languages import LanguageMiddleware
from listbuilder.web.http.memory import MemoryMiddleware
from listbuilder.web.http.security import ForgedError, RequestTooLargeError, SecurityMiddleware
from listbuilder.web.http.turns import FairSlots, FairTurns, TurnsMiddleware
from listbuilder.web.routes import (
    armies,
    builder,
    castle,
    collecting,
    comparing,
    edit,
    games,
    guide,
    odds,
    play,
    preferences,
    printing,
    set_up,
    sharing,
    solving,
)
from listbuilder.web.routes.event_links import link_of_event
from listbuilder.web.storage.documents import Documents, told_unusable
from listbuilder.web.storage.files import NoRosterError, ReadOnlyError, Store
from listbuilder.web.storage.jobs import (
    MOST_BACKGROUND_OF_ONE,
    BrowserJobs,
    BusyError,
    Jobs,
    NoProcessError,
    TooLongError,
)
from listbuilder.web.views.layout_context import url_of

log = logging.getLogger("listbuilder")

SMALL = 1_000
"""Most bytes of an answer that is sent unpacked."""

MOST_SLOW = 2
"""Most pieces of slow work at once, one for each address."""

STATUS: dict[type[Exception], int] = {
    NoRosterError: 404,
    UnknownIdError: 404,
    ForgedError: 403,
    RequestTooLargeError: 413,
    ReadOnlyError: 403,
    EditError: 422,
    LoadError: 422,
    ChangedError: 409,
    SaveError: 507,
    BusyError: 503,
    NoProcessError: 501,
    TooLongError: 504,
}


def create_app(
    folder: Path,
    data: Sequence[Path] = (),
    read_only: bool = False,
    host: str = "127.0.0.1",
    public_url: str = "",
    in_browser: bool = False,
    watched: str = "",
    packs: Sequence[Path] = (),
    size: Callable[[], int] | None = None,
) -> Starlette:
    """Make the application.

    Args:
        folder: the folder of rosters; it is made when the first roster is saved.
        data: folders with rulesets and army lists besides the shipped ones.
        read_only: nothing may be changed.
        host: the host that the server listens on.
        public_url: the address of a published builder; shared links begin with it.
        in_browser: the application runs in the player's browser, where there are no processes.
        watched: a mark of the present data; pages with another mark are loaded anew.
        packs: packs of an event that armies of its game are built for.
        size: gives the bytes of memory that Python holds; None where Python counts its blocks.

    Raises:
        LoadError: a pack can't be used.
    """
    assets = Assets()
    routes = [
        Route("/", armies.show),
        Route("/examples", armies.show_examples),
        Route("/compare", comparing.show),
        Route("/collection", collecting.show, methods=["GET", "POST"]),
        Route("/change", armies.change, methods=["POST"]),
        Route("/import", armies.take_in, methods=["POST"]),
        Route("/armies.zip", armies.export_all),
        Route("/new/{ruleset}", armies.begin, methods=["GET", "POST"]),
        Route("/army/{key}", builder.show),
        Route("/army/{key}/edit", edit.edit, methods=["POST"]),
        Route("/army/{key}/castle", castle.show),
        Route("/army/{key}/set-up", set_up.show),
        Route("/army/{key}/panel", builder.show_panel),
        Route("/army/{key}/about", builder.show_about),
        Route("/army/{key}/mends/{number:int}", builder.show_mends),
        Route("/army/{key}/export", armies.export),
        Route("/army/{key}/solve", solving.show, methods=["GET", "POST"]),
        Route("/army/{key}/solve/progress", solving.show_progress),
        Route("/army/{key}/odds", odds.show),
        Route("/army/{key}/share", sharing.show),
        Route("/army/{key}/share/opponent", sharing.export_theirs),
        Route("/shared", sharing.shared, methods=["GET", "POST"]),
        Route("/army/{key}/play", play.show),
        Route("/army/{key}/play", play.keep, methods=["POST"]),
        Route("/army/{key}/print", printing.show),
        Route("/army/{key}/sheets", printing.preview),
        Route("/army/{key}/sheets.pdf", printing.pdf),
        Route("/games", games.show),
        Route("/games/{ruleset}", games.show_game),
        Route("/games/{ruleset}/{list}", games.show_list),
        Route("/games/{ruleset}/{list}/{entry}", games.show_entry),
        Route("/assets/{mark}/{name}", assets.answer),
        Route("/language", preferences.set_language, methods=["POST"]),
        Route("/watched", watching.show_mark),
    ]
    if not in_browser:  # a site holds it as files
        routes.append(Route("/guide/{name}", guide.show))
    library = Library(data)
    store = Store(folder, read_only)
    files = [parse(path) for path in packs]
    event = read_events(files, library) if files else None
    documents = Documents(store, library, event)
    turns = FairTurns()

    def forget() -> None:
        library.forget_books()
        documents.close_all()

    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityMiddleware, host=host),
            Middleware(TurnsMiddleware, turns=turns),
            Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=3),
            Middleware(MemoryMiddleware, forget=forget, size=size),
            Middleware(LanguageMiddleware),
            Middleware(ServerErrorMiddleware),
        ],
        exception_handlers={
            ListbuilderError: handle_domain_error,
            HTTPException: _http,
        },
    )
    jobs = BrowserJobs() if in_browser else Jobs()
    app.state.context = AppContext(
        library,
        store,
        documents,
        jobs,
        jobs if in_browser else Jobs(at_once=1, asked_of_one=MOST_BACKGROUND_OF_ONE),
        assets,
        turns,
        FairSlots(MOST_SLOW, 1),
        tuple(data),
        tuple(packs),
        host,
        public_url,
        in_browser,
        watched,
        link_of_event(event.name, [one.data for one in files]) if event else {},
    )
    return app


async def handle_domain_error(request: Request, error: Exception) -> Response:
    """Answer an error of ours with a page that shows its message."""
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 400)
    message = told_unusable(error) if isinstance(error, LoadError) else message_of(error)
    candidates = error.candidates if isinstance(error, EditError) else ()
    return _problem(request, status, message, candidates)


async def _http(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    message = f"{HTTPStatus(status).phrase}."
    if status == 404:
        message = gettext("There is no such page.")
    return _problem(request, status, message)


def _problem(
    request: Request, status: int, message: str, candidates: Sequence[str] = ()
) -> Response:
    """Make a page that shows an error, with a link back to the army of the request."""
    key, back = request.path_params.get("key"), None
    with suppress(NoRosterError):
        if key is not None and request.url.path != url_of(key):
            context_of(request).store.path(key)
            back = url_of(key)
    return page(request, "problem.html", status, message=message, candidates=candidates, back=back)


class ServerErrorMiddleware:
    """Answers bugs with a page, and writes them to the log. Requests that fail change no file."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, whatever happens."""
        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, answer)
        except ClientDisconnect:
            return  # nobody is there to be answered
        except Exception as error:
            log.exception("%s %s", scope.get("method"), scope.get("path"))
            if begun:
                raise
            message = gettext(
                "A bug of ours, sorry: {error}. Your armies are as they were saved.",
                error=type(error).__name__,
            )
            request = Request(scope, receive)
            response = _problem(request, 500, message)
            await response(scope, receive, send)
