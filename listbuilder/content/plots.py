"""Drawings of chances: lines over turns, bars of a distribution, as SVG inside a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

import attrs

from listbuilder.findings import written
from listbuilder.messages import gettext, joined, translated
from listbuilder.model.language import Number
from listbuilder.odds.answers import Curve, RowOdds, Spread, percent
from listbuilder.odds.tables_view import common, needed_columns, numbers_of

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH, HEIGHT = 88, 36
"""The size of a drawing, in mm."""

LEFT, RIGHT, TOP, BOTTOM = 10, 86, 6, 30
"""The edges of its field, in mm; numbers are left of it and below, the lines' titles above."""

LABELS = 13
"""The most numbers below it."""

LEAST = 6
"""The fewest results of a distribution for which a drawing says more than a table."""

DASHES = ("", "1.8 0.9", "0.5 0.8", "3 0.8 0.5 0.8")
"""Dashes that tell lines apart, so that no ink is needed but black."""

FILLED, OUTLINED = 'fill="#777"', 'fill="none" stroke="#000" stroke-width="0.3"'
"""The attributes of bars: filled, or outlined to save ink."""

Series = tuple[str, Sequence[Fraction]]
"""A line: its title, and its chances from left to right."""


@attrs.frozen
class Plot:
    """A drawing; ``alt`` describes it in words."""

    alt: str
    svg: str

    @property
    def drawn(self) -> Markup:
        """The drawing as markup for a page."""
        from markupsafe import Markup

        return Markup(self.svg)  # noqa: S704 - its words are escaped

    @property
    def outlined(self) -> Markup:
        """The drawing with nothing filled."""
        from markupsafe import Markup

        return Markup(self.svg.replace(FILLED, OUTLINED))  # noqa: S704 - as above


def plots(row: RowOdds, columns: Sequence[str]) -> Iterator[Plot]:
    """Yield the drawings of a row's chances, if they say more than numbers."""
    shown = list(zip(needed_columns(row, columns), row.cells, strict=False))
    curves = [(column, cell) for column, cell in shown if isinstance(cell, Curve)]
    spreads = [(column, cell) for column, cell in shown if isinstance(cell, Spread)]
    if curves:
        turns = [turn.number for turn in curves[0][1].turns]
        series = [(column, [turn.by for turn in curve.turns]) for column, curve in curves]
        yield _lines(
            gettext("{title}, by {turn}", title=row.title, turn=curves[0][1].title), turns, series
        )
    if spreads:
        alone = [spread for _, spread in spreads]
        numbers = common(numbers_of(alone), alone)
        if len(numbers) < LEAST:
            return
        if len(spreads) == 1:
            yield _bars(row.title, numbers, [alone[0].just(number) for number in numbers])
        else:
            series = [(column, list(map(one.or_more, numbers))) for column, one in spreads]
            yield _lines(gettext("{title}, so or more", title=row.title), numbers, series)


def _lines(title: str, across: Sequence[Number], series: Sequence[Series]) -> Plot:
    """Draw lines of chances, from 0 to 1."""
    places = _places(len(across), 0)
    parts = [*_scale(Fraction(1)), *_below(across, places)]
    for index, (name, chances) in enumerate(series):
        dash = DASHES[index % len(DASHES)]
        points = [(x, _height(chance)) for x, chance in zip(places, chances, strict=True)]
        parts.append(_line(points, dash))
        if not dash:
            parts += (f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.7"/>' for x, y in points)
        if name:
            start = LEFT + index * (RIGHT - LEFT) / len(series)
            parts.append(_line([(start, 2.4), (start + 6, 2.4)], dash))
            parts.append(_text(start + 7, 3.3, name, "start"))
    told = [joined(": ", filter(None, (name, _ends(across, chances)))) for name, chances in series]
    return _plot(joined(": ", (title, joined("; ", told))), parts)


def _ends(across: Sequence[Number], chances: Sequence[Fraction]) -> str:
    """The first and the last chance, each with its number."""
    ends = [joined(" ", (written(across[at]), percent(chances[at]))) for at in (0, -1)]
    return joined(", ", ends)


def _bars(title: str, across: Sequence[Number], chances: Sequence[Fraction]) -> Plot:
    """Draw a bar for each result."""
    most = max(chances)
    places = _places(len(across), 1)
    half = 0.36 * (RIGHT - LEFT) / len(across)
    parts = [*_scale(most), *_below(across, places)]
    for x, chance in zip(places, chances, strict=True):
        top = _height(chance / most)
        size = f'width="{2 * half:.2f}" height="{BOTTOM - top:.2f}"'
        parts.append(f'<rect x="{x - half:.2f}" y="{top:.2f}" {size} {FILLED}/>')
    likeliest = written(across[chances.index(most)])
    alt = gettext(
        "{title}: most likely {number}, {chance}",
        title=title,
        number=likeliest,
        chance=percent(most),
    )
    return _plot(alt, parts)


def _plot(alt: str, parts: Sequence[str]) -> Plot:
    told = escape(translated(alt))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" aria-label="{told}">'
    )
    return Plot(alt, f"{head}<title>{told}</title>{''.join(parts)}</svg>")


def _places(many: int, bars: int) -> list[float]:
    """The horizontal positions of results, in mm; bars keep half a step from the edges."""
    step = (RIGHT - LEFT) / max(1, many - 1 + bars)
    return [LEFT + (index + bars / 2) * step for index in range(many)]


def _height(share: Fraction) -> float:
    return BOTTOM - float(share) * (BOTTOM - TOP)


def _scale(most: Fraction) -> Iterator[str]:
    """Yield the horizontal lines, with their chances."""
    for quarters in range(5):
        share = Fraction(quarters, 4)
        y = _height(share)
        ink = (
            'stroke="#999" stroke-width="0.12"' if quarters else 'stroke="#000" stroke-width="0.3"'
        )
        yield f'<path d="M{LEFT} {y:.2f}H{RIGHT}" {ink}/>'
        if quarters in (0, 2, 4):
            yield _text(LEFT - 1, y + 0.9, f"{round(100 * share * most)} %", "end")


def _below(across: Sequence[Number], places: Sequence[float]) -> Iterator[str]:
    """Yield the numbers below the field, as many as there is room for."""
    step = -(-len(across) // LABELS)
    for number, x in list(zip(across, places, strict=True))[::step]:
        yield _text(x, BOTTOM + 3.6, written(number), "middle")


def _line(points: Sequence[tuple[float, float]], dash: str) -> str:
    path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{path}" fill="none" stroke="#000" stroke-width="0.4"{dashed}/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    place = f'x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}"'
    return f'<text {place} font-family="Text" font-size="2.9">{escape(translated(text))}</text>'
