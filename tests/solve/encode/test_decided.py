"""Where the language could be read in two ways: what is decided, judged so and solved so."""

from typing import Any

import pytest

from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import CpSatSolver, SearchBudget, Status
from listbuilder.solve.model.linear import ZERO, constant
from listbuilder.solve.outcomes import Impossible, Solved
from listbuilder.solve.search.goals import asked
from listbuilder.solve.tasks.complete import complete
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_goals import LOST
from tests.rules.small import judge, roster
from tests.solve.encode.test_agreement import posted

KINDS: dict[str, Any] = {
    "infantry": {"family": "kind"},
    "cavalry": {"family": "kind"},
    "chariot": {"family": "kind"},
}
ARMIES = [{"id": "top", "offers": ["army"]}]
MOUNTS = {"id": "mount", "offers": ["horse", "wagon"]}
RIDERS: dict[str, Any] = {
    "rider": {"is": ["infantry"], "copies": 1, "slots": [MOUNTS]},
    "horse": {"holder_becomes": "cavalry"},
    "wagon": {"holder_becomes": "chariot"},
}


def codes(judged: Judge, army: Roster) -> list[str]:
    """What the judge finds; the solver's readings of the roster agree, as it is and made free."""
    found = sorted({breach.constraint.id for breach in judged.evaluate(army).breaches})
    for policy in ("fixed", "free"):
        tree, model = posted(judged, army, policy)
        for candidate in tree.candidates if policy == "free" else ():
            assert candidate.selection is not None
            model.exactly_0(candidate.count - constant(candidate.selection.count))
            model.exactly_0(candidate.size - constant(candidate.selection.size or 0))
        status = CpSatSolver(model, SearchBudget(seconds=None)).maximise(ZERO).status
        assert (status is Status.BEST) == (not found)
    return found


def completed(judged: Judge, begun: Roster, *aims: str, **most: int) -> Solved:
    """The proved completion with no more of some entries than said."""
    rules = [asked(judged.book, entry, "at_most", number) for entry, number in most.items()]
    answer = complete(judged, begun, aims, rules)
    assert isinstance(answer, Solved)
    assert answer.proved
    return answer


def lost(judged: Judge, army: Roster) -> Number:
    """The points that the best repair loses."""
    (answer,) = repair(judged, army, number=1)
    assert isinstance(answer, Solved)
    assert answer.proved
    return -answer.reached[LOST]


SIZED: dict[str, Any] = {"size": {"min": 10, "max": 20}, "values": {"points": {"per_model": 1}}}


@pytest.mark.parametrize("said", [{}, {"copies": 3}])
def test_a_selection_of_a_sized_entry_is_one_unit(said: dict[str, Any]) -> None:
    """Two of six are not a unit of twelve, whatever data say that no file may say."""
    judged = judge({"unit": SIZED | said})
    assert codes(judged, roster({"entry": "unit", "size": 10}, {"entry": "unit", "size": 20})) == []
    assert codes(judged, roster({"entry": "unit", "size": 6, "count": 2})) == ["unit.copies"]
    assert codes(judged, roster({"entry": "unit", "size": 6})) == ["unit.size.min"]


def test_two_units_in_one_selection_are_told_apart_by_a_repair() -> None:
    """Two of ten in one selection become two units; no model is lost."""
    judged = judge({"unit": SIZED})
    answer, *_ = repair(judged, roster({"entry": "unit", "size": 10, "count": 2}), number=1)
    assert isinstance(answer, Solved)
    assert judged.evaluate(answer.roster).legal
    assert [(one.count, one.size) for one in answer.roster.army] == [(1, 10), (1, 10)]


def test_a_group_counts_by_the_keywords_in_the_end() -> None:
    """A rider is offered as infantry; on a horse he is none of the one infantryman allowed."""
    men = {
        "id": "men",
        "offers": [{"is": "infantry"}],
        "groups": [{"is": "infantry", "max": 1}, {"is": "cavalry", "max": 1}],
    }
    judged = judge({"army": {"slots": [men]}, **RIDERS}, keywords=KINDS, slots=ARMIES)
    on_foot, mounted = {"entry": "rider"}, {"entry": "rider", "with": ["horse"]}
    assert codes(judged, roster({"entry": "army", "with": [on_foot, mounted]})) == []
    assert codes(judged, roster({"entry": "army", "with": [on_foot, on_foot]})) == [
        "army.men.1.max"
    ]
    assert codes(judged, roster({"entry": "army", "with": [mounted, mounted]})) == [
        "army.men.2.max"
    ]
    full = completed(judged, roster({"entry": "army"}), "rider", army=1, rider=3, wagon=0)
    assert full.reached["rider"] == 2


def test_the_bounds_of_an_offer_count_by_the_keywords_in_the_end() -> None:
    men = {"id": "men", "offers": [{"is": "infantry", "max": 1}]}
    judged = judge({"army": {"slots": [men]}, **RIDERS}, keywords=KINDS, slots=ARMIES)
    on_foot, mounted = {"entry": "rider"}, {"entry": "rider", "with": ["horse"]}
    assert codes(judged, roster({"entry": "army", "with": [on_foot, mounted, mounted]})) == []
    (code,) = codes(judged, roster({"entry": "army", "with": [on_foot, on_foot]}))
    assert code.startswith("army.men.")
    full = completed(judged, roster({"entry": "army"}), "infantry", "rider", army=1, rider=3)
    assert [full.reached[name] for name in ("infantry", "rider")] == [1, 3]


@pytest.mark.parametrize("order", [("horse", "wagon"), ("wagon", "horse")])
def test_of_two_mounts_that_of_the_later_entry_wins(order: tuple[str, str]) -> None:
    rule = {"id": "chariots", "require": {"count": {"is": "chariot"}, "at_most": 0}}
    judged = judge(RIDERS, constraints=(rule,), keywords=KINDS)
    assert codes(judged, roster({"entry": "rider", "with": [*order]})) == ["chariots"]
    free = judge(RIDERS, keywords=KINDS)
    army = roster({"entry": "rider", "with": ["wagon"]})
    assert completed(free, army, "cavalry", rider=1).reached["cavalry"] == 0


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
    full = completed(judged, roster({"entry": "cart", "count": 2}), "cart", cart=2)
    assert sum(one.count for one in full.roster.army[0].with_) == 4


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
    assert isinstance(complete(judged, army), Impossible)
    assert lost(judged, army) == 2


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
        assert lost(judged, army) == points - (bearer == "elf")
