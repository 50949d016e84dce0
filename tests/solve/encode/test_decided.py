"""Where the language could be read in two ways: what is decided, judged so and solved so."""

from typing import Any

import pytest

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import CpSatSolver, SearchBudget, Status
from listbuilder.solve.model.linear import ZERO, constant
from tests.rules.small import judge, roster
from tests.solve.encode.test_agreement import unrolled

KINDS: dict[str, Any] = {
    "infantry": {"family": "kind"},
    "cavalry": {"family": "kind"},
    "chariot": {"family": "kind"},
}
RIDERS: dict[str, Any] = {
    "rider": {"is": ["infantry"], "copies": 1, "slots": [{"id": "mount", "offers": [{}]}]},
    "horse": {"holder_becomes": "cavalry"},
    "wagon": {"holder_becomes": "chariot"},
}


def codes(judged: Judge, army: Roster) -> list[str]:
    """What the judge finds; the solver's readings of the roster agree, as it is and made free."""
    found = sorted({breach.constraint.id for breach in judged.evaluate(army).breaches})
    for policy in ("fixed", "free"):
        tree, model = unrolled(judged, army, policy)
        for candidate in tree.candidates if policy == "free" else ():
            assert candidate.selection is not None
            model.exactly_0(candidate.count - constant(candidate.selection.count))
        status = CpSatSolver(model, SearchBudget(seconds=None)).maximise(ZERO).status
        assert (status is Status.BEST) == (not found)
    return found


def test_a_group_counts_by_the_keywords_in_the_end() -> None:
    """A rider is offered as infantry; on a horse he is none of the one infantryman allowed."""
    men = {
        "id": "men",
        "offers": [{"is": "infantry"}],
        "groups": [{"is": "infantry", "max": 1}, {"is": "cavalry", "max": 1}],
    }
    judged = judge({"army": {"slots": [men]}, **RIDERS}, keywords=KINDS)
    on_foot, mounted = {"entry": "rider"}, {"entry": "rider", "with": ["horse"]}
    assert codes(judged, roster({"entry": "army", "with": [on_foot, mounted]})) == []
    assert codes(judged, roster({"entry": "army", "with": [on_foot, on_foot]})) == [
        "army.men.1.max"
    ]
    assert codes(judged, roster({"entry": "army", "with": [mounted, mounted]})) == [
        "army.men.2.max"
    ]


def test_the_bounds_of_an_offer_count_by_the_keywords_in_the_end() -> None:
    men = {"id": "men", "offers": [{"is": "infantry", "max": 1}]}
    judged = judge({"army": {"slots": [men]}, **RIDERS}, keywords=KINDS)
    on_foot, mounted = {"entry": "rider"}, {"entry": "rider", "with": ["horse"]}
    assert codes(judged, roster({"entry": "army", "with": [on_foot, mounted, mounted]})) == []
    (code,) = codes(judged, roster({"entry": "army", "with": [on_foot, on_foot]}))
    assert code.startswith("army.men.")


@pytest.mark.parametrize("order", [("horse", "wagon"), ("wagon", "horse")])
def test_of_two_mounts_that_of_the_later_entry_wins(order: tuple[str, str]) -> None:
    rule = {"id": "chariots", "require": {"count": {"is": "chariot"}, "at_most": 0}}
    judged = judge(RIDERS, constraints=(rule,), keywords=KINDS)
    assert codes(judged, roster({"entry": "rider", "with": [*order]})) == ["chariots"]


def test_each_copy_holds_what_it_always_holds() -> None:
    entries: dict[str, Any] = {
        "cart": {"holds": {"orc": 2}, "slots": [{"id": "crew", "offers": ["orc"]}]},
        "orc": {},
    }
    judged = judge(entries)
    four = {"entry": "cart", "count": 2, "with": [{"entry": "orc", "count": 4}]}
    two = {"entry": "cart", "count": 2, "with": [{"entry": "orc", "count": 2}]}
    assert codes(judged, roster(four)) == []
    assert codes(judged, roster(two)) == ["cart.holds.orc"]


def test_what_is_not_offered_counts_and_costs() -> None:
    """The flag is judged, found and paid for, though the guard has no place for it."""
    rule = {"id": "over", "require": {"sum": "points", "at_most": 3}}
    entries: dict[str, Any] = {
        "guard": {"values": {"points": 2}, "slots": []},
        "flag": {"values": {"points": 2}},
    }
    judged = judge(entries, constraints=(rule,), slots=[{"id": "top", "offers": ["guard"]}])
    army = roster({"entry": "guard", "with": ["flag"]})
    assert codes(judged, army) == ["not-offered", "over"]
    assert judged.evaluate(army).costs == {"points": 4}


def test_a_stray_is_that_of_the_list_in_play_or_else_the_first_that_has_it() -> None:
    lists: dict[str, dict[str, Any]] = {
        "elves": {"elf": {"values": {"points": 1}}},
        "men": {"banner": {"values": {"points": 5}}},
        "orcs": {"banner": {"values": {"points": 9}}, "orc": {}},
    }
    judged = judge({}, lists, slots=[{"id": "top", "offers": ["elf", "orc"]}])
    for bearer, points in (("elf", 1 + 5), ("orc", 9)):
        army = roster({"entry": bearer, "with": ["banner"]})
        assert codes(judged, army) == ["not-offered"]
        assert judged.evaluate(army).costs == {"points": points}
