"""A mount that its rider can't have, and one that he can."""

from listbuilder.editing.mend import findings_with_remedies
from tests.rules.small import Json, judge, roster

RIDER: Json = {"id": "ride", "offers": ["pony", "saddle"], "max": 1}
ENTRIES: dict[str, Json] = {
    "rider": {"values": {"points": 50}, "slots": [RIDER]},
    "chief": {"values": {"points": 90}, "slots": [{"id": "ride", "offers": ["steed"]}]},
    "steed": {"holder_becomes": "cavalry", "values": {"points": 15}},
    "pony": {"holder_becomes": "cavalry", "values": {"points": 10}},
    "saddle": {"values": {"points": 2}},
}


def test_a_mount_that_is_not_offered_is_exchanged_for_one_that_is() -> None:
    made = judge(
        ENTRIES,
        keywords={"cavalry": {}},
        slots=[{"id": "top", "offers": ["rider", "chief"]}],
        values={"points": {"title": "Points", "cost": True}},
    )
    army = roster({"entry": "rider", "with": ["steed"]})
    (finding,) = findings_with_remedies(made.evaluate(army), made)
    assert [remedy.text for remedy in finding.remedies] == [
        "Exchange Steed for Pony (Rider)",
        "Remove Steed from Rider",
    ]
    assert all(remedy.safe for remedy in finding.remedies)
