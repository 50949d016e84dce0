"""Names from outside: how they are quoted, and what may have been meant."""

import pytest

from listbuilder.loading.names import (
    LONGEST_NEAR,
    MOST_QUOTED,
    did_you_mean,
    is_id,
    is_slip,
    meant_by,
    near_misses,
    quoted,
)
from listbuilder.loading.selections import OWN_LIKENESS


def test_ids() -> None:
    assert all(map(is_id, ("a", "0", "a-b", "man-at-arms", "x" * 1_000_000)))
    for name in ("", "-", "a-", "-a", "a--b", "A", "a b", "a_b", "é", "a\n", "a.b", "a/b", "٣"):
        assert not is_id(name)


def test_long_names_are_quoted_in_part() -> None:
    assert quoted("army") == "“army”"
    assert quoted("x" * MOST_QUOTED) == f"“{'x' * MOST_QUOTED}”"
    assert quoted("x" * 1_000_000) == f"“{'x' * MOST_QUOTED}…”"


def test_near_misses() -> None:
    assert did_you_mean("amry", ["orc", "army"]) == " Did you mean “army”?"
    assert did_you_mean("chess", ["orc", "army"]) == ""
    assert near_misses("arm", ["arms", "orc", "army", "ar"], 2) == ("army", "arms")


def test_long_names_have_no_near_miss() -> None:
    longest = "x" * LONGEST_NEAR
    assert near_misses(longest, [longest]) == (longest,)
    assert near_misses(f"{longest}x", [longest]) == ()
    assert near_misses(longest, [f"{longest}x"]) == ()


@pytest.mark.parametrize(
    ("said", "name", "expected"),
    [
        ("gatehosue", "gatehouse", True),
        ("gatehouze", "gatehouse", True),
        ("kep", "keep", True),
        ("keeep", "keep", True),
        ("West Curtain", "west-curtain", True),
        ("east-wall", "west-wall", False),
        ("wall-1", "wall-2", False),
        ("wall-1", "wall", False),
        ("gun-tower", "mill-tower", False),
        ("", "a", False),
        ("a", "b", False),
        ("wall-a", "wall-b", False),
        ("wal-a", "wall-a", True),
    ],
)
def test_one_slip_of_the_pen(said: str, name: str, expected: bool) -> None:
    assert is_slip(said, name) is is_slip(name, said) is expected


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("eagle-gate", "gate"),
        ("The Eagle Gate", "gate"),
        ("GATE", "gate"),
        ("upper-wal", "upper-wall"),
        ("old-wall", "upper-wall"),
        ("lower-wall", None),
        ("wall", None),
        ("eagle", None),
        ("mill-tower", None),
        ("", None),
    ],
)
def test_an_id_is_meant_by_a_slip_or_by_words_of_its_title(said: str, meant: str | None) -> None:
    called = {
        "gate": "The Eagle Gate",
        "upper-wall": "Old Wall",
        "north": "Mill Tower (north)",
        "south": "Mill Tower (south)",
    }
    assert meant_by(said, called) == meant


@pytest.mark.parametrize(("said", "meant"), [("gate-house", "gatehouse"), ("gun-tower", None)])
def test_of_names_that_are_alike_only_a_very_near_one_is_meant(
    said: str, meant: str | None
) -> None:
    hint = did_you_mean(said, ["mill-tower", "gatehouse"], OWN_LIKENESS)
    assert str(hint) == (f" Did you mean “{meant}”?" if meant else "")
