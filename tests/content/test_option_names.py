"""What options are called: one by its name, several and those of a whole unit by their plural."""

from typing import Any

import pytest

from listbuilder.content.lines import option_text
from tests.rules.small import judge, roster

OPTIONS: dict[str, Any] = {
    "shield": {"plural": "Shields", "values": {"points": {"per_model": 1}}},
    "spear": {"plural": "Spears", "values": {"points": 1}},
    "horn": {"values": {"points": 2}},
}
HELD: Any = [{"id": "gear", "offers": ["shield", "spear", "horn"]}]
GAME = judge(
    {"orcs": {"slots": HELD}, "unit": {"size": {"min": 5}, "slots": HELD}, **OPTIONS},
    profiles={"man": {"title": "Man", "columns": []}},
)


@pytest.mark.parametrize(
    ("holder", "option", "said"),
    [
        ({"entry": "orcs", "count": 6}, {"entry": "spear", "count": 4}, "Spears ×4"),
        ({"entry": "orcs", "count": 6}, {"entry": "spear"}, "Spear"),
        ({"entry": "orcs"}, {"entry": "shield"}, "Shield"),
        ({"entry": "unit", "size": 5}, {"entry": "shield"}, "Shields"),
        ({"entry": "unit", "size": 1}, {"entry": "shield"}, "Shield"),
        ({"entry": "unit", "size": 5}, {"entry": "spear"}, "Spear"),
        ({"entry": "orcs", "count": 6}, {"entry": "horn", "count": 2}, "Horn ×2"),
        (
            {"entry": "orcs", "count": 6},
            {"entry": "spear", "count": 4, "name": "Old Ash"},
            "Old Ash ×4",
        ),
    ],
)
def test_an_option_is_called_by_how_many_have_it(holder: Any, option: Any, said: str) -> None:
    army = GAME.lay_out(roster({**holder, "with": [option]}))
    assert option_text(army.nodes[1]) == said
