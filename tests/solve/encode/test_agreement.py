"""The solver's reading of the rules and the judge's agree on tiny rulesets of every kind."""

from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.constraints import ConstraintPoster
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import CpSatSolver, SearchBudget, Solution, Status
from listbuilder.solve.model.linear import ZERO, constant
from listbuilder.solve.search.decode import decode
from tests.rules.small import SOURCE
from tests.rules.small import judge as judge_of
from tests.rules.small import roster as roster_of
from tests.rules.tiny import Game, Maker, load
from tests.sampling import examples
from tests.solve.tiny import unrolled

games = st.randoms(use_true_random=False).map(lambda random: Maker(random).game())


def posted(judge: Judge, roster: Roster, policy: str) -> tuple[CandidateTree, ConstraintModel]:
    tree = unrolled(judge, roster, additions=False, policy=policy)
    ConstraintPoster(ExpressionEncoder(judge, tree, tree.model)).post_all()
    return tree, tree.model


def agree(game: Game, random: Random, times: int) -> None:
    """The roster, and others with fewer of its selections, are solutions where they are legal."""
    book, roster = load(game)
    judge = Judge(book)
    for number in range(times):
        tree, model = posted(judge, roster, "free")
        values = [0] * len(model.lows)
        choose(tree.root, random if number else None, values, model)
        for candidate in tree.candidates:
            for quantity in (candidate.count, candidate.size):
                if quantity.terms:
                    model.exactly_0(
                        quantity - constant(Solution(Status.BEST, values).value(quantity))
                    )
        check(judge, decode(tree, Solution(Status.BEST, values)), tree, model)


def check(judge: Judge, roster: Roster, tree: CandidateTree, model: ConstraintModel) -> None:
    """A roster is a solution where it is legal; where another is, only what is placed differs."""
    found = CpSatSolver(model, SearchBudget(seconds=None)).maximise(ZERO)
    if judge.evaluate(roster).legal:
        assert found.status is Status.BEST
    elif found.status is not Status.IMPOSSIBLE:
        placed = decode(tree, found)
        assert unplaced(placed.army) == unplaced(roster.army) != placed.army
        assert judge.evaluate(placed).legal


def unplaced(army: tuple[Selection, ...]) -> tuple[Selection, ...]:
    """An army that nobody has placed anywhere."""
    return tuple(attrs.evolve(one, id=None, at=None, with_=unplaced(one.with_)) for one in army)


def choose(
    holder: Candidate, random: Random | None, values: list[int], model: ConstraintModel
) -> None:
    """Choose how many there are of each, none where the holder is gone; all without a choice."""
    for candidate in holder.children:
        selection = candidate.selection
        assert selection is not None
        found = Solution(Status.BEST, values)
        gone = not found.value(holder.count)
        (variable,) = candidate.count.terms
        count = selection.count if random is None else random.choice((0, 1, selection.count))
        values[variable] = 0 if gone else min(count, selection.count)
        for size in candidate.size.terms:
            models = selection.size or 0
            if random is not None:
                models = random.choice((models, 1, model.highs[size]))
            values[size] = models if values[variable] else 0
        choose(candidate, random, values, model)


def free(game: Game) -> None:
    """Where nothing is left open, the rules are worked out without a solver."""
    book, roster = load(game)
    judge = Judge(book)
    tree, model = posted(judge, roster, "fixed")
    if any(candidate.size.terms for candidate in tree.candidates):  # what is left unsaid is open
        return
    check(judge, roster, tree, model)


@given(games, st.randoms(use_true_random=False))
@examples(150)
def test_solver_and_judge_agree(game: Game, random: Random) -> None:
    free(game)
    agree(game, random, 4)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(8))
def test_solver_and_judge_agree_at_length(seed: int) -> None:
    random = Random(seed)
    maker = Maker(random)
    for _ in range(400):
        game = maker.game()
        free(game)
        agree(game, random, 6)


def test_a_change_that_asks_around_a_ring_whose_test_asks_for_what_it_gives() -> None:
    """While keywords are settled the ring, too, goes by what entries say of themselves."""
    ring = {"count": {"in": "children", "is": "moved"}, "at_least": 1}
    walls = {"id": "walls", "offers": ["wall"], "ring": ring}
    judged = judge_of(
        {"yard": {"copies": 1, "slots": [walls]}, "wall": {"copies": 1}},
        keywords={"moved": {}},
        slots=[{"id": "top", "offers": ["yard"]}],
        changes=[
            {
                "id": "moved",
                "for": {"entry": "wall"},
                "when": {"count": {"in": "beside"}, "at_least": 2},
                "becomes": "moved",
                "source": SOURCE,
            }
        ],
        constraints=(
            {"id": "still", "for": "roster", "require": {"count": {"is": "moved"}, "at_most": 1}},
        ),
    )
    for walls_there in (2, 3, 4):
        army = roster_of({"entry": "yard", "with": ["wall"] * walls_there})
        tree, model = posted(judged, army, "fixed")
        check(judged, army, tree, model)
