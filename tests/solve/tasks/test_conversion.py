"""An army turned into one of another kind keeps what it can."""

from __future__ import annotations

from collections import Counter

import pytest

from listbuilder.errors import EditError
from listbuilder.interop.opening import load_roster
from listbuilder.model.entries import Selection
from listbuilder.rules.evaluate import judge_of
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.conversion import convert
from tests.benchmarks.repairs import ROSTERS
from tests.rules.small import roster as roster_of
from tests.shipped import LIBRARY
from tests.solve.tasks.test_fewer_warnings import keep


def test_a_field_army_chosen_as_defender_loses_nothing() -> None:
    """Both forces are added, every unit moves into one of them, with all that it holds."""
    (path,) = (one for one in ROSTERS if one.stem == "under-four-stars")
    loaded = load_roster(path, LIBRARY)
    game, (army,) = judge_of(loaded.book), loaded.roster.army
    outcome = convert(game, loaded.roster, [("side", "defender")])[0]
    assert isinstance(outcome, Solved)
    assert outcome.aim_proved
    assert game.evaluate(outcome.roster).legal
    added = sorted(one.name for one in outcome.changes[:2] if one.done == "add")  # told first
    assert added == ["Defence force", "Relief force"]
    moved = [one.name for one in outcome.changes if one.done != "add"]
    assert len(moved) == len(army.with_) == 10
    (now,) = outcome.roster.army
    assert {force.entry: len(force.with_) for force in now.with_} == {
        "defence-force": 9,  # castles are defended, and what must be outside is
        "relief-force": 1,
    }
    (outside,) = next(force.with_ for force in now.with_ if force.entry == "relief-force")
    # No engine, chariot or character, nor the core; and of five models, which a warning wants.
    assert outside.entry == "chaos-knights"
    assert not game.evaluate(outcome.roster).breaches
    defence = next(force.with_ for force in now.with_ if force.entry == "defence-force")
    stayed = [one.entry for one in army.with_ if one.entry != outside.entry]
    assert [one.entry for one in defence] == stayed, "in the player's order"
    held = [unit for force in now.with_ for unit in force.with_]
    assert Counter(_bare(unit) for unit in held) == Counter(_bare(unit) for unit in army.with_)


def _bare(selection: Selection) -> tuple[object, ...]:
    """A selection without where it stands."""
    held = sorted(map(_bare, selection.with_), key=repr)
    return selection.entry, selection.count, selection.size, tuple(held)


def test_what_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(EditError, match="sied"):
        convert(keep(), roster_of(), [("sied", "walls")])


def test_what_stays_legal_is_only_set() -> None:
    game = keep()
    (outcome,) = convert(game, roster_of(choices={"side": "walls"}), [("side", "field")])
    assert isinstance(outcome, Solved)
    assert outcome.changes == ()
    assert outcome.roster.choices["side"] == "field"
