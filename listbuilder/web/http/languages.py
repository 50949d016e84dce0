"""The language of an answer: the one chosen on a page, else the one that the browser prefers."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from listbuilder.messages import first_offered, gettext, languages, spoken, translated

COOKIE = "language"
MOST_PREFERRED = 20
"""Most languages of a browser that are looked at."""


class LanguageMiddleware:
    """Answers each request in its own language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookies = (cookie.strip() for cookie in headers.get("cookie", "").split(";"))
        kept = [
            value for name, _, value in (one.partition("=") for one in cookies) if name == COOKIE
        ]
        with spoken(first_offered([*kept, *preferred(headers.get("accept-language", ""))])):
            await self.app(scope, receive, send)


def preferred(header: str) -> list[str]:
    """Read the languages of an ``Accept-Language`` header, best first (RFC 9110)."""
    found: list[tuple[float, str]] = []
    for part in header.split(",")[:MOST_PREFERRED]:
        name, _, weight = part.partition(";")
        try:
            share = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            continue
        if share > 0:
            found.append((-share, name.strip()))
    return [name for _, name in sorted(found, key=lambda one: one[0])]


def offered() -> list[tuple[str, str]]:
    """List the languages of the program, each with its own name for itself."""
    found = []
    for name in languages():
        with spoken(name):
            found.append((name, translated(gettext("English"))))
    return found
