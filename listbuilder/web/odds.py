"""Odds: exact chances of an army's rolls, or a game's, with bars to see them by."""

from __future__ import annotations

from fractions import Fraction

import attrs
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.findings import written
from listbuilder.model.language import Number
from listbuilder.odds.ask import chances
from listbuilder.odds.results import Answer, Cell, Curve, Spread, percent
from listbuilder.web.desk import desk_of, page
from listbuilder.web.head import head


@attrs.frozen
class Bar:
    """A chance: ``height`` of a hundred."""

    title: str
    percent: str
    height: str
    exact: str


@attrs.frozen
class Plot:
    """A distribution, or turn after turn."""

    title: str
    about: str
    bars: tuple[Bar, ...]


@attrs.frozen
class Shown:
    """Odds as they are on the page: chances in a table, the rest in plots."""

    title: str
    subjects: str
    given: str
    text: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Bar, ...]], ...]
    plots: tuple[Plot, ...]
    cite: str


async def show(request: Request) -> Response:
    """Show the odds of an army."""
    session = await desk_of(request).sessions.open(request.path_params["key"])
    found = chances(session.judge.book, session.roster)
    tables = [
        (table, [(one, _bar("", one.chance)) for one in table.outcomes]) for table in found.tables
    ]
    return page(
        request,
        "odds.html",
        **head(session, "odds"),
        tables=tables,
        answers=[_shown(answer) for answer in found.answers],
    )


def _shown(answer: Answer) -> Shown:
    """Put the chances of some odds into a table, and what is more than a chance into plots."""
    plain = [row for row in answer.rows if all(isinstance(cell, Fraction) for cell in row.cells)]
    plots = [
        _plot(", ".join(filter(None, (row.title, column))), cell)
        for row in answer.rows
        if row not in plain
        for column, cell in zip(answer.columns, row.cells, strict=True)
    ]
    return Shown(
        title=answer.title,
        subjects=", ".join(one.name for one in answer.subjects),
        given=", ".join(f"{one.title} {one.value}" for one in answer.given),
        text=(
            *answer.text,
            *(f"Nothing tells: {name}." for name in answer.unknown),
            *([f"This can't be worked out: {answer.problem}"] if answer.problem else []),
        ),
        columns=answer.columns,
        rows=tuple(
            (row.title, tuple(_plot("", cell).bars[0] for cell in row.cells)) for row in plain
        ),
        plots=tuple(plots),
        cite=answer.cite,
    )


def _bar(title: str, chance: Fraction) -> Bar:
    return Bar(title, percent(chance), f"{float(100 * chance):.2f}", str(chance))


def _said(value: Number | str) -> str:
    return value if isinstance(value, str) else written(value)


def _plot(title: str, cell: Cell) -> Plot:
    match cell:
        case Spread(falls, mean):
            about = "" if mean is None else f"{float(mean):.2f} on average"
            return Plot(title, about, tuple(_bar(_said(fall.value), fall.chance) for fall in falls))
        case Curve(turn, turns):
            bars = tuple(_bar(str(one.number), one.by) for one in turns)
            return Plot(title, f"by {turn.lower()}", bars)
        case Fraction():
            return Plot(title, "", (_bar("", cell),))
