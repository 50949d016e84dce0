"""Security: requests are checked before anything reads them, and pages load our files alone."""

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
from listbuilder.messages import gettext, numeral
from listbuilder.web.http.addresses import LOOPBACK

HOST = re.compile(r"(?P<name>[^:\[\]]+|\[[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\])(?::(?P<port>[0-9]*))?")
"""A Host header: name or address, IPv6 in brackets, and perhaps a port."""

OURS = frozenset({"same-origin", "none"})
"""``Sec-Fetch-Site`` of requests by pages of ours and by the user himself."""

COOKIE = "listbuilder"
TOKEN = re.compile(r"[\w-]{43}", re.ASCII)
FIELD = "token"
MOST_SENT = 3_000_000
"""Most bytes of a request: a roster to import, with room for its form."""

MOST_PASSED_OVER = 100_000_000
"""Bytes of a too large request that are still read: browsers show an answer only afterwards."""

LONGEST_ADDRESS = 2_000
"""Most characters of a path, and most bytes of a query."""

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
    """A form was not sent by a page of ours."""

    def __init__(self) -> None:
        super().__init__(
            gettext(
                "This form does not come from a page of this Listbuilder, or its cookie is gone. "
                "Nothing was changed; open the page again."
            )
        )


class RequestTooLargeError(ListbuilderError):
    """A request is larger than allowed."""

    def __init__(
        self,
        what: str = gettext(
            "This is too large: no more than {most_sent} bytes at once.",
            most_sent=numeral(f"{MOST_SENT:,}"),
        ),
    ) -> None:
        super().__init__(what)


class SecurityMiddleware:
    """Refuses requests for other hosts, from other pages, or too large; adds the headers."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        """Wrap an application.

        Args:
            app: the application.
            host: the host that the server listens on. Beyond loopback any IP address is accepted
                as Host header: an attack by DNS rebinding comes with a name.
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
            refused = PlainTextResponse(reason, status, {"Connection": "close"})
            await refused(scope, receive, _with_headers(send))
            return
        length = int(headers.get("content-length", "0"))
        await self.app(scope, _limited(receive, length), _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        if not self._is_ours(headers.get("host", ""), scope):
            return 421, gettext("This is not the host that Listbuilder serves.")
        if max(len(scope["path"]), len(scope["query_string"])) > LONGEST_ADDRESS:
            return 414, gettext("No page of Listbuilder has so long an address.")
        length = headers.get("content-length", "0")
        most = str(MOST_PASSED_OVER)
        if not length.isdecimal() or len(length) >= len(most):
            return 413, str(RequestTooLargeError())
        if "transfer-encoding" in headers:
            return 411, gettext("Say how long it is: Listbuilder takes nothing in pieces.")
        if _is_from_elsewhere(scope, headers):
            return 403, gettext("Another site may link to Listbuilder, but ask nothing else of it.")
        return None

    def _is_ours(self, host: str, scope: Scope) -> bool:
        """Whether the Host header is ours, not a name that was rebound to this address."""
        found = HOST.fullmatch(host)
        if found is None:
            return False
        server = scope.get("server")
        if server is not None and (found["port"] or "80") != str(server[1]):
            return False
        name = found["name"].casefold().strip("[]")
        return name in self.hosts or (self.open and _is_address(name))


def _is_from_elsewhere(scope: Scope, headers: Headers) -> bool:
    """Whether a page of another origin makes the browser send the request, other than by a link.

    Programs and old browsers don't tell; their changes need a token. The rule is the resource
    isolation policy of Fetch Metadata (W3C).
    """
    origin = headers.get("origin")
    if origin is not None and origin != f"{scope['scheme']}://{headers['host']}":
        return True
    if headers.get("sec-fetch-site", "none") in OURS:
        return False
    mode, dest = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
    return (scope["method"], mode, dest) != ("GET", "navigate", "document")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _limited(receive: Receive, length: int) -> Receive:
    """Limit a body to the allowed bytes, whatever length its head tells.

    The rest is skipped: a browser shows an answer only after all is sent.
    """
    sent = 0

    async def read() -> Message:
        nonlocal sent
        message = await receive()
        sent += len(message.get("body", b""))
        while max(sent, length) > MOST_SENT:
            if sent > MOST_PASSED_OVER or not message.get("more_body"):
                raise RequestTooLargeError
            message = await receive()
            sent += len(message.get("body", b""))
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
    """Give the browser's token: from its cookie, else a new one, which the answer sets."""
    known = _cookie(request)
    if known is None:
        known = getattr(request.state, "token", None) or secrets.token_urlsafe(32)
        request.state.token = known
    return known


def check_token(request: Request, sent: object) -> None:
    """Check that a form has the token of the cookie (double submit).

    The server keeps no token, so a page that is open survives a new start of the server.

    Raises:
        ForgedError: the token is missing or another.
    """
    known = _cookie(request)
    if known is None or not isinstance(sent, str):
        raise ForgedError
    if not hmac.compare_digest(known.encode(), sent.encode(errors="replace")):
        raise ForgedError


def cookie_for(request: Request) -> str | None:
    """Write the header that gives a browser its token; None where it has one."""
    token = getattr(request.state, "token", None)
    if token is None:
        return None
    name = cookie_name(request.url.port)
    return f"{name}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"


def _cookie(request: Request) -> str | None:
    """Read the token in the cookie; other cookies are not read."""
    ours = cookie_name(request.url.port)
    for cookie in ";".join(request.headers.getlist("cookie")).split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == ours and TOKEN.fullmatch(value):
            return value
    return None


def cookie_name(port: int | None) -> str:
    """Name the cookie of a port: browsers share cookies between the ports of a machine."""
    return f"{COOKIE}-{port or 80}"
