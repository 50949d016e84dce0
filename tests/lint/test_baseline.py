"""Old findings are forgiven, each as often as it was there; new ones are told."""

from pathlib import Path

import pytest

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.lint.baseline import baseline_text, read_baseline
from listbuilder.lint.run import Linted


def finding(code: str, line: int) -> Finding:
    return Finding(code, Severity.ERROR, f"It is {code}.", line=line, column=1)


def linted(path: Path, *found: Finding) -> Linted:
    return Linted(str(path), True, found)


def written(folder: Path, *files: Linted) -> Path:
    path = folder / "old.json"
    path.write_text(baseline_text(path, files), encoding="utf-8")
    return path


def test_a_finding_is_known_wherever_it_moves(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    path = written(tmp_path, linted(file, finding("one", 3), finding("two", 4)))
    now = linted(file, finding("zero", 1), finding("two", 9), finding("one", 10))
    assert [one.code for one in read_baseline(path).new(now).findings] == ["zero"]


def test_each_is_forgiven_as_often_as_it_was_there(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    path = written(tmp_path, linted(file, finding("one", 3)))
    baseline = read_baseline(path)
    now = linted(file, finding("one", 3), finding("one", 4))
    assert [one.line for one in baseline.new(now).findings] == [4]
    assert baseline.gone == 0


def test_what_is_gone_is_counted(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    baseline = read_baseline(written(tmp_path, linted(file, finding("one", 3), finding("two", 3))))
    baseline.new(linted(file, finding("two", 5)))
    assert baseline.gone == 1


def test_another_file_is_another_finding(tmp_path: Path) -> None:
    baseline = read_baseline(written(tmp_path, linted(tmp_path / "a.json", finding("one", 3))))
    assert len(baseline.new(linted(tmp_path / "b.json", finding("one", 3))).findings) == 1


def test_paths_are_those_from_the_baselines_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lists").mkdir()
    monkeypatch.chdir(tmp_path / "lists")
    path = written(tmp_path, linted(Path("a.json"), finding("one", 3)))
    assert '"lists/a.json"' in path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert read_baseline(path).new(linted(Path("lists/a.json"), finding("one", 3))).findings == ()


@pytest.mark.parametrize(
    "text",
    ["[]", "{}", '{"findings": [1]}', '{"findings": [{"path": "a", "code": "b"}]}'],
)
def test_something_else_is_no_baseline(tmp_path: Path, text: str) -> None:
    path = tmp_path / "old.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LoadError) as error:
        read_baseline(path)
    assert [one.code for one in error.value.findings] == ["no-baseline"]
