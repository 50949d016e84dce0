"""Rules over aggregates: no legal roster is lost, and as much is known as sums can tell."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import attrs
import pytest

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.candidates import NeedsDisaggregationError
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.aggregates import AggregateEncoder
from listbuilder.solve.encode.constraints import ConstraintPoster
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.cpsat import UNLIMITED, CpSatSolver, Status
from listbuilder.solve.model.linear import ZERO, constant, total
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.encode.encoded import Encoded
from tests.solve.games import rosters
from tests.solve.tiny import LIMIT, ends, game, named, unrolled
from tests.solve.units import Units

Json = dict[str, Any]

EMPTY = roster(limits={"points": 200})
ORCS = {"count": {"in": "children", "entry": "orc"}}
IS_MOUNTED = {"has": {"entry": "wolf"}}


def posted(judge: Judge, army: Roster, exact: bool = False) -> CandidateTree:
    """The candidates of an army, additions among them, with all rules."""
    tree = unrolled(judge, army)
    ConstraintPoster(ExpressionEncoder(judge, tree, tree.model, exact)).post_all()
    return tree


def of_chiefs(require: Json, **keys: Any) -> Json:
    return {"id": "rule", "for": {"entry": "chief"}, "require": require, **keys}


def is_solution(judge: Judge, begun: Roster, whole: Roster) -> bool:
    """Whether the sums of a roster's copies, place by place, are a solution of the relaxation."""
    tree = posted(judge, begun)
    there: Counter[Any] = Counter()
    for node in judge.lay_out(whole).nodes:
        there[node.place] += node.count
    for place in {one.place for one in tree.candidates}:
        copies = total([one.count for one in tree.candidates if one.place is place])
        tree.model.exactly_0(copies - constant(there.pop(place, 0)))
    assert not there
    return CpSatSolver(tree.model, UNLIMITED).maximise(ZERO).status is Status.BEST


def test_no_legal_roster_is_lost() -> None:
    legal = 0
    for seed in range(60):
        judge, army = Units(Random(seed)).game()
        begun = attrs.evolve(army, army=())
        kept = (one for one in islice(rosters(judge, begun), 400) if judge.evaluate(one).legal)
        for whole in islice(kept, 0, 40, 4):
            assert is_solution(judge, begun, whole), (seed, whole)
            legal += 1
    assert legal > 100


@pytest.mark.parametrize("mounted", range(4))
def test_copies_that_a_rule_binds_have_less_of_the_sum(mounted: int) -> None:
    """A mounted chief has at most 2 orcs, the others up to 6: 2 * m + 6 * (3 - m)."""
    rule = of_chiefs({**ORCS, "at_most": 2}, when=IS_MOUNTED)
    tree = posted(game(rule), EMPTY)
    (chief,), (orc,), (wolf,) = (named(tree, name) for name in ("chief", "orc", "wolf"))
    (low, high) = ends(tree.model, orc.count, (chief.count, 3), (wolf.count, mounted)) or (0, 0)
    assert (low, high) == (0, 2 * mounted + 6 * (3 - mounted))


@pytest.mark.parametrize(
    ("require", "found"),
    [
        ({**ORCS, "at_least": 4}, (12, 18)),
        ({**ORCS, "exactly": 4}, (12, 12)),
        ({**ORCS, "at_most": {"times": 2, "of": {"count": {"in": "children", "entry": "wolf"}}}},
         (0, 2)),
        ({**ORCS, "at_least": {"if": IS_MOUNTED, "then": 5, "else": 1}}, (7, 18)),
        ({**ORCS, "at_most": {"plus": [{"count": {"in": "children", "entry": "wolf"}}, 3]}},
         (0, 10)),
    ],
    ids=["at least", "exactly", "times", "if", "plus"],
)  # fmt: skip
def test_three_chiefs_of_whom_one_is_mounted(require: Json, found: tuple[int, int]) -> None:
    tree = posted(game(of_chiefs(require)), EMPTY)
    (chief,), (orc,), (wolf,) = (named(tree, name) for name in ("chief", "orc", "wolf"))
    assert ends(tree.model, orc.count, (chief.count, 3), (wolf.count, 1)) == found


def test_what_sums_can_not_tell_is_noted_or_refused() -> None:
    """No more orcs than 2 in one chief, of many: in sums one chief may have them all."""
    each = of_chiefs({**ORCS, "multiple_of": 2})
    with pytest.raises(NeedsDisaggregationError):
        posted(game(each), EMPTY, exact=True)
    some = of_chiefs({**ORCS, "at_most": 2}, when=IS_MOUNTED)
    with pytest.raises(NeedsDisaggregationError):
        posted(game(some), EMPTY, exact=True)
    tree = unrolled(game(some), EMPTY)
    encoder = ExpressionEncoder(game(some), tree, tree.model)
    ConstraintPoster(encoder).post_all()
    (chief,) = named(tree, "chief")
    assert chief.place in encoder.relaxation.relaxed


def test_one_unit_may_have_all_the_models_that_points_pay_for() -> None:
    """12 points pay for six models, of two packs or of one; with a drum three in each."""
    drummed = {
        "id": "drummed",
        "for": {"entry": "pack"},
        "when": {"has": {"entry": "drum"}},
        "require": {"sum": "size", "of": {"in": "self"}, "at_most": 3},
    }
    pack: Json = {
        "size": {"min": 1, "max": 9},
        "values": {"points": {"per_model": 2}},
        "slots": [{"id": "drums", "offers": ["drum"], "max": 1}],
    }
    judge = judge_of(
        {"pack": pack, "drum": {}},
        constraints=(LIMIT, drummed),
        limits={"points": {"title": "Points"}},
    )
    whole = roster({"entry": "pack", "size": 6}, limits={"points": 12})
    assert judge.evaluate(whole).legal
    tree = posted(judge, roster(limits={"points": 12}))
    (packs,) = named(tree, "pack")
    assert tree.model.high(packs.count) > 1
    assert ends(tree.model, packs.size, (packs.count, 1)) == (1, 6)


def test_a_rule_over_an_aggregate_is_a_sum_over_its_copies() -> None:
    """Each chief has 2 orcs at least: five have ten."""
    rule = {
        "id": "led",
        "for": {"entry": "chief"},
        "require": {"count": {"in": "children", "entry": "orc"}, "at_least": 2},
    }
    judge = game(rule)
    encoded = Encoded(EMPTY, judge=judge)
    chief = encoded["chief"]
    (led,) = (one for one, _ in judge.rules_at(chief.place) if one.id == "led")
    (amount,) = AggregateEncoder(encoded.encoder).amounts(led, (), chief)
    expected = encoded["orc"].count - chief.count.times(2)
    assert (amount.terms, amount.const) == (expected.terms, 0)
