"""What an answer of a repair reaches in its goals, as numbers that are told."""

from listbuilder.model.roster import Roster
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.repair_goals import (
    CHANGED,
    LOST,
    TAKEN,
    bought,
    changed_of,
    lost_of,
    new_or_taken,
)
from tests.rules.small import roster

ARMY: Roster = roster()


def test_bought_is_what_comes_and_goes_without_the_loss() -> None:
    answer = Solved(ARMY, True, {LOST: -40, CHANGED: -55, lost_of("men"): 0, changed_of("men"): -9})
    assert bought(answer) == 15
    assert bought(answer, "men") == 9
    assert bought(Solved(ARMY, True, {})) == 0


def test_what_a_new_unit_takes_from_another_is_not_bought_but_new_there() -> None:
    answer = Solved(ARMY, True, {LOST: 0, CHANGED: -12, TAKEN: -18})
    assert (bought(answer), new_or_taken(answer)) == (12, 30)
