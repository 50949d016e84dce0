"""A reader's preferences, which his browser remembers: the language."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.messages import languages
from listbuilder.web.http.context import form_of, redirect
from listbuilder.web.http.languages import COOKIE


async def set_language(request: Request) -> Response:
    """Set the language of a browser, in a cookie."""
    fields = await form_of(request, changes=False)
    back = fields.get("back")
    is_ours = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = redirect(back if is_ours else "/")
    if fields.get("language") in languages():
        cookie = f"{COOKIE}={fields.get('language')}; SameSite=Lax; Path=/; Max-Age=31536000"
        response.headers["Set-Cookie"] = cookie
    return response
