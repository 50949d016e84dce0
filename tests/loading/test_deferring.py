"""Play aids of shipped data are read when asked for; of added data, at once."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from listbuilder.errors import LoadError
from listbuilder.loading.library import Library
from listbuilder.loading.structuring import structure
from listbuilder.messages import spoken, translated
from listbuilder.model.deferred import Deferred, ReadOnce, deferrable, evolved
from listbuilder.model.ruleset import Catalogue, Ruleset

HERE = {"document": "book"}
TRACK = {"id": "turns", "title": "Turns", "from": 1, "to": 6, "source": HERE}
GAME: dict[str, Any] = {
    "id": "game",
    "name": "Game",
    "version": "1",
    "documents": {"book": {"title": "Book"}},
    "tracks": [TRACK],
    "titles": {"de": {"Turns": "Runden"}},
}


def write(folder: Path, **changes: Any) -> None:
    (folder / "game").mkdir(exist_ok=True)
    (folder / "game" / "ruleset.json").write_text(json.dumps(GAME | changes), encoding="utf-8")


def is_read(part: Ruleset | Catalogue, name: str) -> bool:
    attribute = vars(type(part))[name]
    assert isinstance(attribute, ReadOnce)
    return type(attribute.slot.__get__(part)) is not Deferred


def test_play_aids_are_read_when_asked_for(tmp_path: Path) -> None:
    write(tmp_path)
    ruleset = Library([tmp_path], alone=True).ruleset("game")
    assert not is_read(ruleset, "tracks")
    (track,) = ruleset.tracks
    assert is_read(ruleset, "tracks")
    assert ruleset.tracks[0] is track
    assert ruleset.flows == ()  # no file says any
    assert ruleset == structure(GAME, Ruleset)


def test_titles_in_other_languages_hold_when_they_are_read(tmp_path: Path) -> None:
    write(tmp_path)
    ruleset = Library([tmp_path], alone=True).ruleset("game")
    with spoken("de"):
        assert translated(ruleset.tracks[0].title) == "Runden"


def test_a_copy_leaves_them_unread(tmp_path: Path) -> None:
    write(tmp_path)
    ruleset = Library([tmp_path], alone=True).ruleset("game")
    copy = evolved(ruleset, name="Another")
    assert copy.name == "Another"
    assert not is_read(copy, "tracks")
    assert copy == attrs.evolve(ruleset, name="Another")


def test_a_bad_one_is_told_where_it_is_read(tmp_path: Path) -> None:
    write(tmp_path, tracks=[TRACK | {"to": "six"}])
    ruleset = Library([tmp_path], alone=True).ruleset("game")
    for _ in range(2):  # and again
        with pytest.raises(LoadError) as error:
            _ = ruleset.tracks
        (finding,) = error.value.findings
        assert finding.pointer == "/tracks/0/to"


def test_a_bad_one_of_added_data_is_told_at_once(tmp_path: Path) -> None:
    write(tmp_path, tracks=[TRACK | {"to": "six"}])
    with pytest.raises(LoadError) as error:
        Library([tmp_path]).ruleset("game")
    assert [finding.pointer for finding in error.value.findings] == ["/tracks/0/to"]


def test_what_is_no_object_is_refused(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "game" / "ruleset.json").write_text("[]", encoding="utf-8")
    with pytest.raises(LoadError):
        Library([tmp_path], alone=True).ruleset("game")


@pytest.mark.parametrize("kind", [Ruleset, Catalogue])
def test_nothing_that_is_judged_may_be_deferred(kind: type) -> None:
    judged = {"keywords", "slots", "entries", "constraints", "changes", "values", "limits", "kinds"}
    assert deferrable(kind)
    assert not deferrable(kind) & judged
