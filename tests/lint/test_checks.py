"""What lint asks of rules and bounds, at the edges: what is a mistake, and what is none."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from listbuilder.findings import Source
from listbuilder.lint.codes_page import PATHS
from listbuilder.lint.completeness import pattern_of
from listbuilder.lint.run import Linter
from listbuilder.lint.style import slug
from listbuilder.loading.library import Library
from listbuilder.model.play_aids import Dice
from listbuilder.odds.dice import rolls_of
from tests.lint.conftest import Gate

HERE = {"document": "book"}


def rule(name: str = "some-rule", **said: Any) -> dict[str, Any]:
    keys = ("id", "title", "severity", "for", "when", "require", "source")
    made = {"id": name, "title": "Some rule", "for": "roster", "source": HERE, **said}
    return {key: made[key] for key in keys if key in made}


def lamps(**bound: Any) -> dict[str, Any]:
    return {"count": {"entry": "lamp"}, **bound}


def sentry(name: str, **said: Any) -> dict[str, Any]:
    keys = (
        "id",
        "name",
        "is",
        "values",
        "size",
        "copies",
        "caps",
        "requires",
        "slots",
        "picture",
        "source",
    )
    made = {
        "id": name,
        "name": name.capitalize(),
        "is": "sentry",
        "values": {"points": 1},
        "source": HERE,
        **said,
    }
    return {key: made[key] for key in keys if key in made}


def gear(**said: Any) -> dict[str, Any]:
    bounds = ("min", "max", "exactly", "each_max", "per", "budget")
    keys = ("id", "title", "offers", *bounds, "groups", "default")
    made = {"id": "gear", "title": "Gear", "offers": ["lamp", "rope"], **said}
    return {key: made[key] for key in keys if key in made}


# Plain entries.

EACH = {"count": {"in": "self"}}
KEPT_BY_EACH = [
    {"require": {"count": {"in": "children"}, "at_most": 0}},
    {"require": lamps(at_most=EACH)},
    {"require": lamps(at_most={"times": 3, "of": EACH})},
    {"require": lamps(at_least={"plus": [EACH, EACH]})},
    {"require": {"sum": "points", "at_least": EACH}},
    {"require": {"count": {"in": "roster", "entry": "lamp"}, "at_least": 1}},
    {"require": {"count": {"in": "watch", "entry": "lamp"}, "at_most": 7}},
    {"when": {"choice": {"time": "night"}}, "require": lamps(at_most=EACH)},
    {
        "when": {"count": {"in": "watch", "entry": "rope"}, "at_least": 1},
        "require": lamps(at_most=EACH),
    },
]
JUDGED_AS_ONE = [
    {"require": lamps(at_least=1)},
    {"require": lamps(at_most={"times": "1/3", "of": EACH, "round": "up"})},
    {"require": lamps(at_most={"plus": [1, EACH]})},
    {"require": lamps(multiple_of=2)},
    {"require": lamps(at_most={"limit": "points"})},
    {"require": lamps(at_most={"if": lamps(at_least=1), "then": EACH})},
    {"when": lamps(at_least=1), "require": {"count": {"in": "roster"}, "at_least": 1}},
    {"for": {"is": "sentry", "has": {"entry": "lamp"}}, "require": lamps(at_most=EACH)},
]


@pytest.mark.parametrize("said", KEPT_BY_EACH, ids=str)
def test_the_same_for_ten_as_for_two_times_five(gate: Gate, said: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"for": {"is": "sentry"}, **said}
    assert gate.codes(constraints=[rule(**asked)]) - {"illegal-roster"} == set()


@pytest.mark.parametrize("said", JUDGED_AS_ONE, ids=str)
def test_not_the_same_for_ten_as_for_two_times_five(gate: Gate, said: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"for": {"is": "sentry"}, **said}
    assert "plain-judged" in gate.codes(constraints=[rule(**asked)])


@pytest.mark.parametrize("said", [{"copies": 1}, {"size": {"min": 3}}, {"caps": {"roster": 1}}])
def test_a_thing_of_its_own_is_not_plain(gate: Gate, said: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"for": {"entry": "cook"}, "require": lamps(at_least=1)}
    entries = [sentry("cook", **said)]
    assert gate.codes(constraints=[rule(**asked)], entries=entries) == set()


def test_one_in_a_slot_for_one_of_a_thing_of_its_own_is_not_plain(gate: Gate) -> None:
    slot = gear(offers=["whistle"], max=1)
    cook = sentry("cook", copies=1, slots=[{**slot, "id": "pocket"}])
    whistle = {"id": "whistle", "name": "Whistle", "is": "noise", "source": HERE}
    keywords = {"noise": {"title": "Noise"}}
    asked: dict[str, Any] = {"for": {"entry": "whistle"}, "require": {**EACH, "at_most": 1}}
    made = rule(**asked)
    said = {"keywords": keywords, "constraints": [made]}
    assert gate.codes(entries=[cook, whistle], **said) == set()
    crowd = {**cook, "copies": 5}
    assert gate.codes(entries=[crowd, whistle], **said) == {"plain-judged"}


def test_what_a_plain_entry_needs_around_it_is_no_judging(gate: Gate) -> None:
    assert (
        gate.codes(entries=[sentry("cook", requires=[{"in": "watch", "entry": "lamp"}])]) == set()
    )
    own = [sentry("cook", requires=[{"in": "children", "entry": "lamp"}])]
    assert gate.codes(entries=own) == {"plain-judged"}


# Rules beside each other.


@pytest.mark.parametrize(
    ("one", "other", "codes"),
    [
        (lamps(at_most=3), lamps(at_most=5), {"idle-bound"}),
        (lamps(at_least=5), lamps(at_least=3), {"idle-bound"}),
        (lamps(exactly=4), lamps(at_most=5), {"idle-bound"}),
        (lamps(exactly=4), lamps(at_least=2), {"idle-bound"}),
        (lamps(at_most=3), lamps(at_most=3), {"idle-bound"}),
        (lamps(at_most={"limit": "points"}), lamps(at_most={"limit": "points"}), {"idle-bound"}),
        (lamps(at_most=3), lamps(at_least=3), set()),
        (lamps(at_most=3), lamps(at_least=4), {"min-over-max"}),
        (lamps(exactly=3), lamps(exactly=4), {"min-over-max"}),
        (lamps(exactly=3), lamps(at_most=2), {"min-over-max"}),
        (lamps(at_most=3), lamps(at_most={"limit": "points"}), set()),
        (lamps(at_most=3), {"count": {"entry": "rope"}, "at_most": 5}, set()),
        (lamps(per="entry", at_most=3), lamps(at_most=5), set()),
        (lamps(at_most=3), lamps(multiple_of=2), set()),
        (lamps(at_least=0), {"count": {"entry": "rope"}, "at_most": 5}, {"idle-bound"}),
        (lamps(multiple_of=1), {"count": {"entry": "rope"}, "at_most": 5}, {"idle-bound"}),
    ],
    ids=str,
)
def test_two_rules_of_one_number(gate: Gate, one: Any, other: Any, codes: set[str]) -> None:
    gate.add("roster", {"army": []})
    rules = [rule("first-rule", require=one), rule("second-rule", require=other)]
    assert gate.codes(constraints=rules) - {"illegal-roster"} == codes


def test_a_rule_is_idle_only_where_the_other_is_asked_as_gravely(gate: Gate) -> None:
    tight, loose = lamps(at_most=3), lamps(at_most=5)
    day = {"choice": {"time": "day"}}

    def codes(first: dict[str, Any], second: dict[str, Any]) -> set[str]:
        return gate.codes(constraints=[rule("first-rule", **first), rule("second-rule", **second)])

    assert codes({"require": tight}, {"require": loose, "severity": "warning"}) == {"idle-bound"}
    assert codes({"require": tight, "severity": "warning"}, {"require": loose}) == set()
    assert codes({"require": tight}, {"require": loose, "when": day}) == {"idle-bound"}
    assert codes({"require": tight, "when": day}, {"require": loose}) == set()
    assert codes({"require": tight, "for": {"is": "watch"}}, {"require": loose}) == set()


# Bounds of slots.


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ({"min": 2, "max": 2}, set()),
        ({"min": 3, "max": 2}, {"min-over-max"}),
        ({"exactly": 2, "min": 3}, {"min-over-max"}),
        ({"exactly": 2, "max": 1}, {"min-over-max"}),
        ({"exactly": 2, "max": 2}, {"idle-bound"}),
        ({"min": 0}, {"idle-bound"}),
        ({"max": 0}, {"unfillable-slot"}),
        ({"each_max": 1, "max": 1}, {"idle-bound"}),
        ({"each_max": 1, "max": 2}, set()),
        ({"each_max": 1, "min": 2}, set()),
        ({"each_max": 1, "exactly": 3}, {"unfillable-slot"}),
        ({"max": {"limit": "points"}, "each_max": 9}, set()),
        ({"offers": [{"entry": "lamp", "max": 3}], "max": 2}, {"idle-bound"}),
        ({"offers": [{"entry": "lamp", "min": 3}, "rope"], "max": 2}, {"min-over-max"}),
        (
            {"offers": [{"entry": "lamp", "min": 1}, {"entry": "rope", "exactly": 2}], "max": 2},
            {"min-over-max"},
        ),
        ({"offers": [{"entry": "lamp", "max": 1}, "rope"], "each_max": 1}, {"idle-bound"}),
        ({"max": 3, "groups": [{"entry": "lamp", "max": 3}]}, {"idle-bound"}),
        ({"max": 3, "groups": [{"entry": "lamp", "max": 2}]}, set()),
        ({"max": 3, "groups": [{"entry": "lamp", "min": 4}]}, {"min-over-max"}),
        ({"each_max": 2, "groups": [{"entry": "lamp", "min": 3}]}, {"unfillable-slot"}),
        ({"budget": {"points": 9}, "groups": [{"budget": {"points": 9}}]}, {"idle-bound"}),
        ({"budget": {"points": 9}, "groups": [{"budget": {"points": 8}}]}, set()),
        ({"max": 2, "default": [{"entry": "lamp", "count": 3}]}, {"default-out-of-bounds"}),
        ({"min": 2, "default": [{"entry": "lamp"}]}, {"default-out-of-bounds"}),
        ({"max": 2, "per": "model", "default": [{"entry": "lamp", "count": 9}]}, set()),
    ],
    ids=str,
)
def test_bounds_of_a_slot(gate: Gate, said: dict[str, Any], codes: set[str]) -> None:
    own: dict[str, Any] = {"size": {"min": 5}} if "per" in said else {"copies": 1}
    assert gate.codes(entries=[sentry("cook", **own, slots=[gear(**said)])]) == codes


def test_a_cap_limits_what_is_on_offer(gate: Gate) -> None:
    bell = {"id": "bell", "name": "Bell", "is": "gear", "caps": {"watch": 1}, "source": HERE}
    cook = sentry("cook", slots=[gear(offers=["bell"], min=2)])
    assert gate.codes(entries=[cook, bell]) == {"unfillable-slot"}


def test_the_least_size_over_the_most(gate: Gate) -> None:
    assert gate.codes(entries=[sentry("cook", size={"min": 5, "max": 4})]) == {"min-over-max"}


# Slots without an end.


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ({}, False),
        ({"max": 2}, False),
        ({"each_max": 1}, False),
        ({"max": {"if": {"slot": "helpers"}, "then": 0, "else": 2}}, True),
        ({"budget": {"points": 10}}, True),
    ],
    ids=str,
)
def test_a_slot_inside_itself(gate: Gate, said: dict[str, Any], ends: bool) -> None:
    slot = {"id": "helpers", "title": "Helpers", "offers": ["boy"], **said}
    back = {"id": "masters", "title": "Masters", "offers": ["cook"]}
    entries = [sentry("cook", copies=1, slots=[slot]), sentry("boy", copies=1, slots=[back])]
    assert ("endless-slot" in gate.codes(entries=entries)) is not ends


def test_an_offer_goes_by_what_entries_say_of_themselves(gate: Gate) -> None:
    slot = {"id": "helpers", "title": "Helpers", "offers": [{"is": "apprentice"}]}
    entries = [
        sentry("cook", copies=1, slots=[slot]),
        sentry("boy", copies=1, **{"is": ["sentry", "apprentice"]}),
    ]
    keywords = {"apprentice": {"family": "rank"}, "master": {"family": "rank"}}
    promoted = {"id": "promoted", "for": {"entry": "cook"}, "becomes": "master", "source": HERE}
    codes = gate.codes(entries=entries, keywords=keywords, changes=[promoted])
    assert "endless-slot" not in codes


def test_a_cap_ends_it_too(gate: Gate) -> None:
    slot = {"id": "helpers", "title": "Helpers", "offers": ["cook"]}
    assert gate.codes(entries=[sentry("cook", caps={"roster": 3}, slots=[slot])]) == set()


# What can stand where.


def test_what_only_unoffered_entries_offer_is_not_offered(gate: Gate) -> None:
    beasts = {"beast": {"title": "Beast"}}
    slot = {"id": "saddle", "title": "Saddle", "offers": ["saddle"]}
    mule = {"id": "mule", "name": "Mule", "is": "beast", "slots": [slot], "source": HERE}
    saddle = {"id": "saddle", "name": "Saddle", "is": "beast", "source": HERE}
    gate.add("catalogue", {"keywords": beasts, "entries": [mule, saddle]})
    assert [code for _, code in gate.found()] == ["unoffered-entry", "unoffered-entry"]


def test_an_offer_by_keyword_reaches_its_own_list_only(gate: Gate) -> None:
    """The other list's watch has no sentries of the kind that it offers."""
    slots = [{"id": "cooks", "title": "Cooks", "offers": [{"is": "kitchen"}]}]
    watch = {"id": "day-watch", "name": "Day Watch", "is": "watch", "slots": slots, "source": HERE}
    gate.army_list("day", entries=[watch])
    gate.add(
        "catalogue",
        {
            "keywords": {"kitchen": {"title": "Kitchen"}},
            "entries": [sentry("cook", **{"is": ["sentry", "kitchen"]})],
        },
    )
    assert gate.found() == [("gate/day.json", "empty-offer")]


def test_an_entry_of_the_same_id_in_another_list_is_another(gate: Gate) -> None:
    watch = {"id": "day-watch", "name": "Day Watch", "is": "watch", "source": HERE}
    gate.army_list("day", entries=[watch, sentry("porter")])
    assert gate.found() == []


MULE = {
    "keywords": {"rider": {"title": "Rider", "family": "foot"}, "walker": {"family": "foot"}},
    "entries": [
        {
            "id": "mule",
            "name": "Mule",
            "is": "gear",
            "holder_becomes": "rider",
            "source": HERE,
        },
        sentry("cook", **{"is": ["sentry", "walker"]}),
    ],
}


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ({"is": "rider"}, set()),
        ({"is": "rider", "entry": "cook"}, set()),
        ({"is": "walker", "entry": "porter"}, set()),
        ({"entry": "lamp", "under": {"is": "sentry"}}, set()),
        ({"entry": "lamp", "under": {"entry": "rope"}}, {"matches-nothing"}),
        ({"entry": "lamp", "not": {"under": {"is": "watch"}}}, set()),
        ({"is": "sentry", "has": {"entry": "lamp"}}, set()),
        ({"is": "sentry", "has": {"is": "watch"}}, {"matches-nothing"}),
        ({"any": [{"entry": "lamp", "slot": "sentries"}, {"entry": "rope"}]}, set()),
        ({"all": [{"entry": "lamp"}, {"entry": "rope"}]}, {"matches-nothing"}),
        ({"entry": "lamp", "choice": {"time": "night"}}, set()),
    ],
    ids=str,
)
def test_tests_that_something_passes(gate: Gate, asked: dict[str, Any], codes: set[str]) -> None:
    made = rule(require={"count": asked, "at_most": 7})
    assert gate.codes(**MULE, constraints=[made]) == codes


@pytest.mark.parametrize(
    ("place", "asked_of", "codes"),
    [
        ("watch", {"is": "sentry"}, set()),
        ("watch", {"entry": "lamp"}, set()),
        ("gear", {"is": "sentry"}, {"place-never-there"}),
        ("watch", "roster", {"place-never-there"}),
        ("rider", {"is": "sentry"}, {"moving-place", "place-never-there"}),
    ],
)
def test_places_that_are_there(gate: Gate, place: str, asked_of: Any, codes: set[str]) -> None:
    made = rule(**{"for": asked_of, "require": {"count": {"in": place}, "at_least": 0}})
    assert gate.codes(**MULE, constraints=[made]) - {"idle-bound", "plain-judged"} == codes


def test_a_cap_over_what_is_never_around(gate: Gate) -> None:
    assert gate.codes(entries=[sentry("cook", caps={"gear": 1})]) == {"place-never-there"}


def test_what_one_file_breaks_is_not_told_of_the_others(gate: Gate) -> None:
    """Names that an unreadable file may bring are left alone, and what would hang on it."""
    made = rule(require={"count": {"is": "kitchen"}, "at_most": 3})
    gate.add("catalogue", {"constraints": [made]})
    gate.write("gate/day.json", '{"id": "day", "keywords": {"kitchen": {}}, "entires": []}')
    assert {path for path, _ in gate.found()} == {"gate/day.json"}


# Words, dice, forms.


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Théoden, King of Rohan", "theoden-king-of-rohan"),
        ("Lurtz's Scouts", "lurtzs-scouts"),
        ("Lurtz’s Scouts", "lurtzs-scouts"),
        ("Uruk-hai", "uruk-hai"),
        ("Elladan & Elrohir", "elladan-elrohir"),
        ("!!", ""),
    ],
)
def test_names_as_ids(name: str, made: str) -> None:
    assert slug(name) == made


@pytest.mark.parametrize(
    ("sample", "fits", "others"),
    [
        ("3/4+", ("3/4+", "5/6+", "10/2+"), ("3/4", "3+", "/4+", "3/4++")),
        ("(10)", ("(7)", "(10)"), ("7", "(x)", "()")),
        ('6"', ('12"',), ("6", "6''")),
        ("D6", ("D3", "D66"), ("2D6", "d6", "D")),
        ("-", ("-",), ("", "--", "–")),
        ("", ("",), ("-", "0")),
        ("De3X", ("De1X",), ("DeX", "Ce3X")),
    ],
)
def test_samples(sample: str, fits: tuple[str, ...], others: tuple[str, ...]) -> None:
    assert all(pattern_of(sample).fullmatch(text) for text in fits)
    assert not any(pattern_of(sample).fullmatch(text) for text in others)


def test_rolls() -> None:
    own = {"odd": Dice("Odd", ("Blank", 1, 3, 1), Source("book"))}
    assert rolls_of("D6", own) == (1, 2, 3, 4, 5, 6)
    assert rolls_of("2D3", own) == (2, 3, 4, 5, 6)
    assert rolls_of("D66", own)[:8] == (11, 12, 13, 14, 15, 16, 21, 22)  # type: ignore[index]
    assert rolls_of("odd", own) == ("Blank", 1, 3)
    assert rolls_of("d6", own) is rolls_of("6", own) is rolls_of("D0", own) is None


@pytest.mark.parametrize(
    ("dice", "rolls", "codes"),
    [
        ("D66", ["11-36", "41-66"], set()),
        ("D66", ["11-35", "41-66"], {"roll-missing"}),
        ("D66", ["11-41", "41-66"], {"roll-twice"}),
        ("D66", ["10-36", "41-66"], {"roll-off-dice"}),
        ("odd", ["Blank", "1-3"], set()),
        ("odd", ["Blank", "1", "3"], set()),
        ("odd", ["Blank", "1"], {"roll-missing"}),
        ("odd", ["Bang", "1-3"], {"bad-rolls"}),
        ("odd", ["Blank", "1-4"], {"roll-off-dice"}),
        ("2D6", ["2-12"], set()),
        ("2D6", ["1-12"], {"roll-off-dice"}),
    ],
    ids=str,
)
def test_tables(gate: Gate, dice: str, rolls: list[str], codes: set[str]) -> None:
    odd = {"odd": {"title": "Odd", "faces": ["Blank", 1, 3, 1], "source": HERE}}
    outcomes = [{"rolls": one} for one in rolls]
    table = {"id": "t", "title": "T", "dice": dice, "outcomes": outcomes, "source": HERE}
    topic = {"id": "t", "title": "T", "tables": ["t"], "source": HERE}
    gate.add("ruleset", {"dice": odd, "tables": [table], "reference": [topic]})
    assert {code for _, code in gate.found()} - {"unused-dice"} == codes


def test_what_offers_too_much_is_said_once_and_not_looked_at(gate: Gate) -> None:
    def taken(slots: int) -> list[dict[str, Any]]:
        everyone = gear(offers=[{"is": "sentry"}], each_max=1)
        return [sentry(f"s{n}", slots=[everyone] * (n < slots)) for n in range(500)]

    assert "too-many-offers" in gate.codes(entries=taken(450))
    assert "endless-slot" not in gate.codes(entries=taken(450))
    assert "too-many-offers" not in gate.codes(entries=taken(10))


def test_a_version_is_raised_with_the_meaning(gate: Gate) -> None:
    """Against the commit before; a change of wording is none, and without a repository it fails."""

    def git(*said: str) -> None:
        who = ("-c", "user.name=Keeper", "-c", "user.email=keeper@example.org")
        subprocess.run(["git", *who, *said], cwd=gate.folder, check=True, capture_output=True)

    def codes() -> list[tuple[str, str]]:
        linted = Linter(since="HEAD").lint([gate.folder / "gate"])
        return [(Path(one.path).name, found.code) for one in linted for found in one.findings]

    assert {code for _, code in codes()} == {"unusable"}
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "Begin")
    assert codes() == []
    gate.add("catalogue", {"entries": [sentry("cook")]})
    assert codes() == [("night.json", "version-not-raised")]
    gate.add("catalogue", {"entries": [sentry("cook")], "version": "1.1.0"})
    assert "version-not-raised" not in {code for _, code in codes()}


def test_what_hangs_on_one_fault_is_counted_not_told(gate: Gate) -> None:
    """A typo in the ruleset is told first and once; all that needs it waits for it."""
    whole = (gate.folder / PATHS["ruleset"]).read_text(encoding="utf-8")
    gate.write(PATHS["ruleset"], whole.replace('"keywords"', '"keywrods"'))
    gate.write(
        "gate/rosters/other.json", (gate.folder / PATHS["roster"]).read_text(encoding="utf-8")
    )
    linted = list(Linter().lint([gate.folder]))
    assert Path(linted[0].path).name == "ruleset.json"
    assert [found.code for one in linted for found in one.findings] == ["unknown-key"]
    assert {one.waits_for for one in linted[1:]} == {linted[0].path}
    rosters = list(Linter().lint([gate.folder / "gate" / "rosters"]))
    assert [found.code for one in rosters for found in one.findings] == ["unusable-data"]


@pytest.mark.parametrize(
    ("said", "bound", "codes"),
    [
        ({"max": 3}, {"at_most": 2}, {"idle-bound"}),
        ({"max": 3}, {"at_most": 4}, set()),
        ({"min": 1}, {"at_least": 2}, {"idle-bound"}),
        ({"min": 3}, {"at_most": 2}, {"min-over-max"}),
        ({"max": 2}, {"at_least": 3}, {"min-over-max"}),
    ],
    ids=str,
)
def test_a_bound_that_a_rule_overrides(
    gate: Gate, said: dict[str, Any], bound: dict[str, int], codes: set[str]
) -> None:
    require = {"count": {"in": "children", "slot": "gear"}, **bound}
    asked: dict[str, Any] = {"for": {"entry": "cook"}, "require": require}
    cook = sentry("cook", copies=1, slots=[gear(**said)])
    assert gate.codes(entries=[cook], constraints=[rule(**asked)]) == codes


def test_an_army_list_has_one_source_for_what_names_none(gate: Gate) -> None:
    cook = {key: said for key, said in sentry("cook").items() if key != "source"}
    assert gate.codes(entries=[cook]) == {"missing-source"}
    assert gate.codes(entries=[cook], source=HERE) == set()
    catalogue = Library([gate.folder]).catalogue("gate", "night")
    assert {entry.id: entry.source for entry in catalogue.entries}["cook"] == Source("book")


def test_a_picture_is_a_file_of_the_lists_folder(gate: Gate, tmp_path: Path) -> None:
    picture = b"\x89PNG\r\n\x1a\n and so on"
    (tmp_path / "outside.png").write_bytes(picture)
    folder = (gate.folder / PATHS["catalogue"]).parent / "pictures"
    folder.mkdir()
    (folder / "cook.png").write_bytes(picture)
    (folder / "words.png").write_text("no picture", encoding="utf-8")
    (folder / "out.png").symlink_to(tmp_path / "outside.png")
    assert gate.codes(entries=[sentry("cook", picture="pictures/cook.png")]) == set()
    inside = (f"pictures/{name}" for name in ("words.png", "out.png", "none.png", "x" * 300))
    for wrong in ("pictures", "cook.png", "../outside.png", *inside):
        assert gate.codes(entries=[sentry("cook", picture=wrong)]) == {"no-picture"}, wrong
