"""The judge and a plain reading of the rule language agree on tiny rulesets of every kind."""

from collections import Counter
from pathlib import Path
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.interop.opening import load_roster
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import judge_of
from tests.rules.naive import Naive, Said
from tests.rules.tiny import Game, Maker, load
from tests.sampling import examples
from tests.shipped import LIBRARY

CASES = Path(__file__).parent.parent / "cases"

games = st.randoms(use_true_random=False).map(lambda random: Maker(random).game())


def said(check: Check) -> Said:
    return Said(check.constraint.id, check.node.pointer, check.found, check.allowed, check.key)


def agree(book: Book, roster: Roster) -> None:
    judge, naive = judge_of(book), Naive(book, roster)
    judge.evaluate(attrs.evolve(roster, army=roster.army[::-1]))  # what it keeps must not matter
    verdict = judge.evaluate(roster)
    breaches = Counter(map(said, verdict.breaches))
    assert breaches == Counter(naive.findings())
    assert breaches == Counter(
        said(check) for check in judge.checks(verdict.army) if not check.kept
    )
    assert verdict.costs == naive.costs()


@given(games)
@examples(400)
def test_judge_agrees_with_the_plain_reading(game: Game) -> None:
    agree(*load(game))


@pytest.mark.parametrize("one_in", [2, pytest.param(1, marks=pytest.mark.proof)])
@pytest.mark.parametrize("ruleset", LIBRARY.rulesets())
def test_judge_agrees_on_shipped_rosters_and_cases(ruleset: str, one_in: int) -> None:
    cases = sorted(CASES.glob(f"{ruleset}/*/*legal*.json"))
    for path in (*LIBRARY.rosters(ruleset)[::one_in], *cases[::one_in]):
        loaded = load_roster(path, LIBRARY)
        agree(loaded.book, loaded.roster)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(8))
def test_judge_agrees_with_the_plain_reading_at_length(seed: int) -> None:
    maker = Maker(Random(seed))
    for _ in range(5_000):
        agree(*load(maker.game()))
