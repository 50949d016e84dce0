"""Repairs agree with a listing of all that changes can make of a roster."""

from itertools import islice
from random import Random

import pytest

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.engine import Effort
from listbuilder.solve.outcomes import GaveUp, Impossible, Solved
from listbuilder.solve.repair import CHANGES, repair
from tests.solve.games import Maker, copies, repaired, rosters

UNTIMED = Effort(seconds=None, work=20)
MANY = 10_000
SMALL = 20


def illegal(seed: int) -> tuple[Judge, Roster] | None:
    """A game and an illegal roster, not a large one."""
    random = Random(seed)
    judge, roster = Maker(random, sized=seed % 4 == 0).game()
    listed = list(islice(rosters(judge, roster), MANY))
    broken = [one for one in listed if not judge.evaluate(one).legal]
    broken.sort(key=lambda one: copies(judge, one))
    return (judge, random.choice(broken[:SMALL])) if broken else None


def agree(seed: int) -> bool:
    """The fewest changes; impossible just where none help."""
    made = illegal(seed)
    if made is None:
        return False
    judge, roster = made
    ways = list(islice(repaired(judge, roster), MANY + 1))
    if len(ways) > MANY:
        return False
    legal = [(one, changes) for one, changes in ways if judge.evaluate(one).legal]
    outcomes = repair(judge, roster, UNTIMED, 3)
    first = outcomes[0]
    if isinstance(first, Impossible):
        assert legal == []
    if isinstance(first, Solved):
        fewest = min(changes for _, changes in legal)
        if first.proved:
            assert -first.reached[CHANGES] == fewest
        assert -first.reached[CHANGES] >= fewest
    solved = [outcome for outcome in outcomes if isinstance(outcome, Solved)]
    changes = [-outcome.reached[CHANGES] for outcome in solved]
    assert changes == sorted(changes)
    assert len({outcome.marks for outcome in solved}) == len(solved)
    for outcome in solved:
        assert judge.evaluate(outcome.roster).legal
    return not isinstance(first, GaveUp)


@pytest.mark.parametrize("start", range(0, 80, 20))
def test_repairs_agree_with_listing_all_changes(start: int) -> None:
    assert sum(agree(seed) for seed in range(start, start + 20)) >= 5


@pytest.mark.proof
@pytest.mark.parametrize("start", range(1_000, 9_000, 1_000))
def test_repairs_agree_with_listing_all_changes_at_length(start: int) -> None:
    for seed in range(start, start + 1_000):
        agree(seed)
