"""new, add, remove, set: what a player types, and what is said."""

import json
from pathlib import Path

from tests.cli.conftest import Run


def selections(path: Path) -> list[dict[str, object]]:
    data = json.loads(path.read_text(encoding="utf-8"))
    held: list[dict[str, object]] = data["army"][0].get("with", [])
    return held


def test_new_begins_with_the_army_list_and_its_version(run: Run) -> None:
    said = run("new", "mesbg", "isengard", "--name", "Ours", "-o", "a.json")
    assert said.code == 0
    data = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert data["catalogues"] == {"isengard": "1.0.0"}
    assert data["limits"] == {"points": 700}
    assert data["name"] == "Ours"
    assert [selection["entry"] for selection in data["army"]] == ["isengard"]
    assert "0 of 700 points, unfinished" in said.out
    assert "next: The army: One hero leads the whole army" in said.out


def test_new_writes_over_nothing(run: Run, army: Path) -> None:
    before = army.read_bytes()
    said = run("new", "mesbg", "mordor", "-o", army)
    assert said.code == 2
    assert "--force" in said.err
    assert army.read_bytes() == before
    assert run("new", "mesbg", "mordor", "-o", army, "--force").code == 0


def test_new_names_what_there_is(run: Run) -> None:
    assert "Did you mean “mordor”?" in run("new", "mesbg", "mordro").err
    assert "No ruleset is called “chess”" in run("new", "chess", "white").err
    said = run("new", "mesbg", "mordor", "--limit", "points=many")
    assert said.code == 2
    assert "whole number" in said.err
    assert not Path("mordor.json").exists()


def test_adding_an_engine_brings_crew_and_veteran(run: Run, army: Path) -> None:
    run("add", army, "gothmog")
    said = run("add", army, "mordor war catapult")
    assert said.code == 0
    engine = selections(army)[1]
    assert engine["with"] == [
        {"entry": "orc-siege-veteran"},
        {"entry": "orc-crew", "count": 2},
        {"entry": "mordor-troll-crew"},
    ]
    assert "290 of 300 points" in said.out


def test_added_crew_join_those_that_came_with_the_engine(run: Run, army: Path) -> None:
    run("add", army, "mordor-siege-bow")
    assert run("add", army, "orc-crew", "--count", "2").code == 0
    held = selections(army)[0]["with"]
    assert isinstance(held, list)
    assert {"entry": "orc-crew", "count": 4} in held


def test_options_go_to_each_copy_or_to_some(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    said = run("add", army, "orc-warrior", "--count", "8", "--with", "shield", "--with", "spear=4")
    assert said.code == 0
    (captain,) = selections(army)
    assert captain["with"] == [
        {"entry": "army-leader"},
        {
            "entry": "orc-warrior",
            "count": 8,
            "with": [{"entry": "shield", "count": 8}, {"entry": "spear", "count": 4}],
        },
    ]


def test_where_more_than_one_could_hold_it_the_candidates_are_listed(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    run("add", army, "gothmog")
    said = run("add", army, "orc-warrior")
    assert said.code == 2
    assert "--to" in said.err
    assert "1.1 Orc Captain (Mordor)" in said.err
    assert "1.2 Gothmog, Lieutenant of Sauron (Mordor)" in said.err
    assert run("add", army, "orc-warrior", "--to", "1.2").code == 0


def test_an_edit_says_what_came_and_what_went(run: Run, army: Path) -> None:
    said = run("add", army, "orc-captain")
    assert "mended: The army: One hero leads the whole army" in said.out
    assert said.out.startswith(
        "Added Orc Captain to Mordor. Added Army leader to Orc Captain, the only choice.\n"
    )
    said = run("add", army, "orc-tracker", "--count", "4")
    assert "[too-many-bows]" in said.out
    assert "4 bows, at most 2 allowed" in said.out


def test_a_dry_run_saves_nothing(run: Run, army: Path) -> None:
    before = army.read_bytes()
    said = run("add", army, "orc-captain", "--dry-run")
    assert said.code == 0
    assert "40 of 300 points" in said.out
    assert army.read_bytes() == before


def test_an_ally_joins_with_his_army_list(run: Run, army: Path) -> None:
    said = run("add", army, "saruman", "--from", "isengard")
    assert said.code == 0
    data = json.loads(army.read_text(encoding="utf-8"))
    assert data["catalogues"] == {"mordor": "1.0.0", "isengard": "1.0.0"}
    assert [selection["entry"] for selection in data["army"]] == ["mordor", "isengard"]
    assert run("add", army, "orc-warrior", "--from", "isengard").code == 0


def test_nothing_takes_it(run: Run, army: Path) -> None:
    said = run("add", army, "gothmgo")
    assert said.code == 2
    assert "takes “gothmgo”" in said.err
    said = run("add", army, "orc warrior")
    assert said.code == 2
    assert "takes “orc warrior”" in said.err


def test_removing_some_and_all(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    run("add", army, "orc-warrior", "--count", "8", "--with", "shield")
    assert run("remove", army, "orc-warrior", "--count", "3").code == 0
    (captain,) = selections(army)
    assert captain["with"] == [
        {"entry": "army-leader"},
        {"entry": "orc-warrior", "count": 5, "with": [{"entry": "shield", "count": 5}]},
    ]
    assert run("remove", army, "1.1").code == 0
    assert selections(army) == []
    assert "Nothing here is “1.1”" in run("remove", army, "1.1").err


def test_setting_keys(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    assert run("set", army, "orc-captain", "name=Old Snaga", "id=chief").code == 0
    leads = [{"entry": "army-leader"}]
    chief = {"entry": "orc-captain", "id": "chief", "name": "Old Snaga", "with": leads}
    assert selections(army)[0] == chief
    assert run("set", army, ".", "points=500").code == 0
    assert run("set", army, "name=The Host").code == 0  # without a selection: the roster
    data = json.loads(army.read_text(encoding="utf-8"))
    assert (data["limits"], data["name"]) == ({"points": 500}, "The Host")
    unsaid = run("set", army, "1.1.1", "--count", 3)
    assert (unsaid.code, "such as count=3" in unsaid.err) == (2, True)
    for wrong in ("count=0", "count=-3", "count=2.0", "count=many", "rank=5", "count=99999999"):
        before = army.read_bytes()
        assert run("set", army, "chief", wrong).code == 2
        assert army.read_bytes() == before


def test_key_order_and_notes_are_kept(run: Run) -> None:
    text = """{
  "name": "Kept", "notes": {"mine": [1.5, null]},
  "army": [{"with": [], "notes": "here", "entry": "mordor"}],
  "catalogues": {"mordor": "1.0.0"}, "ruleset": "mesbg"
}"""
    Path("kept.json").write_text(text, encoding="utf-8")
    assert run("add", "kept.json", "orc-captain").code == 0
    data = json.loads(Path("kept.json").read_text(encoding="utf-8"))
    assert list(data) == ["name", "notes", "army", "catalogues", "ruleset"]
    assert data["notes"] == {"mine": [1.5, None]}
    assert list(data["army"][0]) == ["with", "notes", "entry"]


def test_moving_a_selection(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    run("add", army, "gothmog")
    run("add", army, "orc-warrior", "--count", "8", "--to", "1.1", "--with", "shield")
    assert run("set", army, "orc-warrior", "name=Scouts", "to=gothmog").code == 0
    captain, gothmog = selections(army)
    assert not captain.get("with")
    assert gothmog["with"] == [
        {"entry": "army-leader"},
        {
            "entry": "orc-warrior",
            "count": 8,
            "name": "Scouts",
            "with": [{"entry": "shield", "count": 8}],
        },
    ]
    assert "doesn't take" in run("set", army, "gothmog", "to=orc-captain").err
    assert "can't go into itself" in run("set", army, "gothmog", "to=scouts").err


def test_moving_some_of_a_selection(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    run("add", army, "gothmog")
    run("add", army, "orc-warrior", "--count", "8", "--to", "1.1", "--with", "shield=6")
    assert run("set", army, "orc-warrior", "--count", "3", "to=gothmog").code == 0
    captain, gothmog = selections(army)
    assert captain["with"] == [
        {"entry": "orc-warrior", "count": 5, "with": [{"entry": "shield", "count": 5}]}
    ]
    assert gothmog["with"] == [
        {"entry": "army-leader"},
        {"entry": "orc-warrior", "count": 3, "with": [{"entry": "shield", "count": 1}]},
    ]
    run("set", army, "1.1.1", "--count", "9", "name=All of them")
    captain, _ = selections(army)
    assert isinstance(captain["with"], list)
    assert [held.get("name") for held in captain["with"]] == ["All of them"]


def test_an_engineer_captain_comes_in_place_of_the_veteran(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    said = run("add", army, "mordor-siege-bow", "--with", "orc-engineer-captain")
    assert said.code == 0
    assert "legal" in said.out
    held = selections(army)[1]["with"]
    assert isinstance(held, list)
    assert [one["entry"] for one in held] == ["orc-crew", "orc-engineer-captain"]
    said = run("add", army, "orc-siege-veteran")
    assert "in place of Orc Engineer Captain" in said.out
    run("set", army, "orc-siege-veteran", "name=Grub")
    said = run("add", army, "orc-engineer-captain")
    assert "[crewed.commander.exactly]" in said.out


def test_what_got_worse_is_not_mended(run: Run, army: Path) -> None:
    run("add", army, "gothmog", "--count", "2")
    said = run("add", army, "gothmog")
    assert "mended" not in said.out
    assert "still: The army: A named hero is there once" in said.out


def test_a_move_is_said_in_the_words_that_were_typed(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    run("add", army, "gothmog")
    run("add", army, "orc-warrior", "--count", "8", "--to", "1.1")
    said = run("set", army, "1.1.1", "--count", "3", "to=gothmog")
    assert "Set holder to gothmog on 3 of 1.1.1 8 × Orc Warrior (Orc Captain)." in said.out


def test_an_entry_without_a_letter_is_no_entry(run: Run, army: Path) -> None:
    for nothing in ("", "😀", "--"):
        said = run("add", army, "--", nothing)
        assert said.code == 2
        assert "takes “" in said.err
        assert len(said.err.splitlines()) < 10


def test_show_tells_the_profiles_in_play(run: Run) -> None:
    file = "profiles.json"
    assert run("new", "mesbg", "mordor", "-o", file).code == 0
    assert run("add", file, "orc-captain", "--with", "shield", "--with", "warg").code == 0
    shown = json.loads(run("show", file, "--format", "json").out)["selections"]
    (captain,) = (one for one in shown if one["name"].startswith("Orc Captain"))
    rider, warg = captain["profiles"]
    assert (rider["values"]["defence"], rider["values"]["move"]) == (6, 10)
    assert (warg["name"], warg["values"]["strength"]) == ("Warg", 4)
