"""The solver's reading of the rules and the judge's agree on tiny rulesets of every kind."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.ask import Asker
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.compile import Compiler
from listbuilder.solve.decode import decode
from listbuilder.solve.engine import Effort, Ended, Engine, Found
from listbuilder.solve.linear import ZERO, Program, constant
from listbuilder.solve.spots import Spot, Tree
from tests.rules.tiny import Game, Maker, load

games = st.randoms(use_true_random=False).map(lambda random: Maker(random).game())
often = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[*HealthCheck]
)


def unrolled(judge: Judge, roster: Roster, kept: str) -> tuple[Tree, Program]:
    program = Program()
    bounds = Bounds(judge, roster, ())
    tree = Tree(judge, roster, bounds, program, kept=kept, additions=False)  # type: ignore[arg-type]
    Asker(Compiler(judge, tree, program)).ask_all()
    return tree, program


def agree(game: Game, random: Random, times: int) -> None:
    """The roster, and others with fewer of its selections, are solutions where they are legal."""
    book, roster = load(game)
    judge = Judge(book)
    for number in range(times):
        tree, program = unrolled(judge, roster, "free")
        values = [0] * len(program.lows)
        choose(tree.root, random if number else None, values, program)
        for spot in tree.spots:
            for quantity in (spot.count, spot.size):
                if quantity.terms:
                    program.exactly_0(quantity - constant(Found(Ended.BEST, values).of(quantity)))
        legal = judge.evaluate(decode(tree, Found(Ended.BEST, values))).legal
        found = Engine(program, Effort(seconds=None)).maximise(ZERO)
        assert found.ended is (Ended.BEST if legal else Ended.IMPOSSIBLE)


def choose(holder: Spot, random: Random | None, values: list[int], program: Program) -> None:
    """Choose how many there are of each, none where the holder is gone; all without a choice."""
    for spot in holder.children:
        selection = spot.selection
        assert selection is not None
        found = Found(Ended.BEST, values)
        gone = not found.of(holder.count)
        (variable,) = spot.count.terms
        count = selection.count if random is None else random.choice((0, 1, selection.count))
        values[variable] = 0 if gone else min(count, selection.count)
        for size in spot.size.terms:
            models = selection.size or 0
            if random is not None:
                models = random.choice((models, 1, program.highs[size]))
            values[size] = models if values[variable] else 0
        choose(spot, random, values, program)


def free(game: Game) -> None:
    """Where nothing is left open, the rules are worked out without a solver."""
    book, roster = load(game)
    judge = Judge(book)
    tree, program = unrolled(judge, roster, "fixed")
    if any(spot.size.terms for spot in tree.spots):  # what is left unsaid is open
        return
    legal = judge.evaluate(roster).legal
    found = Engine(program, Effort(seconds=None)).maximise(ZERO)
    assert found.ended is (Ended.BEST if legal else Ended.IMPOSSIBLE)


@given(games, st.randoms(use_true_random=False))
@often
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
