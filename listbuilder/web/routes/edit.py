"""The route of all edits: carries an edit out, and answers with the page that it came from."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.editing.roster_changes import changes
from listbuilder.errors import ChangedError, EditError
from listbuilder.rules.evaluate import judge_of
from listbuilder.web.http.context import (
    AppContext,
    Fields,
    context_of,
    form_of,
    is_partial,
    page,
    redirect,
)
from listbuilder.web.routes import builder, castle, set_up
from listbuilder.web.routes.actions import dispatch
from listbuilder.web.storage.documents import RosterDocument, Snapshot, StaleError
from listbuilder.web.views.filters import Filters
from listbuilder.web.views.layout_context import layout_context, url_of

HISTORY_STEPS = {"undo": -1, "redo": 1}

AnswerWith = Callable[[Request, RosterDocument, EditError | None], Response]

PAGES: dict[str, AnswerWith] = {"castle": castle.answer, "set-up": set_up.answer}
"""Pages besides the builder's from which an army can be edited."""


async def edit(request: Request) -> Response:
    """Carry out an edit, and show the army after it."""
    context = context_of(request)
    fields = await form_of(request)
    key = request.path_params["key"]
    said, at = fields.get("do"), fields.get("at")
    home = fields.get("page") if fields.get("page") in PAGES else ""
    problem: EditError | None = None
    async with context.documents.lock(key):
        document = context.documents.read(key)
        try:
            await _carried_out(context, document, said, fields)
        except StaleError as error:
            return _stale(request, document, error.seen)
        except ChangedError:
            seen = document.step
            return _stale(request, context.documents.read(key), seen)
        except EditError as error:
            problem = error
    if not is_partial(request) and problem is None:
        return redirect(url_of(document.key, home, at=at))
    if home:
        return PAGES[home](request, document, problem)
    return builder.answer(request, document, at, Filters.of(fields.get), problem)


async def _carried_out(
    context: AppContext, document: RosterDocument, said: str, fields: Fields
) -> None:
    """Carry out the edit of a button, and save the army."""
    seen = fields.get("version")
    if said in HISTORY_STEPS:
        await context.documents.go_through_history(document, seen, HISTORY_STEPS[said])
    else:
        context.documents.check(document, seen)
        edited = dispatch(document, context.library, said, fields)
        await context.documents.edit(document, seen, edited)


def _stale(request: Request, document: RosterDocument, seen: Snapshot | None) -> Response:
    """Answer an edit of an old page: nothing was done; show the differences to the present army."""
    lines = None
    now = document.roster
    if seen is not None and seen.roster.ruleset == now.ruleset:
        lists = dict.fromkeys([*seen.roster.catalogues, *now.catalogues])
        judge = judge_of(context_of(request).documents.book(now.ruleset, list(lists)))
        lines = changes(judge, seen.roster, now)
    return page(request, "stale.html", 409, **layout_context(document), lines=lines)
