"""Reading an army from its lines."""

from contextlib import suppress
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.editing import outline_parser
from listbuilder.editing.find import folded
from listbuilder.editing.outline_parser import parse_outline
from listbuilder.errors import EditError
from listbuilder.interop.opening import load_roster
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
    read = parse_outline(shown(path), LIBRARY)
    assert (read.name, read.ruleset, read.limits) == (roster.name, roster.ruleset, roster.limits)
    assert read.catalogues == roster.catalogues
    assert told(read) == told(roster)


def test_line_needs_no_numbers_and_no_costs() -> None:
    read = parse_outline(PLAIN, LIBRARY)
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
        ("Mordor\n  Gothmag", "Line 2: Mordor takes no “Gothmag”"),
        ("Mordor\n  Orc Captain [Shield, Wings]", "Line 2: Orc Captain takes no “Wings”"),
        ("Mordor\n  999999 × Orc Captain", "Line 2: from 1 to"),
        ("Mordor\n  0 × Orc Captain", "Line 2: from 1 to"),
        ("Mordor\n  Orc Captain at the Gate", "Line 2: nothing here is called “the Gate”"),
        ("Mordor\n" + "  Orc Captain\n" * 3000, "no more than 2000 lines"),
    ],
)
def test_what_means_nothing_is_said_with_its_line(text: str, said: str) -> None:
    with pytest.raises(EditError, match=said):
        parse_outline(text, LIBRARY)


@given(st.text(max_size=200) | st.lists(st.sampled_from(PLAIN.split()), max_size=30).map(" ".join))
def test_whatever_is_pasted_is_read_or_refused(text: str) -> None:
    with suppress(EditError):
        assert parse_outline(text, LIBRARY).army


@pytest.mark.parametrize("line", ["x" * 2_001, "\t" * 251 + "x", "a " * 1_000 + "b", "[" * 2_001])
def test_lines_longer_than_any_are_refused(line: str) -> None:
    with pytest.raises(EditError, match=r"Line 2 has more than 2000 characters\."):
        parse_outline(f"Mordor\n{line}", LIBRARY)


def test_lines_inside_each_other_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline_parser, "MOST_DEPTH", 2)
    assert parse_outline("Mordor\n  Gothmog, Lieutenant of Sauron", LIBRARY).army
    with pytest.raises(EditError, match=r"Line 3 is in too many others: 2\."):
        parse_outline("Mordor\n  Gothmog, Lieutenant of Sauron\n    Orc Warrior", LIBRARY)


@pytest.mark.parametrize("options", ["Shield, " * 240 + "Spear", "a," * 950 + "b"])
def test_options_cost_no_more_than_there_are_of_them(
    options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def counted(name: str) -> str:
        nonlocal looks
        looks += 1
        return folded(name)

    parse_outline(PLAIN, LIBRARY)
    monkeypatch.setattr(outline_parser, "folded", counted)
    with suppress(EditError):
        parse_outline(PLAIN.replace("4 × Shield", options), LIBRARY)
    assert looks < 3_000


@pytest.mark.parametrize(
    ("line", "groups"),
    [
        ("Orc at arms", ("Orc", None, None, "arms", None)),
        ("Orc “[1] at” (2)", ("Orc", "[1] at", "2", None, None)),
        ("Orc (big) (2) [a]  3 points", ("Orc (big)", None, "2", None, "a")),
        ("Orc [a  “x", ("Orc [a", None, None, None, None)),
        ("Orc at the Gate  at b [c]", ("Orc", None, None, "the Gate", None)),
    ],
)
def test_parts_of_a_line_end_where_the_next_begins(
    line: str, groups: tuple[str | None, ...]
) -> None:
    found = outline_parser.LINE.fullmatch(line)
    assert found is not None
    assert found.group("name", "called", "size", "at", "options") == groups
