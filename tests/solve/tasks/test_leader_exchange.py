"""Leaders are exchanged for others who may lead their men."""

from typing import Any

import attrs
import pytest

from listbuilder.editing.roster_tree import change_selection
from listbuilder.interop.opening import load_roster
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.evaluate import judge_of as judge_of_book
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.leader_exchange import exchanged, is_exchange
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP, LOST
from listbuilder.solve.tasks.repair_search import RepairSearch, errors_of
from tests.rules.small import judge as judge_of
from tests.rules.small import roster as roster_of
from tests.shipped import LIBRARY

MAN: dict[str, Any] = {"profiles": [{"type": "man", "values": {}}]}
BAND = {"id": "band", "offers": ["orc", "wolf"], "max": 6, "cards": True}
LEADERS: dict[str, dict[str, Any]] = {
    "chief": {"is": ["bold"], "values": {"points": 20}},
    "boss": {"is": ["bold"], "values": {"points": 18}},
    "sneak": {"is": ["sly"], "values": {"points": 12}},
}
MEN: dict[str, dict[str, Any]] = {
    name: MAN | {"values": {"points": price}} for name, price in {"orc": 5, "wolf": 8}.items()
}
HOST: dict[str, Any] = {"copies": 1, "values": {"points": 800}}
HAT: dict[str, Any] = {"copies": 1, "values": {"points": 2}}


def game(entry: str, most: int = 999) -> Judge:
    """A game of leaders with six men each, and at most one selection of an entry."""
    hats = {"id": "hats", "offers": ["hat"]}
    own = MAN | {"copies": 1, "slots": [BAND, hats]}
    return judge_of(
        {name: own | one for name, one in LEADERS.items()} | MEN | {"hat": HAT, "host": HOST},
        constraints=(
            {
                "id": "once",
                "for": "roster",
                "require": {"count": {"entry": entry}, "at_most": 1},
            },
            {"id": "over", "for": "roster", "require": {"sum": "points", "at_most": most}},
        ),
        keywords={"bold": {}, "sly": {}},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": [*LEADERS, "host"]}],
    )


def chief(orcs: int, wolves: int = 0, hats: int = 0) -> Selection:
    """A chief with his men."""
    men = (Selection(name, count=Copies(n)) for name, n in (("orc", orcs), ("wolf", wolves)) if n)
    return Selection("chief", with_=(*men, *[Selection("hat")] * hats))


def answers(entry: str, *army: Selection, number: int = 3) -> list[Solved]:
    """The answers of a repair."""
    roster = attrs.evolve(roster_of(), army=army)
    return [one for one in repair(game(entry), roster, None, number) if isinstance(one, Solved)]


EXCHANGE = [
    "remove 2. Chief",
    "add Boss to the army, with all that is left in 2. Chief",
]
"""For the likest, though a sneak is cheaper."""


def told(answer: Solved) -> list[str]:
    return [*map(change_sentence, answer.changes)]


@pytest.mark.parametrize("number", [1, 3])
def test_an_exchange_comes_first_if_it_loses_no_more_in_fewer_changes(number: int) -> None:
    """Else orcs and wolf move to the first chief, and the second goes."""
    host = Selection("host")
    first, *others = answers("chief", chief(2, 1), chief(2, 1), host, number=number)
    assert told(first) == EXCHANGE
    assert "least given up" not in first.best_at
    assert [is_exchange(one) for one in others] == [False] * (number - 1)
    if others:
        assert others[0].best_at == ("least given up",)
        assert others[0].reached[LOST] == first.reached[LOST]
        assert others[0].reached[CHANGES] == first.reached[CHANGES] - 1


def test_an_exchange_comes_second_if_it_buys_more_than_a_change_is_worth() -> None:
    """A boss for 18 points, in an army of 66."""
    first, second, *_ = answers("chief", chief(2, 1), chief(2, 1))
    assert first.best_at[0] == "least given up"
    assert told(second) == EXCHANGE


def test_an_exchange_comes_second_if_it_saves_no_change() -> None:
    first, second, *_ = answers("chief", chief(3), chief(2))
    assert told(first) == ["move 2.1 2 × Orc (Chief) to 1. Chief", "remove 2. Chief"]
    assert first.best_at[0] == "least given up"
    assert told(second) == EXCHANGE


@pytest.mark.parametrize(
    ("entry", "army"),
    [
        pytest.param("hat", (chief(3, hats=2),), id="a hat for 2 points"),
        pytest.param("chief", (chief(0), chief(0)), id="who leads nobody"),
    ],
)
def test_nobody_is_exchanged(entry: str, army: tuple[Selection, ...]) -> None:
    assert not any(map(is_exchange, answers(entry, *army)))


def test_only_an_exchange_is_searched_that_gives_up_as_little_with_half_of_its_loss() -> None:
    """Half of a chief, and the boss who is bought: 4 × 10 + 18."""
    roster = attrs.evolve(roster_of(), army=(chief(3), chief(2)))
    judge = game("chief")
    search = RepairSearch(judge, roster, errors_of(judge.evaluate(roster)))

    def found(given_up: int) -> Solved | None:
        best = Solved(roster, True, {GIVEN_UP: -given_up, LOST: 0, CHANGES: 0})
        return exchanged(search, best, SearchBudget())

    answer = found(58)
    assert answer is not None
    assert told(answer) == EXCHANGE
    assert answer.reached.keys() == {GIVEN_UP, LOST, CHANGES}
    assert answer.proven_goals == ()
    assert found(51) is None
    cheaper = found(57)
    assert cheaper is not None
    assert "add Sneak to the army" in told(cheaper)[1]


@pytest.mark.parametrize(("most", "comes"), [(63, "Boss"), (62, "Sneak")])
def test_no_man_goes_for_the_sake_of_the_likest_leader(most: int, comes: str) -> None:
    roster = attrs.evolve(roster_of(), army=(chief(3), chief(2)))
    judge = game("chief", most)
    search = RepairSearch(judge, roster, errors_of(judge.evaluate(roster)))
    best = Solved(roster, True, {GIVEN_UP: -500, LOST: 0, CHANGES: 0})
    answer = exchanged(search, best, SearchBudget())
    assert answer is not None
    assert f"add {comes} to the army" in told(answer)[1]


def test_an_exchange_is_told_though_the_least_buys_another_leader_and_moves_men() -> None:
    (path,) = (one for one in LIBRARY.rosters() if one.stem == "the-hornburg-by-night")
    loaded = load_roster(path, LIBRARY)
    army = change_selection(
        loaded.roster, (0, 2), lambda held: attrs.evolve(held, entry="theoden-king-of-rohan")
    )
    first, second, *_ = repair(judge_of_book(loaded.book), army)
    assert isinstance(first, Solved)
    assert isinstance(second, Solved)
    assert told(first) == [
        "remove 1.3 Théoden, King of Rohan (Rohan)",
        "add Háma, Captain of Rohan to 1. Rohan, with all that is left in "
        "1.3 Théoden, King of Rohan",
    ]
    assert any(change.takes_over for change in second.changes)
    assert second.best_at == ("least given up",)
