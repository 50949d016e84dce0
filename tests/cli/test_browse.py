"""browse: looking through army lists, and counting what is in them."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.shipped import LIBRARY

MESBG = "Middle-earth siege engines"


def rows(out: str) -> list[tuple[str, str]]:
    """Army list and entry of each line of the one table that was told."""
    heads, *lines = out.splitlines()
    assert heads.split()[:3] == ["army", "list", "entry"]
    return [(line.split()[0], line.split()[1]) for line in lines]


def test_games_are_listed(run: Run) -> None:
    said = run("browse")
    assert said.code == 0
    assert [line.split()[0] for line in said.out.splitlines()[1:]] == LIBRARY.rulesets()


def test_a_keyword_is_found_in_all_army_lists(run: Run) -> None:
    found = rows(run("browse", "warhammer", "--keyword", "stone-thrower").out)
    assert ("dwarfs", "grudge-thrower") in found
    assert ("skaven", "plagueclaw-catapult") in found
    assert ("high-elves", "eagle-claw-bolt-thrower") not in found


def test_a_keyword_goes_by_its_title_too(run: Run) -> None:
    by_id = run("browse", "warhammer", "--keyword", "stone-thrower").out
    assert run("browse", "warhammer", "--keyword", "Stone Thrower").out == by_id


def test_numbers_of_one_short_title_go_by_their_names(run: Run) -> None:
    hero = run("browse", "mesbg", "mordor", "gothmog").out
    assert 'Mv 6", Fight 5, Sh 5+, S 4, D 6, A 3, Wounds 3, C 5, M 3, Will 3, Fate 1' in hero
    assert 'Mv 6", F 3, Sh 5+,' in run("browse", "mesbg", "mordor", "orc-warrior").out


def test_an_army_list_has_what_it_takes_of_the_games_own(run: Run) -> None:
    found = rows(run("browse", "mesbg", "--keyword", "windlance").out)
    assert found == [
        ("army-of-lake-town", "carried-windlance"),
        ("garrison-of-dale", "windlance"),
        ("garrison-of-dale", "carried-windlance"),
        ("survivors-of-lake-town", "carried-windlance"),
    ]


def test_what_all_army_lists_take_of_the_games_own_stands_there_once(run: Run) -> None:
    found = rows(run("browse", "warhammer", "--name", "siege tower").out)
    assert found == [("all", "siege-tower")]
    found = rows(run("browse", "warhammer", "empire", "--name", "siege tower").out)
    assert found == [("empire", "siege-tower")]
    assert "1000 siege points" in run("browse", "warhammer", "empire", "siege-tower").out


def test_offers_are_only_those_that_may_ever_be_taken(run: Run) -> None:
    for entry, clubs, flames in (
        ("trolls", True, False),
        ("black-orcs", False, False),
        ("rock-lobber", False, True),
        ("orc-warboss", True, False),
    ):
        out = run("browse", "warhammer", "orcs-and-goblins", entry).out
        assert ("monstrous-battering-clubs" in out) is clubs, entry
        assert ("flaming-ammunition" in out) is flames, entry


def test_every_filter_narrows(run: Run) -> None:
    said = run("browse", "mesbg", "--kind", "engines", "--max-points", "60")
    assert set(rows(said.out)) == {
        ("barad-dur", "mordor-siege-bow"),
        ("minas-tirith", "gondor-avenger-bolt-thrower"),
        ("mordor", "mordor-siege-bow"),
        ("the-kingdom-of-khazad-dum", "dwarf-ballista"),
        ("the-kingdom-of-moria", "dwarf-ballista"),
    }
    said = run("browse", "mesbg", "--kind", "engines", "--max-points", "60", "--min-points", "60")
    assert {entry for _, entry in rows(said.out)} == {"dwarf-ballista"}
    both = run("browse", "mesbg", "rohan", "--keyword", "cavalry", "--keyword", "hero")
    assert rows(both.out) == [("rohan", "eorl-the-young"), ("rohan", "dernhelm")]
    assert rows(run("browse", "mesbg", "--name", "EOMER").out)[0][0] == "rohan"


def test_a_units_price_is_that_of_the_fewest_models(run: Run) -> None:
    """Ten Halberdiers at six points each are the smallest unit of them."""
    ask = ["browse", "warhammer", "empire", "--name", "halberdiers"]
    assert ("empire", "halberdiers") in rows(run(*ask, "--max-points", "60").out)
    assert "halberdiers" not in run(*ask, "--max-points", "59").out


def test_without_a_game_all_are_looked_through(run: Run) -> None:
    said = run("browse", "--keyword", "catapult")
    assert said.out.splitlines()[0] == MESBG
    assert "Helm's Deep" not in said.out
    assert "mordor-war-catapult" in said.out
    both = run("browse", "--keyword", "monster").out
    assert MESBG in both
    assert "Warhammer" in both


def test_nothing_found_is_said(run: Run) -> None:
    said = run("browse", "mesbg", "--keyword", "elf", "--max-points", "1")
    assert (said.code, said.out) == (0, "There is nothing of that.\n")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["warhammer", "--keyword", "stone-throwr"], "Did you mean “stone-thrower”?"),
        (["mesbg", "--kind", "hereos"], "Did you mean “heroes”?"),
        (["--keyword", "catapullt"], "Did you mean “catapult”?"),
        (["mesbg", "rohann", "--summary"], "Did you mean “rohan”?"),
        (["mesbg", "mordor", "gothmog", "--summary"], "leave ENTRY out"),
        (["mesbg", "--max-points", "few"], "is not a valid integer"),
    ],
)
def test_what_is_not_there_is_a_near_miss(run: Run, words: list[str], meant: str) -> None:
    said = run("browse", *words)
    assert said.code == 2
    assert meant in said.err


def test_a_summary_counts_the_kinds_of_the_data(run: Run) -> None:
    heads, *lines = run("browse", "mesbg", "--summary").out.splitlines()
    assert heads.split() == ["army", "list", "entries", "heroes", "warriors", "siege", "engines"]
    assert [line.split()[0] for line in lines] == [*LIBRARY.catalogues("mesbg"), "all"]
    counts = [list(map(int, line.split()[1:])) for line in lines]
    assert [sum(column) for column in zip(*counts[:-1], strict=True)] == counts[-1]
    alone = run("browse", "mesbg", "azogs-legion", "--summary").out.splitlines()
    assert alone[1].split()[2:] == ["4", "8", "1"]


def test_a_summary_counts_what_the_filters_leave(run: Run) -> None:
    said = run("browse", "mesbg", "azogs-legion", "--summary", "--keyword", "troll")
    assert said.out.splitlines()[1].split() == ["azogs-legion", "3", "0", "3", "1"]


def test_a_game_of_ones_own_names_its_kinds(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "gate"
    folder.mkdir(parents=True)
    book = {"document": "book"}
    whole = {
        "id": "gate",
        "name": "The Gate",
        "version": "1.0.0",
        "documents": {"book": {"title": "The Book"}},
        "keywords": {"watch": {"title": "Watch"}},
        "kinds": {"watches": {"title": "Watches", "is": "watch"}},
        "slots": [{"id": "watches", "offers": [{"is": "watch"}]}],
    }
    night = {"id": "night", "ruleset": "gate", "name": "Night", "version": "1.0.0"}
    entries = [{"id": "first", "name": "First", "is": "watch", "source": book}]
    for name, data in (("ruleset", whole), ("night", {**night, "entries": entries})):
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    said = run("--data", tmp_path / "mine", "browse", "gate", "--summary")
    assert said.out.splitlines()[0].split() == ["army", "list", "entries", "watches"]
    assert said.out.splitlines()[1].split() == ["night", "1", "1"]
    whole["kinds"] = {"lit": {"title": "Lit", "has": {"is": "watch"}}}
    (folder / "ruleset.json").write_text(json.dumps(whole), encoding="utf-8")
    said = run("--data", tmp_path / "mine", "browse", "gate", "--summary")
    assert said.code == 2
    assert "[changing-kind]" in said.out + said.err
