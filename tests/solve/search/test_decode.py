"""A solution, read as a roster."""

import attrs

from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.solve.model.cpsat import UNLIMITED, CpSatSolver, Solution
from listbuilder.solve.model.linear import total
from listbuilder.solve.search.decode import active_places, decode, int_value, mergeable_additions
from listbuilder.solve.search.goals import fewest_additions
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from tests.rules.small import roster
from tests.solve.tiny import game, named, place

JUDGE = game()
ARMY = roster(
    {"entry": "chief", "notes": "mine", "with": [{"entry": "orc", "count": 3}]},
    limits={"points": 100},
)


def solved(*entries: str) -> tuple[EncodedProblem, Solution]:
    """As many additions of some entries as there can be to the player's, and no others."""
    encoded = EncodedProblem(SearchProblem(JUDGE, ARMY, lambda encoded: {}))
    wanted = [one for one in named(encoded.tree, *entries) if one.is_added and _is_his(one)]
    others = [one for one in encoded.tree.added() if one not in wanted]
    goal = total([one.count for one in wanted]).times(1000) - total([one.count for one in others])
    return encoded, CpSatSolver(encoded.model, UNLIMITED).maximise(goal)


def _is_his(candidate: object) -> bool:
    holder = getattr(candidate, "holder", None)
    return holder is not None and holder.selection is not None


def test_the_players_roster_comes_back_as_it_was() -> None:
    encoded = EncodedProblem(SearchProblem(JUDGE, ARMY, lambda encoded: {}))
    solution = CpSatSolver(encoded.model, UNLIMITED).maximise(fewest_additions(encoded))
    assert decode(encoded.tree, solution) is encoded.tree.roster
    assert active_places(encoded.tree, solution) == {}


def test_additions_stand_behind_the_players_selections() -> None:
    encoded, solution = solved("wolf")
    (own,) = ARMY.army
    with_wolf = attrs.evolve(own, with_=(*own.with_, Selection("wolf")))
    assert decode(encoded.tree, solution).army == (with_wolf,)
    assert active_places(encoded.tree, solution) == {place(JUDGE, "chief", "wolf"): 1}


def test_additions_may_be_further_copies_of_what_is_there() -> None:
    encoded, solution = solved("orc")
    (own,) = ARMY.army
    apart = decode(encoded.tree, solution).army[0].with_
    assert apart == (*own.with_, Selection("orc", count=Copies(3)))
    merged = mergeable_additions(encoded.tree, solution)
    ((added, kept),) = merged.items()
    assert (added.is_added, kept.selection) == (True, own.with_[0])
    assert int_value(solution, added.count) == 3
    joined = decode(encoded.tree, solution, merged).army[0].with_
    assert joined == (Selection("orc", count=Copies(6)),)
