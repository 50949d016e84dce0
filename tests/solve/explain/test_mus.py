"""A smallest conflict is one, none of its parts is superfluous, and hitting sets are smallest."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.solve.explain.mus import _minimum_hitting_set, smallest_mus
from listbuilder.solve.model.cpsat import SearchBudget
from tests.rules.small import Json, judge, roster
from tests.sampling import examples

UNTIMED = SearchBudget(seconds=None, work=20)
SOFT = [(letter, ()) for letter in "abcdef"]

soft_sets = st.lists(st.frozensets(st.sampled_from(SOFT), min_size=1), max_size=6)


@examples(150)
@given(sets=soft_sets, most=st.integers(0, len(SOFT)))
def test_a_hitting_set_is_a_smallest(
    sets: list[frozenset[tuple[str, tuple[()]]]], most: int
) -> None:
    every = [
        frozenset(some)
        for size in range(most + 1)
        for some in combinations(SOFT, size)
        if all(not one.isdisjoint(some) for one in sets)
    ]
    found = _minimum_hitting_set(sets, most)
    assert (found is None) == (not every)
    if found is not None:
        assert found in every
        assert len(found) == min(map(len, every))


def rule(name: str, entry: str, **compared: object) -> Json:
    counted = {"count": {"entry": entry}, **compared}
    return {"id": name, "for": "roster", "require": counted}


CHIEFS = rule("chiefs", "chief", at_least=2)
FEW = rule("few", "chief", at_most=1)
GUARDS = rule("guards", "guard", at_least=1)
GUARDED = {
    "id": "guarded",
    "for": "roster",
    "require": {
        "count": {"entry": "guard"},
        "at_least": {"times": 2, "of": {"count": {"entry": "chief"}}},
    },
}
NO_GUARDS = rule("no-guards", "guard", at_most=0)
ENTRIES: dict[str, Json] = {"chief": {}, "guard": {}}


@pytest.mark.parametrize(
    ("rules", "conflict"),
    [
        ([CHIEFS, FEW, GUARDS], {"chiefs", "few"}),
        ([CHIEFS, GUARDED, GUARDS, NO_GUARDS], {"guards", "no-guards"}),
        ([CHIEFS, GUARDED, NO_GUARDS], {"chiefs", "guarded", "no-guards"}),
    ],
)
def test_a_conflict_names_the_fewest_rules(rules: list[Json], conflict: set[str]) -> None:
    game = judge(ENTRIES, constraints=tuple(rules))
    core = smallest_mus(game, roster(), (), UNTIMED)
    assert core is not None
    assert {code for code, _ in core.soft_constraints} == conflict
    assert core.irreducible
    assert core.smallest


def test_without_any_of_its_rules_a_witness_keeps_the_others() -> None:
    game = judge(ENTRIES, constraints=(CHIEFS, GUARDED, NO_GUARDS))
    core = smallest_mus(game, roster(), (), UNTIMED)
    assert core is not None
    codes = {code for code, _ in core.soft_constraints}
    broken = [
        {check.constraint.id for check in game.evaluate(one).breaches} & codes
        for one in core.witnesses
    ]
    assert all(broken)
    for code in codes:
        assert {code} in broken


def test_what_can_hold_is_no_conflict() -> None:
    game = judge(ENTRIES, constraints=(CHIEFS, GUARDED))
    assert smallest_mus(game, roster(), (), UNTIMED) is None
