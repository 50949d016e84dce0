"""The bridge between the worker in a browser and the application: requests without a network.

This runs in the browser, under Pyodide. Cookies, which a service worker can neither see nor set,
are added here; and the application's addresses, which begin with ``/``, get the site's address.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from starlette.formparsers import MultiPartParser
from starlette.types import Message, Scope

from listbuilder.loading.library import Library
from listbuilder.web.app import create_app
from listbuilder.web.http.context import pages
from listbuilder.web.http.languages import COOKIE
from listbuilder.web.http.security import MOST_SENT, cookie_name
from listbuilder.web.storage.jobs import BrowserJobs
from listbuilder.web.views.games import games_of

ROSTERS = Path("/rosters")
"""The folder to which the worker restores the armies, and where it looks for changed files."""

LANGUAGE = f".{COOKIE}"
"""The file beside the armies that holds the language chosen on a page."""

PACKS = Path("/packs")
"""The folder of the packs of a site's event, in their order."""

ADDRESS = re.compile(r'(\s(?:href|src|action|formaction|hx-get|hx-post)=")/(?!/)')
"""Finds addresses in a page's attributes; text of pages has no plain quotation marks."""

MANIFEST = "; manifest-src 'self'"
"""The security policy for the manifest, which pages of a site load and those of ``serve`` don't."""

OWN = ("cookie", "host", "content-length", "transfer-encoding", "accept-encoding")
"""Headers that the bridge sets itself."""


class Buffer(Protocol):
    """A buffer of bytes in JavaScript."""

    def to_bytes(self) -> bytes:
        """Copy the bytes."""


class Bridge:
    """Asks the application of a site."""

    def __init__(
        self, site: str, token: str, data: Iterable[str] = (), packs: Sequence[Path] = ()
    ) -> None:
        """Make the application.

        Args:
            site: the address of the site, with a slash at its end.
            token: the browser's token, as its cookie would hold it.
            data: folders with rulesets and army lists besides those shipped.
            packs: the packs of the site's event.
        """
        where = urlsplit(site)
        self.scheme, self.host, self.base = where.scheme, where.netloc, where.path
        MultiPartParser.spool_max_size = MOST_SENT  # larger parts would be written in threads
        self.cookie = f"{cookie_name(where.port)}={token}"
        self._size: Callable[[], int] = lambda: 0
        self.app = create_app(
            ROSTERS,
            [Path(folder) for folder in data],
            host=where.hostname or "",
            public_url=site,
            in_browser=True,
            packs=packs,
            size=self._held,
        )

    async def answer(
        self, method: str, path: str, query: str, headers: Iterable[Sequence[str]], body: Buffer
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Answer a request: status, headers and bytes.

        Args:
            method: GET or POST.
            path: the escaped path below the site's address, beginning with a slash.
            query: the text after the question mark.
            headers: names and values.
            body: the bytes sent.
        """
        sent = body.to_bytes()
        given = [(str(name).lower(), str(value)) for name, value in headers]
        cookie = f"{self.cookie}; {COOKIE}={self._language()}"
        own = (("host", self.host), ("cookie", cookie), ("content-length", str(len(sent))))
        told = [pair for pair in given if pair[0] not in OWN] + list(own)
        answer = _Response(sent)
        await self.app(self._scope(method, path, query, told), answer.receive, answer.send)
        for name, value in answer.headers:
            if name == "set-cookie" and value.startswith(f"{COOKIE}="):
                language = value.partition(";")[0].partition("=")[2]
                ROSTERS.mkdir(parents=True, exist_ok=True)
                (ROSTERS / LANGUAGE).write_text(language, encoding="utf-8")
        return answer.status, *self._moved(answer.headers, b"".join(answer.parts))

    def connect(
        self,
        search: Callable[[str, float], Awaitable[str]],
        end: Callable[[], object],
        size: Callable[[], int],
    ) -> None:
        """Take the worker's functions: to run a search, to end it, to measure Python's memory."""
        self._jobs.connect(search, end)
        self._size = size

    def tell(self, line: str) -> None:
        """Take a line of a search's progress."""
        self._jobs.tell(line)

    def _language(self) -> str:
        try:
            return (ROSTERS / LANGUAGE).read_text(encoding="utf-8")
        except OSError:
            return ""  # no language was chosen

    def _held(self) -> int:
        return self._size()

    @property
    def _jobs(self) -> BrowserJobs:
        jobs: BrowserJobs = self.app.state.context.jobs
        return jobs

    def warm(self) -> None:
        """Read the rulesets and army lists, and compile the pages."""
        library: Library = self.app.state.context.library
        for _ in games_of(library):
            pass
        environment = pages()
        for name in environment.list_templates(extensions=["html"]):
            environment.get_template(name)

    def _scope(
        self, method: str, path: str, query: str, headers: Iterable[tuple[str, str]]
    ) -> Scope:
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": self.scheme,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (name.encode("latin-1"), value.encode("latin-1")) for name, value in headers
            ],
            "client": None,
            "server": None,
        }

    def _moved(
        self, headers: list[tuple[str, str]], data: bytes
    ) -> tuple[list[tuple[str, str]], bytes]:
        """Put the site's address before an answer's addresses."""
        moved = []
        is_page = False
        for name, value in headers:
            if name == "content-security-policy":
                moved.append((name, value + MANIFEST))
            elif name == "location" and value.startswith("/"):
                moved.append((name, f"{self.base}{value[1:]}"))
            elif name not in ("set-cookie", "content-length"):
                is_page |= name == "content-type" and value.startswith("text/html")
                moved.append((name, value))
        if is_page and self.base != "/":
            base = self.base.replace("\\", r"\\")
            data = ADDRESS.sub(rf"\g<1>{base}", data.decode()).encode()
        return moved, data


@cache
def bridge_of(site: str, token: str, *data: str) -> Bridge:
    """Make the bridge of a site (``Bridge``), with all data read that does not depend on armies."""
    bridge = Bridge(site, token, data, sorted(PACKS.glob("*.json")))
    bridge.warm()
    return bridge


class _Response:
    """The application's answer to a request."""

    def __init__(self, sent: bytes) -> None:
        self._sent: bytes | None = sent
        self.status = 500
        self.headers: list[tuple[str, str]] = []
        self.parts: list[bytes] = []

    async def receive(self) -> Message:
        if self._sent is None:
            return {"type": "http.disconnect"}
        message: dict[str, Any] = {"type": "http.request", "body": self._sent, "more_body": False}
        self._sent = None
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [
                (name.decode("latin-1").lower(), value.decode("latin-1"))
                for name, value in message["headers"]
            ]
        else:
            self.parts.append(message.get("body", b""))
