"""The builder: an army as a tree, what can be done with it, and what comes of each edit."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.editing.find import ROSTER, number_of, way_to
from listbuilder.errors import EditError
from listbuilder.rules.army import Node
from listbuilder.rules.explain import explain
from listbuilder.web import tree
from listbuilder.web.desk import desk_of, is_partial, page
from listbuilder.web.head import head
from listbuilder.web.panel import hindrances, panel
from listbuilder.web.sessions import Session

MOST_FINDINGS = 50
"""Of an army, on the page; what would mend each is asked for by itself."""


async def show(request: Request) -> Response:
    """Show an army with one of its selections looked at, hindrances, remedies and all."""
    session = await desk_of(request).sessions.open(request.path_params["key"])
    query = request.query_params
    sure = not is_partial(request)
    return answer(request, session, query.get("at", ""), query.get("q", ""), sure=sure)


async def show_panel(request: Request) -> Response:
    """Show the panel of a selection with all that would hinder: asked for after the page."""
    session = await desk_of(request).sessions.open(request.path_params["key"])
    if request.query_params.get("version") != session.step.version:
        return Response(status_code=204)
    node = _looked_at(session, request.query_params.get("at", ""))
    query = request.query_params
    shown = panel(session.judge, session.verdict, node, query.get("q", ""), asked="asked" in query)
    session.reasons[shown.at] = {**session.reasons.get(shown.at, {}), **hindrances(shown)}
    return page(request, "panel.html", **head(session), panel=shown, **_army(request, session))


async def show_mends(request: Request) -> Response:
    """Show what would mend a finding: asked for after the page, for it takes longest."""
    session = await desk_of(request).sessions.open(request.path_params["key"])
    number = request.path_params["number"]
    found = explain(session.verdict, session.judge)
    if number >= len(found) or request.query_params.get("version") != session.step.version:
        return Response(status_code=204)
    mends = tree.mends(session.judge, session.verdict, found[number][0], number)
    return page(request, "mends.html", **head(session), mends=mends)


def _looked_at(session: Session, at: str) -> Node:
    """The selection that is looked at; where it is gone, what held it; unsaid, the first one."""
    army = session.verdict.army
    if at == ROSTER:
        return army.root
    *_, last = army.root, *way_to(army, at)
    if last is not army.root:
        return last
    first = (child for child in army.root.children if child.place.owned)
    return next(first, army.root)


def _army(request: Request, session: Session) -> dict[str, Any]:
    """What the panel of the army itself shows: its limits, choices, and further army lists."""
    ruleset, roster = session.judge.book.ruleset, session.roster
    library = desk_of(request).library
    others = [name for name in library.catalogues(roster.ruleset) if name not in roster.catalogues]
    return {
        "limits": [
            (key, kind.title, roster.limits.get(key, "")) for key, kind in ruleset.limits.items()
        ],
        "choices": [
            (key, choice.title, choice.options, roster.choices.get(key, ""))
            for key, choice in ruleset.choices.items()
        ],
        "others": [(name, library.catalogue(roster.ruleset, name).name) for name in others]
        if _takes_more_lists(session)
        else [],
    }


def _takes_more_lists(session: Session) -> bool:
    """Whether a slot of the roster takes what comes first in an army list, more than once."""
    slots = [node.place.slot for node in session.verdict.army.root.children if node.place.list_id]
    return any(slot is not None and 1 not in (slot.max, slot.exactly) for slot in slots)


def answer(
    request: Request,
    session: Session,
    at: str = "",
    wanted: str = "",
    problem: EditError | None = None,
    sure: bool = False,
) -> Response:
    """Make the builder's page.

    Args:
        request: that it answers.
        session: the army.
        at: number of the selection that is looked at; empty where none was asked for.
        wanted: what is searched for among what may be added.
        problem: why an edit was refused.
        sure: work out now what takes longer: hindrances and remedies.
    """
    judge, verdict = session.judge, session.verdict
    node = _looked_at(session, at)
    known = None if sure else session.reasons.get(number_of(node) if node.holder else ".", {})
    shown = panel(judge, verdict, node, wanted, known, bool(at))
    if sure:
        session.reasons[shown.at] = hindrances(shown)
    findings = tree.told(judge, verdict, with_mends=sure, most=MOST_FINDINGS)
    return page(
        request,
        "builder.html",
        422 if problem else 200,
        **head(session, at=shown.at if at else ""),
        **_army(request, session),
        panel=shown,
        rows=tree.rows(judge, verdict, findings),
        findings=findings,
        more=len(verdict.breaches) - len(findings),
        notices=session.notices,
        uses=tree.uses(verdict, judge),
        numbers=tree.numbers(judge, verdict.army),
        problem=problem,
    )
