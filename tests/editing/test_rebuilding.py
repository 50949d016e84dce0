"""What stood at something that is gone gets it built again."""

import pytest

from listbuilder.editing.mend import mended
from listbuilder.editing.rebuilding import rebuilt
from listbuilder.editing.trials import TrialBudget
from listbuilder.findings import Severity
from listbuilder.model.language import Names
from listbuilder.model.language import Test as Asked
from listbuilder.rules.evaluate import Judge
from tests.rules.small import judge, roster
from tests.work import work

NOWHERE = {
    "id": "nowhere",
    "for": {"entry": "post"},
    "require": {"count": {"in": "at", "entry": ["wall", "tower"]}, "at_least": 1},
}
SITES = Asked(entry=Names(("wall", "tower")))


def castle() -> Judge:
    """A castle of walls and towers, and units with posts at them."""
    slots = [{"id": "parts", "offers": ["wall", "tower"]}]
    return judge(
        {
            "castle": {"slots": slots},
            "unit": {"copies": 1, "slots": [{"id": "posts", "offers": ["post"]}]},
            "post": {},
            "wall": {"copies": 1},
            "tower": {"copies": 1},
        },
        constraints=(NOWHERE,),
        slots=[{"id": "top", "offers": ["castle", "unit"]}],
    )


@pytest.mark.parametrize(
    ("at", "offered"),
    [
        ("gun-tower", ["Add Tower to Castle as “gun-tower”"]),
        ("keep", ["Add Wall to Castle as “keep”", "Add Tower to Castle as “keep”"]),
        pytest.param("east", [], id="it is there"),
        pytest.param("esat", [], id="one slip of the pen"),
        pytest.param("Gun Tower!", [], id="no id"),
        pytest.param("x" * 30_000 + " tower", [], id="a text"),
    ],
)
def test_what_is_gone_is_built_again(at: str, offered: list[str]) -> None:
    east = {"entry": "wall", "id": "east"}
    army = roster(
        {"entry": "unit", "with": [{"entry": "post", "at": at}]},
        {"entry": "unit", "with": [{"entry": "post", "at": at}]},
        {"entry": "castle", "with": [east]},
    )
    made = castle()
    verdict = made.evaluate(army)
    breaches = [one for one in verdict.breaches if one.constraint.severity is Severity.ERROR]
    said = []
    for remedy, after in mended(breaches[0], verdict, made) if breaches else ():
        if str(remedy.text).startswith("Add"):
            said.append(str(remedy.text))
            assert made.evaluate(after).legal, "both posts stand there again"
    assert said == offered


def test_the_army_itself_may_hold_what_is_built() -> None:
    made = judge({"post": {}, "wall": {}}, constraints=(NOWHERE,))
    army = made.lay_out(roster({"entry": "post", "at": "old-wall"}))
    (fix, *_) = rebuilt(army.nodes[0], SITES, army, made, TrialBudget())
    assert fix.text == "Add Wall to the army as “old-wall”"
    assert made.evaluate(fix.roster()).legal


def test_many_holders_of_one_kind_are_looked_into_once() -> None:
    """Thousands of castles that could all have any of fifty towers."""
    towers = [f"tower-{number}" for number in range(50)]
    made = judge(
        {"castle": {"slots": [{"id": "parts", "offers": towers}]}, "post": {}}
        | {tower: {"is": ["tower"]} for tower in towers},
        keywords={"tower": {}},
        slots=[{"id": "top", "offers": ["castle", "post"]}],
    )
    army = made.lay_out(roster({"entry": "post", "at": "keep"}, *["castle"] * 3000))
    asked = Asked(is_=Names(("tower",)))
    assert work(lambda: list(rebuilt(army.nodes[0], asked, army, made, TrialBudget()))) < 20 * 3000
