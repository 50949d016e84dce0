"""Two small games: rank and file that unlock others, and detachments of an army list."""

from pathlib import Path
from typing import Any

from listbuilder.editing.edit import new
from listbuilder.rules.explain import explain
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.complete import complete
from tests.lint.small_games import SOURCE, Json, army_list, linted, rule, ruleset, written
from tests.rules.small import codes, roster

POINTS = {"points": {"title": "points", "cost": True}}
OVER = rule(
    "over-points",
    "An army costs no more than its limit",
    **{"for": "roster", "require": {"sum": "points", "at_most": {"limit": "points"}}},
)


def unit(name: str, is_: str, points: int, **said: Any) -> Json:
    values = {"points": points}
    return {"id": name, "name": name.capitalize(), "is": is_, "values": values, **said} | {
        "copies": 1,
        "source": SOURCE,
    }


UNLOCKED = {"is": ["hero", "engine", "monster", "troop"]}
RANKS = ruleset(
    "ranks",
    values=POINTS,
    limits={"points": {"title": "Points", "default": 400}},
    keywords={
        name: {"title": name.capitalize(), "family": "kind"}
        for name in ("troop", "regiment", "horde", "hero", "engine", "monster")
    },
    slots=[{"id": "units", "title": "Units", "offers": [{}]}],
    entries=[
        unit("scouts", "troop", 40),
        unit("spears", "regiment", 80),
        unit("swarm", "horde", 140),
        unit("lord", "hero", 60),
        unit("bolter", "engine", 50),
        unit("giant", "monster", 120),
    ],
    constraints=[
        OVER,
        rule(
            "not-unlocked",
            "Regiments unlock two troops and one of the rest, hordes four and one of each",
            **{
                "for": "roster",
                "require": {
                    "unassigned": UNLOCKED,
                    "to": [
                        {
                            "is": ["hero", "engine", "monster"],
                            "max": {"count": {"is": "regiment"}},
                        },
                        *(
                            {"is": kind, "max": {"count": {"is": "horde"}}}
                            for kind in ("hero", "engine", "monster")
                        ),
                        {
                            "is": "troop",
                            "max": {
                                "plus": [
                                    {"times": 2, "of": {"count": {"is": "regiment"}}},
                                    {"times": 4, "of": {"count": {"is": "horde"}}},
                                ]
                            },
                        },
                    ],
                    "at_most": 0,
                },
            },
        ),
    ],
)


def test_rank_and_file_unlock_the_rest(tmp_path: Path) -> None:
    judge = written(tmp_path, RANKS, army_list("ranks", "men"))

    def army(*names: str) -> Any:
        return roster(*names, catalogues={"men": "1.0.0"}, limits={"points": 400})

    assert codes(judge, army("spears", "lord")) == []
    assert codes(judge, army("spears", "lord", "bolter")) == ["not-unlocked"]
    assert codes(judge, army("swarm", "lord", "bolter")) == []
    assert codes(judge, army("swarm", "spears", "lord", "lord")) == []
    assert codes(judge, army("swarm", "spears", "scouts", "scouts")) == []
    assert codes(judge, army("lord")) == ["not-unlocked"]

    # One fault, one finding, which names those who compete.
    ((_, told),) = explain(judge.evaluate(army("spears", "lord", "bolter", "giant")), judge)
    assert told.message.endswith("2 left over, none allowed.")
    assert [part.name for part in told.parts] == ["Lord", "Bolter", "Giant"]

    # Solved: three regiments unlock what is there; no other way to spend 250 points does.
    solved = complete(judge, army("lord", "bolter", "scouts"))
    assert isinstance(solved, Solved)
    assert solved.proved
    assert judge.evaluate(solved.roster).legal
    assert judge.evaluate(solved.roster).costs["points"] == 390

    assert linted(tmp_path, "ranks") == []


def detachment(option: str, banner: str) -> Json:
    test = {"entry": banner}
    return rule(
        f"{banner}-elsewhere",
        f"Only a {option} has the {banner}",
        **{
            "for": test,
            "when": {"not": {"choice": {"detachment": option}}},
            "require": {"count": {"in": "self"}, "at_most": 0},
        },
    )


COMPANY = ruleset(
    "company",
    values=POINTS,
    limits={"points": {"title": "Points", "default": 100}},
    choices={"detachment": {"title": "Detachment", "options": {"patrol": "Patrol"}}},
    keywords={"soldier": {"title": "Soldier"}, "raider": {"title": "Raider"}},
    slots=[{"id": "army", "title": "Army", "offers": [{"is": "soldier"}], "min": 1}],
    constraints=[
        OVER,
        rule(
            "raider-in-patrol",
            "No patrol has raiders",
            **{
                "for": "roster",
                "when": {"choice": {"detachment": "patrol"}},
                "require": {"count": {"is": "raider"}, "at_most": 0},
            },
        ),
        rule(
            "wolves-in-front",
            "Where wolves lead, two of them come",
            **{
                "for": "roster",
                "when": {"first_list": "wolves"},
                "require": {"count": {"entry": "wolf"}, "at_least": 2},
            },
        ),
    ],
)
GRANTS = [{"id": "gear", "title": "Gear", "offers": ["totem"], "max": 1}]
WOLVES = army_list(
    "company",
    "wolves",
    choices={
        "detachment": {
            "title": "Detachment",
            "options": {"pack": "The Pack"},
            "default": "pack",
        }
    },
    keywords={"totem": {"title": "Totem"}},
    entries=[
        unit("wolf", "soldier", 20, slots=GRANTS) | {"is": ["soldier", "raider"]},
        {"id": "totem", "name": "Totem", "is": "totem", "values": {"points": 5}, "source": SOURCE},
    ],
    constraints=[detachment("pack", "totem")],
    changes=[
        {
            "id": "tamed",
            "for": {"entry": "wolf", "has": {"entry": "totem"}},
            "loses": "raider",
            "source": SOURCE,
        }
    ],
)
BEARS = army_list("company", "bears", entries=[unit("bear", "soldier", 30)])


def test_an_army_list_has_detachments_of_its_own(tmp_path: Path) -> None:
    judge = written(tmp_path, COMPANY, WOLVES, BEARS)
    assert [*judge.book.choices["detachment"].options] == ["patrol", "pack"]
    begun = new(judge, "Ours", {})
    assert begun.choices == {"detachment": "pack"}

    def broken(*army: Any, chosen: str, lists: tuple[str, ...] = ("wolves", "bears")) -> list[str]:
        return codes(
            judge,
            roster(
                *army,
                catalogues=dict.fromkeys(lists, "1.0.0"),
                limits={"points": 100},
                choices={"detachment": chosen},
            ),
        )

    tame = {"entry": "wolf", "with": [{"entry": "totem"}]}
    assert broken("wolf", tame, chosen="pack") == []
    assert broken("wolf", tame, chosen="patrol") == ["raider-in-patrol", "totem-elsewhere"]
    assert broken("bear", "bear", chosen="patrol", lists=("bears", "wolves")) == []
    assert broken("bear", "bear", chosen="patrol") == ["wolves-in-front"]

    solved = complete(judge, begun)
    assert isinstance(solved, Solved)
    assert solved.proved
    assert judge.evaluate(solved.roster).legal

    assert linted(tmp_path, "company") == []
