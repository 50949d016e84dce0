"""The odds sheet: what is on it, and what is drawn."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest
from pypdf import PdfReader

from listbuilder.content.dice_tables import ChanceView, dice_table
from listbuilder.content.odds import MOST_LINES, OddsSheet, odds_sheet
from listbuilder.content.plots import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Plot, plots
from listbuilder.interop.opening import load_roster
from listbuilder.odds.answers import Curve, ResultChance, RowOdds, Spread, Turn
from listbuilder.odds.ask import chances
from listbuilder.odds.tables_view import table_views
from listbuilder.sheets.render import html
from listbuilder.sheets.render.pdf import PdfRenderer
from tests.sampling import sampled
from tests.shipped import LIBRARY

SVG = "{http://www.w3.org/2000/svg}"
PAGE = """{% extends "page.html" %}{% from "odds.html" import odds %}
{% block title %}{{ sheet.title }}{% endblock %}
{% block body %}{{ odds(sheet, ink_saver) }}{% endblock %}"""


def sheet_of(what: str | Path) -> OddsSheet:
    if isinstance(what, str):
        return odds_sheet(LIBRARY.book(what))
    loaded = load_roster(what, LIBRARY)
    return odds_sheet(loaded.book, loaded.roster)


def page_of(sheet: OddsSheet) -> str:
    template = html._environment().from_string(PAGE)
    text: str = template.render(sheet=sheet, paper=(210, 297), ink_saver=False, plain=False)
    return text


@pytest.mark.parametrize(
    "what",
    [*LIBRARY.rulesets(), *sampled([(path,) for path in LIBRARY.rosters()], 4)],
    ids=lambda one: Path(one).stem,
)
def test_all_odds_are_on_the_sheet(what: str | Path) -> None:
    sheet = sheet_of(what)
    page = page_of(sheet)
    for passage in sheet.passages:
        assert not passage.missing
        assert passage.tables
        for table in passage.tables:
            assert table.rows
            for row in table.rows:
                assert len(row.cells) == max(1, len(table.heads))
            for plot in table.plots:
                assert plot.svg in page


def test_lines_that_are_left_out_are_said_to_be_and_words_never_are() -> None:
    what = next(one for one in LIBRARY.rosters() if one.stem == "the-walls-of-the-reikland")
    loaded = load_roster(what, LIBRARY)
    sheet = odds_sheet(loaded.book, loaded.roster)
    page = page_of(sheet)
    answers = chances(loaded.book, loaded.roster).answers
    said = set()
    for answer, passage in zip(answers, sheet.passages, strict=True):
        for whole, table in zip(table_views(answer), passage.tables, strict=True):
            lacks = len(table.rows) < len(whole.lines)
            assert lacks == (len(whole.lines) > MOST_LINES and bool(table.plots))
            assert bool(table.left_out) == lacks
            assert table.left_out in page
            shown = [row.title for row in table.rows]
            assert all(line.title in shown for line in whole.lines if line.is_word)
            numbers = [int(one) for one in shown if lacks and one.isdigit()]
            assert len({after - one for one, after in pairwise(numbers)}) <= 1  # even steps
            said.add(lacks)
    assert said == {True, False}


def test_chances_stand_beside_the_lines_of_a_table() -> None:
    book = LIBRARY.book("mesbg")
    table = next(table for table in book.ruleset.tables if table.id == "scatter")
    assert {result.rolls: result.odd for result in dice_table(book, table).results} == {
        "1": ChanceView("1/6", "16.7 %"),
        "2–5": ChanceView("2/3", "66.7 %"),
        "6": ChanceView("1/6", "16.7 %"),
    }


def test_a_players_words_are_no_markup() -> None:
    sheet = attrs.evolve(sheet_of(LIBRARY.rosters("mesbg")[0]), title="<b>Mine</b> & yours")
    page = page_of(sheet)
    assert "&lt;b&gt;Mine&lt;/b&gt; &amp; yours: odds" in page


@pytest.mark.parametrize("ruleset", LIBRARY.rulesets())
def test_a_roster_is_printed_with_its_odds(ruleset: str) -> None:
    sheet = sheet_of(LIBRARY.rosters(ruleset)[-1])
    press = PdfRenderer()
    reader = PdfReader(BytesIO(press.write(press.lay_out(page_of(sheet)))))
    text = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    for passage in sheet.passages:
        assert passage.title in text
        for table in passage.tables:
            assert table.rows[-1].cells[-1].percent in text


def curve(*by: int) -> Curve:
    """A curve in hundredths, from turn 1 on."""
    turns = (Turn(number, None, Fraction(one, 100)) for number, one in enumerate(by, 1))
    return Curve("turn", tuple(turns))


def spread(*weights: int) -> Spread:
    """Results 0, 1, 2 … with these weights."""
    whole = sum(weights)
    return Spread(
        tuple(
            ResultChance(number, Fraction(weight, whole), Fraction(sum(weights[number:]), whole))
            for number, weight in enumerate(weights)
        )
    )


def drawn(row: RowOdds, *columns: str) -> tuple[Plot, ET.Element]:
    (plot,) = plots(row, columns)
    return plot, ET.fromstring(plot.svg)


def polylines(svg: ET.Element) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines that stand in the field; those above it say what they mean."""
    for line in svg.iter(f"{SVG}polyline"):
        pairs = (pair.split(",") for pair in line.attrib["points"].split())
        points = [(float(x), float(y)) for x, y in pairs]
        if points[0][1] >= TOP:
            yield points


def height(share: float) -> Any:
    return pytest.approx(BOTTOM - share * (BOTTOM - TOP), abs=0.01)


def test_turns_are_a_line_from_none_to_certain() -> None:
    plot, svg = drawn(RowOdds("It falls", (curve(0, 25, 100),)), "")
    (points,) = polylines(svg)
    assert [x for x, _ in points] == [LEFT, (LEFT + RIGHT) / 2, RIGHT]
    assert [y for _, y in points] == [height(0), height(0.25), height(1)]
    assert plot.alt == "It falls, by turn: 1 0 %, 3 100 %"
    assert svg.find(f"{SVG}title") is not None


def test_columns_are_told_apart_without_colour() -> None:
    row = RowOdds("It falls", (curve(0, 25), curve(5, 50)))
    plot, svg = drawn(row, "plain", "hasty")
    dashes = [line.get("stroke-dasharray") for line in svg.iter(f"{SVG}polyline")]
    assert len({*dashes}) == 2
    assert {line.get("stroke") for line in svg.iter(f"{SVG}polyline")} == {"#000"}
    assert {"plain", "hasty"} <= {text.text for text in svg.iter(f"{SVG}text")}
    assert plot.alt.endswith("plain: 1 0 %, 2 25.0 %; hasty: 1 5.0 %, 2 50.0 %")


def test_columns_that_say_the_same_are_one_line() -> None:
    _, svg = drawn(RowOdds("It falls", (curve(0, 25), curve(0, 25))), "plain", "hasty")
    assert len(list(polylines(svg))) == 1


def test_a_distribution_has_bars_as_high_as_its_chances() -> None:
    plot, svg = drawn(RowOdds("Shots", (spread(1, 2, 4, 2, 1, 2),)), "")
    bars = list(svg.iter(f"{SVG}rect"))
    heights = [float(bar.attrib["height"]) / (BOTTOM - TOP) for bar in bars]
    assert heights == pytest.approx([0.25, 0.5, 1, 0.5, 0.25, 0.5], abs=0.001)
    assert plot.alt == "Shots: most likely 2, 33.3 %"


def test_several_distributions_are_lines_of_so_or_more() -> None:
    row = RowOdds("Shots", (spread(1, 1, 1, 1, 1, 1), spread(6, 0, 0, 0, 0, 6)))
    _, svg = drawn(row, "one", "other")
    first, second = polylines(svg)
    assert [y for _, y in first] == [height(share / 6) for share in (6, 5, 4, 3, 2, 1)]
    assert [y for _, y in second] == [height(1), *[height(0.5)] * 5]


def test_few_results_need_no_drawing() -> None:
    assert list(plots(RowOdds("Shots", (spread(1, 1, 1),)), [""])) == []
    assert list(plots(RowOdds("Hit", (Fraction(1, 2),)), [""])) == []


def test_words_in_a_drawing_are_no_markup() -> None:
    row = RowOdds("<&>", (curve(0, 25), curve(5, 50)))
    plot, svg = drawn(row, '"<one>"', "b")
    assert '"<one>"' in {text.text for text in svg.iter(f"{SVG}text")}
    assert svg.attrib["aria-label"] == plot.alt


@pytest.mark.parametrize("ruleset", LIBRARY.rulesets())
def test_nothing_is_drawn_outside(ruleset: str) -> None:
    drawings = [
        plot
        for passage in sheet_of(ruleset).passages
        for table in passage.tables
        for plot in table.plots
    ]
    assert drawings
    for plot in drawings:
        svg = ET.fromstring(plot.svg)
        for points in polylines(svg):
            assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in points)
        for text in svg.iter(f"{SVG}text"):
            assert 0 <= float(text.attrib["x"]) <= WIDTH
            assert 0 < float(text.attrib["y"]) < HEIGHT
