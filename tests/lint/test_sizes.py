"""A small game whose units come in sizes, each with a price and a class of its own."""

from pathlib import Path
from typing import Any

import pytest

from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import explain
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.complete import complete
from listbuilder.solve.tasks.repair import repair
from listbuilder.web.views.army_tree import row_of
from tests.lint.small_games import SOURCE, army_list, linted, rule, ruleset, written
from tests.rules.small import codes, roster

KINGS = ruleset(
    "kings",
    values={"points": {"title": "points", "cost": True}},
    limits={"points": {"title": "Points", "default": 400}},
    keywords={
        name: {"title": name.capitalize(), "family": "kind"}
        for name in ("troop", "regiment", "horde", "hero")
    },
    slots=[{"id": "units", "title": "Units", "offers": [{}]}],
    constraints=[
        rule(
            "over-points",
            "An army costs no more than its limit",
            **{"for": "roster", "require": {"sum": "points", "at_most": {"limit": "points"}}},
        ),
        rule(
            "hero-not-unlocked",
            "A regiment unlocks a hero, a horde two",
            **{
                "for": "roster",
                "require": {
                    "unassigned": {"is": "hero"},
                    "to": [
                        {"max": {"count": {"is": "regiment"}}},
                        {"max": {"times": 2, "of": {"count": {"is": "horde"}}}},
                    ],
                    "at_most": 0,
                },
            },
        ),
    ],
    changes=[
        {
            "id": f"as-{name}",
            "for": {"is": "troop"},
            "when": {"sum": "size", "of": {"in": "self"}, "at_least": least},
            "becomes": name,
            "source": SOURCE,
        }
        for name, least in (("regiment", 20), ("horde", 40))
    ],
    entries=[
        {
            "id": "spears",
            "name": "Spears",
            "is": "troop",
            "size": [10, 20, 40],
            "values": {"points": {"by_size": {"10": 60, "20": 90, "40": 150}}},
            "source": SOURCE,
        },
        {
            "id": "lord",
            "name": "Lord",
            "is": "hero",
            "copies": 1,
            "values": {"points": 70},
            "source": SOURCE,
        },
    ],
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kings")


@pytest.fixture(scope="module")
def kings(folder: Path) -> Judge:
    return written(folder, KINGS, army_list("kings", "men"))


def army(*selections: Any, points: int = 400) -> Any:
    return roster(*selections, catalogues={"men": "1.0.0"}, limits={"points": points})


def spears(models: int) -> dict[str, Any]:
    return {"entry": "spears", "size": models}


@pytest.mark.parametrize(
    ("models", "points", "said"),
    [
        (5, 60, ["spears.size.min"]),
        (10, 60, []),
        (15, 90, ["spears.size.one_of"]),
        (20, 90, []),
        (40, 150, []),
        (50, 150, ["spears.size.max"]),
    ],
)
def test_each_size_has_its_price(kings: Judge, models: int, points: int, said: list[str]) -> None:
    assert codes(kings, army(spears(models))) == said
    assert kings.evaluate(army(spears(models))).costs["points"] == points


def test_a_size_that_there_is_not_is_told_with_the_next(kings: Judge) -> None:
    ((_, told),) = explain(kings.evaluate(army(spears(15))), kings)
    assert told.message == "Spears: Comes in 10, 20 or 40 models: 15 models, exactly 20 needed."


def test_a_size_says_what_a_unit_is(kings: Judge) -> None:
    assert codes(kings, army(spears(10), "lord")) == ["hero-not-unlocked"]
    assert codes(kings, army(spears(20), "lord")) == []
    assert codes(kings, army(spears(20), "lord", "lord")) == ["hero-not-unlocked"]
    assert codes(kings, army(spears(40), "lord", "lord")) == []


def test_sizes_are_solved(kings: Judge) -> None:
    """A lord wants a regiment, so 160 points; four troops fill the army up."""
    solved = complete(kings, army("lord"))
    assert isinstance(solved, Solved)
    assert solved.proved
    assert kings.evaluate(solved.roster).legal
    assert kings.evaluate(solved.roster).costs["points"] == 400


def test_a_repair_takes_the_size_that_fits_and_counts_what_it_gives_up(kings: Judge) -> None:
    first, *_ = repair(kings, army(spears(40), "lord", points=200))
    assert isinstance(first, Solved)
    ((done, before, after),) = [(one.done, one.before, one.after) for one in first.changes]
    assert (done, before, after) == ("resize", 40, 20)
    assert first.reached["lost"] == -60


def test_the_builders_steppers_go_from_size_to_size(kings: Judge) -> None:
    verdict = kings.evaluate(army(spears(10), spears(15), spears(40)))
    shown = [row_of(kings, verdict, node) for node in verdict.army.nodes]
    assert [(row.smaller, row.larger) for row in shown] == [(0, 20), (10, 20), (20, 41)]


def test_lint_proves_all_of_it(kings: Judge, folder: Path) -> None:
    assert linted(folder, "kings") == []
