"""Pages of the solver: complete, repair or explain an army; look at each answer, and take one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from time import monotonic

import attrs
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from listbuilder.editing.find import number_of
from listbuilder.editing.mend import MOST_TRIED, mended
from listbuilder.errors import EditError, ListbuilderError
from listbuilder.findings import illegal
from listbuilder.loading.parse import parse_text
from listbuilder.loading.rosters import read_roster
from listbuilder.loading.save import dump
from listbuilder.messages import gettext, joined, translated
from listbuilder.rules.explain import explain
from listbuilder.rules.potential import offered_to
from listbuilder.solve.search.goals import CHEAPEST, limited_cost
from listbuilder.web.http.context import AppContext, Fields, context_of, form_of, page
from listbuilder.web.http.turns import address_of
from listbuilder.web.routes.actions import settings_of
from listbuilder.web.storage.documents import RosterDocument, Snapshot
from listbuilder.web.storage.jobs import JobError, StoppedError, TooLongError
from listbuilder.web.storage.undo_history import version_of
from listbuilder.web.views import army_tree
from listbuilder.web.views.army_settings import army_settings
from listbuilder.web.views.layout_context import layout_context
from listbuilder.web.views.models import RemedyView
from listbuilder.web.views.what_if import blocking_rule, most_tried

LONGEST = 45
"""The most seconds of a search by the clock; then it is ended without an answer."""

ENOUGH = 0.8
"""The share of ``LONGEST`` after which a search gives the best answer that it has found."""

STOP = "stop"
"""The value that the button sends which ends a search."""

NOWHERE = gettext("Nothing in the army can take that: what takes it has to be there first.")

KINDS = ("complete", "repair", "convert", "why")


@attrs.frozen
class SolverAnswer:
    """An answer: its lines of text, and the value that its button sends; empty without a roster."""

    lines: tuple[str, ...]
    do: str


async def show(request: Request) -> Response:
    """Show the questions for the solver, and carry out the one that is asked."""
    context = context_of(request)
    asked = ""
    sent: Mapping[str, list[str]] = {}
    answers: tuple[SolverAnswer, ...] = ()
    problem: ListbuilderError | None = None
    if request.method == "POST":
        fields = await form_of(request, changes=False)
        asked, sent = fields.get("do"), fields.all
        if asked == STOP:
            context.jobs.stop(address_of(request))
            return Response(status_code=204)
        document = await context.documents.open(request.path_params["key"])
        step = document.step
        if asked in KINDS:
            job = {
                "roster": dump(document.roster),
                **context.job(),
                "seconds": ENOUGH * LONGEST,
                "aim": fields.get("aim"),
                "entry": fields.get("entry"),
                "settings": settings_of(document.roster, fields),
                "list": _other_list(document, fields, context),
                "may": sent.get("may", []),
            }
            entry = fields.get("entry") if asked == "why" else ""
            first = _as_build_says(document, entry) if entry else None
            if entry and context.in_browser:  # whose solver gives no reasons
                first = first or SolverAnswer((NOWHERE,), "")
            answers = (first,) if first is not None else ()
            try:
                if asked == "convert" and not (job["settings"] or job["list"]):
                    raise EditError(gettext("Say first what is to be different."))
                if first is None or not (first.do or context.in_browser):
                    said = await context.jobs.run(address_of(request), asked, job, LONGEST)
                    answers = (*answers, *await _answers(document, step, said, context))
            except (EditError, JobError, StoppedError, TooLongError) as error:
                problem = error
    document = await context.documents.open(request.path_params["key"])
    book = document.judge.book
    aims = [(name, value.title) for name, value in book.ruleset.values.items() if not value.cost]
    return page(
        request,
        "solve.html",
        422 if problem else 200,
        **layout_context(document, "solve"),
        longest=LONGEST,
        quick=tuple(_quick(document)),
        asked=asked,
        answers=answers,
        problem=problem,
        aims=[("", _spent(document)), (CHEAPEST, gettext("the cheapest that is legal")), *aims],
        settings=army_settings(document, context.library),
        may=tuple(_may(document)),
        sent=sent,
        entries=sorted({one.name for known in book.entries.values() for one in known.values()}),
    )


async def show_progress(request: Request) -> Response:
    """Answer with the progress of the address's latest search; empty where none runs."""
    progress = context_of(request).jobs.progress(address_of(request))
    if progress is None:
        return Response(status_code=204)
    far = gettext(
        "step {number}, {share} % of the work it may take, {seconds} s",
        number=progress.steps + 1,
        share=round(100 * progress.share),
        seconds=int(monotonic() - progress.begun),
    )
    return PlainTextResponse(translated(far))


def _as_build_says(document: RosterDocument, wanted: str) -> SolverAnswer | None:
    """Say where one more of an entry can go at once, or the rule against it; None: nowhere.

    Args:
        document: the army.
        wanted: the entry's name or id.
    """
    judge, verdict = document.judge, document.verdict
    reason = ""
    tried = most_tried(verdict.army)
    for node in (verdict.army.root, *verdict.army.nodes):
        for place in offered_to(judge, node.place):
            slot, entry = place.slot, place.entry
            named = slot and entry and wanted.casefold() in (entry.id, entry.name.casefold())
            if not (named and slot and entry) or tried <= 0:
                continue
            tried -= 1
            where = number_of(node) if node.holder else "."
            against = blocking_rule(judge, verdict, node, place, instead=False)
            if not against:
                name = node.name or verdict.army.roster.name
                lines = (gettext("It can be added now, to {holder}.", holder=name),)
                return SolverAnswer(lines, f"add:{where}:{slot.id}:{entry.id}")
            reason = reason or against
    return SolverAnswer((gettext("Not now: {rule}", rule=reason),), "") if reason else None


def _quick(document: RosterDocument) -> Iterator[RemedyView]:
    """Yield the single remedies of findings that make the army legal at once, each once."""
    offered: set[str] = set()
    judge, verdict = document.judge, document.verdict
    found = explain(verdict, judge)[: max(1, most_tried(verdict.army) // MOST_TRIED)]
    for number, (check, _) in enumerate(found):
        ways = enumerate(mended(check, verdict, judge))
        for index, (remedy, roster) in ways:
            is_new = remedy.text not in offered
            if is_new and judge.evaluate(roster).legal and not illegal(document.notices):
                offered.add(remedy.text)
                yield RemedyView(f"{army_tree.MEND}:{number}:{index}", remedy.words)


def _may(document: RosterDocument) -> Iterator[tuple[str, str]]:
    """Yield the kinds of settings that a repair may change in the army, each with its label."""
    book = document.judge.book
    if limits := [book.ruleset.limits[name].title for name in document.roster.limits]:
        yield "limits", gettext("Limits may change, too: {titles}", titles=joined(", ", limits))
    if choices := [choice.title for choice in book.choices.values()]:
        yield "choices", gettext("Choices may change, too: {titles}", titles=joined(", ", choices))


def _other_list(document: RosterDocument, fields: Fields, context: AppContext) -> str:
    """Give the army list that a form moves the army to; empty if it is the army's own."""
    wanted = fields.get("list")
    return "" if wanted == army_settings(document, context.library).list else wanted


def _spent(document: RosterDocument) -> str:
    cost = limited_cost(document.judge.book, document.roster)
    titles = document.judge.book.ruleset.values
    if not cost:
        return gettext("the cheapest that is legal")
    return gettext("as many {points} as may be", points=titles[cost].title)


async def _answers(
    document: RosterDocument, step: Snapshot, said: bytes, context: AppContext
) -> tuple[SolverAnswer, ...]:
    """Keep the rosters of the answers, so that one can be taken; older answers go.

    Args:
        document: the army.
        step: the state that was asked about.
        said: the job's answer.
        context: the application's context.

    Raises:
        EditError: the army was changed meanwhile, and an answer would undo that.
    """
    now = await context.documents.open(document.key)
    if now.step is not step:
        raise EditError(gettext("The army was changed meanwhile; ask again."))
    now.answers.clear()
    answers = []
    for answer in json.loads(said):
        do = ""
        if answer["roster"] is not None:
            name = version_of(answer["roster"].encode())
            now.answers[name] = read_roster(parse_text(answer["roster"]), context.library).roster
            do = f"apply:{name}"
        answers.append(SolverAnswer(tuple(answer["lines"]), do))
    return tuple(answers)
