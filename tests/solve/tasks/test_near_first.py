"""What is found near what is broken is best, or something better is found elsewhere."""

from collections.abc import Mapping
from typing import Any

import pytest

from listbuilder.model.language import Number
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.model.highs import HighsSolver, Program
from listbuilder.solve.outcomes import Impossible, Solved, answer_of, ended_with, only_rounds
from listbuilder.solve.search import lazy_constraints, refinement
from listbuilder.solve.search.lazy_constraints import LazyConstraints
from listbuilder.solve.search.problem import SearchProblem
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.changed_settings import repair_with_settings
from listbuilder.solve.tasks.near_first import NearFirst
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP, LEAST, LOST
from listbuilder.solve.tasks.repair_search import RepairSearch, errors_of
from tests.rules.small import Json, judge, roster
from tests.solve.model.test_highs import run
from tests.solve.tasks.test_repair import illegal, of_chiefs

UNTIMED = SearchBudget(seconds=None, work=20)
WITHIN: Json = {
    "id": "limit",
    "for": "roster",
    "require": {"sum": "points", "at_most": {"limit": "points"}},
}
LIMITS = {"points": {"title": "Points"}}
PRICES = {"lord": 30, "captain": 9, "guard": 5, "pike": 5}
ENTRIES = {name: {"values": {"points": price}} for name, price in PRICES.items()}


def search(*army: str, limit: int, rules: tuple[Json, ...] = ()) -> RepairSearch:
    """Of a small game with a limit."""
    made = judge(ENTRIES, constraints=(WITHIN, *rules), limits=LIMITS)
    given = roster(*army, limits={"points": limit})
    return RepairSearch(made, given, errors_of(made.evaluate(given)))


def test_a_better_answer_is_found_elsewhere() -> None:
    """The lord goes, who is alone too many: or a captain comes, who may lead him."""
    led = {
        "id": "led",
        "for": {"entry": "lord"},
        "require": {"count": {"entry": "captain", "in": "roster"}, "at_least": 1},
    }
    solver = NearFirst(search("lord", limit=50, rules=(led,)))
    answer = solver.solve(UNTIMED)
    assert isinstance(answer, Solved)
    assert answer.proved
    assert (answer.reached[GIVEN_UP], answer.reached[CHANGES]) == (-9, -1)


@pytest.mark.parametrize(("more", "small"), [(0, -9), (90, -120)])
def test_what_gives_up_much_is_compared_with_purchases_near(
    monkeypatch: pytest.MonkeyPatch, more: int, small: int
) -> None:
    """A lord for 30 without a captain: he is much of an army of 30, little of one of 480."""
    monkeypatch.setattr("listbuilder.solve.tasks.repair_search.FEW_PLACES", 0)
    led = {
        "id": "led",
        "for": {"entry": "lord"},
        "require": {"count": {"entry": "captain", "in": "roster"}, "at_least": 1},
    }
    solver = NearFirst(search("lord", *["guard"] * more, limit=50 + 5 * more, rules=(led,)))
    answer = solver.solve(UNTIMED)
    assert isinstance(answer, Solved)
    assert answer.reached[GIVEN_UP] == -9, "the large search finds the captain in any case"
    assert solver.small is not None
    nearest = answer_of(solver.small.solve(UNTIMED, LEAST))
    assert nearest is not None
    assert nearest.reached[GIVEN_UP] == small


def test_what_is_as_good_as_a_proved_answer_needs_no_second_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A guard or a pike of the same price goes; the search among all changes is asked once."""
    searches: list[SearchProblem] = []

    class Counting(RefinementSolver):
        def solve(self, *given: object) -> object:  # type: ignore[override]
            searches.append(self.problem)
            return super().solve(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(lazy_constraints, "RefinementSolver", Counting)
    solver = NearFirst(search("captain", "guard", "pike", limit=14))
    reached = []
    for _ in range(2):
        answer = solver.solve(UNTIMED, LEAST, {CHANGES: -3})
        assert isinstance(answer, Solved)
        assert answer.proved
        reached.append(answer.reached[GIVEN_UP])
        solver.exclude(answer.features)
    assert reached == [-20, -20]
    assert len(searches) == 1


@pytest.mark.parametrize(("limit", "found"), [(13, False), (14, True)])
def test_a_single_change_takes_nothing_for_what_it_adds(limit: int, found: bool) -> None:
    """A captain for 9 must come to a guard for 5: without him in his stead, only in his room."""
    led = {"id": "led", "for": "roster", "require": {"count": {"entry": "captain"}, "at_least": 1}}
    posed = search("guard", limit=limit, rules=(led,))
    outcome = posed.everywhere(single=True).solve(UNTIMED, within={CHANGES: -1})
    assert isinstance(outcome, Solved) == found
    two = posed.everywhere().solve(UNTIMED)
    assert isinstance(two, Solved)
    assert two.reached[CHANGES] == (-1 if found else -2)


@pytest.mark.parametrize(("given_up", "found"), [(35, False), (36, True)])
def test_what_says_what_kind_of_army_it_is_is_given_up_where_it_comes(
    given_up: int, found: bool
) -> None:
    """An ally who costs nothing weighs four times a twentieth of 180 points, in fours: 36."""
    kinds: dict[str, Json] = {
        "ally": {},
        "guard": {"values": {"points": 5}, "profiles": [{"type": "man", "values": {}}]},
    }
    rule = {"id": "allied", "for": "roster", "require": {"count": {"entry": "ally"}, "at_least": 1}}
    made = judge(
        kinds,
        constraints=(WITHIN, rule),
        limits=LIMITS,
        profiles={"man": {"title": "Man", "columns": []}},
    )
    given = roster("guard", limits={"points": 180})
    posed = RepairSearch(made, given, errors_of(made.evaluate(given)))
    outcome = posed.everywhere(given_up).solve(UNTIMED)
    assert isinstance(outcome, Solved) == found
    if isinstance(outcome, Solved):
        assert outcome.reached[GIVEN_UP] == -36


def test_that_no_answer_loses_less_is_found_by_both() -> None:
    solver = NearFirst(search("captain", "guard", limit=10))
    first = solver.solve(UNTIMED)
    assert isinstance(first, Solved)
    less = solver.solve(UNTIMED, LEAST, {LOST: first.reached[LOST] + 1})
    assert isinstance(less, Impossible)


def test_two_changes_are_beaten_by_one_that_is_found_elsewhere() -> None:
    """Without additions two guards go; a captain who comes leads both."""
    led = {
        "id": "led",
        "for": {"entry": ["guard", "pike"]},
        "require": {"count": {"entry": "captain", "in": "roster"}, "at_least": 1},
    }
    solver = NearFirst(search("guard", "pike", limit=50, rules=(led,)))
    answer = solver.solve(UNTIMED, (CHANGES, GIVEN_UP))
    assert isinstance(answer, Solved)
    assert answer.proved
    assert (answer.reached[CHANGES], answer.reached[GIVEN_UP]) == (-1, -9)


@pytest.mark.parametrize("only_first", [False, True])
def test_that_two_changes_give_up_the_least_is_proved_if_it_is_asked(
    monkeypatch: pytest.MonkeyPatch, only_first: bool
) -> None:
    """A captain and a guard go. That one change does not do is proved in any case."""
    asked: list[tuple[bool, Mapping[str, Number]]] = []
    solve = LazyConstraints.solve

    def noted(self: LazyConstraints, budget: SearchBudget, *given: Mapping[str, Number]) -> object:
        _, within, beyond = given
        asked.append((within.get(CHANGES) == -1, beyond))
        return solve(self, budget, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(LazyConstraints, "solve", noted)
    solver = NearFirst(search("captain", "guard", "pike", limit=5))
    answer = solver.solve(UNTIMED, (CHANGES, GIVEN_UP), only_first=only_first)
    assert isinstance(answer, Solved)
    assert (answer.reached[CHANGES], answer.reached[GIVEN_UP]) == (-2, -56)
    assert asked == [(True, {})] + [(False, {GIVEN_UP: -56})] * (not only_first)


def test_one_change_that_gives_more_up_is_not_better_than_two() -> None:
    """Three of ten in one selection are split in two changes; two of them go in a single one."""
    sized = {"size": {"min": 10, "max": 20}, "values": {"points": {"per_model": 1}}}
    made = judge({"unit": sized})
    given = roster({"entry": "unit", "size": 10, "count": 3})
    answer = NearFirst(RepairSearch(made, given, errors_of(made.evaluate(given)))).solve(UNTIMED)
    assert isinstance(answer, Solved)
    assert (answer.reached[GIVEN_UP], answer.reached[CHANGES]) == (0, -2)


def test_nothing_is_bought_for_fewer_changes_where_nothing_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two banners that cost nothing go; that one change would do is not looked for in the shop."""
    banner: Json = {"entry": "banner"}
    bare = {
        "id": "bare",
        "for": {"entry": "guard"},
        "when": {"count": {"entry": "captain", "in": "roster"}, "at_most": 0},
        "require": {"count": {"in": "children", "entry": "banner"}, "at_most": 0},
    }
    entries: dict[str, Json] = {
        "captain": {"values": {"points": 9}},
        "guard": {
            "copies": 1,
            "values": {"points": 5},
            "slots": [{"id": "b", "offers": ["banner"]}],
        },
        "banner": {},
    }
    made = judge(
        entries, constraints=(bare,), slots=[{"id": "top", "offers": ["captain", "guard"]}]
    )
    army = roster(*({"entry": "guard", "with": [banner]} for _ in range(2)))
    posing = RepairSearch(made, army, errors_of(made.evaluate(army)))
    asked: list[Number | None] = []
    everywhere = posing.everywhere

    def noted(given_up: Number | None, *others: Any) -> LazyConstraints:
        asked.append(given_up)
        return everywhere(given_up, *others)

    monkeypatch.setattr(posing, "everywhere", noted)
    answer = NearFirst(posing).solve(UNTIMED)
    assert isinstance(answer, Solved)
    assert answer.proved
    assert (answer.reached[GIVEN_UP], answer.reached[CHANGES]) == (0, -2)
    assert asked == [0]


def test_a_force_of_which_the_broken_rule_tells_half_is_found_as_a_single_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A band is missing; of the flag that it needs another rule tells, which is kept so far."""
    banded: Json = {
        "id": "banded",
        "for": "roster",
        "require": {"count": {"entry": "band"}, "at_least": 1},
    }
    flagged: Json = {
        "id": "flagged",
        "for": "roster",
        "when": {"count": {"entry": "band"}, "at_least": 1},
        "require": {"count": {"entry": "flag"}, "at_least": 1},
    }
    entries: dict[str, Json] = {
        "band": {"copies": 1, "slots": [{"id": "men", "offers": ["flag"]}]},
        "flag": {},
    }
    slots: list[Json] = [{"id": "top", "offers": ["band"]}]
    made = judge(entries, constraints=(banded, flagged), slots=slots)
    posing = RepairSearch(made, roster(), errors_of(made.evaluate(roster())))
    asked: list[bool] = []
    everywhere = posing.everywhere

    def noted(given_up: Number | None, lost: Number | None, single: bool, fewest: bool) -> Any:
        asked.append(single)
        return everywhere(given_up, lost, single, fewest)

    monkeypatch.setattr(posing, "everywhere", noted)
    solver = NearFirst(posing)
    answer = solver.solve(UNTIMED)
    assert isinstance(answer, Solved)
    assert answer.proved
    assert answer.reached[CHANGES] == -1
    assert solver.small is None
    assert asked[0]


@pytest.mark.parametrize(("fewest", "searches"), [(False, 1), (True, 2)])
def test_a_limit_that_points_raise_is_waived_at_first_where_few_changes_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, fewest: bool, searches: int
) -> None:
    """The captain for 9 of the siege's cost is cheaper, but more than the army's 5 points.

    No second search is needed to see that; the herald for 10 points comes. For the fewest changes
    the limit is waived at first, for all that has a price bears on it.
    """
    posed: list[SearchProblem] = []

    def solver_of(problem: SearchProblem) -> RefinementSolver:
        posed.append(problem)
        return RefinementSolver(problem)

    monkeypatch.setattr(lazy_constraints, "RefinementSolver", solver_of)
    least = {"count": {"entry": ["captain", "herald"]}, "at_least": 1}
    rules: tuple[Json, ...] = (
        {"id": "led", "for": "roster", "require": least},
        {"id": "siege", "for": "roster", "require": {"sum": "siege", "at_most": {"sum": "points"}}},
    )
    costs = {name: {"title": name, "cost": True} for name in ("points", "siege")}
    prices = {"guard": {"points": 5}, "herald": {"points": 10}, "captain": {"siege": 9}}
    entries = {name: {"values": price} for name, price in prices.items()}
    made = judge(entries, constraints=rules, values=costs)
    given = roster("guard")
    posing = RepairSearch(made, given, errors_of(made.evaluate(given)))
    answer = posing.everywhere(fewest=fewest).solve(UNTIMED)
    assert isinstance(answer, Solved)
    assert answer.reached[GIVEN_UP] == -10
    assert len(posed) == searches


@pytest.fixture
def rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver rounds, and proves nothing."""

    def proves_nothing(program: Program) -> Mapping[str, Any]:
        return {**run(program), "duals": []}

    def solver_of(model: ConstraintModel, budget: SearchBudget) -> HighsSolver:
        return HighsSolver(model, budget, proves_nothing)

    monkeypatch.setattr(refinement, "solver_of", solver_of)


@pytest.mark.parametrize("seed", [34, 47, 139])
def test_a_solver_that_rounds_finds_as_good_answers(
    seed: int, request: pytest.FixtureRequest
) -> None:
    """Its search for each goal comes to its end, though nothing is proved."""
    game = illegal(of_chiefs, seed)
    assert game is not None
    (exact,) = repair(*game, number=1)
    assert isinstance(exact, Solved)
    request.getfixturevalue("rounding")
    (rounded,) = repair(*game, number=1)
    assert only_rounds(rounded)
    answer = answer_of(rounded)
    assert answer is not None
    assert not answer.proved
    assert [answer.reached[name] for name in (GIVEN_UP, CHANGES)] == [
        exact.reached[name] for name in (GIVEN_UP, CHANGES)
    ]


@pytest.mark.usefixtures("rounding")
def test_a_solver_that_rounds_finds_both_ends_of_the_front() -> None:
    """A captain goes and two guards, or the lord; the limit may be more, where that is allowed."""
    made = judge(ENTRIES, constraints=(WITHIN,), limits=LIMITS)
    army = roster("lord", "lord", "captain", "guard", "pike", limits={"points": 60})
    *ends, last = repair(made, army)
    assert [
        (-one.reached[LOST], -one.reached[CHANGES]) for one in map(ended_with, ends) if one
    ] == [
        (19, 3),
        (30, 1),
    ]
    assert only_rounds(last)
    assert answer_of(last) is None
    wider = repair_with_settings(made, army, ["limits"], number=1)[0]
    assert isinstance(wider, Solved)
    assert wider.roster.limits == {"points": 79}
