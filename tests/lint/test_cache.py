"""What was found before is found again without looking, and only where nothing changed."""

import json
from pathlib import Path

import pytest

from listbuilder.lint import run
from listbuilder.lint.cache import MOST_KEPT, Cache, FolderCache, NoCache, user_cache
from listbuilder.lint.codes import Home
from listbuilder.lint.page import PATHS, example_text
from listbuilder.lint.run import Linted, Linter
from tests.lint.conftest import Gate


@pytest.fixture
def folder(gate: Gate) -> Path:
    return gate.folder


@pytest.fixture
def cache(tmp_path_factory: pytest.TempPathFactory) -> FolderCache:
    return FolderCache(tmp_path_factory.mktemp("cache"))


def write(folder: Path, home: Home, said: dict[str, object]) -> None:
    (folder / PATHS[home]).write_text(example_text(home, said), encoding="utf-8")


def lint(folder: Path, cache: Cache) -> list[tuple[str, bool, list[str]]]:
    return [told(linted) for linted in Linter(cache=cache).lint([folder])]


def told(linted: Linted) -> tuple[str, bool, list[str]]:
    return linted.path, linted.usable, [repr(finding) for finding in linted.findings]


def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be found anew."""
    monkeypatch.setattr(run, "faults", lambda game: [])
    monkeypatch.setattr(run, "roster_findings", lambda parsed, library: (True, []))


def test_the_same_is_found_again(
    folder: Path, cache: FolderCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "catalogue", {"keywords": {"noisy": {}}, "version": "1"})
    write(folder, "roster", {"limits": {"points": 1}})
    first = lint(folder, cache)
    assert sum(len(found) for _, _, found in first) > 3
    blind(monkeypatch)
    assert lint(folder, cache) == first
    assert lint(folder, NoCache()) != first


@pytest.mark.parametrize("home", ["ruleset", "catalogue"])
def test_what_changed_is_looked_at_anew(
    folder: Path, cache: FolderCache, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "roster", {"limits": {"points": 1}})
    write(folder, "catalogue", {"keywords": {"noisy": {}}})
    lint(folder, cache)
    blind(monkeypatch)
    write(folder, home, {"summary": "Another."})
    assert [found for _, _, found in lint(folder, cache)] == [[], [], []]


def test_a_new_army_list_counts_too(
    folder: Path, cache: FolderCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "catalogue", {"keywords": {"noisy": {}}})
    lint(folder, cache)
    blind(monkeypatch)
    other = {"id": "day", "ruleset": "gate", "name": "Day", "version": "1.0.0"}
    (folder / "gate" / "day.json").write_text(json.dumps(other), encoding="utf-8")
    assert all(found == [] for _, _, found in lint(folder, cache))


def test_a_roster_hangs_on_itself_and_its_game(
    folder: Path, cache: FolderCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "catalogue", {"keywords": {"noisy": {}}})
    lint(folder, cache)
    blind(monkeypatch)
    write(folder, "roster", {"name": "Second watch"})
    found = {Path(path).name: found for path, _, found in lint(folder, cache)}
    assert found["first-watch.json"] == []
    assert found["night.json"] != []


@pytest.mark.parametrize(
    "spoilt", [b"", b"{", b"[]", b'{"files": []}', b'{"files": [1, 2]}', b"\xff"]
)
def test_a_spoilt_cache_is_none(folder: Path, tmp_path: Path, spoilt: bytes) -> None:
    write(folder, "catalogue", {"keywords": {"noisy": {}}})
    kept = tmp_path / "kept"
    first = lint(folder, FolderCache(kept))
    for path in kept.iterdir():
        path.write_bytes(spoilt)
    assert lint(folder / "gate", FolderCache(kept)) == first


def test_a_folder_that_cannot_be_written_is_no_cache(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    first = lint(folder / "gate", NoCache())
    assert lint(folder / "gate", FolderCache(file)) == first
    assert file.read_bytes() == b""


def test_old_answers_go(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    for number in range(MOST_KEPT):
        (tmp_path / f"{number}.json").touch()
    cache.put("new", b"question")
    assert MOST_KEPT // 2 <= len(list(tmp_path.iterdir())) <= MOST_KEPT // 2 + 1
    assert cache.get(b"another") is None


def test_questions_are_told_apart(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    cache.put(1, b"ab", b"c")
    cache.put(2, b"a", b"bc")
    assert (cache.get(b"ab", b"c"), cache.get(b"a", b"bc")) == (1, 2)


def test_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "named"))
    user_cache().put(1, b"x")
    assert len(list((tmp_path / "named").iterdir())) == 1
    monkeypatch.delenv("LISTBUILDER_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    user_cache().put(1, b"x")
    assert len(list((tmp_path / "xdg" / "listbuilder" / "lint").iterdir())) == 1
