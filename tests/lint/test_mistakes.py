"""Typical mistakes in the shipped games: each is told at its line, but what nobody could know.

``mistakes.json`` has them as a keeper makes them: in a file, what stood there and what stands there
now. The finding is at the first line that is another, or ``line`` lines after it.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from listbuilder.lint.run import Linter
from listbuilder.loading.folders import data_folder
from tests.sampling import sampled

SAID = json.loads(Path(__file__).with_name("mistakes.json").read_text(encoding="utf-8"))
CAUGHT, UNKNOWABLE = SAID["caught"], SAID["unknowable"]
FORM = frozenset({"unknown-key", "missing-key", "wrong-type", "wrong-value", "conflicting-keys"})
"""Of mistakes for which a file can't be used; nothing else is told of it then."""
ALONE = frozenset({"not-json", "wrong-ruleset", "duplicate-entry"})
"""Of those that hide what else is wrong."""
GAMES = ("helms-deep", "mesbg", "warhammer")

Json = dict[str, Any]


def stage(mistake: Json) -> str:
    """With which others a mistake can be made at once: linting a game for each takes long."""
    code = mistake.get("code", "")
    if code in ALONE:
        return str(CAUGHT.index(mistake))
    if code in FORM:
        return "form"
    if "/rosters/" in mistake["file"]:
        return "rosters"
    return "names" if code.startswith("unknown-") and code != "unknown-term" else "meaning"


def stages() -> dict[str, tuple[str, list[Json]]]:
    """Each game with mistakes that are made at once."""
    found: dict[str, tuple[str, list[Json]]] = {}
    for mistake in CAUGHT:
        game = mistake["file"].split("/")[0]
        found.setdefault(f"{game}-{stage(mistake)}", (game, []))[1].append(mistake)
    return found


STAGES = stages()


def made(folder: Path, mistakes: list[Json]) -> dict[int, tuple[str, int]]:
    """Make mistakes in files, in a copy of its own for a roster; file and line of each."""
    where: dict[int, tuple[str, str, str]] = {}
    for number, mistake in enumerate(mistakes):
        name, was, now = mistake["file"], mistake["was"], mistake["now"]
        text = (folder / name).read_text(encoding="utf-8")
        assert was in text, mistake
        if "/rosters/" in name:
            name = f"{name.removesuffix('.json')}-{number}.json"
        (folder / name).write_text(text.replace(was, now, 1), encoding="utf-8")
        where[number] = name, was, now
    lines = {}
    for number, (name, was, now) in where.items():
        text = (folder / name).read_text(encoding="utf-8")
        begin = text.index(now)
        same = next((i for i, now_is in enumerate(now) if was[i : i + 1] != now_is), 0)
        lines[number] = name, text.count("\n", 0, begin + same) + 1
    return lines


def told(folder: Path, game: str) -> set[tuple[str, str, int | None]]:
    return {
        (str(Path(one.path).relative_to(folder)), found.code, found.line)
        for one in Linter(proofs=False).lint([folder / game])
        for found in one.findings
    }


def copied(folder: Path, game: str, mistakes: list[Json]) -> Path:
    """A copy of a game; of its army lists only those with a mistake, where names alone count."""
    shutil.copytree(data_folder("schemas"), folder / "schemas")
    shipped = data_folder("catalogues")
    if any(stage(mistake) == "meaning" for mistake in mistakes):
        shutil.copytree(shipped / game, folder / "catalogues" / game)
    for name in {mistake["file"] for mistake in mistakes}:
        (folder / "catalogues" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(shipped / name, folder / "catalogues" / name)
    return folder / "catalogues"


@pytest.mark.parametrize(("game", "mistakes"), sampled(STAGES.values(), 2), ids=STAGES)
def test_typical_mistakes_are_told_at_their_lines(
    tmp_path: Path, game: str, mistakes: list[Json]
) -> None:
    folder = copied(tmp_path, game, mistakes)
    lines = made(folder, mistakes)
    found = told(folder, game)
    missed = [
        mistakes[number]
        for number, (name, line) in lines.items()
        if (name, mistakes[number]["code"], line + mistakes[number].get("line", 0)) not in found
    ]
    assert missed == []


@pytest.mark.parametrize("game", sorted({one["file"].split("/")[0] for one in UNKNOWABLE}))
def test_mistakes_that_only_the_book_shows(tmp_path: Path, game: str) -> None:
    """Where one of these comes to be told, it moves to the others."""
    mistakes = [one for one in UNKNOWABLE if one["file"].startswith(game)]
    assert mistakes
    folder = copied(tmp_path, game, mistakes)
    made(folder, mistakes)
    assert told(folder, game) == set()


def test_there_are_mistakes_of_many_kinds_in_each_game() -> None:
    assert len(CAUGHT) >= 80
    assert len({mistake["code"] for mistake in CAUGHT}) >= 40
    assert {mistake["file"].split("/")[0] for mistake in CAUGHT} == {*GAMES}
    assert all(mistake["why"].endswith(".") for mistake in UNKNOWABLE)


def test_a_family_misspelt_at_one_keyword_is_told_once(tmp_path: Path) -> None:
    was = '"valour": {"title": "Hero of Valour", "family": "tier"'
    mistake = {"file": "mesbg/ruleset.json", "was": was, "now": was.replace("tier", "teir")}
    (tmp_path / "mesbg").mkdir()
    shutil.copy(data_folder("catalogues") / "mesbg" / "ruleset.json", tmp_path / "mesbg")
    ((name, line),) = made(tmp_path, [mistake]).values()
    (linted,) = Linter(proofs=False).lint([tmp_path / name])
    found = [(one.code, one.line) for one in linted.findings]
    assert [one for one in found if one[0] == "lonely-family"] == [("lonely-family", line)]
