"""Where searches begin: each setting and choice once."""

import attrs

from listbuilder.solve.proofs.empty_rosters import ROOM, differ, differences, empty_rosters
from tests.rules.small import judge
from tests.solve.proofs.chiefs import ENTRIES


def test_where_no_limit_has_a_default_there_is_room() -> None:
    limits = {name: {"title": name.title()} for name in ("points", "models")}
    settings = [dict(one.limits) for one in empty_rosters(judge(ENTRIES, limits=limits), None)]
    assert settings == [{}, {"points": ROOM, "models": ROOM}]


def test_a_search_begins_with_each_setting_and_choice() -> None:
    limits = {"points": {"title": "Points", "default": 700}, "models": {"title": "Models"}}
    choices = {"side": {"title": "Side", "options": {"in": "In", "out": "Out"}}}
    above = {
        "id": "big",
        "for": "roster",
        "when": {"limit": "points", "at_least": 1000},
        "require": {"count": {"entry": "chief"}, "at_least": 2},
    }
    game = judge(ENTRIES, constraints=(above,), limits=limits, choices=choices)
    begun = [*empty_rosters(game, None)]
    settings = [dict(one.limits) for one in begun]
    assert all(not one.army for one in begun)
    assert {} in settings
    assert {"points": 700} in settings
    assert {"points": 1000} in settings
    assert {one.choices["side"] for one in begun} == {"in", "out"}
    assert len(begun) == 2 * len({tuple(one.items()) for one in settings})
    one, *_ = begun
    other = attrs.evolve(one, choices={"side": "out"}, limits={"points": 1})
    assert differences(one, other) == (one.choices["side"] != "out") + 1
    assert differ(one, other, [("limit", "points")])
    assert not differ(one, other, [("limit", "models")])
