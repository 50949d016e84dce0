"""What a rule depends on besides selections."""

from listbuilder.model.language import Chosen, Limit, Names, Selector, Test
from listbuilder.solve.proofs.dependencies import ORDER, dependencies_of


def test_what_a_rule_depends_on_besides_selections() -> None:
    nodes = [Limit("points"), Test(choice=Chosen((("side", "in"),))), Selector("beside")]
    assert [*dependencies_of(nodes)] == [("limit", "points"), ("choice", "side"), ORDER]
    assert [*dependencies_of([Test(entry=Names(("chief",)))])] == []
