"""Reading an army from its lines."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.editing.find import folded
from listbuilder.errors import LoadError
from listbuilder.interop import matching, texts
from listbuilder.interop.opening import load_roster
from listbuilder.interop.programs import read_text
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.report.outline import text_lines
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import judge_of
from tests.shipped import LIBRARY

PLAIN = """Ours (mesbg): 0 of 500 points
Mordor
    Gothmog, Lieutenant of Sauron [Army leader]
        - 6x Orc Warrior [4 × Shield]
"""


def shown(path: Path) -> str:
    """What ``show`` says of a roster."""
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    lines = text_lines(judge, judge.evaluate(loaded.roster))
    limits = ", ".join(f"1 of {most} {name}" for name, most in loaded.roster.limits.items())
    head = f"{loaded.roster.name} ({loaded.book.ruleset.name}): {limits}, legal"
    return "\n".join([head, *lines])


def bare(node: Node, army: Army) -> object:
    """What a line tells of a selection, in no order: options come first in a line."""
    held = sorted((bare(one, army) for one in node.children), key=repr)
    slot = node.place.slot.id if node.place.slot else ""
    selection, at = node.selection, army.named.get(node.selection.at or "")
    told = (selection.entry, slot, selection.count, selection.size, selection.name)
    return (*told, at and at.name, held)


def told(roster: Roster) -> list[object]:
    army = judge_of(LIBRARY.book(roster.ruleset, roster.catalogues)).lay_out(roster)
    return [bare(node, army) for node in army.root.children]


@pytest.mark.parametrize("path", LIBRARY.rosters(), ids=lambda path: path.stem)
def test_what_show_says_is_read_again(path: Path) -> None:
    roster = load_roster(path, LIBRARY).roster
    read = read_text(shown(path), "x", LIBRARY).roster
    assert (read.name, read.ruleset, read.limits) == (roster.name, roster.ruleset, roster.limits)
    assert read.catalogues == roster.catalogues
    assert told(read) == told(roster)


def test_line_needs_no_numbers_and_no_costs() -> None:
    read = read_text(PLAIN, "x", LIBRARY).roster
    assert read.limits == {"points": 500}
    hero = read.army[0].with_[0]
    assert hero.entry == "gothmog-lieutenant-of-sauron"
    assert hero.with_[0].entry == "army-leader"
    assert (hero.with_[1].entry, hero.with_[1].count) == ("orc-warrior", 6)
    assert attrs.evolve(hero.with_[1].with_[0]) == Selection("shield", count=4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing to read"),
        ("\n  \n", "nothing to read"),
        ("Nobody", "No game has an army that begins so"),
        ("X (nothing at all): 3\nMordor", "No game has an army that begins so"),
        ("Mordor\n  999999 × Orc Captain", "Line 2: from 1 to"),
        ("Mordor\n  0 × Orc Captain", "Line 2: from 1 to"),
        ("Mordor\n" + "  Orc Captain\n" * 3000, "no more than 2000 lines"),
    ],
)
def test_what_means_nothing_is_said_with_its_line(text: str, said: str) -> None:
    with pytest.raises(LoadError, match=said):
        read_text(text, "x", LIBRARY)


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("Mordor\n  Gothmag", "Mordor / Gothmag"),
        ("Mordor\n  Orc Captain [Shield, Wings]", "Mordor / Orc Captain / Wings"),
        ("Mordor\n  Orc Captain at the Gate", "Orc Captain / at the Gate"),
    ],
)
def test_what_is_not_understood_is_told_and_kept(text: str, missed: str) -> None:
    imported = read_text(text, "x", LIBRARY)
    (finding,) = imported.findings()
    assert finding.message == f"1 selection not understood: {missed}."
    assert imported.roster.army[0].entry == "mordor"


BATTLESCRIBE = """++ Strategy Battle Game (Mordor) [287 Points, 11 Warriors] ++

+ Hero of Fortitude +

Orc Captain [81 Points, 6 Warriors]
. Orc Captain [45 Points]: Armour, Leader (Fortitude), Shield [5 Points]
. Warband [36 Points, 6 Warriors]
. . Orc Warrior [36 Points, 6 Warriors]: Shield [6 Points], 6x Warrior [30 Points, 6 Warriors]

+ Siege Engine +

Mordor War Catapult [190 Points]: Flaming Ammunition [15 Points], Orc Siege Veteran
. Warband: Mordor Troll Crew
. . Orc Crew [15 Points]: 5x Crew [15 Points]
Gothmog, Lieutenant of Sauron [130 Points]

++ Total: [1,287 Points] ++

Created with BattleScribe (https://battlescribe.net)
"""
NEW_RECRUIT = """Empire - The walls - [2000 pts]

# ++ Standard ++ [180 pts]
## Core [180 pts]
Handgunners [200 pts]: Musician [10 pts], Marksman [10 pts]
• 20x Handgunner [180 pts]

Created with newrecruit.eu v35.82
"""


def test_texts_of_other_programs_are_read() -> None:
    imported = read_text(BATTLESCRIBE, "x", LIBRARY)
    judge = judge_of(LIBRARY.book("mesbg", ["mordor"]))
    lines = text_lines(judge, judge.evaluate(imported.roster))
    assert [line.strip() for line in lines if line.lstrip()[0].isdigit()] == [
        "1 Mordor  401 points",
        "1.1 Orc Captain [Army leader, Shield]  81 points",
        "1.1.3 6 × Orc Warrior [6 × Shield]  36 points",
        "1.2 Mordor War Catapult [Flaming Ammunition]  190 points",
        "1.2.2 Orc Siege Veteran",
        "1.2.3 Mordor Troll Crew",
        "1.2.4 5 × Orc Crew  15 points",
        "1.3 Gothmog, Lieutenant of Sauron  130 points",
    ]
    assert imported.missed == ()
    imported = read_text(NEW_RECRUIT.replace("# ++ Standard ++", "# ++ Empire ++"), "x", LIBRARY)
    (handgunners,) = imported.roster.army[0].with_
    assert (handgunners.entry, handgunners.size) == ("handgunners", 20)
    assert [one.entry for one in handgunners.with_] == ["musician", "handgunner-marksman"]
    assert imported.roster.name == "The walls"


def test_text_that_is_exported_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "theirs.txt"
    path.write_text(shown(LIBRARY.rosters()[0]), encoding="utf-8")
    assert told(load_roster(path, LIBRARY).roster) == told(
        load_roster(LIBRARY.rosters()[0], LIBRARY).roster
    )


@settings(deadline=None)
@given(st.text(max_size=200) | st.lists(st.sampled_from(PLAIN.split()), max_size=30).map(" ".join))
def test_whatever_is_pasted_is_read_or_refused(text: str) -> None:
    with suppress(LoadError):
        assert read_text(text, "x", LIBRARY).roster.ruleset


@pytest.mark.parametrize("line", ["x" * 2_001, "\t" * 251 + "x", "a " * 1_000 + "b", "[" * 2_001])
def test_lines_longer_than_any_are_refused(line: str) -> None:
    with pytest.raises(LoadError, match=r"Line 2 has more than 2000 characters\."):
        read_text(f"Mordor\n{line}", "x", LIBRARY)


def test_lines_inside_each_other_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MOST_WITHIN", 2)
    assert read_text("Mordor\n  Gothmog, Lieutenant of Sauron", "x", LIBRARY).roster.army
    with pytest.raises(LoadError, match=r"Line 3 is in too many others: 2\."):
        read_text("Mordor\n  Gothmog, Lieutenant of Sauron\n    Orc Warrior", "x", LIBRARY)


@pytest.mark.parametrize("options", ["Shield, " * 240 + "Spear", "a," * 950 + "b"])
def test_options_cost_no_more_than_there_are_of_them(
    options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def counted(name: str) -> str:
        nonlocal looks
        looks += 1
        return folded(name)

    read_text(PLAIN, "x", LIBRARY)
    monkeypatch.setattr(matching, "folded", counted)
    with suppress(LoadError):
        read_text(PLAIN.replace("4 × Shield", options), "x", LIBRARY)
    assert looks < 5_000


@pytest.mark.parametrize(
    ("line", "groups"),
    [
        ("Orc at arms", ("Orc", None, None, "arms", None)),
        ("Orc “[1] at” (2)", ("Orc", "“[1] at”", "2", None, None)),
        ("Orc (big) (2) [a]  3 points", ("Orc (big)", None, "2", None, "a")),
        ("Orc [a  “x", ("Orc [a", None, None, None, None)),
        ("Orc at the Gate  at b [c]", ("Orc", None, None, "the Gate", None)),
    ],
)
def test_parts_of_a_line_end_where_the_next_begins(
    line: str, groups: tuple[str | None, ...]
) -> None:
    found = texts.LINE.fullmatch(line)
    assert found is not None
    assert found.group("name", "called", "size", "at", "options") == groups


MARKDOWN = """## Ours

Middle-earth siege engines, 45 of 500 points, legal

Player: Ann

- **Mordor** – 45 points
  - **Orc Captain** \\[Shield\\] – 45 points
"""
WHOLE = PLAIN.replace("0 of 500 points", "0 of 500 points, illegal")


@pytest.mark.parametrize("text", [WHOLE, MARKDOWN], ids=["text", "markdown"])
@pytest.mark.parametrize(
    "wrapped",
    [
        lambda text: f"```\n{text}```\n",
        lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
        lambda text: f"Hi,\n\nmy list (again): see below\n\n{text}",
        lambda text: text.replace("\n", "\r\n"),
    ],
    ids=["fenced", "quoted", "greeted", "windows"],
)
def test_an_army_is_taken_out_of_its_message(text: str, wrapped: Callable[[str], str]) -> None:
    alone, imported = (read_text(one, "x", LIBRARY) for one in (text, wrapped(text)))
    assert imported.roster == alone.roster
    assert imported.roster.name == "Ours"
    assert not imported.missed
    assert imported.roster.army[0].with_


def test_a_line_of_a_message_chooses_no_game() -> None:
    with pytest.raises(LoadError, match="No game has an army that begins so"):
        read_text("Hi there\nIsengard\n  Lurtz", "x", LIBRARY)
