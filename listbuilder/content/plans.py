"""Plans: places with the selections placed there, drawn as they lie beside one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from listbuilder.content.figures import FigureView, figure_views
from listbuilder.content.lines import option_text
from listbuilder.content.placements import placed_here
from listbuilder.content.plan_cells import PlanCells, ring, sketched
from listbuilder.content.tracks import case_of
from listbuilder.messages import gettext, joined
from listbuilder.model.language import Selector
from listbuilder.model.play_aids import Plan, Sketch
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge


@attrs.frozen
class PlanPlace:
    """A plan place: the places beside it, and the selections there at the start.

    Attributes:
        shape: the number of its entry among those that its holder may have (``offer_number``).
        options: its kind and its upgrades.
        nodes: the selections that it shows.
    """

    name: str
    beside: tuple[str, ...]
    figures: tuple[FigureView, ...]
    here: tuple[str, ...]
    shape: int = 0
    options: tuple[str, ...] = ()
    nodes: tuple[Node, ...] = ()


@attrs.frozen
class Drawing:
    """Places in cells.

    Attributes:
        closed: whether they are a ring around a courtyard.
        crossings: the ways between places: the two places, the way, its source in short.
    """

    cells: PlanCells[PlanPlace]
    closed: bool
    crossings: tuple[tuple[str, str, str], ...] = ()


@attrs.frozen
class PlanView:
    """A plan: its places, with the titles of ``marks`` to make in play."""

    title: str
    places: tuple[PlanPlace, ...]
    drawings: tuple[Drawing, ...]
    marks: tuple[str, ...]
    text: tuple[str, ...]
    cite: str
    ruling: str


def army_plans(judge: Judge, army: Army) -> tuple[PlanView, ...]:
    """Make the views of the plans of which the army has places."""
    found = (_plan(judge, army, plan) for part in judge.book.parts() for plan in part.plans)
    return tuple(plan for plan in found if plan.places)


def _plan(judge: Judge, army: Army, plan: Plan) -> PlanView:
    passes = judge.compiler.test(plan.for_)
    nodes = [node for node in army.nodes if passes(node, army)]
    if plan.sketch is not None:
        places, drawings = _sketched(judge, army, plan, plan.sketch) if nodes else ((), ())
    else:
        found = {node.start: _place(judge, army, plan, node) for node in nodes}
        places = tuple(found.values())
        drawings = tuple(
            Drawing(ring([found[node.start] for node in row], closed), closed)
            for row, closed in rows_of(judge, army, nodes)
        )
    return PlanView(
        plan.title,
        places,
        drawings,
        plan.marks,
        plan.text,
        judge.book.cite(plan.source),
        plan.ruling or "",
    )


def rows_of(judge: Judge, army: Army, nodes: Sequence[Node]) -> Iterator[tuple[list[Node], bool]]:
    """Yield the places of each holder in their row, and whether the row is a closed ring."""
    beside = judge.compiler.select(Selector("beside"))
    held: dict[int, list[Node]] = {}
    for node in nodes:
        if node.holder is not None:
            held.setdefault(node.holder.start, []).append(node)
    for row in held.values():
        yield row, len(row) > 2 and row[-1] in beside(row[0], army)


def offer_number(node: Node) -> int:
    """The number of a selection's entry among those that its holder offers, from 0."""
    offered = [place.entry for place in node.holder.place.offered()] if node.holder else []
    return offered.index(node.place.entry) if node.place.entry in offered else 0


def _place(judge: Judge, army: Army, plan: Plan, node: Node) -> PlanPlace:
    beside = judge.compiler.select(Selector("beside"))
    return PlanPlace(
        node.name,
        tuple(other.name for other in beside(node, army)),
        tuple(figure_views(judge, army, node, plan.figures)),
        tuple(placed_here(army, node)),
        offer_number(node),
        tuple(_options(node)),
        (node,),
    )


def _options(node: Node) -> Iterator[str]:
    entry = node.place.entry
    if entry and node.selection.name:
        yield entry.name
    yield from map(option_text, node.children)


def _sketched(
    judge: Judge, army: Army, plan: Plan, sketch: Sketch
) -> tuple[tuple[PlanPlace, ...], tuple[Drawing, ...]]:
    known = sketch.places
    adjoin = sketch.adjoining()

    def told(node: Node, title: str) -> Iterator[str]:
        counts = (
            joined(" ", (one.title, one.value))
            for one in figure_views(judge, army, node, plan.figures)
        )
        found = [*counts, *placed_here(army, node)]
        if found:
            said = joined(", ", found)
            yield said if node.name == title else joined(": ", (node.name, said))

    def place(name: str) -> PlanPlace:
        passes = judge.compiler.test(of) if (of := known[name].for_) else None
        nodes = [node for node in army.nodes if passes and passes(node, army)]
        title = known[name].title
        return PlanPlace(
            title,
            tuple(known[other].title for other in adjoin.get(name, ()) if other in known),
            (),
            tuple(one for node in nodes for one in told(node, title)),
            nodes=tuple(nodes),
        )

    made = {name: place(name) for name in known}
    crossings = (
        (
            _both([known[name].title for name in one.between if name in known]),
            one.title,
            case_of(judge.book, plan.source, one.source),
        )
        for one in sketch.crossings
    )
    drawing = Drawing(sketched(sketch.rows, made), False, tuple(crossings))
    return tuple(made.values()), (drawing,)


def _both(titles: Sequence[str]) -> str:
    """Join two names by "and", or any number of names by commas."""
    if len(titles) == 2:
        return gettext("{one} and {other}", one=titles[0], other=titles[1])
    return joined(", ", titles)
