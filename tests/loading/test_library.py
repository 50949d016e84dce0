"""Rulesets, catalogues and rosters from folders: what is found, and what is refused."""

import json
from collections.abc import Collection
from inspect import unwrap
from pathlib import Path
from typing import Any

import pytest

from listbuilder.errors import LoadError, UnknownIdError
from listbuilder.interop.opening import load_roster
from listbuilder.loading import library as library_module
from listbuilder.loading.input_limits import MOST_LIKE
from listbuilder.loading.library import Library
from listbuilder.loading.parse import Parsed, parse
from listbuilder.loading.problems import MOST_COMPARED
from listbuilder.loading.semantic_checks import circular_values
from listbuilder.loading.structuring import structure
from listbuilder.model.ruleset import Catalogue
from tests.work import work

HERE = {"document": "book"}
GAME: dict[str, Any] = {
    "id": "game",
    "name": "Game",
    "version": "1",
    "documents": {"book": {"title": "Book"}},
    "values": {"gold": {"title": "gold", "cost": True}, "fame": {"title": "fame"}},
    "limits": {"gold": {"title": "Gold"}},
    "choices": {"side": {"title": "Side", "options": {"inside": "Inside", "outside": "Outside"}}},
    "keywords": {"x": {}},
    "slots": [{"id": "men", "offers": [{"entry": "man"}]}],
    "entries": [{"id": "man", "name": "Man", "source": HERE}],
}
ROSTER: dict[str, Any] = {"ruleset": "game", "name": "x", "catalogues": {}}


class Folder:
    """A data folder with one small game."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "game" / "rosters").mkdir(parents=True)
        self.write("ruleset", GAME)

    def write(self, name: str, data: dict[str, Any]) -> Path:
        path = self.root / "game" / f"{name}.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return path

    def army(self, **extra: Any) -> Path:
        return self.write(
            "army", {"id": "army", "ruleset": "game", "name": "Army", "version": "1", **extra}
        )

    def library(self) -> Library:
        return Library([self.root])


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def codes(error: LoadError) -> list[tuple[str, str]]:
    return [(finding.code, finding.pointer) for finding in error.findings]


def refused(folder: Folder, **extra: Any) -> list[tuple[str, str]]:
    folder.army(**extra)
    with pytest.raises(LoadError) as error:
        folder.library().catalogue("game", "army")
    return codes(error.value)


@pytest.mark.parametrize("path", Library().rosters(), ids=lambda path: path.stem)
def test_a_roster_reads_the_army_lists_that_it_names_and_no_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(file: Path) -> Parsed:
        read.append(file.stem)
        return parse(file)

    monkeypatch.setattr(Library, "__init__", unwrap(Library.__init__))  # not read once
    monkeypatch.setattr(Library, "_read", unwrap(Library._read))
    monkeypatch.setattr(library_module, "parse", noted)
    named = load_roster(path, Library()).roster.catalogues
    assert sorted(read) == sorted(["ruleset", *named])


def test_what_is_in_a_folder(folder: Folder) -> None:
    folder.army()
    path = folder.write("rosters/mine", ROSTER)
    library = folder.library()
    assert "game" in library.rulesets()
    assert library.catalogues("game") == ["army"]
    assert library.rosters("game") == [path]
    assert library.book("game") is library.book("game", ["army"])


def test_an_added_folder_goes_before_a_shipped_one(folder: Folder) -> None:
    shipped = Library()
    ruleset = shipped.rulesets()[0]
    own = json.loads((shipped.folders[-1] / ruleset / "ruleset.json").read_text(encoding="utf-8"))
    (folder.root / ruleset).mkdir()
    (folder.root / ruleset / "ruleset.json").write_text(
        json.dumps({**own, "name": "Mine"}), encoding="utf-8"
    )
    assert folder.library().ruleset(ruleset).name == "Mine"
    assert shipped.ruleset(ruleset).name != "Mine"


def test_what_is_not_there(folder: Folder) -> None:
    folder.army()
    library = folder.library()
    with pytest.raises(UnknownIdError, match=r"“gaem”. Did you mean “game”\?"):
        library.ruleset("gaem")
    with pytest.raises(UnknownIdError, match=r"game has no army list “amry”. .*“army”\?"):
        library.book("game", ["amry"])
    with pytest.raises(UnknownIdError, match="chess"):
        library.catalogue("chess", "army")


def test_a_bad_catalogue_is_said_where_it_is(folder: Folder) -> None:
    assert refused(folder, entires=[]) == [("unknown-key", "/entires")]


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([{"id": "a", "name": "A", "like": "b"}], "unknown-entry"),
        ([{"id": "z", "name": "Z"}, {"id": "a", "name": "A", "like": "a"}], "like-itself"),
    ],
)
def test_like_something_that_is_not_there_or_itself(
    folder: Folder, entries: list[Any], code: str
) -> None:
    at = len(entries) - 1
    assert refused(folder, entries=entries) == [(code, f"/entries/{at}/like")]


def test_two_entries_like_each_other(folder: Folder) -> None:
    entries = [
        {"id": "a", "name": "A", "like": "b"},
        {"id": "b", "name": "B", "like": "a"},
        {"id": "c", "name": "C", "like": "a"},
    ]
    assert refused(folder, entries=entries) == [
        ("like-itself", "/entries/0/like"),
        ("like-itself", "/entries/1/like"),
    ]


@pytest.mark.parametrize("backwards", [False, True])
def test_entries_like_each_other_in_a_long_chain(folder: Folder, backwards: bool) -> None:
    """It neither goes too deep nor takes the square of its length."""
    entries = [{"id": "e0", "name": "E"}]
    entries += [{"id": f"e{n}", "name": "E", "like": f"e{n - 1}"} for n in range(1, 1000)]
    good = entries[: MOST_LIKE + 1][:: -1 if backwards else 1]
    folder.army(entries=good)
    folder.library().book("game", ["army"])
    entries = entries[:: -1 if backwards else 1]
    found = refused(folder, entries=entries)
    assert {code for code, _ in found} == {"like-too-many"}
    assert len(found) == 1000 - len(good)


def test_values_that_read_each_other_in_a_long_round() -> None:
    def round_of(length: int) -> int:
        values = {f"v{n}": derived(f"v{(n + 1) % length}") for n in range(length)}
        entry = {"id": "a", "name": "A", "source": HERE, "values": values}
        data = {"id": "army", "ruleset": "game", "name": "Army", "version": "1"}
        part = structure({**data, "entries": [entry]}, Catalogue)
        return work(lambda: list(circular_values(part, ())))

    round_of(1)
    assert round_of(800) < 5 * round_of(200)


@pytest.mark.parametrize(
    "offer",
    [
        {"count": {"in": "self"}, "at_least": 1},
        {"has": {"is": "x"}},
        {"choice": {"side": "inside"}},
        {"not": {"any": [{"has": {"is": "x"}}]}},
        {"under": {"all": [{"choice": {"side": "inside"}}]}},
    ],
)
def test_an_offer_that_hangs_on_the_roster(folder: Folder, offer: dict[str, Any]) -> None:
    wrapped = offer if "count" not in offer else {"all": [offer]}
    slots = [{"id": "s", "offers": ["man", wrapped]}]
    entries = [{"id": "a", "name": "A", "slots": slots}]
    assert refused(folder, entries=entries) == [
        ("changing-offer", "/entries/0/slots/0/offers/1"),
    ]
    folder.write("ruleset", {**GAME, "slots": slots})
    with pytest.raises(LoadError) as error:
        folder.library().ruleset("game")
    assert codes(error.value) == [("changing-offer", "/slots/0/offers/1")]


def derived(name: str) -> dict[str, Any]:
    return {"fixed": {"plus": [1, {"times": 2, "of": {"sum": name, "of": {"in": "roster"}}}]}}


def test_a_value_made_of_itself(folder: Folder) -> None:
    entries = [{"id": "a", "name": "A", "values": {"gold": derived("gold")}}]
    assert refused(folder, entries=entries) == [("value-reads-itself", "/entries/0/values/gold")]


def test_a_value_made_of_itself_through_others(folder: Folder) -> None:
    keywords = {"k": {"values": {"fame": derived("gold")}}}
    offer = {"entry": "man", "values": {"gold": derived("fame")}}
    entries = [{"id": "a", "name": "A", "slots": [{"id": "s", "offers": [offer]}]}]
    assert refused(folder, entries=entries, keywords=keywords) == [
        ("value-reads-itself", "/entries/0/slots/0/offers/0/values/gold"),
        ("value-reads-itself", "/keywords/k/values/fame"),
    ]


def test_a_value_made_of_itself_through_the_ring_of_a_row(folder: Folder) -> None:
    """Whether the ends of a row are beside each other is asked for what looks beside."""
    ring = {"sum": "gold", "of": {"in": "roster"}, "at_least": 1}
    slots = [{"id": "s", "offers": ["man"], "ring": ring}]

    def counting(where: str) -> list[dict[str, Any]]:
        values = {"gold": {"fixed": {"count": {"in": where}}}}
        return [{"id": "a", "name": "A", "values": values, "slots": slots}]

    told = [("value-reads-itself", "/entries/0/values/gold")]
    assert refused(folder, entries=counting("beside")) == told
    folder.army(entries=counting("children"))
    assert folder.library().catalogue("game", "army").id == "army"


def test_a_value_made_of_many_others(folder: Folder) -> None:
    """Each over the whole roster: its digits grow with every one."""
    ruleset = {**GAME, "values": {f"v{index}": {"title": "V"} for index in range(2000)}}
    folder.write("ruleset", ruleset)
    values = {"v0": 1} | {f"v{index}": derived(f"v{index - 1}") for index in range(1, 2000)}
    found = refused(folder, entries=[{"id": "a", "name": "A", "values": values}])
    assert {code for code, _ in found} == {"too-many-digits"}
    assert "/entries/0/values/v8" not in {pointer for _, pointer in found}
    assert "/entries/0/values/v20" in {pointer for _, pointer in found}


def test_fractions_without_a_small_common_denominator(folder: Folder) -> None:
    values = [{"gold": f"1/{10**14 + 2 * index + 1}"} for index in range(400)]
    entries = [{"id": f"a{i}", "name": "A", "values": one} for i, one in enumerate(values)]
    assert refused(folder, entries=entries) == [("too-many-digits", "/entries/0/values/gold")]


def test_products_of_products(folder: Folder) -> None:
    quantity: dict[str, Any] = {"count": {}}
    for _ in range(20):
        quantity = {"times": 10**14, "of": quantity}
    rule = {"id": "r", "title": "R", "require": {**quantity, "at_most": 1}, "for": "roster"}
    rule["source"] = {"document": "book"}
    assert refused(folder, constraints=[rule]) == [("too-many-digits", "/constraints/0/require")]


def test_a_value_made_of_another(folder: Folder) -> None:
    folder.army(entries=[{"id": "a", "name": "A", "values": {"gold": derived("fame")}}])
    assert folder.library().catalogue("game", "army").entries[0].id == "a"


def test_all_that_is_unknown_in_a_roster_is_said_in_file_order(folder: Folder) -> None:
    path = folder.write(
        "rosters/bad",
        {
            **ROSTER,
            "limits": {"gild": 3},
            "choices": {"sied": "inside", "side": "insite"},
            "army": [
                {"entry": "mann-o", "id": "one"},
                {"entry": "man", "id": "one", "at": "two", "size": 4},
            ],
        },
    )
    with pytest.raises(LoadError) as error:
        load_roster(path, folder.library())
    assert codes(error.value) == [
        ("unknown-limit", "/limits/gild"),
        ("unknown-choice", "/choices/sied"),
        ("unknown-option", "/choices/side"),
        ("unknown-entry", "/army/0/entry"),
        ("no-size", "/army/1/size"),
        ("duplicate-id", "/army/1/id"),
    ]
    (text,) = path.read_text(encoding="utf-8").splitlines()
    at = [text[(finding.column or 0) - 1 :] for finding in error.value.findings]
    words = ['"gild"', '"sied"', '"insite"', '"mann-o"', "4", '"one"']
    assert all(map(str.startswith, at, words))
    messages = [finding.message for finding in error.value.findings]
    assert "Did you mean “gold”?" in messages[0]
    assert "Did you mean “side”?" in messages[1]
    assert "Did you mean “inside”?" in messages[2]
    assert "Did you mean “man”?" in messages[3]
    assert all(finding.line == 1 and finding.column for finding in error.value.findings)


def test_near_misses_of_a_file_are_bounded(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def noted(name: str, known: Collection[str], likeness: float) -> str:
        compared.append(len(known))
        return ""

    monkeypatch.setattr("listbuilder.loading.problems.did_you_mean", noted)
    folder.army(entries=[{"id": f"e{number}", "name": "E"} for number in range(100)])
    army = [{"entry": f"xx{number}"} for number in range(1000)]
    path = folder.write("rosters/bad", {**ROSTER, "catalogues": {"army": "1"}, "army": army})
    with pytest.raises(LoadError) as error:
        load_roster(path, folder.library())
    assert len(error.value.findings) == 1000
    assert MOST_COMPARED - 200 < sum(compared) <= MOST_COMPARED


def test_values_made_of_each_other_over_two_catalogues(folder: Folder) -> None:
    def army(name: str, value: str, of: str) -> dict[str, Any]:
        entry = {"id": name, "name": name, "values": {value: derived(of)}}
        return {"id": name, "ruleset": "game", "name": name, "version": "1", "entries": [entry]}

    folder.write("one", army("one", "gold", "fame"))
    folder.write("two", army("two", "fame", "gold"))
    library = folder.library()
    assert list(library.book("game", ["one"]).catalogues) == ["one"]
    with pytest.raises(LoadError) as error:
        library.book("game", ["one", "two"])
    assert codes(error.value) == [("value-reads-itself", "/entries/0/values/gold")]


def test_a_file_that_says_another_name(folder: Folder) -> None:
    assert refused(folder, id="arny", ruleset="gane") == [
        ("wrong-id", "/id"),
        ("wrong-ruleset", "/ruleset"),
    ]
    folder.write("ruleset", {**GAME, "id": "gane"})
    with pytest.raises(LoadError) as error:
        folder.library().ruleset("game")
    assert codes(error.value) == [("wrong-id", "/id")]


RULE = {"id": "r", "title": "R", "for": {"is": "x"}, "source": HERE}


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ({"is": ["xx"]}, ("unknown-keyword", "/is/0")),
        ({"values": {"gild": 3}}, ("unknown-value", "/values/gild")),
        ({"holds": {"men": 3}}, ("unknown-entry", "/holds/men")),
        ({"caps": {"army": 1}}, ("unknown-scope", "/caps/army")),
        ({"holder_becomes": "xx"}, ("unknown-keyword", "/holder_becomes")),
        ({"source": {"document": "bock"}}, ("unknown-document", "/source/document")),
        ({"profiles": [{"type": "p", "values": {}}]}, ("unknown-profile", "/profiles/0/type")),
        ({"requires": [{"in": "xx"}]}, ("unknown-place", "/requires/0/in")),
        (
            {"slots": [{"id": "s", "offers": ["mann"]}]},
            ("unknown-entry", "/slots/0/offers/0"),
        ),
        (
            {"slots": [{"id": "s", "offers": ["man"], "default": [{"entry": "mann"}]}]},
            ("unknown-entry", "/slots/0/default/0/entry"),
        ),
        (
            {"constraints": [{**RULE, "require": {"sum": "gild", "at_most": 1}}]},
            ("unknown-value", "/constraints/0/require/sum"),
        ),
        (
            {"constraints": [{**RULE, "require": {"count": {}, "at_most": {"limit": "gild"}}}]},
            ("unknown-limit", "/constraints/0/require/at_most/limit"),
        ),
        (
            {
                "constraints": [
                    {
                        **RULE,
                        "when": {"choice": {"sied": "in"}},
                        "require": {"count": {"slot": "t"}, "at_most": 1},
                    }
                ]
            },
            ("unknown-slot", "/constraints/0/require/count/slot"),
        ),
        (
            {"constraints": [{**RULE, "require": {"count": {}, "per": "xs", "at_most": 1}}]},
            ("unknown-family", "/constraints/0/require/per"),
        ),
        (
            {"slots": [{"id": "s", "offers": [{"entry": "man", "values": {"gild": 1}}]}]},
            ("unknown-value", "/slots/0/offers/0/values/gild"),
        ),
        (
            {"slots": [{"id": "s", "offers": ["man"], "budget": {"gild": 1}}]},
            ("unknown-value", "/slots/0/budget/gild"),
        ),
        (
            {"slots": [{"id": "s", "offers": ["man"], "groups": [{"budget": {"gild": 1}}]}]},
            ("unknown-value", "/slots/0/groups/0/budget/gild"),
        ),
        (
            {"slots": [{"id": "s", "offers": [], "default": [{"entry": "man", "slot": "t"}]}]},
            ("unknown-slot", "/slots/0/default/0/slot"),
        ),
    ],
)
def test_names_that_mean_nothing_are_refused(
    folder: Folder, extra: dict[str, Any], expected: tuple[str, str]
) -> None:
    code, pointer = expected
    found = refused(folder, entries=[{"id": "a", "name": "A", **extra}])
    assert (code, f"/entries/0{pointer}") in found


def test_names_in_a_keywords_profiles_are_asked_for(folder: Folder) -> None:
    profiles = [{"type": "p", "values": {}}]
    assert refused(folder, keywords={"y": {"profiles": profiles}}) == [
        ("unknown-profile", "/keywords/y/profiles/0/type")
    ]


def test_names_of_the_ruleset_and_of_other_army_lists_mean_something(folder: Folder) -> None:
    folder.write(
        "other",
        {
            "id": "other",
            "ruleset": "game",
            "name": "Other",
            "version": "1",
            "entries": [{"id": "b", "name": "B"}],
        },
    )
    folder.army(entries=[{"id": "a", "name": "A", "excludes": [{"entry": ["b", "man"]}]}])
    assert folder.library().catalogue("game", "army").id == "army"


def test_dice_are_plain_or_of_the_ruleset(folder: Folder) -> None:
    folder.write(
        "ruleset", {**GAME, "dice": {"luck": {"title": "Luck", "faces": ["no", 1], "source": HERE}}}
    )
    tables: list[dict[str, Any]] = [
        {"id": dice, "title": "T", "dice": dice, "outcomes": [], "source": HERE}
        for dice in ("D6", "luck", "2D6", "lukc", "D", "0D6")
    ]
    assert refused(folder, tables=tables) == [
        ("unknown-dice", f"/tables/{number}/dice") for number in (3, 4, 5)
    ]


def test_names_of_a_battle_and_of_a_topics_entries_mean_something(folder: Folder) -> None:
    rule = {"id": "r", "title": "R", "require": {"count": {}, "at_most": 1}, "source": HERE}
    sides = {"side": {"title": "Side", "options": {"in": "In", "out": "Out"}}}
    battle = {
        "choice": "side",
        "sides": ["in", "uot"],
        "constraints": [{**rule, "of": "in"}, {**rule, "of": "in", "against": "out"}],
        "source": HERE,
    }
    topic = {"id": "t", "title": "T", "entries": ["x", "xx"], "source": HERE}
    folder.write("ruleset", {**GAME, "choices": sides, "battle": battle, "reference": [topic]})
    with pytest.raises(LoadError) as error:
        folder.library().ruleset("game")
    assert sorted(codes(error.value)) == [
        ("unknown-keyword", "/reference/0/entries/1"),
        ("unknown-option", "/battle/sides/1"),
        ("unknown-side", "/battle/constraints/1/against"),
    ]
    folder.write("ruleset", {**GAME, "battle": {**battle, "choice": "sied"}})
    with pytest.raises(LoadError) as error:
        folder.library().ruleset("game")
    assert ("unknown-choice", "/battle/choice") in codes(error.value)


def test_two_entries_of_one_id(folder: Folder) -> None:
    twice = [{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]
    assert refused(folder, entries=twice) == [
        ("duplicate-entry", "/entries/0/id"),
        ("duplicate-entry", "/entries/1/id"),
    ]


def test_a_name_in_a_ruleset_that_means_nothing(folder: Folder) -> None:
    rule = {**RULE, "for": {"is": "xx"}, "require": {"count": {}, "at_most": 1}}
    folder.write("ruleset", {**GAME, "constraints": [rule]})
    with pytest.raises(LoadError) as error:
        folder.library().ruleset("game")
    assert codes(error.value) == [("unknown-keyword", "/constraints/0/for/is")]
    assert "Did you mean “x”?" in error.value.findings[0].message


COLUMN = {"id": "c", "title": "C", "name": "C", "of_bearer": "gild"}
SIDE = {"title": "Side", "options": {"inside": "Inside"}, "default": "insite"}


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ({"keywords": {"x": {"values": {"gild": 1}}}}, "/keywords/x/values/gild"),
        (
            {"profiles": {"p": {"title": "P", "columns": [COLUMN]}}},
            "/profiles/p/columns/0/of_bearer",
        ),
        (
            {"changes": [{"id": "c", "for": {}, "becomes": ["x", "xx"], "source": HERE}]},
            "/changes/0/becomes/1",
        ),
        ({"choices": {"side": SIDE}}, "/choices/side/default"),
    ],
)
def test_names_in_a_ruleset_that_mean_nothing(
    folder: Folder, extra: dict[str, Any], expected: str
) -> None:
    folder.write("ruleset", {**GAME, **extra})
    with pytest.raises(LoadError) as error:
        folder.library().ruleset("game")
    assert [pointer for _, pointer in codes(error.value)] == [expected]
