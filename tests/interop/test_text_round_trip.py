"""An army that is written as text, Markdown or notecards is the same when it is read back."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.interop.importing import Imported
from listbuilder.interop.opening import is_foreign, load_roster
from listbuilder.interop.programs import read_foreign, read_text
from listbuilder.loading.share import is_folded
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.report.exports import TEXTS, write_as
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.rules.played import played_hash
from listbuilder.rules.slots import NOT_OFFERED
from tests.interop.test_round_trip import CASES
from tests.sampling import examples, sampled
from tests.shipped import LIBRARY

SHIPPED = [load_roster(path, LIBRARY) for path in LIBRARY.rosters()]
SYNTAX = (
    *'“”[](){}#*_\\`|<>&×/:;,.-–+"',
    *(
        "```",
        "## ",
        "++ ",
        "# ++ ",
        "> ",
        "- ",
        "• ",
        "1x ",
        "12 × ",
        "2.1 ",
        " (2)",
        " #2",
        "LB1:",
    ),
    *("PK", " at ", " at Tower", "Note: ", "Player: ", "no", "Mordor", "Shield", " [Shield]", "  "),
    *(" – 5", ": 3 of 4", " (Game): 5, legal", "\\u000a", "\n", "\n\n", "\r\n", "\t", "\u2028"),
    *("\u00a0", "\u3000", "\u200d", "\U000e0001", "\ufeff", "\x00", "\x1b[2J", "a", "B1"),
)
"""What means something in a line, in Markdown, in a message, or to what tells files apart."""

NAMES = st.lists(st.sampled_from(SYNTAX), max_size=8).map("".join) | st.text(max_size=30)
NOTES = NAMES | st.text(st.sampled_from("ab \\\n”\x00"), min_size=900, max_size=3_000)


def read_as(form: str, made: bytes) -> Imported:
    """Read a file that tells by its first bytes what it is."""
    if is_foreign(made):
        assert form == "tts"
        return read_foreign(made, "x", LIBRARY)
    assert not is_folded(made[:16].decode(errors="replace"))
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


def words(army: Army) -> Counter[Any]:
    """What a player wrote to an army's selections, each with its entry; an empty name is none."""
    return Counter(
        (node.place.entry and node.place.entry.id, node.selection.name or "", note(node))
        for node in army.nodes
    )


def note(node: Node) -> str:
    return node.selection.notes if isinstance(node.selection.notes, str) else ""


class Changes:
    """Makes an army otherwise, by chance: what it holds, what it is called, where it stands."""

    def __init__(self, random: Random, names: Sequence[str], notes: str) -> None:
        self.random = random
        self.names = names
        self.notes = notes

    def made(self, judge: Judge, roster: Roster) -> Roster:
        random = self.random
        choices = {key: random.choice([*one.options]) for key, one in judge.book.choices.items()}
        army = tuple(one for top in roster.army for one in self._made(top, True))
        return attrs.evolve(
            roster,
            name=random.choice(self.names) or "x",
            army=army,
            choices=choices,
            limits={**roster.limits, **dict.fromkeys(judge.book.ruleset.limits, 500)},
            player=random.choice(self.names) or None,
            team=random.choice(self.names) or None,
            notes=self.notes or None,
        )

    def _made(self, one: Selection, top: bool = False) -> Iterator[Selection]:
        random = self.random
        held = [inside for child in one.with_ for inside in self._made(child)]
        count, name, notes = one.count, one.name, one.notes
        if not top and one.id is None and random.random() < 0.1:
            return
        if random.random() < 0.3:
            name = random.choice(self.names)
        if random.random() < 0.1:
            notes = random.choice(self.names)
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


@given(st.randoms(use_true_random=False), st.lists(NAMES, min_size=1, max_size=6), NOTES)
@examples(120)
def test_armies_come_back_whatever_they_are_called(
    random: Random, names: list[str], notes: str
) -> None:
    loaded = random.choice(SHIPPED)
    judge = judge_of(loaded.book)
    roster = Changes(random, names, notes).made(judge, loaded.roster)
    for form in TEXTS:
        imported = compared(form, judge, roster)
        again = imported.roster
        assert not imported.missed
        assert again.name == roster.name
        assert (again.player, again.team, again.notes) == (roster.player, roster.team, roster.notes)
        assert words(judge.lay_out(again)) == words(judge.lay_out(roster))
