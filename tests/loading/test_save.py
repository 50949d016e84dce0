"""A saved roster is the same roster, and no failure costs the old file."""

import errno
import json
import os
import resource
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given

from listbuilder.errors import SaveError
from listbuilder.loading.folders import data_folder
from listbuilder.loading.parse import parse, parse_text
from listbuilder.loading.save import dump, save
from listbuilder.loading.structuring import structure
from listbuilder.loading.write import write
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from tests.loading.strategies import rosters
from tests.sampling import examples

ROSTERS = sorted(data_folder("catalogues").glob("*/rosters/*.json"))
PLAIN = Roster("mesbg", "Watch on the wall", {"gondor": "1.0.0"})
OLD = b"the old file\n"

TEXT = """{
  "army": [{"count": 1, "entry": "rohan", "notes": null, "with": [{"entry": "éomer", "name": ""}]}],
  "notes": {"of": "the <player> 😀", "numbers": [1.5, -0.0, 1e+22]},
  "catalogues": {"z": "2", "a": "1"},
  "name": "A \\"name\\"\\u0000",
  "$schema": "../roster.schema.json",
  "ruleset": "mesbg",
  "choices": {}
}
"""


def read(text: str) -> Roster:
    return structure(parse_text(text).data, Roster)


def test_a_file_is_written_as_it_was() -> None:
    assert dump(read(TEXT)) == TEXT


@pytest.mark.parametrize("path", ROSTERS, ids=lambda path: path.stem)
def test_shipped_rosters_are_written_as_they_were(path: Path) -> None:
    parsed = parse(path)
    roster = structure(parsed.data, Roster)
    assert json.loads(dump(roster)) == parsed.data
    assert read(dump(roster)) == roster


def without_empty(data: dict[str, Any]) -> dict[str, Any]:
    """Take every empty `with` out of a roster or a selection."""
    held = "army" if "army" in data else "with"
    inner = [without_empty(selection) for selection in data.get(held, [])]
    if not inner and held == "with":
        return {key: value for key, value in data.items() if key != "with"}
    return {**data, held: inner}


@examples(300)
@given(data=rosters)
def test_what_is_written_is_read_as_the_same(data: dict[str, Any]) -> None:
    roster = structure(data, Roster)
    again = parse_text(dump(roster)).data
    assert json.dumps(again) == json.dumps(without_empty(data))
    assert structure(again, Roster) == roster


def test_a_new_roster_says_only_what_is_not_so_by_itself() -> None:
    army = (Selection("gondor", with_=(Selection("faramir", count=Copies(2)),)),)
    roster = attrs.evolve(PLAIN, army=army, schema="x.json", limits={"points": 700})
    assert json.loads(dump(roster)) == {
        "$schema": "x.json",
        "ruleset": "mesbg",
        "name": "Watch on the wall",
        "catalogues": {"gondor": "1.0.0"},
        "limits": {"points": 700},
        "army": [{"entry": "gondor", "with": [{"entry": "faramir", "count": 2}]}],
    }
    assert next(iter(json.loads(dump(roster)))) == "$schema"


def test_keys_keep_their_place_and_new_ones_come_where_the_model_has_them() -> None:
    roster = read(
        '{"name": "N", "army": [{"count": 3, "entry": "e"}], "catalogues": {}, "ruleset": "g"}'
    )
    (selection,) = roster.army
    changed = attrs.evolve(selection, count=Copies(1), name="Eagle", slot="post")
    data = json.loads(dump(attrs.evolve(roster, army=(changed,), limits={"points": 1})))
    assert [*data] == ["name", "army", "catalogues", "ruleset", "limits"]
    assert [*data["army"][0].items()] == [
        ("count", 1),
        ("entry", "e"),
        ("slot", "post"),
        ("name", "Eagle"),
    ]


def test_what_is_set_anew_stands_before_what_is_held() -> None:
    roster = read(
        '{"ruleset": "g", "name": "N", "catalogues": {}, "army": [{"entry": "e", "with": []}]}'
    )
    held = (Selection("f"),)
    changed = Selection("e", id="x", with_=held, keys=("entry", "with"))
    data = json.loads(dump(attrs.evolve(roster, army=(changed,), schema="s")))
    assert [*data] == ["$schema", "ruleset", "name", "catalogues", "army"]
    assert [*data["army"][0]] == ["entry", "id", "with"]


def test_what_is_taken_out_goes() -> None:
    roster = read(
        '{"ruleset": "g", "name": "N", "catalogues": {}, "$schema": "s", "army": [{"entry": "e",'
        ' "with": [{"entry": "f"}], "slot": "s", "size": 3, "at": "a", "notes": 1}]}'
    )
    (selection,) = roster.army
    changed = attrs.evolve(selection, slot=None, size=None, at=None, notes=None, with_=())
    data = json.loads(dump(attrs.evolve(roster, army=(changed,), schema=None)))
    assert data["army"] == [{"entry": "e", "notes": None}]
    assert "$schema" not in data


# Files.


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Give a file that is there; at the end nothing else may be."""
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    yield path
    assert [*tmp_path.iterdir()] == [path]


def fails(path: str | Path, roster: Roster = PLAIN) -> str:
    with pytest.raises(SaveError) as caught:
        save(path, roster)
    assert caught.value.path == str(path)
    return caught.value.reason


def test_a_file_is_saved(path: Path) -> None:
    save(path, PLAIN)
    assert path.read_text(encoding="utf-8") == dump(PLAIN)
    save(str(path), attrs.evolve(PLAIN, name="É"))
    assert path.read_bytes().decode() == dump(attrs.evolve(PLAIN, name="É"))


def test_a_file_of_the_working_folder_is_saved(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    save(path.name, PLAIN)
    assert path.read_text(encoding="utf-8") == dump(PLAIN)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_the_old_permissions_are_kept(mode: int, path: Path) -> None:
    path.chmod(mode)
    save(path, PLAIN)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_permissions_that_are_usual(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    save(tmp_path / "new.json", PLAIN)
    assert (tmp_path / "new.json").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_old_owner_is_kept(path: Path) -> None:
    os.chown(path, 1234, 2345)
    save(path, PLAIN)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


def test_an_owner_and_permissions_that_can_not_be_kept_are_let_go(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fchown", failing(errno.EPERM))
    monkeypatch.setattr(os, "fchmod", failing(errno.EPERM))
    save(path, PLAIN)
    assert path.read_text(encoding="utf-8") == dump(PLAIN)


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "roster.json"
    for link in (tmp_path / "first.json", tmp_path / "second.json"):
        link.symlink_to(target)
        save(link, attrs.evolve(PLAIN, name=link.name))
        assert link.is_symlink()
        assert json.loads(target.read_bytes())["name"] == link.name
    assert [*target.parent.iterdir()] == [target]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    save(pipe, PLAIN)
    reader.join()
    assert got == [dump(PLAIN)]
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no such device")
def test_a_full_disk_is_told() -> None:
    assert fails("/dev/full") == "the disk is full"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "it is a folder"),
        ("gone/roster.json", "its folder is not there"),
        ("old.json/roster.json", "its folder is not there"),
        ("circle.json", "it is a link that leads in a circle"),
        ("n" * 300, "its name is too long"),
        ("a\0b", "no file can have this name"),
    ],
    ids=["folder", "no folder", "file as folder", "circle", "long", "NUL"],
)
def test_a_place_where_no_file_can_be_is_told(name: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "old.json").write_bytes(OLD)
    (tmp_path / "circle.json").symlink_to("circle.json")
    assert fails(f"{tmp_path}/{name}".rstrip("/")) == reason
    assert {there.name for there in tmp_path.iterdir()} == {"old.json", "circle.json"}


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize(
    ("call", "number", "reason"),
    [
        ("open", errno.EROFS, "the disk can only be read"),
        ("open", errno.EACCES, "you may not write there"),
        ("fsync", errno.ENOSPC, "the disk is full"),
        ("fsync", errno.EIO, os.strerror(errno.EIO)),
        ("rename", errno.EDQUOT, "there is no space left for you on the disk"),
    ],
)
def test_a_failure_leaves_the_old_file(
    call: str, number: int, reason: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = Path if call == "rename" else os
    monkeypatch.setattr(owner, "replace" if call == "rename" else call, failing(number))
    assert fails(path) == reason
    assert path.read_bytes() == OLD


def test_a_failure_at_closing_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.fdopen

    @contextmanager
    def fail_at_closing(handle: int, mode: str) -> Iterator[Any]:
        with opened(handle, mode) as file:
            yield file
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fdopen", fail_at_closing)
    assert fails(path) == "the disk is full"
    assert path.read_bytes() == OLD


def test_a_write_that_stops_midway_leaves_the_old_file(path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, hard))
    try:
        assert fails(path) == os.strerror(errno.EFBIG)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == OLD


def test_a_stop_by_the_user_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        save(path, PLAIN)
    assert path.read_bytes() == OLD


def test_the_folder_that_can_not_be_synced_is_no_failure(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = os.fsync

    def sync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "a folder")
        synced(handle)

    monkeypatch.setattr(os, "fsync", sync)
    save(path, PLAIN)
    assert path.read_text(encoding="utf-8") == dump(PLAIN)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write all")
def test_a_file_that_may_only_be_read_is_left(path: Path) -> None:
    path.chmod(0o444)
    assert fails(path) == "you may not write there"
    assert path.read_bytes() == OLD


@pytest.mark.parametrize("name", ["half \ud800", "other \udcff"])
def test_half_a_character_can_not_be_saved(name: str, path: Path) -> None:
    assert fails(path, attrs.evolve(PLAIN, name=name)) == "the roster holds what JSON can't say"
    assert path.read_bytes() == OLD


def test_notes_that_are_no_json_can_not_be_saved(path: Path) -> None:
    roster = attrs.evolve(PLAIN, notes=float("nan"))
    assert fails(path, roster) == "the roster holds what JSON can't say"


def test_other_files_are_written_likewise(path: Path) -> None:
    write(path, b"\x00\xff")
    assert path.read_bytes() == b"\x00\xff"
