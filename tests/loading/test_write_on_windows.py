"""What Windows is like: no file that somebody has open can be moved, replaced or deleted."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from listbuilder.errors import ChangedError, SaveError
from listbuilder.loading import system
from listbuilder.loading import write as module
from listbuilder.loading.write import Overwrite, write

OLD = b"the old file\n"
NEW = b"the new file\n"
OPEN_FILES = Path("/proc/self/fd")

pytestmark = pytest.mark.skipif(
    not OPEN_FILES.exists(), reason="this system does not list the open files"
)


def refuse_open(path: Path) -> None:
    for link in OPEN_FILES.iterdir():
        try:
            is_open = link.readlink() == path
        except OSError:  # closed meanwhile
            continue
        if is_open:
            raise PermissionError(13, "The process cannot access the file")


@pytest.fixture(autouse=True)
def windows(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Take away what Windows lacks, and refuse what it refuses."""
    monkeypatch.setattr(system, "MOVES_OPEN_FILES", False)
    monkeypatch.setattr(system, "PLAIN_FILE", 0)
    monkeypatch.delattr(os, "fchown")
    monkeypatch.delattr(os, "fchmod")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path_factory.mktemp("locks")))
    for name in ("replace", "unlink", "hardlink_to"):
        method = getattr(Path, name)

        def guarded(self: Path, *others: Any, method: Any = method, **named: Any) -> Any:
            if not self.name.endswith(".lock"):
                refuse_open(self)
                for other in others:
                    refuse_open(Path(other))
            return method(self, *others, **named)

        monkeypatch.setattr(Path, name, guarded)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    return path


def names(path: Path) -> set[str]:
    return {there.name for there in path.parent.iterdir()}


def test_what_was_read_is_written_over(path: Path) -> None:
    write(path, NEW, over=OLD)
    assert path.read_bytes() == NEW
    assert names(path) == {path.name}


def test_nothing_else_is(path: Path) -> None:
    with pytest.raises(ChangedError):
        write(path, NEW, over=NEW)
    assert path.read_bytes() == OLD
    assert names(path) == {path.name}


def test_a_new_file_comes_where_there_is_nothing(path: Path) -> None:
    path.unlink()
    write(path, NEW, over=Overwrite.NOTHING)
    assert path.read_bytes() == NEW
    with pytest.raises(ChangedError):
        write(path, OLD, over=Overwrite.NOTHING)
    assert names(path) == {path.name}


def test_whoever_has_it_open_is_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = path.open("rb")
    monkeypatch.setattr(module, "sleep", lambda _: reader.close())
    write(path, NEW)
    assert path.read_bytes() == NEW


def test_whoever_keeps_it_open_is_told_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_WAIT", 0)
    with path.open("rb"), pytest.raises(SaveError, match="another program keeps it locked"):
        write(path, NEW)
    assert path.read_bytes() == OLD
    assert names(path) == {path.name}


def test_of_many_writers_none_is_lost(path: Path) -> None:
    path.write_bytes(b"0")
    writers, rounds = 4, 10

    def count_up() -> None:
        for _ in range(rounds):
            while True:
                before = path.read_bytes()
                try:
                    write(path, b"%d" % (int(before) + 1), over=before)
                except ChangedError:
                    continue
                break

    threads = [threading.Thread(target=count_up) for _ in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() == b"%d" % (writers * rounds)


@pytest.mark.parametrize(("age", "stays"), [(0, True), (2 * module.LEFT_OVER, False)])
def test_what_a_killed_process_left_goes_when_it_is_old(
    age: float, stays: bool, path: Path
) -> None:
    left = path.with_name(".listbuilder-0123456789abcdef.tmp")
    left.write_bytes(b"half")
    then = left.stat().st_mtime - age
    os.utime(left, (then, then))
    write(path, NEW)
    assert left.exists() is stays
