"""Where things stand: castles and areas, drawn as they lie."""

from __future__ import annotations

import pytest

from listbuilder.content.page import Page
from listbuilder.content.plan_cells import PlanCell, PlanCells, ring, sketched
from listbuilder.content.plans import PlanPlace
from listbuilder.model.play_aids import Sketch, SketchPlace
from tests.content.test_flows import page_of


@pytest.fixture(scope="module")
def walls() -> Page:
    return page_of("the-walls-of-the-reikland")


def names(cells: PlanCells[PlanPlace]) -> list[list[str]]:
    return [[cell.place.name if cell.place else "" for cell in row] for row in cells]


def test_a_castle_has_a_line_for_each_section_in_its_order(walls: Page) -> None:
    (plan,) = walls.plans
    assert plan.marks == ("Breached", "Attacker holds", "Objective", "Ram or tower here")
    assert [one.name for one in plan.places][:3] == ["The Gatehouse", "East Curtain", "Gun Tower"]
    gate = plan.places[0]
    assert set(gate.beside) == {"West Curtain", "East Curtain"}
    assert "20 Halberdiers (Champion, Musician, Standard)" in gate.here


def test_a_castle_is_drawn_around_its_courtyard(walls: Page) -> None:
    (drawing,) = walls.plans[0].drawings
    assert drawing.closed
    assert names(drawing.cells) == [
        ["River Wall", "River Tower", "Mill Tower", "Mill Wall"],
        ["Shrine Tower", "", "", "Gun Tower"],
        ["West Curtain", "", "The Gatehouse", "East Curtain"],
    ]


def test_a_row_that_does_not_close_is_a_line() -> None:
    assert ring("abcd", closed=False) == (tuple(map(PlanCell, "abcd")),)
    assert ring("", closed=True) == ()
    assert [len(row) for row in ring("abcd", closed=True)] == [2, 2]


def test_places_of_a_sketch_fill_rectangles_and_adjoin_where_they_touch() -> None:
    rows = (("a", "a", "b"), ("", "c", "b"))
    sketch = Sketch(rows, {name: SketchPlace(name) for name in "abc"})
    assert sketched(rows, {"a": 1, "b": 2, "c": 3}) == (
        (PlanCell(1, 2, 1), PlanCell(2, 1, 2)),
        (PlanCell(None), PlanCell(3, 1, 1)),
    )
    assert sketch.adjoining() == {"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"]}


def test_areas_of_helms_deep_lie_as_the_rules_tell() -> None:
    """Who may pass from where to where is told at the cases that the crossings cite."""
    (plan,) = page_of("westernesse-as-listed").plans
    at = {one.name: one for one in plan.places}
    assert set(at["Deeping Wall"].beside) == {"Deeping-Coomb", "Hornburg walls", "The Deep"}
    assert at["Central tower"].beside == ("Inner courtyard",)
    assert set(at["Helm's Dike"].beside) == {"Deeping-Coomb", "Eastern edge"}
    assert at["Deeping Wall"].here == ("Units 7, Leaders 2, Markers 7",)
    assert at["Eastern edge"].here == ("Turn Fourteen: Units 7, Leaders 2",)
    assert at["Deeping-Coomb"].here == ()
    crossings = plan.drawings[0].crossings
    assert ("Deeping-Coomb and Main Gate", "15.2") in {(who, case) for who, _, case in crossings}


def test_the_other_side_sees_the_areas_without_the_counters() -> None:
    (plan,) = page_of("isengard-as-listed").plans
    there = {one.name: one.here for one in plan.places}
    assert there["Eastern edge"][0] == "Units 17, Leaders 1"
    assert [name for name, here in there.items() if here] == ["Eastern edge"]
