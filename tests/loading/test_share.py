"""Rosters as a line of text: what comes back is what went in, and nothing else is taken."""

import zlib
from base64 import b32encode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.errors import LoadError
from listbuilder.interop.opening import load_roster
from listbuilder.loading.parse import parse, parse_text
from listbuilder.loading.save import dump
from listbuilder.loading.share import BEGIN, MOST_BYTES, WORDS, fold, is_folded, unfold
from tests.shipped import LIBRARY

ROSTERS = LIBRARY.rosters()


def packed(data: bytes) -> str:
    packer = zlib.compressobj(9, zdict=WORDS)
    return BEGIN + b32encode(packer.compress(data) + packer.flush()).decode().rstrip("=")


def refused(text: str) -> str:
    with pytest.raises(LoadError) as caught:
        parse_text(text, "scan.txt")
    (finding,) = caught.value.findings
    assert (caught.value.path, finding.line, finding.column) == ("scan.txt", 1, 1)
    assert finding.code == "not-shared-whole"
    return finding.message


@pytest.mark.parametrize("path", ROSTERS, ids=lambda path: path.stem)
def test_shipped_roster_comes_back_as_it_was(path: Path, tmp_path: Path) -> None:
    roster = load_roster(path, LIBRARY).roster
    text = fold(roster)
    assert set(text) <= set("LB1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    file = tmp_path / "scan.txt"
    file.write_text(text, encoding="utf-8")
    back = load_roster(file, LIBRARY).roster
    assert {**parse(path).data, "$schema": None} == {**parse(file).data, "$schema": None}
    assert fold(back) == text
    assert len(text) < len(dump(roster)) / 2


def test_line_breaks_spaces_and_small_letters_do_not_matter() -> None:
    text = fold(load_roster(ROSTERS[0], LIBRARY).roster)
    broken = "\n ".join(text[start : start + 40] for start in range(0, len(text), 40))
    assert unfold(f"  {broken.lower()}\n", "x") == unfold(text, "x")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text[:-5], "missing or changed|not whole"),
        (lambda text: text[: len(text) // 2], "missing or changed|not whole"),
        (lambda text: text[:60] + "A7" + text[62:], "missing or changed"),
        (lambda text: text + text.removeprefix(BEGIN), "missing or changed|more than one"),
        (lambda text: text + "1", "missing or changed"),
        (lambda text: BEGIN, "missing or changed|not whole"),
        (lambda text: text.replace("LB1", "LB2"), "another version"),
        (lambda text: packed(b"\xff\xfe"), "no text"),
        (lambda text: packed(b"x" * (MOST_BYTES + 1)), "larger than 512 KiB"),
    ],
    ids=["end", "half", "middle", "twice", "digit", "empty", "version", "bytes", "large"],
)
def test_what_is_not_whole_is_refused(change: object, told: str) -> None:
    assert callable(change)
    message = refused(change(fold(load_roster(ROSTERS[0], LIBRARY).roster)))
    assert any(words in message for words in told.split("|")), message


def test_what_unpacks_without_end_is_not_unpacked() -> None:
    bomb = packed(b"\0" * (64 * MOST_BYTES))
    assert len(bomb) < MOST_BYTES
    assert "larger" in refused(bomb)


@given(st.text("LB1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567= \n", max_size=60))
def test_whatever_follows_the_mark_is_read_or_refused(rest: str) -> None:
    assert is_folded(BEGIN + rest)
    with pytest.raises(LoadError):
        parse_text(BEGIN + rest)


def test_json_inside_is_looked_at_as_any_other() -> None:
    with pytest.raises(LoadError) as caught:
        parse_text(packed(b'{"name": "a", "name": "b"}'))
    assert [finding.code for finding in caught.value.findings] == ["duplicate-key"]


def test_other_text_is_no_shared_roster() -> None:
    with pytest.raises(LoadError) as caught:
        parse_text("LBx: something")
    assert [finding.code for finding in caught.value.findings] != ["not-shared-whole"]
