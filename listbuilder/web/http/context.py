"""The application's state, which every route reads, and the making of pages from templates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import attrs
from jinja2 import Environment
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from listbuilder.loading.library import Library
from listbuilder.messages import gettext, language, numeral
from listbuilder.templating import environment
from listbuilder.web.http.assets import Assets
from listbuilder.web.http.languages import offered
from listbuilder.web.http.security import (
    FIELD,
    RequestTooLargeError,
    check_token,
    cookie_for,
    token_of,
)
from listbuilder.web.http.turns import FairSlots, FairTurns
from listbuilder.web.storage.documents import Documents
from listbuilder.web.storage.files import ReadOnlyError, Store
from listbuilder.web.storage.jobs import Jobs

MOST_FIELDS = 2_000
MOST_FILES = 100
"""Most fields of a form: as many as the longest list of options has."""

LONGEST_FIELD = 100_000
"""Most characters of a field's name and value, except for pasted armies."""


@attrs.frozen(eq=False)
class AppContext:
    """The state of the application.

    Attributes:
        background: does what nobody waits for, apart from what players ask for (``jobs``).
        turns: the turns of addresses to be answered.
        slow_slots: slots for slow work in threads beside the pages.
        data: the folders that were added to the library.
        packs: the packs of the event that is held; empty without one.
        host: the host that the server listens on.
        public_url: the beginning of shared links; empty: the server's own address.
        in_browser: the application runs in the player's browser (``create_app``).
        watched: the mark of watched data; empty where data is not watched.
        event_link: the event's part of shared links (``routes.event_links``).
    """

    library: Library
    store: Store
    documents: Documents
    jobs: Jobs
    background: Jobs
    assets: Assets
    turns: FairTurns
    slow_slots: FairSlots
    data: tuple[Path, ...] = ()
    packs: tuple[Path, ...] = ()
    host: str = "127.0.0.1"
    public_url: str = ""
    in_browser: bool = False
    watched: str = ""
    event_link: Mapping[str, str] = attrs.field(factory=dict)

    def job(self) -> dict[str, list[str] | str]:
        """The settings by which a job in another process reads armies."""
        return {
            "data": [*map(str, self.data)],
            "packs": [*map(str, self.packs)],
            "language": language(),
        }


def context_of(request: Request) -> AppContext:
    """Give the state of the application that got a request."""
    context: AppContext = request.app.state.context
    return context


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Answer a request with a page, whose forms have the browser's token."""
    context = context_of(request)
    text = rendered(
        template,
        context.assets,
        request.url.path,
        context.in_browser,
        token=token_of(request),
        read_only=context.store.read_only,
        watched=context.watched,
        **values,
    )
    response = HTMLResponse(text.encode(errors="replace"), status)
    if (cookie := cookie_for(request)) is not None:
        response.headers["Set-Cookie"] = cookie
    return response


def rendered(
    template: str,
    assets: Assets,
    path: str,
    in_browser: bool,
    watched: str = "",
    token: str = "",
    **values: Any,
) -> str:
    """Render a page.

    Args:
        template: the page's template.
        assets: the files that it loads.
        path: the path of its address.
        in_browser: as in ``AppContext``.
        watched: as in ``AppContext``.
        token: the browser's token; static pages have none, and no forms.
        values: further variables of the template.
    """
    return (
        pages()
        .get_template(template)
        .render(
            asset=assets.url,
            path=path,
            in_browser=in_browser,
            languages=offered() if token else (),
            watched=watched,
            token=token,
            **values,
        )
    )


def redirect(path: str) -> Response:
    """Redirect the browser to a page, as after each form that is sent without a script."""
    return RedirectResponse(path, 303)


def is_partial(request: Request) -> bool:
    """Whether a script of ours asks, which takes fragments out of the page."""
    return request.headers.get("hx-request") == "true"


async def form_of(request: Request, changes: bool = True, longest: int = LONGEST_FIELD) -> Fields:
    """Read a form that a page of ours sent.

    Args:
        request: the request with the form.
        changes: whether the form may change something.
        longest: most characters of a field.

    Raises:
        ForgedError: the form is not from a page of ours.
        ReadOnlyError: nothing may be changed.
        RequestTooLargeError: a field is too long.
        HTTPException: the request's body is no form.
    """
    kind = request.headers.get("content-type", "").casefold()
    if kind.startswith("multipart") and "charset" in kind:  # no browser says one; many are odd
        raise HTTPException(415)
    form = await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS)
    fields: dict[str, list[str]] = {}
    uploads: list[Upload] = []
    for name, value in form.multi_items():
        if isinstance(value, str):
            fields.setdefault(name, []).append(value.replace("\r\n", "\n"))
        elif data := await value.read():
            uploads.append(Upload(value.filename or "", data))
    await form.close()
    check_token(request, fields.get(FIELD, [None])[0])
    if any(len(name) + len(value) > longest for name in fields for value in fields[name]):
        raise RequestTooLargeError(
            gettext("No more than {most} characters in a field.", most=numeral(f"{longest:,}"))
        )
    if changes and context_of(request).store.read_only:
        raise ReadOnlyError
    return Fields(fields, tuple(uploads))


class Upload(NamedTuple):
    """Name and bytes of a file that was sent with a form."""

    name: str
    data: bytes


@attrs.frozen
class Fields:
    """The fields of a form, and the files that were sent with it."""

    all: dict[str, list[str]]
    uploads: tuple[Upload, ...] = ()

    def get(self, name: str) -> str:
        """Give a field's first value without blanks around it; empty where there is none."""
        return self.all.get(name, [""])[0].strip()

    def pairs(self, prefix: str) -> list[tuple[str, str]]:
        """List the fields whose names begin with a prefix: the rest of the name, and the value."""
        start = len(prefix)
        return [
            (name[start:], value[-1].strip())
            for name, value in self.all.items()
            if name.startswith(prefix)
        ]


@cache
def pages() -> Environment:
    """Make Jinja2's environment for pages."""
    return environment("web", {"unseen": unseen, "plain": str})


def unseen(label: Markup) -> Markup:
    """Mark words of a label for screen readers alone, which tell one of many buttons apart."""
    return label.replace("<span>", Markup('<span class="unseen">'))
