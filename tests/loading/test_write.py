"""A file is written over what was read and nothing else; what a crash leaves is taken away."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
import pytest

from listbuilder.errors import ChangedError, SaveError
from listbuilder.loading import write as module
from listbuilder.loading.write import Overwrite, write

OLD = b"the old file\n"
NEW = b"the new file\n"
OTHER = b"another's file\n"
LEFT = ".listbuilder-0123456789abcdef.tmp"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    return path


def names(path: Path) -> set[str]:
    return {there.name for there in path.parent.iterdir()}


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """Keep a file locked, as another program does."""
    handle = os.open(path, os.O_RDWR)
    assert filelock.lock_descriptor(handle, blocking=False)
    try:
        yield handle
    finally:
        os.close(handle)


def is_locked(path: Path) -> bool:
    handle = os.open(path, os.O_RDWR)
    try:
        return not filelock.lock_descriptor(handle, blocking=False)
    finally:
        os.close(handle)


def test_what_was_read_is_written_over(path: Path) -> None:
    write(path, NEW, over=OLD)
    assert path.read_bytes() == NEW
    assert names(path) == {path.name}
    assert not is_locked(path)


@pytest.mark.parametrize("there", [OTHER, b"", OLD + b" ", OLD[:-1], None])
def test_nothing_else_is(there: bytes | None, path: Path) -> None:
    path.unlink() if there is None else path.write_bytes(there)
    with pytest.raises(ChangedError, match="another program has changed it meanwhile"):
        write(path, NEW, over=OLD)
    assert (path.read_bytes() if path.exists() else None) == there
    assert names(path) <= {path.name}


def test_what_a_link_leads_to_is_compared(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to(path.name)
    with pytest.raises(ChangedError):
        write(link, NEW, over=OTHER)
    write(link, NEW, over=OLD)
    assert link.is_symlink()
    assert path.read_bytes() == NEW


def test_a_new_file_is_written_where_there_is_nothing(path: Path) -> None:
    with pytest.raises(ChangedError):
        write(path, NEW, over=Overwrite.NOTHING)
    assert path.read_bytes() == OLD
    write(path.with_name("new.json"), NEW, over=Overwrite.NOTHING)
    assert path.with_name("new.json").read_bytes() == NEW
    assert names(path) == {path.name, "new.json"}


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_a_new_file_that_comes_at_the_same_moment_stays(
    links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "roster.json"
    link = Path.hardlink_to

    def come_first(self: Path, target: Path) -> None:
        path.write_bytes(OTHER)
        if not links:
            raise OSError(errno.EPERM, "this disk has no links")
        link(self, target)

    monkeypatch.setattr(Path, "hardlink_to", come_first)
    with pytest.raises(ChangedError):
        write(path, NEW, over=Overwrite.NOTHING)
    assert path.read_bytes() == OTHER
    assert names(path) == {path.name}


def test_a_disk_without_links_gets_its_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "this disk has no links")

    monkeypatch.setattr(Path, "hardlink_to", fail)
    path = tmp_path / "roster.json"
    write(path, NEW, over=Overwrite.NOTHING)
    assert path.read_bytes() == NEW
    assert names(path) == {path.name}


def test_who_keeps_a_file_locked_for_too_long_is_told_of(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST_WAIT", 0)
    with locked(path), pytest.raises(SaveError, match="another program keeps it locked"):
        write(path, NEW)
    assert path.read_bytes() == OLD
    assert names(path) == {path.name}
    write(path, NEW)
    assert path.read_bytes() == NEW


@pytest.mark.parametrize("replaced", [True, False])
def test_what_another_wrote_while_one_waited_is_seen(
    replaced: bool, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    with locked(path) as handle:

        def other(seconds: float) -> None:
            waits.append(seconds)
            if replaced:
                beside = path.with_name("beside")
                beside.write_bytes(OTHER)
                beside.replace(path)
            else:
                path.write_bytes(OTHER)
            filelock.unlock_descriptor(handle)

        monkeypatch.setattr(module, "sleep", other)
        with pytest.raises(ChangedError):
            write(path, NEW, over=OLD)
    assert len(waits) == 1
    assert path.read_bytes() == OTHER
    write(path, NEW, over=OTHER)
    assert path.read_bytes() == NEW


def test_the_file_is_locked_until_the_new_one_is_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    replace = Path.replace

    def look(self: Path, target: Path) -> Path:
        seen.extend((is_locked(path), is_locked(self)))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", look)
    write(path, NEW)
    assert seen == [True, True]


def test_a_disk_without_locks_is_written_to(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> bool:
        raise OSError(errno.ENOLCK, "this disk has no locks")

    monkeypatch.setattr(filelock, "lock_descriptor", fail)
    monkeypatch.setattr(filelock, "unlock_descriptor", fail)
    path.with_name(LEFT).touch()
    write(path, NEW, over=OLD)
    assert path.read_bytes() == NEW
    assert LEFT in names(path)  # nobody knows whether it is being written
    with pytest.raises(ChangedError):
        write(path, OTHER, over=OLD)


def test_a_folder_that_may_only_be_read_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open

    def fail(name: Path, flags: int, *more: int) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "no")
        return opened(name, flags, *more)

    monkeypatch.setattr(os, "open", fail)
    with pytest.raises(SaveError, match="you may not write there"):
        write(path, NEW, over=OLD)
    assert path.read_bytes() == OLD


# What a killed process leaves.


@pytest.mark.parametrize("moment", ["fsync", "fchmod"])
def test_it_goes_at_the_next_write(moment: str, path: Path) -> None:
    code = (
        "import os, sys; from listbuilder.loading.write import write;"
        f"os.{moment} = lambda *_: os._exit(9); write(sys.argv[1], b'new')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, path], cwd=Path(module.__file__).parents[2], check=False
    )
    assert done.returncode == 9
    assert len(names(path)) == 2
    write(path.with_name("other.json"), OTHER)
    assert names(path) == {path.name, "other.json"}
    assert path.read_bytes() == OLD


def test_it_stays_where_nothing_is_written(path: Path) -> None:
    path.with_name(LEFT).write_bytes(NEW)
    with pytest.raises(ChangedError):
        write(path, NEW, over=OTHER)
    assert names(path) == {path.name, LEFT}
    write(path, NEW, over=OLD)
    assert names(path) == {path.name}


def test_what_is_being_written_stays(path: Path) -> None:
    path.with_name(LEFT).write_bytes(NEW)
    with locked(path.with_name(LEFT)):
        write(path, NEW)
        assert path.with_name(LEFT).read_bytes() == NEW
    write(path, OLD)
    assert names(path) == {path.name}


@pytest.mark.parametrize(
    "name",
    [
        ".listbuilder-mine.tmp",
        ".listbuilder-0123456789ABCDEF.tmp",
        ".listbuilder-0123456789abcdef0.tmp",
        f"{LEFT}.json",
        LEFT[1:],
        "roster.json.tmp",
    ],
)
def test_a_file_of_the_users_stays(name: str, path: Path) -> None:
    path.with_name(name).write_bytes(OTHER)
    write(path, NEW)
    assert path.with_name(name).read_bytes() == OTHER


def test_what_is_no_file_stays(path: Path, tmp_path: Path) -> None:
    kept = tmp_path / "there" / "kept"
    kept.mkdir(parents=True)
    for number, make in enumerate((Path.mkdir, os.mkfifo, lambda at: at.symlink_to(path))):
        make(kept.parent / LEFT.replace("0123", f"{number:04}"))  # type: ignore[operator]
    write(kept.parent / "new.json", NEW)
    assert len([*kept.parent.iterdir()]) == 5
    assert path.read_bytes() == OLD


def test_a_file_that_is_taken_away_before_it_is_locked_is_made_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = filelock.lock_descriptor
    swept: list[Path] = []

    def sweep(handle: int, **options: Any) -> bool:
        """Sweep the first file before it is locked, and hold the lock of the second."""
        for left in path.parent.glob(".listbuilder-*"):
            if left not in swept and len(swept) < 2:
                swept.append(left)
                left.unlink()
                return len(swept) == 1
        return lock(handle, **options)

    monkeypatch.setattr(filelock, "lock_descriptor", sweep)
    write(path, NEW, over=OLD)
    assert len(swept) == 2
    assert path.read_bytes() == NEW
    assert names(path) == {path.name}


def test_many_files_cost_no_more_than_one_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / LEFT
    left.write_bytes(b"")
    swept: list[Path] = []
    sweep = module._sweep

    def counted(folder: Path) -> None:
        swept.append(folder)
        sweep(folder)

    monkeypatch.setattr(module, "_sweep", counted)
    files = {tmp_path / f"{number}": str(number).encode() for number in range(20)}
    module.write_all(files, Overwrite.NOTHING)
    assert swept == [tmp_path]
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files
