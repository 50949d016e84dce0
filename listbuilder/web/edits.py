"""Edits: whatever page they come from, they are carried out here, and that page is shown again."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.errors import ChangedError, EditError
from listbuilder.report.solving import changes
from listbuilder.rules.evaluate import judge_of
from listbuilder.web import builder, castle, setup
from listbuilder.web.commands import carry_out
from listbuilder.web.desk import Desk, Fields, desk_of, form_of, is_partial, page, to
from listbuilder.web.head import head, url_of
from listbuilder.web.sessions import Session, StaleError, Step

TRAVELS = {"undo": -1, "redo": 1}

Again = Callable[[Request, Session, EditError | None], Response]

PAGES: dict[str, Again] = {"castle": castle.answer, "set-up": setup.answer}
"""Pages besides the builder's from which an army can be edited."""


async def edit(request: Request) -> Response:
    """Carry out an edit, and show the army after it."""
    desk = desk_of(request)
    fields = await form_of(request)
    key = request.path_params["key"]
    said, at = fields.get("do"), fields.get("at")
    home = fields.get("page") if fields.get("page") in PAGES else ""
    problem: EditError | None = None
    async with desk.sessions.lock(key):
        session = desk.sessions.read(key)
        try:
            await _carried_out(desk, session, said, fields)
        except StaleError as error:
            return _stale(request, session, error.seen)
        except ChangedError:
            seen = session.step
            return _stale(request, desk.sessions.read(key), seen)
        except EditError as error:
            problem = error
    if not is_partial(request) and problem is None:
        return to(request, url_of(session.key, home, at=at))
    if home:
        return PAGES[home](request, session, problem)
    return builder.answer(request, session, at, fields.get("q"), problem)


async def _carried_out(desk: Desk, session: Session, said: str, fields: Fields) -> None:
    """Carry out what a button says, and save."""
    seen = fields.get("version")
    if said in TRAVELS:
        await desk.sessions.travel(session, seen, TRAVELS[said])
    else:
        desk.sessions.check(session, seen)
        edited = carry_out(session, desk.library, said, fields)
        await desk.sessions.edit(session, seen, edited)


def _stale(request: Request, session: Session, seen: Step | None) -> Response:
    """Tell that the page was old: nothing was done, and this is what is different."""
    lines = None
    now = session.roster
    if seen is not None and seen.roster.ruleset == now.ruleset:
        lists = dict.fromkeys([*seen.roster.catalogues, *now.catalogues])
        judge = judge_of(desk_of(request).library.book(now.ruleset, list(lists)))
        lines = changes(judge, seen.roster, now)
    return page(request, "stale.html", 409, **head(session), lines=lines)
