"""The order of play with an army's own numbers in it."""

from __future__ import annotations

import attrs

from listbuilder.content.figures import FigureView, figure_views
from listbuilder.content.tracks import case_of
from listbuilder.findings import Source
from listbuilder.model.play_aids import Flow, Step
from listbuilder.rules.army import Army
from listbuilder.rules.evaluate import Judge
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
        tuple(figure_views(judge, army, army.root, step.figures)),
        case_of(judge.book, home, step.source),
        step.ruling or "",
    )
