"""Of answers that are as good otherwise, the one is taken that is warned of least."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Impossible, Outcome, Solved, Stopped, StopReason
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.conversion import convert
from listbuilder.solve.tasks.fewer_warnings import with_fewer_warnings
from listbuilder.solve.tasks.repair import repair
from tests.rules.small import judge, roster

UNIT = {"size": {"min": 1, "max": 9}, "is": ["unit"], "values": {"points": {"per_model": 1}}}
WANTED = {"count": {"in": "below", "is": "unit", "all": [{"sum": "size", "at_least": 5}]}}
SIDES = {"side": {"title": "Side", "options": {"field": "Field", "walls": "Walls"}}}


def keep(*warnings: Any) -> Judge:
    """A game in which an army stands in the field, or in two forces: inside walls and outside."""
    force = {"slots": [{"id": "units", "offers": [{"is": "unit"}], "min": 1}], "copies": 1}
    walls = {"choice": {"side": "walls"}}
    return judge(
        {
            "camp": {"slots": [{"id": "units", "offers": [{"is": "unit"}]}], "copies": 1},
            "inside": force | {"is": ["force"]},
            "outside": force | {"is": ["force"]},
            "foot": UNIT,
            "horse": UNIT,
            "bows": UNIT,
        },
        keywords={"unit": {}, "force": {}},
        choices=SIDES,
        slots=[
            {"id": "forces", "offers": [{"is": "force"}], "each_max": 1},
            {"id": "camp", "offers": ["camp"], "max": 1},
        ],
        constraints=(
            {
                "id": "both",
                "for": "roster",
                "when": walls,
                "require": {"count": {"is": "force"}, "at_least": 2},
            },
            {
                "id": "no-camp",
                "for": "roster",
                "when": walls,
                "require": {"count": {"entry": "camp"}, "at_most": 0},
            },
            *({"severity": "warning"} | one for one in warnings),
        ),
    )


STRONG = {"id": "strong", "for": {"entry": "outside"}, "require": WANTED | {"at_least": 1}}
NO_HORSE = {
    "id": "no-horse",
    "for": {"entry": "inside"},
    "require": {"count": {"in": "below", "entry": "horse"}, "at_most": 0},
}


def field(*units: tuple[str, int]) -> Roster:
    """An army in the field."""
    held = [{"entry": entry, "size": size} for entry, size in units]
    made = roster({"entry": "camp", "with": held})
    return attrs.evolve(made, choices={"side": "field"})


ARMY = field(("foot", 9), ("horse", 6), ("bows", 2))


@pytest.mark.parametrize(
    ("warnings", "outside"),
    [((), "Bows"), ((STRONG,), "Horse"), ((STRONG, NO_HORSE), "Horse")],
)
def test_who_stands_outside_is_whom_no_warning_speaks_against(
    warnings: tuple[Any, ...], outside: str
) -> None:
    game = keep(*warnings)
    first, *_ = convert(game, ARMY, [("side", "walls")])
    assert isinstance(first, Solved)
    assert first.aim_proved
    moved = [one.name for one in first.changes if one.to == "the new Outside"]
    assert moved == [outside]
    assert not game.evaluate(first.roster).breaches


def test_a_repair_is_warned_of_less_too() -> None:
    game, army = keep(STRONG), attrs.evolve(ARMY, choices={"side": "walls"})
    for number in (1, 2):
        first, *_ = repair(game, army, number=number)
        assert isinstance(first, Solved)
        assert not game.evaluate(first.roster).breaches


def test_a_warning_is_worth_no_loss() -> None:
    """No unit has five models: it stands as it would without the warning, and is warned of."""
    army = field(("foot", 4), ("bows", 2))
    (first,) = convert(keep(STRONG), army, [("side", "walls")])
    (plain,) = convert(keep(), army, [("side", "walls")])
    assert isinstance(first, Solved)
    assert isinstance(plain, Solved)
    assert list(map(change_sentence, first.changes)) == list(map(change_sentence, plain.changes))
    (warning,) = keep(STRONG).evaluate(first.roster).breaches
    assert warning.constraint.id == "strong"


def test_answers_that_become_alike_are_told_once() -> None:
    outcomes = convert(keep(STRONG), ARMY, [("side", "walls")], number=3)
    rosters = [one.roster for one in outcomes if isinstance(one, Solved)]
    assert len(rosters) > 1
    assert all(one not in rosters[:number] for number, one in enumerate(rosters))


def test_judge_to_whom_a_warning_is_an_error() -> None:
    game = keep(STRONG, NO_HORSE)
    (plain,) = convert(keep(), ARMY, [("side", "walls")])
    assert isinstance(plain, Solved)
    assert game.evaluate(plain.roster).legal
    assert not game.strict_in(["strong"]).evaluate(plain.roster).legal
    assert game.evaluate(plain.roster).legal, "the judge itself is as before"


def test_what_has_no_answer_has_none_with_fewer_warnings() -> None:
    outcomes: list[Outcome] = [Impossible(), Stopped(StopReason.WORK)]
    assert with_fewer_warnings(keep(STRONG), ARMY, outcomes, SearchBudget()) == outcomes


def test_of_answers_as_good_that_are_told_the_one_with_fewest_warnings_comes_first() -> None:
    """Outside stands nobody, which is warned of already; only the horse would end the warning."""
    inside: dict[str, Any] = {
        "entry": "inside",
        "with": [{"entry": "bows", "size": 2}, {"entry": "horse", "size": 6}],
    }
    army = roster(inside, {"entry": "outside"})
    army = attrs.evolve(army, choices={"side": "walls"})
    game = keep(STRONG)
    answers = [one for one in repair(game, army) if isinstance(one, Solved)]
    told = [[change_sentence(change) for change in one.changes] for one in answers]
    assert told[:2] == [
        ["move 1.2 Horse (Inside) to 2. Outside"],
        ["move 1.1 Bows (Inside) to 2. Outside"],
    ]
    assert answers[0].best_at == ("least given up", "fewest changes")
    assert answers[1].best_at == ()
