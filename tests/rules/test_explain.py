"""What findings say of selections."""

from listbuilder.loading.names import MOST_QUOTED
from listbuilder.rules.explain import placed_at
from tests.rules.small import judge, roster


def test_an_id_that_is_gone_is_told_in_part() -> None:
    made = judge({"man": {"slots": [{"id": "post", "offers": ["guard"]}]}, "guard": {}})
    guard = {"entry": "guard", "at": "x" * 10_000}
    army = made.lay_out(roster({"entry": "man", "with": [guard]}))
    assert placed_at(army.nodes[1], army) == f"{'x' * MOST_QUOTED}…"
