"""Proofs are kept by the content that they depend on; a cache that is spoilt is none."""

from pathlib import Path

import pytest

from listbuilder.lint.cache import MOST_KEPT, Cache, FolderCache, NoCache, user_cache
from listbuilder.lint.run import Linter, LintResult
from tests.lint.conftest import Gate
from tests.sampling import sampled


@pytest.fixture
def folder(gate: Gate) -> Path:
    return gate.folder


@pytest.fixture
def cache(tmp_path_factory: pytest.TempPathFactory) -> FolderCache:
    return FolderCache(tmp_path_factory.mktemp("cache"))


def lint(folder: Path, cache: Cache) -> list[tuple[str, bool, list[str]]]:
    return [told(linted) for linted in Linter(cache=cache, proofs=True).lint([folder])]


def told(linted: LintResult) -> tuple[str, bool, list[str]]:
    return linted.path, linted.usable, [repr(finding) for finding in linted.findings]


SPOILT = (b"{", b"", b'{"files": [1, 2]}', b"[]", b"\xff", b'{"files": []}')


@pytest.mark.parametrize(
    "spoilt",
    sampled([(one,) for one in SPOILT], 2),
)
def test_a_spoilt_cache_is_none(folder: Path, tmp_path: Path, spoilt: bytes) -> None:
    kept = tmp_path / "kept"
    first = lint(folder / "gate", FolderCache(kept))
    assert [*kept.iterdir()]
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
