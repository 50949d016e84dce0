"""The order of play with an army's own numbers, and the order of its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from listbuilder.content.figures import FigureView, figure_views
from listbuilder.content.tracks import case_of
from listbuilder.findings import Source
from listbuilder.model.play_aids import Flow, Step
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.measure import concerns


@attrs.frozen
class StepView:
    """A step of play."""

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
    """Make the views of the flows that concern the army, with the steps that do."""
    return tuple(_flow(judge, army, flow) for flow in _concerning(judge, army))


def in_order_of_play(judge: Judge, army: Army, cards: Iterable[list[Node]]) -> list[list[Node]]:
    """Sort cards' selections by the steps that first need them; those of no step come last."""
    tests = [
        judge.compiler.test(step.cards)
        for flow in _concerning(judge, army)
        for step in flow.steps
        if step.cards is not None
    ]

    def place(nodes: list[Node]) -> int:
        found = (number for number, test in enumerate(tests) if test(nodes[0], army))
        return next(found, len(tests))

    return sorted(cards, key=place)


def _concerning(judge: Judge, army: Army) -> Iterator[Flow]:
    """Yield the flows with steps that concern the army, without other steps."""
    for part in judge.book.parts():
        for flow in part.flows:
            if concerns(judge, army, flow.for_):
                steps = tuple(step for step in flow.steps if concerns(judge, army, step.for_))
                if steps:
                    yield attrs.evolve(flow, steps=steps)


def _flow(judge: Judge, army: Army, flow: Flow) -> FlowView:
    home = flow.source
    return FlowView(
        flow.title,
        flow.rounds,
        tuple(_step(judge, army, step, home) for step in flow.steps),
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
