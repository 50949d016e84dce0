"""Additions are tried before they are offered, whatever the data makes of them."""

from typing import Any

from listbuilder.rules.evaluate import Judge
from listbuilder.web.views.what_if import blocking_rule, cost_of_one, is_closed
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import place


def nested(each: int) -> Judge:
    """Units that need so many kits, of which each needs as many bits."""
    entries: dict[str, Any] = {
        "unit": {
            "values": {"points": 1},
            "slots": [{"id": "kits", "offers": ["kit"], "min": each}],
        },
        "kit": {"slots": [{"id": "bits", "offers": ["bit"], "min": each}]},
        "bit": {"values": {"points": 1}},
    }
    return judge_of(entries)


def test_what_comes_along_in_too_many_copies_is_a_reason_and_no_error() -> None:
    """The page of an army shows its other entries all the same."""
    judge = nested(400)
    before = judge.evaluate(roster())
    root, unit = before.army.root, place(judge, "unit")
    assert blocking_rule(judge, before, root, unit, instead=False) == "160000 × Bit are too many."
    assert cost_of_one(judge, unit, 0) == {}
    assert not is_closed(judge, before, root)


def test_copies_that_may_come_along_are_no_reason() -> None:
    judge = nested(3)
    before = judge.evaluate(roster())
    unit = place(judge, "unit")
    assert blocking_rule(judge, before, before.army.root, unit, instead=False) == ""
    assert cost_of_one(judge, unit, 0) == {"points": 1 + 9}
