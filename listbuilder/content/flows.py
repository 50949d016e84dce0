"""The order of play with an army's own numbers in it, and where things stand."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.content.figures import FigureView, figure_view, made_of_kinds
from listbuilder.content.placements import placed_here
from listbuilder.content.tracks import case_of
from listbuilder.findings import Source
from listbuilder.model.language import Number, Selector
from listbuilder.model.play_aids import Figure, Flow, Plan, Step
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compile import LimitUnsetError
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import shares
from listbuilder.rules.measure import concerns


@attrs.frozen
class StepView:
    """Something that is done in play."""

    title: str
    roll: str
    text: tuple[str, ...]
    figures: tuple[FigureView, ...]
    cite: str
    ruling: str


@attrs.frozen
class FlowView:
    """Steps of play in their order; each is done in so many ``rounds``."""

    title: str
    rounds: int
    steps: tuple[StepView, ...]
    cite: str
    ruling: str


@attrs.frozen
class PlanLine:
    """A place: what is beside it, and what stands there at the start."""

    name: str
    beside: tuple[str, ...]
    figures: tuple[FigureView, ...]
    here: tuple[str, ...]


@attrs.frozen
class PlanView:
    """Where things stand, with ``marks`` to make in play."""

    title: str
    lines: tuple[PlanLine, ...]
    marks: tuple[str, ...]
    text: tuple[str, ...]
    cite: str
    ruling: str


def army_flows(judge: Judge, army: Army) -> tuple[FlowView, ...]:
    """Take the flows, and of them the steps, that something in the army has to do with."""
    found = (
        _flow(judge, army, flow)
        for part in judge.book.parts()
        for flow in part.flows
        if concerns(judge, army, flow.for_)
    )
    return tuple(flow for flow in found if flow.steps)


def _flow(judge: Judge, army: Army, flow: Flow) -> FlowView:
    steps = (step for step in flow.steps if concerns(judge, army, step.for_))
    home = flow.source
    return FlowView(
        flow.title,
        flow.rounds,
        tuple(_step(judge, army, step, home) for step in steps),
        judge.book.cite(flow.source),
        flow.ruling or "",
    )


def _step(judge: Judge, army: Army, step: Step, home: Source) -> StepView:
    return StepView(
        step.title,
        step.roll,
        step.text,
        tuple(_figures(judge, army, army.root, step.figures)),
        case_of(judge.book, home, step.source),
        step.ruling or "",
    )


def _figures(
    judge: Judge, army: Army, node: Node, figures: tuple[Figure, ...]
) -> Iterator[FigureView]:
    """Yield figures with what each is made up of; one that comes to nothing is left out."""
    for figure in figures:
        try:
            found: Number = judge.compiler.amount(figure.quantity)(node, army)
        except LimitUnsetError:
            continue
        if found:
            view = figure_view(judge, army, node, figure, found)
            parts = shares(judge, army, node, figure.quantity)
            made = "" if node.holder else made_of_kinds(parts, found)
            yield attrs.evolve(view, made=view.made or made)


def army_plans(judge: Judge, army: Army) -> tuple[PlanView, ...]:
    """Take the plans of which the army has places."""
    found = (_plan(judge, army, plan) for part in judge.book.parts() for plan in part.plans)
    return tuple(plan for plan in found if plan.lines)


def _plan(judge: Judge, army: Army, plan: Plan) -> PlanView:
    passes = judge.compiler.test(plan.for_)
    neighbours = judge.compiler.select(Selector("beside"))
    return PlanView(
        plan.title,
        tuple(
            PlanLine(
                node.name,
                tuple(other.name for other in neighbours(node, army)),
                tuple(_figures(judge, army, node, plan.figures)),
                tuple(placed_here(army, node)),
            )
            for node in army.nodes
            if passes(node, army)
        ),
        plan.marks,
        plan.text,
        judge.book.cite(plan.source),
        plan.ruling or "",
    )
