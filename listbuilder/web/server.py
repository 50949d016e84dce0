"""Serving the application, and opening the browser at it."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.errors import ListbuilderError
from listbuilder.extras import need
from listbuilder.loading.side_by_side import LIVES_LONG, collect_seldom
from listbuilder.messages import gettext
from listbuilder.web.http.addresses import reachable_hosts, url_to

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

    from listbuilder.web.http.connections import Connection

LARGEST_HEAD = 32_768
"""Bytes of a request before its body."""


class PortTakenError(ListbuilderError):
    """Another program listens on the port, or the system does not allow it."""


def serve(
    folder: Path,
    data: Sequence[Path],
    host: str,
    port: int,
    read_only: bool,
    browse: bool,
    say: Callable[[list[str]], object],
    public_url: str = "",
    watched: bool = False,
    packs: Sequence[Path] = (),
) -> None:
    """Serve until interrupted.

    Args:
        folder: the folder of rosters.
        data: folders with rulesets and army lists besides the shipped ones.
        host: the host to listen on.
        port: the port to listen on; 0 takes a free one.
        read_only: nothing may be changed.
        browse: open the browser.
        say: called with the addresses of the server once it is up.
        public_url: the address of a published builder; shared links begin with it.
        watched: read the data anew when a file of it is saved.
        packs: packs of an event that armies of its game are built for.

    Raises:
        MissingLibraryError: a library of the extra ``web`` is not installed.
        PortTakenError: the port is not free.
        LoadError: a pack can't be used.
    """
    need("web")
    import uvicorn

    from listbuilder.web.app import create_app
    from listbuilder.web.http.connections import Connection
    from listbuilder.web.watching import mark_of, watch

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol said, asyncio sends small answers at once (TCP_NODELAY).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise PortTakenError(
            gettext(
                "{host}:{port} can't be had: {strerror}. Choose another with --port.",
                host=host,
                port=port,
                strerror=error.strerror,
            )
        ) from error
    port = listener.getsockname()[1]
    urls = [url_to(one, port) for one in reachable_hosts(host)]
    say(urls)
    if browse:
        threading.Timer(0.5, webbrowser.open, urls[:1]).start()
    collect_seldom(LIVES_LONG)
    with suppress(KeyboardInterrupt):  # uvicorn has ended what it did by then
        again = True
        while again:
            mark = mark_of(data) if watched else ""
            app = create_app(folder, data, read_only, host, public_url, False, mark, packs)
            server = uvicorn.Server(config_of(app, Connection))
            saved = threading.Event()

            def end(server: uvicorn.Server = server, saved: threading.Event = saved) -> None:
                saved.set()
                server.should_exit = True

            ended = watch(data, mark, end) if watched else threading.Event()
            server.run([listener.dup()])
            ended.set()
            again = saved.is_set()


def config_of(app: ASGIApp, connection: type[Connection]) -> uvicorn.Config:
    """Configure uvicorn for an application.

    Args:
        app: the application.
        connection: the class of its connections, with their limits.
    """
    import uvicorn

    return uvicorn.Config(
        app,
        log_level="error",  # what strangers send is no news
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=connection.MOST_OF_ONE,  # none of those accepted at once makes room for another
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        http=connection,
        ws="none",
        lifespan="off",
    )
