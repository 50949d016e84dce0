"""The page of the set-up: counters in their areas and turns, to be moved."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.counters import Counter, face, is_counter, legend
from listbuilder.content.plan_cells import PlanCell, PlanCells
from listbuilder.content.plans import Drawing, PlanPlace, army_plans
from listbuilder.editing.find import find_selection, number_of
from listbuilder.errors import EditError
from listbuilder.messages import gettext
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.measure import counter_profile
from listbuilder.rules.profiles import ProfileReader
from listbuilder.web.http.context import context_of, page
from listbuilder.web.storage.documents import RosterDocument
from listbuilder.web.storage.files import NoRosterError
from listbuilder.web.views import army_tree
from listbuilder.web.views.layout_context import layout_context
from listbuilder.web.views.models import LocatedFinding
from listbuilder.web.views.placements import is_set_up


@attrs.frozen
class Stack:
    """A counter in its area.

    Attributes:
        takes: whether the picked counter can be stacked with it.
        carries: the counters stacked with it.
        others: its contents that are no counters.
    """

    number: str
    counter: Counter
    many: int
    picked: bool
    takes: bool
    others: str
    carries: tuple[Stack, ...]


@attrs.frozen
class DrawnArea:
    """A plan place of the sketch.

    Attributes:
        numbers: numbers of the areas there; the others are listed at the first.
        takes: numbers and names of the areas that the picked counter can go to.
    """

    name: str
    here: tuple[str, ...]
    numbers: tuple[str, ...]
    takes: tuple[tuple[str, str], ...]


@attrs.frozen
class SetUpArea:
    """An area or a turn; ``takes`` as for a counter, ``depth`` counts the areas around it."""

    number: str
    name: str
    depth: int
    text: tuple[str, ...]
    takes: bool
    stacks: tuple[Stack, ...]
    findings: tuple[LocatedFinding, ...]


def _areas_of(book: Book, army: Army) -> list[Node]:
    """List the areas: selections that hold counters, could hold them, or hold areas."""
    found = {node.start for node in army.nodes if _is_area(book, node)}
    around = {
        node.start
        for node in army.nodes
        if node.holder is not army.root and any(node.start < one < node.end for one in found)
    }
    pieces = {node.start for node in army.nodes if is_counter(book, node)}
    return [node for node in army.nodes if node.start in (found | around) - pieces]


def _is_area(book: Book, node: Node) -> bool:
    places = node.place.offered()
    return any(place.entry and counter_profile(book, place.entry) is not None for place in places)


async def show(request: Request) -> Response:
    """Show the set-up."""
    document = await context_of(request).documents.open(request.path_params["key"])
    if not is_set_up(document.judge.book, document.verdict.army):
        raise NoRosterError(gettext("This army is no set-up."))
    return answer(request, document, None)


def answer(request: Request, document: RosterDocument, problem: EditError | None) -> Response:
    """Answer with the page; after an edit no counter is picked any more."""
    judge, verdict = document.judge, document.verdict
    picked = _picked(verdict.army, request.query_params.get("pick", ""))
    findings = army_tree.located_findings(judge, verdict)
    areas = tuple(_areas(judge, verdict, picked, findings))
    shown = {told.number for area in areas for told in area.findings}
    return page(
        request,
        "setup.html",
        422 if problem else 200,
        **layout_context(document, "set-up"),
        areas=areas,
        sketches=tuple(_sketches(judge, verdict.army, picked)),
        picked=None if picked is None else (number_of(picked), picked.name, picked.count),
        others=[told for told in findings if told.number not in shown],
        legend=legend(judge.book, verdict.army),
        problem=problem,
    )


def _sketches(
    judge: Judge, army: Army, picked: Node | None
) -> Iterator[tuple[PlanCells[DrawnArea], Drawing]]:
    """Yield the sketches of the areas, as the set-up sheet draws them."""

    def drawn(cell: PlanCell[PlanPlace]) -> PlanCell[DrawnArea]:
        if (place := cell.place) is None:
            return PlanCell(None)
        area = DrawnArea(
            place.name,
            place.here,
            tuple(map(number_of, place.nodes)),
            tuple((number_of(one), one.name) for one in place.nodes if _takes(one, picked)),
        )
        return PlanCell(area, cell.columns, cell.rows)

    for plan in army_plans(judge, army):
        for drawing in plan.drawings:
            yield tuple(tuple(map(drawn, row)) for row in drawing.cells), drawing


def _picked(army: Army, number: str) -> Node | None:
    try:
        return find_selection(army, number) if number else None
    except EditError:
        return None


def _areas(
    judge: Judge, verdict: Verdict, picked: Node | None, findings: tuple[LocatedFinding, ...]
) -> Iterator[SetUpArea]:
    reader, nodes = ProfileReader(judge, verdict.army), verdict.army.nodes
    areas = _areas_of(judge.book, verdict.army)
    inside: dict[str, str] = {}
    for area in areas:  # an inner one comes after those around it
        inside |= dict.fromkeys(map(number_of, nodes[area.start : area.end]), number_of(area))
    for node in areas:
        number, entry = number_of(node), node.place.entry
        yield SetUpArea(
            number,
            node.name,
            sum(one.start < node.start < one.end for one in areas),
            entry.text if entry else (),
            _takes(node, picked),
            tuple(
                stack
                for child in node.children
                if (stack := _stack(reader, child, picked)) is not None
            ),
            tuple(told for told in findings if inside.get(told.at) == number),
        )


def _stack(reader: ProfileReader, node: Node, picked: Node | None) -> Stack | None:
    drawn = face(reader, node)
    if drawn is None:
        return None
    below = [(child, _stack(reader, child, picked)) for child in node.children]
    return Stack(
        number=number_of(node),
        counter=drawn,
        many=node.count,
        picked=node is picked,
        takes=_takes(node, picked),
        others=", ".join(child.name for child, stack in below if stack is None),
        carries=tuple(stack for _, stack in below if stack is not None),
    )


def _takes(node: Node, picked: Node | None) -> bool:
    """Whether the picked counter can be moved into a selection."""
    if picked is None or picked.holder is node or picked.start <= node.start < picked.end:
        return False
    return node.place.below[picked.selection.entry, None].offer is not None
