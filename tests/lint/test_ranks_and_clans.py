"""A small game that says `greatest`, `least` and `distinct`: judged, solved and proved."""

from pathlib import Path
from typing import Any

from listbuilder.rules.explain import explain
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.complete import complete
from tests.lint.small_games import SOURCE, army_list, linted, rule, ruleset, written
from tests.rules.small import codes, roster


def hero(name: str, rank: int, clan: str, points: int) -> dict[str, Any]:
    values = {"points": points, "rank": rank}
    slots = [{"id": "honour", "title": "Honour", "offers": ["banner"], "max": 1}]
    made = {"id": name, "name": name.capitalize(), "is": ["hero", clan], "values": values}
    return {**made, "copies": 1, **({"slots": slots} if rank > 1 else {}), "source": SOURCE}


GAME = ruleset(
    "clans",
    values={"points": {"title": "points", "cost": True}, "rank": {"title": "rank"}},
    limits={"points": {"title": "Points", "default": 100}},
    keywords={
        "hero": {"title": "Hero", "must": "clan", "carries": ["points", "rank"]},
        "raven": {"title": "Raven", "family": "clan"},
        "otter": {"title": "Otter", "family": "clan"},
        "badger": {"title": "Badger", "family": "clan"},
        "honour": {"title": "Honour"},
    },
    slots=[{"id": "heroes", "title": "Heroes", "offers": [{"is": "hero"}], "min": 1}],
    entries=[
        {"id": "banner", "name": "Banner", "is": "honour", "source": SOURCE},
        hero("king", 3, "raven", 40),
        hero("thane", 2, "raven", 25),
        hero("reeve", 2, "otter", 20),
        hero("squire", 1, "badger", 10),
    ],
    constraints=[
        rule(
            "over-points",
            "An army costs no more than its limit",
            **{"for": "roster", "require": {"sum": "points", "at_most": {"limit": "points"}}},
        ),
        rule(
            "more-than-one-banner",
            "One hero carries the banner",
            **{"for": "roster", "require": {"count": {"entry": "banner"}, "exactly": 1}},
        ),
        rule(
            "banner-below-the-highest",
            "A hero of the highest rank carries the banner",
            **{
                "for": {"is": "hero", "has": {"entry": "banner"}},
                "require": {
                    "sum": "rank",
                    "of": {"in": "self"},
                    "at_least": {"greatest": "rank", "of": {"in": "roster", "is": "hero"}},
                },
            },
        ),
        rule(
            "too-many-clans",
            "Heroes are of two clans at most",
            **{
                "for": "roster",
                "require": {"distinct": "clan", "of": {"is": "hero"}, "at_most": 2},
            },
        ),
        rule(
            "squires-alone",
            "With a squire come two other kinds of heroes at least",
            **{
                "for": "roster",
                "when": {"least": "rank", "of": {"is": "hero"}, "exactly": 1},
                "require": {"distinct": "entry", "of": {"is": "hero"}, "at_least": 3},
            },
        ),
    ],
)


def test_ranks_of_leaders_and_numbers_of_clans(tmp_path: Path) -> None:
    judge = written(tmp_path, GAME, army_list("clans", "north"))
    banner = [{"entry": "banner"}]

    def broken(*army: Any) -> list[str]:
        return codes(judge, roster(*army, catalogues={"north": "1.0.0"}, limits={"points": 100}))

    assert broken({"entry": "king", "with": banner}, "thane", "reeve") == []
    assert broken("king", {"entry": "thane", "with": banner}) == ["banner-below-the-highest"]
    assert broken({"entry": "reeve", "with": banner}, "thane") == []
    three = broken({"entry": "king", "with": banner}, "reeve", "squire")
    assert three == ["too-many-clans"]
    assert broken({"entry": "king", "with": banner}, "squire") == ["squires-alone"]
    assert broken({"entry": "king", "with": banner}, "thane", "squire") == []

    # In words: what was found, and what may be.
    army = roster(
        {"entry": "king", "with": banner}, "reeve", "squire", catalogues={"north": "1.0.0"}
    )
    ((_, finding),) = explain(judge.evaluate(army), judge, lambda _: None)
    assert "3 different kinds of clan, at most 2 allowed" in finding.message

    # Solved: the banner goes to the king as soon as he comes.
    given = roster("thane", catalogues={"north": "1.0.0"}, limits={"points": 95})
    solved = complete(judge, given)
    assert isinstance(solved, Solved)
    assert judge.evaluate(solved.roster).legal
    assert solved.proved

    # Proved: each rule can be kept, and broken by itself.
    assert linted(tmp_path, "clans") == []
