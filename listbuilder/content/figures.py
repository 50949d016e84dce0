"""Figures in words: their numbers, and the parts of these."""

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
"""The most kinds of selections that are told as parts of a number; more are no help."""


@attrs.frozen
class FigureView:
    """A figure.

    Attributes:
        made: its parts, if there are several.
        boxes: boxes to tick, as many as its number.
    """

    title: str
    value: str
    made: str = ""
    text: str = ""
    boxes: Tracker | None = None


def figure_view(judge: Judge, army: Army, node: Node, figure: Figure, found: Number) -> FigureView:
    """Write a figure, with its unit and with the shares of upgrades in it."""
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
    """Yield figures with their parts, without figures that are 0."""
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
    """Say the parts of the whole army's number, by kind of selection: ``2 Axe + 4 Bow``.

    Returns:
        The parts; empty if they do not add up to the number, or are too many.
    """
    kinds: dict[str, Number] = {}
    for part, share in parts:
        kinds[part.name] = kinds.get(part.name, 0) + share
    if sum(kinds.values()) != found or len(kinds) > MOST_KINDS:
        return ""
    return " + ".join(f"{written(share)} {name}" for name, share in kinds.items())


def made_up(node: Node, parts: Iterable[tuple[Node, Number]], found: Number) -> str:
    """Say the parts of a selection's number: ``48 + 12 Superior Construction``.

    Returns:
        The parts; empty if there is only one, or if they do not add up to the number.
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
