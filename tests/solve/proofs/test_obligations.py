"""What a roster shows of entries and rules, and what is known already."""

import pytest

from listbuilder.solve.proofs.obligations import Obligation, WitnessStore
from tests.rules.small import judge, roster
from tests.solve.proofs.chiefs import ENTRIES, NONE, store


@pytest.mark.parametrize(
    ("army", "shown"),
    [
        ([], {("broken", "led")}),
        (["chief"], {("fielded", "chief"), ("kept", "led")}),
        (
            ["chief", "guard"],
            {("fielded", "chief"), ("fielded", "guard"), ("kept", "led"), ("kept", "few")},
        ),
        (["chief", "guard", "guard", "guard"], {("broken", "few")}),
        (["guard", "guard", "guard"], set()),
    ],
)
def test_a_roster_shows_what_it_keeps_or_what_it_alone_breaks(
    army: list[str], shown: set[tuple[str, str]]
) -> None:
    observation = store().record(roster(*army))
    assert {(one.kind, one.name) for one in observation.new} == shown


def test_what_is_known_is_not_new_again() -> None:
    witnesses = store()
    assert witnesses.record(roster("chief")).new
    assert not witnesses.record(roster("chief")).new


def test_a_ban_is_kept_where_it_is_not_asked() -> None:
    game = judge(ENTRIES, constraints=(NONE,))
    witnesses = WitnessStore(
        game, [Obligation("kept", "", "none"), Obligation("broken", "", "none")]
    )
    assert {one.kind for one in witnesses.record(roster("chief", "guard")).new} == {"broken"}
