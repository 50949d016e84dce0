"""An army that is written as text, Markdown or notecards is the same when it is read back."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.interop.importing import Imported
from listbuilder.interop.opening import load_roster
from listbuilder.interop.programs import read, read_text
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.report.exports import TEXTS, write_as
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.rules.played import played_hash
from listbuilder.rules.slots import NOT_OFFERED
from tests.interop.test_round_trip import CASES
from tests.sampling import examples, sampled
from tests.shipped import LIBRARY

SHIPPED = [load_roster(path, LIBRARY) for path in LIBRARY.rosters()]
LETTERS = "aB1 .,:;-–“”[]()#*_\\`|<>&×/é\n\t"
NAMES = st.lists(st.sampled_from(LETTERS), max_size=12).map("".join) | st.sampled_from(
    ["Tower", "at Tower #2", "Note: x", "12 × Orc", "2.1 Gate", "(20)", "  ", "Battle: none"]
)


def read_as(form: str, made: bytes) -> Imported:
    if form == "tts":
        return read(made, "x", LIBRARY)
    return read_text(made.decode(), "x", LIBRARY)


def judged(verdict: Verdict) -> Counter[Any]:
    return Counter((one.constraint.id, one.found, one.allowed, one.key) for one in verdict.breaches)


def compared(form: str, judge: Judge, roster: Roster) -> Imported:
    """Write and read an army; what was understood is judged and played as before."""
    before = judge.evaluate(roster)
    imported = read_as(form, write_as(form, judge, roster))
    again = judge_of(LIBRARY.book(imported.roster.ruleset, [*imported.roster.catalogues]))
    after = again.evaluate(imported.roster)
    if not imported.missed:
        assert judged(after) == judged(before)
        assert played_hash(after.army) == played_hash(before.army)
        assert after.costs == before.costs
    return imported


@pytest.mark.parametrize("form", TEXTS)
def test_shipped_armies_come_back(form: str) -> None:
    for loaded in SHIPPED:
        imported = compared(form, judge_of(loaded.book), loaded.roster)
        assert not imported.missed
        assert imported.roster.name == loaded.roster.name


@pytest.mark.parametrize("path", sampled(((one,) for one in CASES), 12), ids=str)
def test_legal_and_illegal_armies_come_back(path: Path) -> None:
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    if any(one.place.slot is None and one.selection.slot for one in verdict.army.nodes):
        pytest.skip("it stands in a slot that is not its own, which no line can say")
    if any(one.constraint.id.endswith(".copies") for one in verdict.breaches):
        pytest.skip("several copies of what is one thing each are read as so many")
    imported = compared("text", judge, loaded.roster)
    if imported.missed:
        assert NOT_OFFERED in {one.constraint.id for one in verdict.breaches}


class Changes:
    """Makes an army otherwise, by chance: what it holds, what it is called, where it stands."""

    def __init__(self, random: Random, name: Callable[[], str]) -> None:
        self.random = random
        self.name = name

    def made(self, judge: Judge, roster: Roster) -> Roster:
        choices = {
            key: self.random.choice([*one.options]) for key, one in judge.book.choices.items()
        }
        army = tuple(one for top in roster.army for one in self._made(top, True))
        return attrs.evolve(
            roster,
            name=self.name().strip(),
            army=army,
            choices=choices,
            limits={**roster.limits, **dict.fromkeys(judge.book.ruleset.limits, 500)},
            player=self.name().strip() or None,
            notes="Bring\n\ndice.",
        )

    def _made(self, one: Selection, top: bool = False) -> Iterator[Selection]:
        random = self.random
        held = [inside for child in one.with_ for inside in self._made(child)]
        count, name, notes = one.count, one.name, one.notes
        if not top and one.id is None and random.random() < 0.1:
            return
        if random.random() < 0.2:
            name = self.name() or None
        if random.random() < 0.1:
            notes = self.name() or None
        if count > 1 and random.random() < 0.3:
            count = Copies(random.randint(2, 9))
        changed = attrs.evolve(one, name=name, notes=notes, count=count, with_=tuple(held))
        yield changed
        again = not top and all(each.id is None for each in whole(one))
        if again and random.random() < 0.1:
            yield changed


def whole(selection: Selection) -> Iterator[Selection]:
    yield selection
    for one in selection.with_:
        yield from whole(one)


@given(st.randoms(use_true_random=False), st.lists(NAMES, min_size=1, max_size=6))
@examples(120)
def test_armies_changed_by_chance_come_back(random: Random, names: list[str]) -> None:
    loaded = random.choice(SHIPPED)
    judge = judge_of(loaded.book)
    roster = Changes(random, lambda: random.choice(names)).made(judge, loaded.roster)
    for form in TEXTS:
        imported = compared(form, judge, roster)
        assert not imported.missed
        assert imported.roster.notes == roster.notes
