"""Undo outlives the server, within bounds, and never costs what is in a roster's file."""

import random
import shutil
import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from listbuilder.loading import write as writing
from listbuilder.web.storage import undo_history as module
from listbuilder.web.storage.files import Store
from listbuilder.web.storage.undo_history import FILE, OUTSIDE, History, Position, version_of
from tests.web.browser import Browser
from tests.web.conftest import bring

STATES = [f"state {number}".encode() for number in range(12)]
KEY = "army"


@pytest.fixture
def history(tmp_path: Path) -> History:
    """Three steps on from the first state."""
    history = History(tmp_path, lambda: [KEY])
    for number in range(3):
        history.push(KEY, STATES[number], STATES[number + 1], f"Step {number + 1}.")
    return history


def again(folder: Path) -> History:
    """Open it as the next server does, whatever became of the last one."""
    return History(folder, lambda: [KEY])


def steps(history: History, data: bytes, by: int) -> list[bytes]:
    """Go as far as it goes; the states on the way."""
    gone = []
    while (state := history.neighbour(KEY, data, by)) is not None:
        history.move(KEY, data, state, by)
        data = state
        gone.append(data)
    return gone


def test_it_goes_back_and_on(history: History) -> None:
    assert history.place(KEY, STATES[3]) == Position("Step 3.", "")
    assert steps(history, STATES[3], -1) == STATES[2::-1]
    assert history.place(KEY, STATES[0]) == Position("", "Step 1.")
    assert steps(history, STATES[0], 1) == STATES[1:4]


def test_what_was_undone_goes_when_something_else_is_done(history: History) -> None:
    history.move(KEY, STATES[3], STATES[2], -1)
    assert history.push(KEY, STATES[2], STATES[9], "Other.") == Position("Other.", "")
    assert steps(history, STATES[9], -1) == STATES[2::-1]
    assert history.find(KEY, version_of(STATES[3])) is None
    assert history.find(KEY, version_of(STATES[9])) == STATES[9]


def test_the_next_server_goes_on(history: History, tmp_path: Path) -> None:
    history.move(KEY, STATES[3], STATES[2], -1)
    later = again(tmp_path)
    assert later.place(KEY, STATES[2]) == Position("Step 2.", "Step 3.")
    assert steps(later, STATES[2], -1) == STATES[1::-1]


def test_two_servers_share_it(history: History, tmp_path: Path) -> None:
    other = again(tmp_path)
    other.push(KEY, STATES[3], STATES[4], "Step 4.")
    assert history.follow(KEY, STATES[3], STATES[4]) == Position("Step 4.", "")
    assert steps(history, STATES[4], -1) == STATES[3::-1]


def test_what_another_program_did_is_a_step(history: History, tmp_path: Path) -> None:
    later = again(tmp_path)
    assert later.place(KEY, STATES[9]) == Position(OUTSIDE, "")
    assert later.neighbour(KEY, STATES[9], 1) is None
    assert later.neighbour(KEY, STATES[9], -1) == STATES[3]
    assert later.move(KEY, STATES[9], STATES[3], -1) == Position("Step 3.", OUTSIDE)
    assert steps(later, STATES[3], 1) == [STATES[9]]


def test_what_another_program_did_while_it_was_open_is_a_step(tmp_path: Path) -> None:
    history = again(tmp_path)
    assert history.follow(KEY, STATES[0], STATES[1]) == Position(OUTSIDE, "")
    assert steps(history, STATES[1], -1) == [STATES[0]]


@pytest.mark.parametrize(
    ("state", "undoes", "redoes"), [(2, "Step 2.", "Step 3."), (3, "Step 3.", "")]
)
def test_crash_before_a_move_is_written_down(
    state: int, undoes: str, redoes: str, history: History, tmp_path: Path
) -> None:
    """The file went back, or on, and the history does not know of it."""
    if state == 3:
        history.move(KEY, STATES[3], STATES[2], -1)
    later = again(tmp_path)
    assert later.place(KEY, STATES[state]) == Position(undoes, redoes)
    later.push(KEY, STATES[state], STATES[8], "New.")
    assert steps(later, STATES[8], -1) == STATES[state::-1]


@pytest.mark.parametrize("number", [0, 3], ids=["first", "later"])
def test_crash_between_the_file_and_its_step(number: int, history: History, tmp_path: Path) -> None:
    if not number:
        history.forget(KEY)
    before, after = STATES[number], STATES[9]
    history.announce(KEY, before, after, "Done.")
    later = again(tmp_path)
    assert later.place(KEY, after) == Position("Done.", "")
    assert later.place(KEY, STATES[8]) == Position(OUTSIDE, "")
    assert later.place(KEY, before).undoes == ("Step 3." if number else "")
    assert later.move(KEY, after, before, -1).redoes == "Done."
    assert steps(later, before, 1) == [after]


def test_nothing_is_written_before_the_first_step(tmp_path: Path) -> None:
    history = again(tmp_path)
    assert history.place(KEY, STATES[0]) == Position()
    assert history.neighbour(KEY, STATES[0], -1) is None
    assert history.find(KEY, version_of(STATES[0])) is None
    history.forget(KEY)
    assert [*tmp_path.iterdir()] == []


def test_an_army_is_forgotten(history: History) -> None:
    history.forget(KEY)
    assert history.place(KEY, STATES[3]) == Position()


def test_an_army_that_is_gone_is_forgotten(history: History, tmp_path: Path) -> None:
    history.push("other", STATES[0], STATES[1], "Done.")
    later = History(tmp_path, lambda: ["other"])
    assert later.place(KEY, STATES[3]) == Position()
    assert later.place("other", STATES[1]) == Position("Done.", "")


def test_a_name_that_is_no_text_has_a_history(tmp_path: Path) -> None:
    history = again(tmp_path)
    assert history.push("half \udcff", STATES[0], STATES[1], "Done.") == Position("Done.", "")


# Bounds.


def test_the_oldest_steps_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STEPS", 4)
    history = again(tmp_path)
    for number in range(10):
        history.push(KEY, STATES[number], STATES[number + 1], "Done.")
    assert history.place(KEY, STATES[10]) == Position("Done.", "", cut=True)
    assert steps(history, STATES[10], -1) == STATES[9:6:-1]
    assert again(tmp_path).place(KEY, STATES[7]) == Position("", "Done.", cut=True)


def test_the_oldest_states_go_where_they_are_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 35_000)
    states = [random.Random(number).randbytes(10_000) for number in range(8)]
    history = again(tmp_path)
    for number in range(6):
        history.push(KEY, states[number], states[number + 1], "Done.")
    assert steps(history, states[6], -1) == states[5:3:-1]
    much = random.Random(9).randbytes(40_000)
    assert history.push(KEY, states[4], much, "Much.") == Position("", "", cut=True)


def test_many_armies_take_no_more_than_they_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_OF_ALL", 300_000)
    first, last = (random.Random(number).randbytes(5_000) for number in range(2))
    history = again(tmp_path)
    for number in range(200):
        history.push(f"army {number}", first, last, "Done.")
        history.push("in use", *((first, last) if number % 2 else (last, first)), "Done.")
    size = sum(path.stat().st_size for path in (tmp_path / FILE).parent.iterdir())
    assert (tmp_path / FILE).stat().st_size <= 400_000
    assert size < 10_000_000
    assert history.place("army 0", last) == Position("", "", cut=True)
    assert history.place("army 199", last) == Position("Done.", "")
    assert history.place("in use", last).undoes == "Done."
    assert history.push("army 0", first, last, "Again.") == Position("Again.", "", cut=True)


# Whatever becomes of its file.


def spoilt(history: History, tmp_path: Path) -> None:
    """See that it goes on, anew."""
    path = tmp_path / FILE
    assert history.place(KEY, STATES[3]) == Position()
    assert history.push(KEY, STATES[3], STATES[4], "Done.") == Position("Done.", "")
    assert again(tmp_path).place(KEY, STATES[4]) == Position("Done.", "")
    assert path.is_file()


def closed(history: History) -> None:
    """End it as its server's end does."""
    history._database._close()


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"SQLite format 3\0" * 300, b"\0" * 100_000, bytes(range(256)) * 400],
    ids=["empty", "JSON", "head", "zeros", "noise"],
)
def test_a_file_of_something_else(content: bytes, history: History, tmp_path: Path) -> None:
    closed(history)
    (tmp_path / FILE).write_bytes(content)
    spoilt(again(tmp_path), tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 2",
        "PRAGMA application_id = 7",
        "DROP TABLE step",
        "CREATE TABLE other (x)",
        "CREATE TRIGGER own AFTER INSERT ON step BEGIN DELETE FROM army; END",
        "CREATE VIEW own AS SELECT load_extension('own')",
        "UPDATE step SET state = x'00'",
        "UPDATE step SET state = zeroblob(100000)",
    ],
)
def test_a_database_of_another_version_or_making(
    statement: str, history: History, tmp_path: Path
) -> None:
    closed(history)
    base = sqlite3.connect(tmp_path / FILE)
    with base:
        base.execute(statement)
    base.close()
    later = again(tmp_path)
    later.neighbour(KEY, STATES[3], -1)
    spoilt(later, tmp_path)


def test_values_of_other_types(history: History, tmp_path: Path) -> None:
    closed(history)
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("PRAGMA ignore_check_constraints = ON")
    with base:
        base.execute("UPDATE step SET state = 'text', done = x'ff', bytes = 'many'")
    base.close()
    spoilt(again(tmp_path), tmp_path)


def test_a_state_that_is_far_too_large(history: History, tmp_path: Path) -> None:
    closed(history)
    base = sqlite3.connect(tmp_path / FILE)
    with base:
        base.execute("UPDATE step SET state = ?", (zlib.compress(bytes(50_000_000), 9),))
    base.close()
    later = again(tmp_path)
    assert later.neighbour(KEY, STATES[3], -1) is None
    spoilt(later, tmp_path)


def test_any_page_of_it_may_be_spoilt(history: History, tmp_path: Path) -> None:
    closed(history)
    whole = (tmp_path / FILE).read_bytes()
    chance = random.Random(7)
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 20, 400])):
            data[chance.randrange(len(data))] = chance.randrange(256)
        del data[chance.choice([len(data), chance.randrange(len(data))]) :]
        for path in (tmp_path / FILE).parent.iterdir():
            path.unlink()
        (tmp_path / FILE).write_bytes(data)
        later = again(tmp_path)
        later.place(KEY, STATES[3])
        later.neighbour(KEY, STATES[3], -1)
        assert later.push(KEY, STATES[3], STATES[4], "Done.").undoes == "Done."
        assert later.neighbour(KEY, STATES[4], -1) in (STATES[3], None)
        assert later.push(KEY, STATES[4], STATES[5], "More.").undoes == "More."
        assert later.neighbour(KEY, STATES[5], -1) == STATES[4]
        closed(later)


def test_it_is_deleted_while_it_is_in_use(history: History, tmp_path: Path) -> None:
    shutil.rmtree((tmp_path / FILE).parent)
    spoilt(history, tmp_path)


@pytest.mark.parametrize("where", [FILE.parent, FILE, Path(f"{FILE}-wal")], ids=str)
def test_a_link_that_leads_elsewhere_is_not_followed(where: Path, tmp_path: Path) -> None:
    (tmp_path / "rosters").mkdir()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / FILE.name).write_bytes(b"mine")
    link = tmp_path / "rosters" / where
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(tmp_path / "mine" if where == FILE.parent else tmp_path / "mine" / FILE.name)
    history = again(tmp_path / "rosters")
    assert history.push(KEY, STATES[0], STATES[1], "Done.") == Position("Done.", "")
    assert steps(history, STATES[1], -1) == [STATES[0]]
    assert [path.read_bytes() for path in (tmp_path / "mine").iterdir()] == [b"mine"]


@pytest.mark.parametrize("path", [FILE.parent, FILE])
def test_what_stands_in_its_place_stays(path: Path, tmp_path: Path) -> None:
    there = tmp_path / path
    there.parent.mkdir(exist_ok=True)
    there.mkdir() if path == FILE else there.touch()
    history = again(tmp_path)
    assert history.push(KEY, STATES[0], STATES[1], "Done.") == Position("Done.", "")
    assert history.neighbour(KEY, STATES[1], -1) == STATES[0]
    assert there.exists()


def test_a_program_that_keeps_it_locked_costs_the_step_alone(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("listbuilder.web.storage.database.PATIENCE", 0)
    later = again(tmp_path)
    assert later.place(KEY, STATES[3]).undoes == "Step 3."
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert later.push(KEY, STATES[3], STATES[4], "Step 4.") == Position()
    other.execute("ROLLBACK")
    other.close()
    assert later.place(KEY, STATES[4]) == Position(OUTSIDE, "")


# In the browser.


@pytest.fixture
def edited(browser: Browser, heads: str) -> Browser:
    """Two selections are taken out."""
    browser.get(f"/army/{heads}")
    browser.press("remove:1.3")
    browser.press("remove:1.2")
    return browser


def begun_again(folder: Path, heads: str) -> Browser:
    later = Browser(folder)
    assert later.get(f"/army/{heads}").status_code == 200
    return later


def test_undo_and_redo_outlive_the_server(edited: Browser, folder: Path, heads: str) -> None:
    path = folder / f"{heads}.json"
    bring(folder.parent / "as it came", heads)
    as_it_came = (folder.parent / "as it came" / path.name).read_bytes()
    after = path.read_bytes()
    later = begun_again(folder, heads)
    later.press("undo")
    later = begun_again(folder, heads)
    later.press("undo")
    assert path.read_bytes() == as_it_came
    with pytest.raises(AssertionError, match="no button undo"):
        later.press("undo")
    later = begun_again(folder, heads)
    later.press("redo")
    later.press("redo")
    assert path.read_bytes() == after


def test_command_line_beside_the_browser(edited: Browser, folder: Path, heads: str) -> None:
    path = folder / f"{heads}.json"
    page, before = edited.get(f"/army/{heads}"), path.read_bytes()
    command = ["add", str(path), "orc-captain", "--to", "mordor"]
    subprocess.run([sys.executable, "-m", "listbuilder", *command], check=True, capture_output=True)
    after = path.read_bytes()
    edited.last = page
    assert edited.press("undo").status_code == 409
    assert "+ 1 × Orc Captain" in edited.text
    assert path.read_bytes() == after
    later = begun_again(folder, heads)
    assert f"Undo: {OUTSIDE}" in later.text
    later.press("undo")
    assert path.read_bytes() == before
    later.press("redo")
    assert path.read_bytes() == after


@pytest.mark.parametrize("do", ["remove:1.1", "undo", "rename"])
def test_command_line_between_reading_and_writing(
    do: str, edited: Browser, folder: Path, heads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / f"{heads}.json"
    other = path.read_bytes().replace(b"Heads over", b"Heads under")
    opened = writing._opened

    def late(target: Path) -> int | None:
        if target == path:
            path.write_bytes(other)
        return opened(target)

    edited.get("/" if do == "rename" else f"/army/{heads}")
    monkeypatch.setattr(writing, "_opened", late)
    if do == "rename":
        assert edited.press(do, name="Mine").status_code == 409
        assert "another program has changed it meanwhile" in edited.text
    else:
        assert edited.press(do).status_code == 409
        assert "Your last edit here was not done" in edited.text
    assert path.read_bytes() == other
    monkeypatch.undo()
    edited.get(f"/army/{heads}")
    edited.press("undo")
    assert b"Heads over" in path.read_bytes()


def test_page_with_a_list_that_was_undone_is_told_the_difference(
    browser: Browser, heads: str
) -> None:
    browser.get(f"/army/{heads}?at=.")
    browser.press("join", list="isengard")
    page = browser.get(f"/army/{heads}")
    browser.press("undo")
    browser.last = page
    assert browser.press("remove:1.1").status_code == 409
    assert "− 1 × Isengard" in browser.text


def test_state_that_can_not_be_used_any_more_is_not_gone_back_to(
    edited: Browser, folder: Path, heads: str
) -> None:
    path = folder / f"{heads}.json"
    History(folder, lambda: [heads]).push(heads, path.read_bytes(), b"{}", "Spoilt.")
    History(folder, lambda: [heads]).push(heads, b"{}", path.read_bytes(), "Mended.")
    before = path.read_bytes()
    later = begun_again(folder, heads)
    assert later.press("undo").status_code == 422
    assert "That state can’t be used any more" in later.text.replace("'", "’")
    assert path.read_bytes() == before


def test_player_is_told_where_the_oldest_steps_are_gone(
    browser: Browser, heads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_STEPS", 2)
    told = "Older steps are not kept any more."
    browser.get(f"/army/{heads}")
    for number in ("1.3", "1.2"):
        browser.press(f"remove:{number}")
    assert told not in browser.text
    browser.press("undo")
    assert told in browser.text


def test_deleted_army_leaves_no_history(edited: Browser, folder: Path, heads: str) -> None:
    edited.get("/")
    edited.press("delete")
    bring(folder, heads)
    with pytest.raises(AssertionError, match="no button undo"):
        begun_again(folder, heads).press("undo")


def test_new_army_has_not_the_history_of_one_that_was_deleted(
    browser: Browser, folder: Path
) -> None:
    fields = {"list": "mordor", "name": "Ours"}
    for _ in range(2):
        browser.get("/new/mesbg")
        browser.post("/new/mesbg", fields)
        with pytest.raises(AssertionError, match="no button undo"):
            browser.press("undo")
        browser.press("add:1:warbands:orc-captain")
        (folder / "ours.json").unlink()


def test_looking_writes_nothing(folder: Path, heads: str) -> None:
    Browser(folder).get("/")
    begun_again(folder, heads)
    Browser(folder, read_only=True).get(f"/army/{heads}")
    assert [path.name for path in folder.iterdir()] == [f"{heads}.json"]


def test_history_is_no_army(edited: Browser, folder: Path, heads: str) -> None:
    assert (folder / FILE).is_file()
    assert [*Store(folder).armies()] == [heads]
    said = subprocess.run(
        [sys.executable, "-m", "listbuilder", "check", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert len(said.stdout.splitlines()) == 1
    assert said.stderr == ""
