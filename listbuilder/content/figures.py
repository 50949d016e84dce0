"""Figures in words: what they come to, and what they are made up of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from listbuilder.content.boxes import Tracker, in_tens
from listbuilder.findings import written
from listbuilder.model.language import Number
from listbuilder.model.shown_figures import Figure
from listbuilder.rules.arithmetic import LimitUnsetError
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import shares

MOST_KINDS = 6
"""That a number is said to be made up of; more are no help."""


@attrs.frozen
class FigureView:
    """A figure.

    Attributes:
        made: what it is made up of, where that is more than one thing.
        boxes: to tick, so many as it comes to.
    """

    title: str
    value: str
    made: str = ""
    text: str = ""
    boxes: Tracker | None = None


def figure_view(judge: Judge, army: Army, node: Node, figure: Figure, found: Number) -> FigureView:
    """Write a figure, with its unit and, where upgrades change it, with what they bring."""
    parts = list(shares(judge, army, node, figure.quantity)) if node.holder else []
    return FigureView(
        figure.title,
        f"{written(found)}{figure.unit}",
        made_up(node, parts, found),
        figure.text or "",
        in_tens("", found) if figure.boxes else None,
    )


def figure_views(
    judge: Judge, army: Army, node: Node, asked: tuple[Figure, ...]
) -> Iterator[FigureView]:
    """Yield figures with what each is made up of; one that comes to nothing is left out."""
    for figure in asked:
        try:
            found: Number = judge.compiler.amount(figure.quantity)(node, army)
        except LimitUnsetError:
            continue
        if found:
            view = figure_view(judge, army, node, figure, found)
            parts = shares(judge, army, node, figure.quantity)
            made = "" if node.holder else made_of_kinds(parts, found)
            yield attrs.evolve(view, made=view.made or made)


def made_of_kinds(parts: Iterable[tuple[Node, Number]], found: Number) -> str:
    """Say what the whole army's number is made up of, like with like: ``2 Axe + 4 Bow``.

    Returns:
        Nothing, where it is more than is added up.
    """
    kinds: dict[str, Number] = {}
    for part, share in parts:
        kinds[part.name] = kinds.get(part.name, 0) + share
    if sum(kinds.values()) != found or len(kinds) > MOST_KINDS:
        return ""
    return " + ".join(f"{written(share)} {name}" for name, share in kinds.items())


def made_up(node: Node, parts: Iterable[tuple[Node, Number]], found: Number) -> str:
    """Say what a selection's number is made up of: ``48 + 12 Superior Construction``.

    Returns:
        Nothing, where it is made up of one thing, or of more than is added up.
    """
    base: Number = 0
    added: list[tuple[str, Number]] = []
    for part, share in parts:
        if part is node:
            base += share
        else:
            many = f" ×{part.count}" if part.count not in (1, share) else ""
            added.append((f"{part.name}{many}", share))
    if not added or base + sum(share for _, share in added) != found:
        return ""
    words = [f"{written(base)}"] if base else []
    return " + ".join([*words, *(f"{written(share)} {name}" for name, share in added)])
