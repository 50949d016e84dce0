"""No number of a shipped army's model is larger than something that its rules bound."""

from functools import partial
from typing import Any

import pytest

from listbuilder.editing.edit import new
from listbuilder.model.language import MOST_COPIES
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve.encode.constraints import ConstraintPoster
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.big_m import MAX_BIG_M
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.search.goals import aims_of
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.tasks.complete import _goals
from tests.benchmarks.completions import SETTINGS
from tests.rules.small import judge as judge_of_game
from tests.rules.small import roster as roster_of
from tests.sampling import sampled
from tests.shipped import LIBRARY
from tests.solve.tiny import unrolled

AIMS = ("points", "models", "cheapest")
QUESTIONS = [
    (game, name, points, side)
    for game, settings in SETTINGS.items()
    for name in LIBRARY.catalogues(game)
    for points in settings["points"]
    for side in settings.get("side", ("",))
]


def encoded(judge: Judge, roster: Roster) -> EncodedProblem:
    """The model of a completion with all the usual aims."""
    goals = partial(_goals, aims_of(judge.book, roster, AIMS), ())
    return EncodedProblem(SearchProblem(judge, roster, goals))


def factors(model: ConstraintModel) -> int:
    """The greatest factor in a constraint."""
    return max(abs(factor) for one in model.constraints for _, factor in one.terms)


def domain(model: ConstraintModel) -> int:
    """The greatest value of a variable."""
    return max(*model.highs, *(-low for low in model.lows))


@pytest.mark.parametrize(("game", "name", "points", "side"), sampled(QUESTIONS, 41))
def test_numbers_of_shipped_armies_come_from_their_rules(
    game: str, name: str, points: str, side: str
) -> None:
    """Prices are factors, with their denominators; what the army may cost bounds variables.

    What nothing bounds, a castle's sections, is the most that a roster may say and no more.
    """
    judge = judge_of(LIBRARY.book(game, [name]))
    given = {"points": points} | ({"side": side} if side else {})
    problem = encoded(judge, new(judge, "Ours", given))
    dearest, denominators = max(int(points), 1000), 4
    assert factors(problem.model) <= dearest * denominators
    spent = problem.model.high(problem.goals["points"])
    assert domain(problem.model) <= max(MOST_COPIES, spent * denominators)
    assert not problem.model.products


def test_no_stand_in_for_unbounded_is_a_factor() -> None:
    """Nothing costs anything or is bounded: neither copies nor models, nor what units hold."""
    own = {"sum": "size", "of": {"in": "self"}, "at_least": {"count": {"in": "children"}}}
    rule = {"id": "own", "title": "own", "source": {"document": "book", "page": 1}, "require": own}
    slots = [{"id": "gear", "offers": ["flag"]}, {"id": "posts", "offers": ["post"]}]
    unit: dict[str, Any] = {"size": {"min": 1}, "slots": slots, "constraints": [rule]}
    near = {
        "id": "near",
        "for": {"entry": "post"},
        "require": {"count": {"in": "at"}, "exactly": 1},
    }
    judge = judge_of_game(
        {"unit": unit, "flag": {}, "post": {"size": {"min": 2}}}, constraints=(near,)
    )
    tree = unrolled(judge, roster_of())
    ConstraintPoster(ExpressionEncoder(judge, tree, tree.model)).post_all()
    assert domain(tree.model) == MOST_COPIES
    assert factors(tree.model) <= MAX_BIG_M
