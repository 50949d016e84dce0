"""What a pack can ask: of sides, of army lists and versions, of all rosters of a player or team."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.test_events import GAME, LIST, UNIT
from tests.shipped import LIBRARY

MESBG = {path.stem: path for path in LIBRARY.rosters("mesbg")}
ATTACK = MESBG["ladders-against-the-wall"]
DEFENCE = MESBG["the-hornburg-by-night"]
NEITHER = MESBG["grond-is-coming"]
PACK: dict[str, Any] = {
    "name": "The Open",
    "ruleset": "mesbg",
    "documents": {"open": {"title": "The Open, players' pack"}},
    "source": {"document": "open", "section": "2"},
}
SOURCE = {"document": "open"}


def judged(run: Run, pack: dict[str, Any], *rosters: Path | str) -> tuple[int, list[Any]]:
    Path("event.json").write_text(json.dumps({**PACK, **pack}), encoding="utf-8")
    said = run("check", "--pack", "event.json", *rosters, "--format", "json")
    return said.code, json.loads(said.out)["files"]


def messages(files: list[Any]) -> list[str]:
    return [finding["message"] for one in files for finding in one["findings"]]


def test_a_demand_on_a_choice_is_told_as_such(run: Run) -> None:
    pack = {"choices": {"siege": ["attacker", "defender"]}}
    assert judged(run, pack, ATTACK, DEFENCE)[0] == 0
    code, files = judged(run, pack, NEITHER)
    assert code == 1
    (message,) = messages(files)
    assert message == "Siege: The Open is for attacker or defender, not none."
    assert files[0]["findings"][0]["cite"] == "The Open, players' pack, “2”"


def test_army_lists_that_may_not_come(run: Run) -> None:
    code, files = judged(run, {"banned": ["rohan"]}, ATTACK, DEFENCE)
    assert (code, messages(files)) == (1, ["The Open is not for Rohan."])
    pack = {"sides": [{"choices": {"siege": "defender"}, "catalogues": ["mordor"]}]}
    code, files = judged(run, pack, ATTACK, DEFENCE, MESBG["horns-at-dawn"])
    assert messages(files) == ["The Open is not for Rohan as defender, only for Mordor."]
    pack = {"sides": [{"choices": {"siege": ["attacker", "defender"]}, "banned": ["rohan"]}]}
    _, files = judged(run, pack, ATTACK, DEFENCE, MESBG["horns-at-dawn"])
    assert messages(files) == ["The Open is not for Rohan as attacker or defender."]


def test_limits_of_a_side(run: Run) -> None:
    pack = {"sides": [{"choices": {"siege": "defender"}, "limits": {"points": {"exactly": 690}}}]}
    code, files = judged(run, pack, ATTACK, DEFENCE, NEITHER)
    assert code == 1
    assert [one["verdict"] for one in files] == ["legal", "illegal", "legal"]
    assert [one["code"] for one in files[1]["findings"]] == ["event.points.exactly"]
    said = json.loads(DEFENCE.read_text(encoding="utf-8"))
    del said["limits"]
    Path("unsaid.json").write_text(json.dumps(said), encoding="utf-8")
    code, files = judged(run, pack, "unsaid.json")
    assert [one["code"] for one in files[0]["findings"]] == ["over-points"]
    assert files[0]["limits"] == {"points": 690}


def test_the_version_by_which_an_event_judges(run: Run) -> None:
    own = LIBRARY.catalogue("mesbg", "rohan").version
    assert judged(run, {"versions": {"rohan": own}}, DEFENCE)[0] == 0
    code, files = judged(run, {"versions": {"rohan": "9.9.9"}}, DEFENCE)
    assert code == 2
    assert messages(files) == [f"The Open judges by Rohan 9.9.9; {own} is at hand."]
    assert judged(run, {"versions": {"roan": own}}, DEFENCE)[1][0]["findings"][0]["code"] == (
        "unknown-catalogue"
    )


def put(path: str, of: Path, **more: Any) -> None:
    Path(path).parent.mkdir(exist_ok=True)
    said = {**json.loads(of.read_text(encoding="utf-8")), **more}
    Path(path).write_text(json.dumps(said), encoding="utf-8")


def test_what_is_asked_of_all_rosters_of_a_player(run: Run) -> None:
    sides = {"siege": ["attacker", "defender"]}
    pack = {"per_player": {"rosters": {"exactly": 2}, "one_of_each": sides}}
    put("in/1.json", ATTACK, player="Ann")
    put("in/2.json", DEFENCE, player="ANN")
    assert judged(run, pack, "in")[0] == 0
    put("in/3.json", ATTACK, player="Ole")
    put("in/4.json", ATTACK, player="Ole")
    put("in/5.json", DEFENCE, player="Mia")
    code, files = judged(run, pack, "in")
    assert code == 1
    assert [one["path"] for one in files[5:]] == ["player Ole", "player Mia"]
    assert messages(files) == [
        "2 rosters as attacker, exactly 1 needed.",
        "0 rosters as defender, exactly 1 needed.",
        "1 roster, exactly 2 needed.",
        "0 rosters as attacker, exactly 1 needed.",
    ]
    text = run("check", "--pack", "event.json", "in", "--mail", "out").out
    assert "5 files: 5 legal; 2 findings across rosters\n" in text
    assert "0 rosters as attacker" in Path("out/mia.txt").read_text(encoding="utf-8")


def by_print(name: str, printed: dict[str, Any], **of: Any) -> dict[str, Any]:
    return {
        "constraints": [
            {
                "id": name,
                "title": "Not at this event",
                "for": {**of, "printed": printed},
                "require": {"count": {"in": "self"}, "at_most": 0},
                "source": SOURCE,
            }
        ]
    }


def test_numbers_that_are_printed_in_profiles(run: Run) -> None:
    skilled = by_print("too-skilled", {"column": "fight", "at_least": 7})
    code, files = judged(run, skilled, DEFENCE, NEITHER)
    assert (code, [one["verdict"] for one in files]) == (1, ["legal", "illegal"])
    assert {found["code"] for found in files[1]["findings"]} == {"too-skilled"}
    assert messages(files)[0].startswith("Mordor Troll")
    strong = by_print("too-strong", {"column": "strength", "type": "engine", "at_least": 10})
    assert [one["verdict"] for one in judged(run, strong, ATTACK, NEITHER)[1]] == [
        "legal",
        "illegal",
    ]
    warhammer = {path.stem: path for path in LIBRARY.rosters("warhammer")}
    machines = {
        **by_print("too-strong", {"column": "strength", "type": "weapon", "at_least": 9}),
        "ruleset": "warhammer",
    }
    with_cannon, without = warhammer["the-walls-of-the-reikland"], warhammer["the-dead-at-the-moat"]
    code, files = judged(run, machines, with_cannon, without)
    assert [one["verdict"] for one in files] == ["illegal", "legal"]
    assert messages(files) == ["Great Cannon: Not at this event."]


def test_printed_numbers_that_nothing_has_are_told_at_their_place(run: Run) -> None:
    def linted(printed: dict[str, Any]) -> list[tuple[str, str, str]]:
        pack = {**PACK, **by_print("skilled", printed)}
        Path("event.json").write_text(json.dumps(pack), encoding="utf-8")
        said = run("lint", "event.json", "--no-proofs", "--format", "json")
        (file,) = json.loads(said.out)["files"]
        return [(one["code"], one["pointer"], one["message"]) for one in file["findings"]]

    at = "/constraints/0/for"
    assert linted({"column": "fight", "at_least": 7}) == []
    assert linted({"column": "figth", "at_least": 7}) == [
        (
            "unknown-column",
            f"{at}/printed/column",
            "No column is called “figth”. Did you mean “fight”?",
        )
    ]
    assert linted({"column": "fight", "type": "heros", "at_least": 7}) == [
        (
            "unknown-profile",
            f"{at}/printed/type",
            "No profile is called “heros”. Did you mean “hero”?",
        )
    ]
    assert linted({"column": "fight", "at_least": 11}) == [
        (
            "matches-nothing",
            at,
            "No roster can hold what this test asks for:"
            " all where its printed Fight is at least 11.",
        )
    ]


HEROES = {
    "id": "shared-hero",
    "title": "No named hero twice in a team",
    "for": "roster",
    "require": {"count": {"is": "named"}, "at_most": {"distinct": "entry", "of": {"is": "named"}}},
    "source": SOURCE,
}


def test_rules_across_the_rosters_of_a_team(run: Run) -> None:
    pack = {"per_team": {"players": {"exactly": 2}, "constraints": [HEROES]}}
    put("in/1.json", ATTACK, player="Ann", team="Reds")
    put("in/2.json", DEFENCE, player="Ole", team="reds")
    assert judged(run, pack, "in") == (0, judged(run, pack, "in")[1])
    put("in/3.json", MESBG["horns-at-dawn"], player="Ole", team="Reds")
    _, files = judged(run, pack, "in")
    found = messages(files)
    assert len(found) == 1, "one hero of Rohan is in both"
    assert found[0].startswith("The army: No named hero twice in a team: ")
    put("in/3.json", ATTACK, player="Eva")
    _, files = judged(run, pack, "in")
    assert messages(files) == ["It is of no team; The Open is for teams."]
    total = {**HEROES, "id": "both-of-a-team", "require": {"sum": "points", "at_most": 1000}}
    del total["title"]
    total["title"] = "No more than 1,000 points of both"
    Path("in/3.json").unlink()
    _, files = judged(run, {"per_team": {"constraints": [total]}}, "in")
    assert ["1390 points, at most 1000 allowed." in one for one in messages(files)] == [True]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"banned": ["modor"]}, "[unknown-catalogue]"),
        ({"choices": {"siege": ["attaker"]}}, "[unknown-option]"),
        ({"choices": {"siege": 3}}, "[wrong-type]"),
        ({"sides": [{"choices": {"sieg": "attacker"}}]}, "[unknown-choice]"),
        ({"sides": [{"limits": {}}]}, "[missing-key]"),
        ({"sides": [{"choices": {}, "limits": {"pts": {"exactly": 3}}}]}, "[unknown-limit]"),
        ({"per_player": {"one_of_each": {"siege": "outside"}}}, "[unknown-option]"),
        ({"per_team": {"constraints": [HEROES, HEROES]}}, "[colliding-code]"),
        (
            {"per_team": {"constraints": [{**HEROES, "require": {"sum": "pints", "at_most": 1}}]}},
            "[unknown-value]",
        ),
    ],
)
def test_names_that_mean_nothing(run: Run, more: dict[str, Any], said: str) -> None:
    Path("event.json").write_text(json.dumps({**PACK, **more}), encoding="utf-8")
    told = run("check", ATTACK, "--pack", "event.json")
    assert (told.code, said in told.out) == (2, True), told.out
    assert run("lint", "event.json", "--no-proofs").code == 2


def test_an_army_is_built_for_an_event(run: Run) -> None:
    pack = {"limits": {"points": {"exactly": 600}}, "banned": ["rohan"], "choices": {}}
    no_heroes = {
        "id": "named-at-open",
        "title": "No named heroes",
        "for": {"is": "named"},
        "require": {"count": {"in": "self"}, "at_most": 0},
        "source": SOURCE,
    }
    said = {**PACK, **pack, "constraints": [no_heroes]}
    Path("event.json").write_text(json.dumps(said), encoding="utf-8")
    event = ("--pack", "event.json")
    assert run("new", "mesbg", "mordor", "-o", "a.json", *event).code == 0
    assert json.loads(Path("a.json").read_text(encoding="utf-8"))["limits"] == {"points": 600}
    assert "[named-at-open]" in run("add", "a.json", "gothmog", *event).out
    assert "[named-at-open]" not in run("add", "a.json", "orc-captain").out
    assert "mended: " in run("remove", "a.json", "gothmog", *event).out
    told = run("set", "a.json", ".", "points=500", *event).out
    assert "500 Points, exactly 600 needed." in told
    put("b.json", DEFENCE)
    saved = json.loads(Path("b.json").read_text(encoding="utf-8"))
    del saved["limits"]
    Path("b.json").write_text(json.dumps(saved), encoding="utf-8")
    assert "The Open is not for Rohan." in run("set", "b.json", ".", "name=x", *event).out
    assert "limits" not in json.loads(Path("b.json").read_text(encoding="utf-8")), "as it was"


WITHIN_POINTS = {
    "id": "within-points",
    "title": "No more than the points",
    "for": "roster",
    "require": {"sum": "points", "at_most": {"limit": "points"}},
    "source": SOURCE,
}


def a_raid() -> None:
    """Write a game of one army list with one unit to ``games``."""
    Path("games/raid").mkdir(parents=True)
    for name, data in (("ruleset", GAME), ("band", {**LIST, "entries": [UNIT]})):
        Path(f"games/raid/{name}.json").write_text(json.dumps(data), encoding="utf-8")


def test_a_pack_that_no_army_can_meet(run: Run) -> None:
    a_raid()
    many = {
        "id": "a-thousand",
        "title": "A thousand men or more",
        "for": "roster",
        "require": {"count": {"is": "unit"}, "at_least": 1000},
        "source": SOURCE,
    }
    lint = ("--data", "games", "lint", "event.json", "--no-cache")
    for points, rules in (
        (600, [many, WITHIN_POINTS]),
        (3000, [many, WITHIN_POINTS]),
        (600, [WITHIN_POINTS]),
    ):
        pack = {"ruleset": "raid", "limits": {"points": {"at_most": points}}, "constraints": rules}
        Path("event.json").write_text(json.dumps({**PACK, **pack}), encoding="utf-8")
        assert run(*lint, "--no-proofs").code == 0
        said = run(*lint)
        if (points, len(rules)) == (600, 2):
            assert said.code == 1
            assert "No army is legal at The Open. These can’t all be kept: " in said.out
            assert "A thousand men or more" in said.out
            assert "[impossible-event]" in said.out
        else:
            assert said.code == 0, said.out


def test_what_an_event_allows_is_possible_on_each_side(run: Run) -> None:
    a_raid()
    two = {
        "id": "two-men",
        "title": "Two men",
        "for": "roster",
        "require": {"count": {"is": "unit"}, "exactly": 2},
        "source": SOURCE,
    }
    pack = {"ruleset": "raid", "choices": {"side": ["in", "out"]}, "constraints": [two]}
    Path("event.json").write_text(json.dumps({**PACK, **pack}), encoding="utf-8")
    said = run("--data", "games", "lint", "event.json", "--no-cache")
    assert said.code == 1
    assert "No army is legal at The Open with Side: outside." in said.out
    assert "Side: inside" not in said.out


def test_lint_finds_packs_that_no_army_can_meet_together(run: Run) -> None:
    a_raid()
    many = {
        "id": "a-hundred",
        "title": "A hundred men or more",
        "for": "roster",
        "require": {"count": {"is": "unit"}, "at_least": 100},
        "source": SOURCE,
    }
    packs: dict[str, dict[str, Any]] = {
        "event": {"limits": {"points": {"exactly": 60}}},
        "house": {"name": "Our house", "constraints": [many, WITHIN_POINTS]},
        "other": {"name": "Theirs", "limits": {"points": {"exactly": 70}}},
    }
    for name, pack in packs.items():
        text = json.dumps({**PACK, "ruleset": "raid", **pack})
        Path(f"{name}.json").write_text(text, encoding="utf-8")
    lint = ("--data", "games", "lint", "--no-cache")
    for name in packs:
        assert run(*lint, f"{name}.json").code == 0, "by itself each can be met"
    said = run(*lint, "house.json", "--pack", "event.json")
    assert said.code == 1
    assert "No army is legal at The Open and Our house. These can’t all be kept: " in said.out
    assert "A hundred men or more" in said.out
    assert run(*lint, "event.json", "--pack", "event.json").code == 0, "beside itself it is once"
    said = run(*lint, "other.json", "--pack", "event.json")
    assert (said.code, "[contradicting-packs]" in said.out) == (1, True)
    assert run(*lint, "event.json", "--pack", "nowhere.json").code == 2


def test_an_import_is_played_as_the_event_plays_it(run: Run) -> None:
    pack = {"limits": {"points": {"exactly": 333}}, "banned": ["mordor"]}
    Path("event.json").write_text(json.dumps({**PACK, **pack}), encoding="utf-8")
    assert run("export", NEITHER, "--to", "text", "-o", "grond.txt").code == 0
    said = run("import", "grond.txt", "--pack", "event.json", "-o", "mine")
    assert said.code == 0
    assert "The Open is not for Mordor." in said.out
    assert "999 of 1000 points, illegal" in said.out, "another limit than the event's"
    text = Path("grond.txt").read_text(encoding="utf-8")
    Path("open.txt").write_text(text.replace("999 of 1000 points", "999 points"), encoding="utf-8")
    said = run("import", "open.txt", "--pack", "event.json", "-o", "mine")
    assert "999 of 333 points, illegal" in said.out, "what it leaves open the event settles"
    plain = run("import", "grond.txt", "-o", "plain")
    assert "999 of 1000 points, legal" in plain.out
    other = {**PACK, "ruleset": "warhammer"}
    Path("event.json").write_text(json.dumps(other), encoding="utf-8")
    said = run("import", "grond.txt", "--pack", "event.json", "-o", "theirs")
    assert (said.code, Path("theirs/grond.json").exists()) == (2, False)
    assert "is an event of warhammer" in said.out


def test_lint_judges_rosters_by_the_event(run: Run) -> None:
    text = json.dumps({**PACK, "limits": {"points": {"exactly": 111}}})
    Path("event.json").write_text(text, encoding="utf-8")
    assert "event.points.exactly" not in run("lint", DEFENCE).out
    assert "event.points.exactly" in run("lint", DEFENCE, "--pack", "event.json").out


def together(run: Run, one: dict[str, Any], two: dict[str, Any], *rosters: Path) -> Any:
    for name, pack in (("event", one), ("house", {"name": "Our house", **two})):
        Path(f"{name}.json").write_text(json.dumps({**PACK, **pack}), encoding="utf-8")
    packs = ("--pack", "event.json", "--pack", "house.json")
    said = run("check", *packs, *rosters, "--format", "json")
    return said.code, json.loads(said.out)["files"]


def test_several_packs_hold_together_and_each_cites_itself(run: Run) -> None:
    rule = {
        "id": "no-engines",
        "title": "No engines",
        "for": "roster",
        "require": {"count": {"is": "engine"}, "at_most": 0},
        "source": SOURCE,
    }
    house = {
        "documents": {"open": {"title": "Our house rules"}},  # the id is the event's, too
        "banned": ["rohan"],
        "constraints": [rule],
    }
    event = {"choices": {"siege": ["attacker", "defender"]}}
    code, files = together(run, event, house, DEFENCE, NEITHER)
    assert code == 1
    cites = {one["code"]: one["cite"] for told in files for one in told["findings"]}
    assert cites == {
        "list-not-allowed": "Our house rules, “2”",
        "choice-not-allowed": "The Open, players' pack, “2”",
        "no-engines": "Our house rules",
    }
    assert "Our house is not for Rohan." in messages(files)
    assert together(run, event, {}, DEFENCE)[0] == 0


@pytest.mark.parametrize(
    ("event", "house", "message"),
    [
        (
            {"limits": {"points": {"exactly": 500}}},
            {"limits": {"points": {"at_most": 400}}},
            "points",
        ),
        (
            {"limits": {"points": {"exactly": 500}}},
            {"limits": {"points": {"exactly": 501}}},
            "points",
        ),
        ({"choices": {"siege": ["attacker"]}}, {"choices": {"siege": ["defender"]}}, "siege"),
        ({"catalogues": ["rohan"]}, {"banned": ["rohan"]}, "No army list may come"),
        ({}, {"ruleset": "warhammer", "documents": PACK["documents"]}, "of warhammer"),
    ],
)
def test_packs_that_contradict_each_other(
    run: Run, event: dict[str, Any], house: dict[str, Any], message: str
) -> None:
    code, files = together(run, event, house, DEFENCE)
    assert (code, [one["path"] for one in files]) == (2, ["house.json"])
    assert message in messages(files)[0]
    assert "The Open" in messages(files)[0]
    assert files[0]["findings"][0]["code"] == "contradicting-packs"


def test_the_narrower_of_two_limits_holds(run: Run) -> None:
    said = json.loads(DEFENCE.read_text(encoding="utf-8"))
    del said["limits"]
    Path("unsaid.json").write_text(json.dumps(said), encoding="utf-8")
    wide, narrow = ({"limits": {"points": {"at_most": most}}} for most in (2000, 500))
    for one, two in ((wide, narrow), (narrow, wide), (narrow, narrow)):
        code, files = together(run, one, two, Path("unsaid.json"))
        assert (code, files[0]["limits"]) == (1, {"points": 500})
        assert [one["code"] for one in files[0]["findings"]] == ["over-points"]
