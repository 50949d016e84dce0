"""Removals of an excess: who goes, and who goes with him."""

import pytest

from listbuilder.editing.mend import findings_with_remedies
from tests.rules.small import Json, judge, roster

MEN = ("orc", "boar", "wolf", "bat", "cat")
NO_CHIEF: Json = {
    "id": "no-chief",
    "for": "roster",
    "require": {"count": {"entry": "chief"}, "at_most": 0},
}


@pytest.mark.parametrize(
    ("held", "cards", "said"),
    [
        ([], True, "Remove Chief"),
        ([{"entry": "orc", "count": 3}, "boar"], True, "Remove Chief (with 3 × Orc, Boar)"),
        (["orc"] * 5, True, "Remove Chief (with 5 × Orc)"),
        (["orc", "boar", "wolf", "bat", "cat"], True, "Remove Chief (with everything in it)"),
        (["orc"], False, "Remove Chief"),
    ],
)
def test_followers_who_go_with_a_selection_are_named(
    held: list[Json | str], cards: bool, said: str
) -> None:
    made = judge(
        {
            "chief": {"slots": [{"id": "band", "offers": [*MEN], "cards": cards}]},
            **{name: {} for name in MEN},
        },
        constraints=(NO_CHIEF,),
        slots=[{"id": "top", "offers": ["chief"]}],
    )
    army = roster({"entry": "chief", "with": held})
    (finding,) = findings_with_remedies(made.evaluate(army), made)
    assert [remedy.text for remedy in finding.remedies] == [said]
