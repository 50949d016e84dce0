"""What keeps others out: of requests, before anything else reads them; of pages, what they load."""

from __future__ import annotations

import hmac
import re
import secrets
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from listbuilder.errors import ListbuilderError

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SAFE_METHODS = frozenset({"GET", "HEAD"})
COOKIE = "listbuilder"
TOKEN = re.compile(r"[\w-]{43}")
FIELD = "token"
MOST_SENT = 3_000_000
"""Bytes of a request: a roster to import, with room for its form."""

LONGEST_PATH = 2_000

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with none at all, browsers would not tell the origin
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class ForgedError(ListbuilderError):
    """A form does not come from a page of ours."""

    def __init__(self) -> None:
        super().__init__(
            "This form does not come from a page of this Listbuilder, or its cookie is gone. "
            "Nothing was changed; open the page again."
        )


class TooLargeError(ListbuilderError):
    """More was sent than may be."""

    def __init__(self) -> None:
        super().__init__(f"No more than {MOST_SENT:,} bytes at once.")


class Doorkeeper:
    """Refuses requests for other hosts, from other pages, or too large; adds the headers."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        """Doorkeeper an application.

        Args:
            app: what is watched over.
            host: that the server listens on; beyond loopback, addresses are taken as hosts, for a
                page that lures a browser here must come with a name.
        """
        self.app = app
        self.hosts = LOOPBACK | {host.casefold().strip("[]")}
        self.open = host not in LOOPBACK

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if (refusal := self._refusal(scope, headers)) is not None:
            status, reason = refusal
            await PlainTextResponse(reason, status)(scope, receive, _with_headers(send))
            return
        await self.app(scope, _limited(receive), _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        if not self._is_ours(headers.get("host", ""), scope):
            return 421, "This is not the host that Listbuilder serves."
        if len(scope["path"]) > LONGEST_PATH:
            return 414, "No page of Listbuilder has so long an address."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_SENT:
            return 413, str(TooLargeError())
        if scope["method"] in SAFE_METHODS:
            return None
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "Another site may not send forms here."
        origin = headers.get("origin")
        if origin is not None and origin != f"{scope['scheme']}://{headers['host']}":
            return 403, "Another site may not send forms here."
        return None

    def _is_ours(self, host: str, scope: Scope) -> bool:
        """Whether the Host header names us, and no name that someone turned to this address."""
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        if not name:
            name, port = host, ""
        name = name.casefold().strip("[]")
        server = scope.get("server")
        if server is not None and (port or "80") != str(server[1]):
            return False
        return name in self.hosts or (self.open and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _limited(receive: Receive) -> Receive:
    """Read no more than is allowed of a body whose length was not said."""
    left = MOST_SENT

    async def read() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise TooLargeError
        return message

    return read


def _with_headers(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Content-Security-Policy", POLICY)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return answer


def token_of(request: Request) -> str:
    """The browser's token: from its cookie, else a new one, which the page's answer sets."""
    known = _cookie(request)
    if known is None:
        known = getattr(request.state, "token", None) or secrets.token_urlsafe(32)
        request.state.token = known
    return known


def check_token(request: Request, sent: object) -> None:
    """See that a form was made by a page of ours: it knows what stands in the cookie.

    The cookie is all there is to it, so a page that is open survives a new start of the server.

    Raises:
        ForgedError: it does not.
    """
    known = _cookie(request)
    if known is None or not isinstance(sent, str) or not hmac.compare_digest(known, sent):
        raise ForgedError


def cookie_for(request: Request) -> str | None:
    """The header that gives a browser its token; None where it has one."""
    token = getattr(request.state, "token", None)
    if token is None:
        return None
    return f"{_name(request)}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"


def _cookie(request: Request) -> str | None:
    found = request.cookies.get(_name(request), "")
    return found if TOKEN.fullmatch(found) else None


def _name(request: Request) -> str:
    """Of the cookie: browsers share them between the ports of a machine."""
    return f"{COOKIE}-{request.url.port or 80}"
