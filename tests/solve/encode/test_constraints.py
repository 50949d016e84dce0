"""Rules, posted where they are asked: what they allow is what the judge calls legal."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.rules.evaluate import Judge
from listbuilder.solve.encode.constraints import ConstraintPoster, compared_amounts
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.linear import TRUE, ZERO, of_literal
from listbuilder.solve.search.goals import asked
from tests.rules.small import roster
from tests.solve.tiny import ends, game, unrolled

ORCS = {"count": {"in": "children", "entry": "orc"}}
LED = {"id": "led", "for": {"entry": "chief"}, "require": {**ORCS, "at_least": 2}}
FEW = {"id": "few", "for": {"entry": "chief"}, "require": {**ORCS, "at_most": 4}}
HIDDEN = LED | {"severity": "warning"}
RIDES = LED | {"when": {"has": {"entry": "wolf"}}}


def posted(judge: Judge, army: Any, policy: str = "fixed", **keys: Any) -> ConstraintPoster:
    tree = unrolled(judge, army, policy=policy, additions=False)
    poster = ConstraintPoster(ExpressionEncoder(judge, tree, tree.model), **keys)
    poster.post_all()
    return poster


def chief(orcs: int, *more: str) -> dict[str, Any]:
    return {"entry": "chief", "with": [{"entry": "orc", "count": orcs}, *more]}


@pytest.mark.parametrize("orcs", [1, 2, 4, 5])
@pytest.mark.parametrize("rules", [(LED,), (FEW,), (LED, FEW), (HIDDEN,)], ids=str)
def test_a_roster_as_it_stands_is_possible_where_it_is_legal(
    rules: tuple[dict[str, Any], ...], orcs: int
) -> None:
    judge, army = game(*rules), roster(chief(orcs), limits={"points": 100})
    possible = ends(posted(judge, army).model, ZERO) is not None
    assert possible == judge.evaluate(army).legal


@pytest.mark.parametrize(("points", "possible"), [(30, True), (29, False)])
def test_sums_are_bounded_by_limits(points: int, possible: bool) -> None:
    army = roster(chief(2), limits={"points": points})
    assert (ends(posted(game(), army).model, ZERO) is not None) == possible


@pytest.mark.parametrize(("orcs", "wolf", "possible"), [(1, 0, True), (1, 1, False), (2, 1, True)])
def test_a_condition_switches_a_rule_on(orcs: int, wolf: int, possible: bool) -> None:
    army = roster(chief(orcs, *["wolf"] * wolf), limits={"points": 100})
    assert (ends(posted(game(RIDES), army).model, ZERO) is not None) == possible


def test_what_an_absent_holder_held_is_gone_with_it() -> None:
    poster = posted(game(), roster(chief(3), limits={"points": 100}), "free")
    held, orcs = (one.count for one in poster.tree.candidates)
    assert ends(poster.model, orcs, (held, 0)) == (0, 0)
    assert ends(poster.model, orcs, (held, 1)) == (0, 3)


def test_a_rule_holds_where_its_assumption_does() -> None:
    judge, army = game(LED), roster(chief(1), limits={"points": 100})
    tree = unrolled(judge, army, policy="fixed", additions=False)
    assumed = tree.model.literal()
    encoder = ExpressionEncoder(judge, tree, tree.model)
    ConstraintPoster(encoder, lambda rule, candidate: assumed).post_all()
    assert ends(tree.model, of_literal(assumed)) == (0, 0)


def test_a_wish_is_asked_of_the_whole_roster() -> None:
    judge, army = game(), roster(chief(3), limits={"points": 100})
    tree = unrolled(judge, army, policy="free", additions=False)
    wish = asked(judge.book, "orc", "at_least", 2)
    ConstraintPoster(ExpressionEncoder(judge, tree, tree.model)).post_all([wish])
    _, orcs = (one.count for one in tree.candidates)
    assert ends(tree.model, orcs) == (2, 3)


def test_amounts_that_are_compared() -> None:
    poster = posted(game(LED), roster(chief(3), limits={"points": 100}))
    candidate = poster.tree.candidates[0]
    (rule,) = (one for one, _ in poster.judge.rules_at(candidate.place) if one.id == "led")
    compared = compared_amounts(poster.encoder, rule.require, candidate)
    ((amount, asked_of),) = compared.amounts
    assert (ends(poster.model, amount), asked_of, compared.per_copy) == ((3, 3), TRUE, False)
