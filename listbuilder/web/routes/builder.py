"""The builder's page: an army as a tree, the panel of one selection, findings and remedies."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from listbuilder.editing.find import ROSTER, number_of, way_to
from listbuilder.errors import EditError, ListbuilderError
from listbuilder.loading.save import dump
from listbuilder.rules.army import Node
from listbuilder.rules.explain import explain
from listbuilder.rules.measure import standing
from listbuilder.web.http.context import context_of, is_partial, page, redirect
from listbuilder.web.http.turns import address_of
from listbuilder.web.storage.documents import RosterDocument
from listbuilder.web.views import army_tree
from listbuilder.web.views.about import about_offer, about_selection
from listbuilder.web.views.army_settings import army_settings
from listbuilder.web.views.filters import Filters
from listbuilder.web.views.layout_context import layout_context, url_of
from listbuilder.web.views.selection_editor import NO_FILTERS, blocking_rules, selection_editor
from listbuilder.web.views.what_if import is_closed

MOST_FINDINGS = 50
"""Most findings of an army on the page; the remedies of each are asked for by themselves."""

LONGEST = 10
"""Most seconds of the solver's search for remedies, by the clock."""


async def show(request: Request) -> Response:
    """Show an army, with the panel of one selection, rules in the way and remedies."""
    document = await context_of(request).documents.open(request.path_params["key"])
    query = request.query_params
    sure = not is_partial(request)
    return answer(request, document, query.get("at", ""), Filters.of(query.get), sure=sure)


async def show_about(request: Request) -> Response:
    """Show all about a selection, or about what a slot offers: its profiles, and what they mean."""
    document = await context_of(request).documents.open(request.path_params["key"])
    query, judge, verdict = request.query_params, document.judge, document.verdict
    node = _looked_at(document, query.get("at", ""))
    entry = query.get("entry")
    told = (
        about_offer(judge, verdict, node, query.get("slot", ""), entry)
        if entry
        else about_selection(judge, verdict, node)
    )
    template = "about_part.html" if is_partial(request) else "about.html"
    return page(request, template, **layout_context(document, at=query.get("at", "")), told=told)


async def show_panel(request: Request) -> Response:
    """Show the panel of a selection with all that would hinder: asked for after the page."""
    document = await context_of(request).documents.open(request.path_params["key"])
    if request.query_params.get("version") != document.step.version:
        return Response(status_code=204)
    node = _looked_at(document, request.query_params.get("at", ""))
    query = request.query_params
    shown = selection_editor(
        document.judge, document.verdict, node, Filters.of(query.get), asked="asked" in query
    )
    document.reasons[shown.at] = {**document.reasons.get(shown.at, {}), **blocking_rules(shown)}
    return page(
        request,
        "panel.html",
        **layout_context(document),
        panel=shown,
        **_army(request, document),
    )


async def show_mends(request: Request) -> Response:
    """Show the remedies of a finding: asked for after the page, for they take longest.

    Where the solver is to be asked, too (``ask``), they are shown when it has answered.

    Raises:
        ListbuilderError: it does not answer, and no script asks.
    """
    context, key = context_of(request), request.path_params["key"]
    document = await context.documents.open(key)
    step, search = document.step, document.remedies
    number, query = request.path_params["number"], request.query_params
    found = explain(document.verdict, document.judge)
    if number >= len(found) or query.get("version") != step.version:
        return Response(status_code=204)
    problem: ListbuilderError | None = None
    if "ask" in query:
        job = {"roster": dump(document.roster), **context.job()}
        run = partial(context.background.run, address_of(request), "remedies", job, LONGEST)
        try:
            await search.run(run, context.library)
        except ListbuilderError as error:
            if not is_partial(request):
                raise
            problem = error
        if not is_partial(request):
            return redirect(f"{url_of(key)}#finding-{number}")
        if document.remedies is not search:
            return Response(status_code=204)
    mends = army_tree.mends_view(document.judge, document.verdict, found[number][0], number, search)
    return page(
        request,
        "mends.html",
        **layout_context(document),
        mends=mends,
        number=number,
        problem=problem,
    )


def _looked_at(document: RosterDocument, at: str) -> Node:
    """Find the selection to show: the asked one, if it is gone its holder, by default the first."""
    army = document.verdict.army
    if at == ROSTER:
        return army.root
    *_, last = army.root, *way_to(army, at)
    if last is not army.root:
        return last
    node = next((child for child in army.root.children if child.place.owned), army.root)
    while is_closed(document.judge, document.verdict, node):
        inside = [child for child in node.children if len([*child.place.offered()]) > 1]
        if not inside:
            break
        node = inside[0]
    return node


def _army(request: Request, document: RosterDocument) -> dict[str, Any]:
    """Make the variables of the army's own panel: its settings, and further army lists."""
    settings = army_settings(document, context_of(request).library)
    others = settings.others if _takes_more_lists(document) else ()
    return {"settings": settings, "others": others}


def _takes_more_lists(document: RosterDocument) -> bool:
    """Whether a slot of the roster takes the first entries of several army lists."""
    slots = [node.place.slot for node in document.verdict.army.root.children if node.place.list_id]
    return any(slot is not None and 1 not in (slot.max, slot.exactly) for slot in slots)


def answer(
    request: Request,
    document: RosterDocument,
    at: str = "",
    filters: Filters = NO_FILTERS,
    problem: EditError | None = None,
    sure: bool = False,
) -> Response:
    """Make the builder's page.

    Args:
        request: that it answers.
        document: the army.
        at: number of the selection that is looked at; empty where none was asked for.
        filters: the filters on the entries that may be added.
        problem: why an edit was refused.
        sure: work out now what takes longer: rules in the way and remedies.
    """
    judge, verdict = document.judge, document.verdict
    node = _looked_at(document, at)
    known = None if sure else document.reasons.get(number_of(node) if node.holder else ".", {})
    shown = selection_editor(judge, verdict, node, filters, known, bool(at))
    if sure:
        document.reasons[shown.at] = blocking_rules(shown)
    findings = army_tree.located_findings(
        judge, verdict, document.remedies if sure else None, MOST_FINDINGS
    )
    return page(
        request,
        "builder.html",
        422 if problem else 200,
        **layout_context(document, at=shown.at if at else ""),
        **_army(request, document),
        panel=shown,
        rows=army_tree.rows(judge, verdict, findings),
        findings=findings,
        more=len(verdict.breaches) - len(findings),
        notices=document.notices,
        uses=army_tree.gauges(verdict, judge),
        numbers=army_tree.roster_figures(judge, verdict.army),
        standing=list(standing(judge, verdict.army)),
        problem=problem,
    )
