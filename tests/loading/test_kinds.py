"""Rulesets, army lists, event packs and rosters are told apart, wherever they lie."""

from pathlib import Path
from typing import Any

import pytest

from listbuilder.loading.folders import data_folder
from listbuilder.loading.kinds import json_files, kind_of
from listbuilder.loading.parse import parse
from listbuilder.loading.schema import FileKind


@pytest.mark.parametrize("path", sorted(data_folder("catalogues").glob("*/**/*.json")), ids=str)
def test_place_and_keys_say_the_same(path: Path) -> None:
    kind = kind_of(path, None)
    assert kind is not None
    assert kind_of(Path("elsewhere") / "file.json", parse(path).data) == kind


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"army": []}, "roster"),
        ({"catalogues": {}, "ruleset": "g"}, "roster"),
        ({"ruleset": "g", "entries": []}, "catalogue"),
        ({"documents": {}, "id": "g"}, "ruleset"),
        ({"documents": {}, "ruleset": "g", "catalogues": []}, "event"),
        ({"name": "package"}, None),
        ([], None),
        (None, None),
    ],
)
def test_keys_tell(data: Any, kind: FileKind | None) -> None:
    assert kind_of(Path("file.json"), data) == kind


def test_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("b.json", "a/c.json", ".tool/d.json", "e.txt", "a/.f/g.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    (tmp_path / "folder.json").mkdir()
    (tmp_path / ".hidden.json").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    (tmp_path / "none.json").symlink_to("nothing")
    names = ("a/c.json", "b.json", "folder.json", "none.json")
    assert [*json_files(tmp_path)] == [tmp_path / name for name in names]
    assert [*json_files(tmp_path / "e.txt")] == [tmp_path / "e.txt"]
