"""The order of play with an army's numbers in it, and what is filled in."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.content.flows import FlowView, StepView
from listbuilder.content.page import Contents, Page, army_page
from listbuilder.errors import LoadError
from listbuilder.interop.opening import load_roster
from listbuilder.loading.library import Library
from listbuilder.loading.write_ins import read_write_ins, with_write_ins
from listbuilder.rules.evaluate import judge_of
from tests.sheets.game import HERE, RULESET, play

LIBRARY = Library()


def page_of(name: str) -> Page:
    (path,) = (path for path in LIBRARY.rosters() if path.stem == name)
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    return army_page(judge, judge.evaluate(loaded.roster), (), Contents(odds=False))


def step(page: Page, title: str) -> StepView:
    (found,) = (one for flow in page.flows for one in flow.steps if one.title == title)
    return found


def said(one: StepView) -> list[tuple[str, str, str]]:
    return [(figure.title, figure.value, figure.made) for figure in one.figures]


@pytest.fixture(scope="module")
def walls() -> Page:
    return page_of("the-walls-of-the-reikland")


def test_the_armys_numbers_are_worked_into_the_steps(walls: Page) -> None:
    dice = "2 Great Cannon + 2 Mortar + 2 Sally Forth!"
    assert said(step(walls, "Defensive artillery")) == [("You roll dice", "6", dice)]
    starving = step(walls, "Starvation")
    assert starving.roll == "D6 a model: 5+"
    assert [(title, number) for title, number, _ in said(starving)] == [
        ("Roll for models", "93"),
        ("Wounds on average, rounded down", "31"),
    ]


def test_steps_are_those_of_the_side_and_of_what_it_has(walls: Page) -> None:
    titles = {one.title for flow in walls.flows for one in flow.steps}
    assert {"Start: relief", "Charged: boiling oil"} <= titles
    assert titles.isdisjoint({"Start: siege tower", "The enemy's start: relief"})
    attacker = page_of("the-ghouls-before-blood-and-bone")
    assert "The enemy's start: relief" in {
        one.title for flow in attacker.flows for one in flow.steps
    }


def test_a_turn_has_a_box_for_each_round(walls: Page) -> None:
    assert [(flow.title, flow.rounds) for flow in walls.flows] == [
        ("Before the siege", 1),
        ("Pre-battle phase", 1),
        ("Turn", 5),
        ("After turn five", 1),
    ]


def test_relief_is_the_roll_it_takes_in_each_turn(walls: Page) -> None:
    (track,) = walls.tracks
    assert [box.labels for box in track.boxes] == [
        ("The attacker begins",),
        ("Relief 8+",),
        ("Relief 7+",),
        ("Relief 6+",),
        ("Relief 5+", "Last turn"),
    ]


def test_a_flow_without_a_step_that_concerns_is_left_out() -> None:
    ruleset: dict[str, Any] = copy.deepcopy(RULESET)
    shoot = {"title": "Shoot", "for": {"is": "engine"}, "roll": "D6"}
    nobody = {"title": "Pray", "for": {"all": [{"is": "engine"}, {"is": "chief"}]}}
    ruleset["flows"] = [
        {"id": "turn", "title": "Turn", "rounds": 2, "steps": [shoot, nobody], "source": HERE},
        {"id": "none", "title": "None", "steps": [nobody], "source": HERE},
    ]
    shooting = StepView("Shoot", "D6", (), (), "", "")
    assert play(ruleset=ruleset).page.flows == (
        FlowView("Turn", 2, (shooting,), "The Rules, page 7", ""),
    )


def test_own_words_fill_what_no_source_gives(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"ram-breach": {"2": "Splinters."}, "other": {"1": "x"}}))
    book = with_write_ins(LIBRARY.book("helms-deep"), read_write_ins(file))
    (table,) = (one for one in book.ruleset.tables if one.id == "ram-breach")
    assert [(one.rolls, one.text) for one in table.outcomes][:2] == [
        ("2", "Splinters."),
        ("3", None),
    ]
    assert len(table.outcomes) == 11


@pytest.mark.parametrize("text", ["[1]", '{"ram-breach": "x"}', '{"ram-breach": {"2": 5}}', "{"])
def test_write_ins_that_are_none_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(LoadError):
        read_write_ins(file)


@pytest.mark.parametrize(
    ("army", "in_play"),
    [
        (
            "green-tide-at-the-gate",
            [
                "Goblin Rock Lobber",
                "Siege Tower",
                "Orc Warboss",
                "Battering Ram",
                "Goblin Great Shaman",
            ],
        ),
        (
            "isengard-as-listed",
            ["Orc Cunning", "Dunlending Hatred", "Battering Ram", "Blasting Fire"],
        ),
        ("ladders-against-the-wall", ["Vraskû", "Isengard Assault Ballista", "Siege Ladder"]),
    ],
)
def test_cards_come_in_the_order_of_the_steps_that_need_them(army: str, in_play: list[str]) -> None:
    names = [card.piece.name for card in page_of(army).cards]
    assert [name for name in names if name in in_play] == in_play
