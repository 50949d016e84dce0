"""Every plain bound of the shipped entries can be kept, and is found out when it is not."""

import pytest

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import judge_of
from tests.catalogues.bounds import trials
from tests.shipped import LIBRARY


@pytest.mark.parametrize("ruleset", LIBRARY.rulesets())
def test_every_plain_bound_is_kept_and_broken(ruleset: str) -> None:
    book = LIBRARY.book(ruleset)
    judge = judge_of(book)

    def is_found(code: str, roster: Roster) -> bool:
        return code in {check.constraint.id for check in judge.evaluate(roster).breaches}

    tried = list(trials(book))
    assert tried != []
    assert [trial.code for trial in tried if not is_found(trial.code, trial.broken)] == []
    assert [trial.code for trial in tried if is_found(trial.code, trial.kept)] == []
