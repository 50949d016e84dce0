"""Games changed at random come in by every door; none of them breaks, hangs or floods anything."""

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from listbuilder.checking.check import check_file
from listbuilder.loading.library import Library
from listbuilder.loading.schema import FileKind
from tests.fuzz.bundles import GAMES, PARTS, Bundle, bundle, lists
from tests.fuzz.doors import DOORS, Fault, faults, open_to
from tests.fuzz.guard import HungError, Slowest, guarded
from tests.fuzz.mutators import cases
from tests.fuzz.shrink import shrunk
from tests.sampling import STEADY, sampled

FUZZ = settings(STEADY, phases=[Phase.generate])
"""Hypothesis would shrink its draws; ``shrunk`` makes the files small, which is what we read."""
MANY = 420
"""Of each kind of file of each game: 5,040 in all."""

Record = Callable[[str, object], None]


def bring_in(made: Bundle, kind: FileKind, seed: int, slowest: Slowest) -> None:
    """Bring a game in by every door; of the first fault, tell the smallest files that have it."""
    for fault in faults(made, made.shipped(), seed, open_to(kind), slowest):
        small = smallest(made, seed, fault)
        pytest.fail(f"{fault.door}: {fault.signature}\nseed {seed}: {small.text()}\n{fault.trace}")


def smallest(made: Bundle, seed: int, fault: Fault) -> Bundle:
    """The least of a game that has a fault."""
    only = {fault.door: DOORS[fault.door]}

    def fails(files: dict[FileKind, object]) -> bool:
        if files.keys() != made.files.keys():
            return False
        less = attrs.evolve(made, files=files)
        again = faults(less, made.shipped(), seed, only, Slowest())
        return any(one.signature == fault.signature for one in again)

    return attrs.evolve(made, files=shrunk(made.files, fails))


@pytest.mark.parametrize("kind", PARTS)
@settings(FUZZ, max_examples=2)
@given(draws=st.data(), seed=st.integers(0, 10**6))
def test_some_changed_games_break_nothing(kind: FileKind, draws: st.DataObject, seed: int) -> None:
    bring_in(draws.draw(cases(kind, GAMES)), kind, seed, Slowest())


@pytest.mark.proof
@pytest.mark.parametrize("kind", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_changed_games_break_nothing(game: str, kind: FileKind, record_property: Record) -> None:
    slowest = Slowest()

    @settings(FUZZ, max_examples=MANY)
    @given(made=cases(kind, [game]), seed=st.integers(0, 10**6))
    def all_of_them(made: Bundle, seed: int) -> None:
        bring_in(made, kind, seed, slowest)

    try:
        all_of_them()
    finally:
        record_property("measured", f"{game}, {kind}: {slowest}")


@pytest.mark.parametrize("game", sampled([(game,) for game in GAMES], len(GAMES)))
def test_a_game_as_shipped_is_in_order(game: str) -> None:
    """What is changed stands on what is right; else the fuzz would not get far."""
    made = bundle(game, lists(game)[0], 0)
    with TemporaryDirectory() as folder:
        roster = made.lay_out(Path(folder))["roster"]
        assert check_file(roster, Library([Path(folder)])).verdict != "unusable"
    assert not list(faults(made, made, 0, DOORS, Slowest()))


def test_what_goes_on_for_ever_is_ended() -> None:
    with pytest.raises(HungError), guarded(0.05):
        sum(number - number for number in count())


def test_what_fails_is_made_small() -> None:
    data = {"a": [{"b": index, "c": [index]} for index in range(40)], "d": {"e": "f"}}

    def fails(less: object) -> bool:
        return '"b": 17' in json.dumps(less)

    assert shrunk(data, fails) == {"a": [{"b": 17}]}
