"""Witnesses: what a roster shows of rules, its neighbours, and where a search for others begins."""

import attrs
import pytest

from listbuilder.model.language import Chosen, Limit, Names, Selector, Test
from listbuilder.solve.proofs.dependencies import ORDER, dependencies_of
from listbuilder.solve.proofs.empty_rosters import differ, differences, empty_rosters
from listbuilder.solve.proofs.local_search import LocalSearch, neighbours
from listbuilder.solve.proofs.obligations import Obligation, WitnessStore, obligations_of
from tests.rules.small import Json, judge, roster

ENTRIES: dict[str, Json] = {"chief": {}, "guard": {}}


def rule(name: str, entry: str, **compared: object) -> Json:
    return {"id": name, "for": "roster", "require": {"count": {"entry": entry}, **compared}}


LED = rule("led", "chief", at_least=1)
FEW = rule("few", "guard", at_most=2)
NONE = rule("none", "guard", at_most=0)
GAME = judge(ENTRIES, constraints=(LED, FEW))


def store() -> WitnessStore:
    return WitnessStore(GAME, obligations_of(GAME.book))


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


def test_neighbours_are_one_edit_away() -> None:
    witnesses = store()
    base = roster("chief", "guard")
    witnesses.record(base)
    near = [edited for edited, _ in neighbours(witnesses, base, None)]
    counts = {sum(one.count for one in edited.army) for edited in near}
    assert min(counts) == 1
    assert max(counts) > 2


def test_from_one_legal_roster_all_is_shown_without_a_solver() -> None:
    witnesses = store()
    LocalSearch(witnesses).explore(roster("chief", "guard"))
    assert not witnesses.open
    assert {*witnesses.witness_of} == {*obligations_of(GAME.book)}


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


def test_what_a_rule_depends_on_besides_selections() -> None:
    nodes = [Limit("points"), Test(choice=Chosen((("side", "in"),))), Selector("beside")]
    assert [*dependencies_of(nodes)] == [("limit", "points"), ("choice", "side"), ORDER]
    assert [*dependencies_of([Test(entry=Names(("chief",)))])] == []


def test_a_ban_is_kept_where_it_is_not_asked() -> None:
    game = judge(ENTRIES, constraints=(NONE,))
    witnesses = WitnessStore(
        game, [Obligation("kept", "", "none"), Obligation("broken", "", "none")]
    )
    assert {one.kind for one in witnesses.record(roster("chief", "guard")).new} == {"broken"}
