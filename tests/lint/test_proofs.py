"""What only proofs find is named at its line; what did not change is not proved again."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from listbuilder.lint import proof_pool as module
from listbuilder.lint.cache import Cache, FolderCache
from listbuilder.lint.run import Linter
from listbuilder.loading.folders import data_folder
from listbuilder.loading.json_pointer import pointer_of
from listbuilder.loading.source_map import SourceMap
from listbuilder.solve.model.cpsat import NoSolverError
from tests.lint.conftest import Gate
from tests.sampling import sampled

Json = dict[str, Any]
Told = tuple[str, tuple[str | int, ...]]

SHIPPED = data_folder("catalogues")
WAYS: dict[str, Callable[[Json], Told]] = {}


def way(function: Callable[[Json], Told]) -> Callable[[Json], Told]:
    """Keep a way to break an army list: it says what must be told, and where."""
    WAYS[function.__name__] = function
    return function


def entry(data: Json) -> int:
    """One that can be chosen for anything: the last that is priced and written out."""
    return max(
        number
        for number, one in enumerate(data["entries"])
        if "points" in one.get("values", {}) and "like" not in one
    )


def add_rule(data: Json, **rule: Any) -> int:
    source = data["entries"][entry(data)]["source"]
    made = {"id": "made-for-a-test", "title": "Made for a test", **rule, "source": source}
    data.setdefault("constraints", []).append(made)
    return len(data["constraints"]) - 1


@way
def entry_that_needs_what_it_excludes(data: Json) -> Told:
    number = entry(data)
    selector = {"in": "roster", "entry": data["entries"][0]["id"]}
    data["entries"][number] |= {"requires": [selector], "excludes": [selector]}
    return "never-fielded", ("entries", number)


@way
def entry_that_a_rule_leaves_no_room_for(data: Json) -> Told:
    number = entry(data)
    itself = {"in": "roster", "entry": data["entries"][number]["id"]}
    most = data["entries"][number]["values"]["points"] - 1
    require = {"sum": "points", "of": itself, "at_most": most}
    add_rule(data, **{"for": "roster", "require": require})
    return "never-fielded", ("entries", number)


@way
def cap_on_what_comes_in_pairs(data: Json) -> Told:
    number = entry(data)
    itself = {"entry": data["entries"][number]["id"]}
    require = {"count": {"in": "roster", **itself}, "multiple_of": 2}
    add_rule(data, **{"for": itself, "require": require})
    data["entries"][number]["caps"] = {"roster": 1}
    return "never-fielded", ("entries", number)


@way
def share_that_no_limit_allows(data: Json) -> Told:
    least = {"sum": "points", "at_least": {"times": 2, "of": {"limit": "points"}}}
    return "never-kept", ("constraints", add_rule(data, **{"for": "roster", "require": least}))


@way
def rule_asked_only_where_it_fails(data: Json) -> Told:
    it = {"count": {"in": "roster", "entry": data["entries"][entry(data)]["id"]}}
    number = add_rule(
        data, **{"for": "roster", "when": {**it, "at_least": 2}, "require": {**it, "at_most": 1}}
    )
    return "never-kept", ("constraints", number)


@way
def rule_that_a_cap_makes_idle(data: Json) -> Told:
    number = entry(data)
    data["entries"][number]["caps"] = {"roster": 1}
    it = {"count": {"in": "roster", "entry": data["entries"][number]["id"]}}
    most = {**it, "at_most": 2}
    return "never-broken", ("constraints", add_rule(data, **{"for": "roster", "require": most}))


@way
def alteration_whose_condition_a_rule_forbids(data: Json) -> Told:
    """The condition can hold by the slots; only the rule leaves no room for it."""
    number = entry(data)
    crowd = {"count": {"in": "roster", "entry": data["entries"][number]["id"]}, "at_least": 2}
    only = {key: crowd[key] for key in ("count",)} | {"at_most": 1}
    add_rule(data, **{"for": "roster", "require": only})
    column = {"column": "move", "add": 1, "when": crowd}
    data["entries"][number]["alters"] = [column]
    return "never-altered", ("entries", number, "alters", 0)


def check_told(folder: Path, file: str, name: str, cache: Cache | None = None) -> None:
    """Break an army list in one way, and see that this is said where it is."""
    path = folder / file
    data = json.loads(path.read_text(encoding="utf-8"))
    code, where = WAYS[name](data)
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")
    line, _ = SourceMap(path.read_text(encoding="utf-8")).locate(pointer_of(where)) or (None, None)
    (linted,) = Linter(cache=cache, proofs=True).lint([path])
    assert (code, line) in [(finding.code, finding.line) for finding in linted.findings], name


@pytest.mark.parametrize("name", sampled([(name,) for name in WAYS], 2))
def test_what_only_proofs_find_is_named_at_its_line(gate: Gate, name: str) -> None:
    check_told(gate.folder, "gate/night.json", name)


@pytest.mark.proof
@pytest.mark.parametrize("file", ["mesbg/rohan.json", "warhammer/beastmen.json"])
def test_in_shipped_army_lists_too(tmp_path: Path, file: str) -> None:
    """The whole game is proved first; what is broken then is found after the change."""
    ruleset, _ = file.split("/")
    shutil.copytree(SHIPPED / ruleset, tmp_path / ruleset)
    cache = FolderCache(tmp_path / "cache")
    proved = [*Linter(cache=cache, proofs=True).lint([tmp_path / ruleset])]
    assert not any(linted.findings for linted in proved)
    for name in WAYS:
        check_told(tmp_path, file, name, cache)
        shutil.copy(SHIPPED / file, tmp_path / file)


def test_an_unchanged_game_is_not_proved_again(
    gate: Gate, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = FolderCache(tmp_path_factory.mktemp("cache"))
    clean = [linted.findings for linted in Linter(cache=cache, proofs=True).lint([gate.folder])]
    assert not any(clean)
    monkeypatch.setattr(module, "Proof", None)
    again = [linted.findings for linted in Linter(cache=cache, proofs=True).lint([gate.folder])]
    assert again == clean


def test_results_do_not_hang_on_the_number_of_processors(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.army_list("dusk")
    results: dict[int, list[module.ProofResult]] = {1: [], 2: []}

    def noted(questions: Sequence[module.ProofRequest]) -> list[module.ProofResult]:
        found = list(module.run_in_processes(questions))
        results[processors] += found
        return found

    monkeypatch.setattr("listbuilder.lint.proofs.run_in_processes", noted)
    for processors in results:
        monkeypatch.setattr(module, "processors", lambda number=processors: number)
        list(Linter(proofs=True).lint([gate.folder]))
    assert len(results[1]) > 1
    assert results[1] == results[2]


def test_it_is_told_how_far_the_proofs_are(gate: Gate) -> None:
    gate.army_list("dusk")
    shares: list[float] = []
    told: list[str] = []

    def tell(name: str, share: float) -> None:
        told.append(name)
        shares.append(share)

    list(Linter(proofs=True, tell=tell).lint([gate.folder]))
    assert {*told} == {"gate"}
    assert len({*shares}) > 3
    assert shares == sorted(shares)
    assert (shares[0] > 0, shares[-1]) == (True, 1.0)


def test_after_a_change_the_rosters_that_proved_it_before_are_judged_again(
    gate: Gate, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = FolderCache(tmp_path_factory.mktemp("cache"))
    list(Linter(cache=cache, proofs=True).lint([gate.folder]))
    asked: list[module.ProofRequest] = []

    def noted(questions: Sequence[module.ProofRequest]) -> list[module.ProofResult]:
        asked.extend(questions)
        return list(module.run_in_processes(questions))

    monkeypatch.setattr("listbuilder.lint.proofs.run_in_processes", noted)
    gate.add("catalogue", {"summary": "Another."})
    found = [linted.findings for linted in Linter(cache=cache, proofs=True).lint([gate.folder])]
    assert not any(found)
    assert any(one.kept and one.kept.rosters for one in asked)
    asked.clear()
    list(Linter(proofs=True).lint([gate.folder]))
    assert asked != []
    assert not any(one.kept for one in asked)


def test_without_a_solver_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("listbuilder.solve.model.solver.find_spec", lambda name: None)
    with pytest.raises(NoSolverError):
        Linter(proofs=True)


def shifts(gate: Gate, *names: str) -> set[tuple[str, str]]:
    """What proofs find where some army lists bring a watch by day, or one by night.

    A rule of the ruleset is asked where both are there, and broken by a lamp.
    """
    keywords = {name: {"title": name.capitalize()} for name in ("early", "late")}
    both = [{"count": {"in": "roster", "is": name}, "at_least": 1} for name in keywords]
    rule = {
        "id": "dark-at-the-change",
        "title": "At the change of shifts no lamp is lit",
        "for": "roster",
        "when": {"all": both},
        "require": {"count": {"entry": "lamp"}, "at_most": 0},
        "source": {"document": "book"},
    }
    gate.add("ruleset", {"keywords": keywords, "constraints": [rule]})
    for name, shift in zip(names, keywords, strict=False):
        watch = {"id": f"{name}-watch", "name": f"{name.capitalize()} Watch"}
        made = {**watch, "is": ["watch", shift], "source": {"document": "book"}}
        gate.army_list(name, entries=[made])
    return {found for found in gate.found(proofs=True) if "never" in found[1]}


def test_what_no_army_list_shows_alone_several_show_together(gate: Gate) -> None:
    assert shifts(gate, "dawn", "dusk") == set()


def test_what_only_absent_army_lists_would_show_is_told(gate: Gate) -> None:
    assert shifts(gate, "dawn") == {("gate/ruleset.json", "never-kept")}
