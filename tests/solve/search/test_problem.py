"""A problem, encoded: no-goods, aggregates that are not selections yet, and the pause."""

import gc

import pytest

from listbuilder.solve.model.cpsat import UNLIMITED, CpSatSolver
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem, without_gc
from tests.rules.small import roster
from tests.solve.tiny import ends, game, named, place

JUDGE = game()
ARMY = roster("chief", limits={"points": 60})


@pytest.mark.parametrize(
    ("excluded", "most"),
    [((), 6), (("chief",), 6), (("pack",), 0), (("pack", "nobody"), 6)],
    ids=str,
)
def test_no_answer_has_all_of_the_features_that_are_excluded(
    excluded: tuple[str, ...], most: int
) -> None:
    problem = SearchProblem(
        JUDGE,
        ARMY,
        lambda encoded: {},
        features=lambda encoded: {
            entry: named(encoded.tree, entry)[-1].present for entry in ("chief", "pack")
        },
        excluded=(frozenset(excluded),) if excluded else (),
    )
    made = EncodedProblem(problem)
    (pack,) = named(made.tree, "pack")
    assert ends(made.model, pack.count) == (0, most)


def test_places_to_add_at_may_be_told() -> None:
    pack = place(JUDGE, "pack")
    made = EncodedProblem(SearchProblem(JUDGE, ARMY, lambda encoded: {}), only_at={pack: 2})
    assert {one.place for one in made.tree.added()} == {pack}


def test_copies_of_an_aggregate_are_no_selections_yet() -> None:
    made = EncodedProblem(SearchProblem(JUDGE, roster(limits={"points": 60}), lambda encoded: {}))
    (chief,) = named(made.tree, "chief")
    solution = CpSatSolver(made.model, UNLIMITED).maximise(chief.count)
    assert made.unrefined(solution)[place(JUDGE, "chief")] == 3


def test_garbage_is_collected_again_afterwards() -> None:
    assert gc.isenabled()
    with without_gc():
        assert not gc.isenabled()
        with without_gc():
            pass
        assert not gc.isenabled(), "an inner pause ends no outer one"
    assert gc.isenabled()
