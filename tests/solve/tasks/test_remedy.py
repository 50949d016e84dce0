"""One finding alone is mended by what the solver finds with little work."""

from pathlib import Path
from shutil import copy

import attrs
import pytest

from listbuilder.checking.inbox import check_files
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.interop.opening import load_roster
from listbuilder.loading.isolation import Isolation
from listbuilder.rules.evaluate import judge_of
from listbuilder.solve.tasks.remedy import remedy
from tests.benchmarks.repairs import twice
from tests.rules.small import judge, roster
from tests.shipped import LIBRARY

CASES = Path(__file__).parents[2] / "cases"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "mesbg/riders-of-eomer-leader/illegal.json",
            "Move 1.2.1 Army leader (Gandalf the White) to 1.1 Éomer, Marshal of the Riddermark",
        ),
        (
            "mesbg/aragorn-strider.requires.1/illegal.json",
            "Remove 1.1.1 Army leader (Aragorn - Strider); "
            "add Théoden, King of Rohan to 1. Rohan, with Army leader; "
            "add Defenders of Helm's Deep to 1. Rohan",
        ),
        (
            "warhammer/kings-own-with-another/illegal.json",
            "Remove 1.5.1 Skeleton Chariot (Tomb King)",
        ),
    ],
)
def test_what_needs_several_steps_is_found(name: str, said: str) -> None:
    loaded = load_roster(CASES / name, LIBRARY)
    judged_by = judge_of(loaded.book)
    verdict = judged_by.evaluate(loaded.roster)
    found = remedy(verdict.breaches[0], verdict, judged_by)
    assert found is not None
    assert found[0] == said
    assert judged_by.evaluate(found[1]).legal


def test_other_findings_are_left_alone() -> None:
    """Nothing makes the elves fit; the ents are mended all the same."""
    rules = (
        {"id": "elves", "require": {"count": {"entry": "elf"}, "at_most": 1}},
        {"id": "ents", "require": {"count": {"entry": "ent"}, "at_least": 1}},
        {"id": "more-elves", "require": {"count": {"entry": "elf"}, "at_least": 3}},
    )
    judged_by = judge({"elf": {}, "ent": {}}, constraints=rules)
    verdict = judged_by.evaluate(roster("elf", "elf"))
    codes = [breach.constraint.id for breach in verdict.breaches]
    found = {
        code: remedy(breach, verdict, judged_by)
        for code, breach in zip(codes, verdict.breaches, strict=True)
    }
    assert found["ents"] is not None
    assert found["ents"][0] == "Add Ent to the army"


@pytest.mark.parametrize(
    ("models", "said"), [(15, "Change 1. Foot from 15 to 30 models"), (14, None)]
)
def test_no_unit_becomes_many_times_as_large(models: int, said: str | None) -> None:
    host = {"id": "host", "require": {"sum": "size", "at_least": 30}}
    foot = {"size": {"min": 1, "max": 60}, "caps": {"roster": 1}}
    judged_by = judge({"foot": foot}, constraints=(host,))
    verdict = judged_by.evaluate(roster({"entry": "foot", "size": models}))
    found = remedy(verdict.breaches[0], verdict, judged_by)
    assert (found and found[0]) == said


def test_what_many_additions_might_mend_is_mended_without_them() -> None:
    """Whatever costs points allows more siege points: far more additions than there is work for."""
    (path,) = (path for path in LIBRARY.rosters() if path.stem == "green-tide-at-the-gate")
    loaded = load_roster(path, LIBRARY)
    judged_by = judge_of(loaded.book)
    verdict = judged_by.evaluate(twice(loaded.roster))
    (breach,) = (one for one in verdict.breaches if one.constraint.id == "too-many-siege-points")
    found = remedy(breach, verdict, judged_by)
    assert found is not None
    assert found[0] == "Remove 1.18 Battering Ram (Orcs & Goblins)"


def test_of_an_army_far_over_its_limit_a_few_things_go() -> None:
    """Sparing a point more with six changes is no advice: nobody reads them in a line."""
    (path,) = (path for path in LIBRARY.rosters() if path.stem == "under-four-stars")
    loaded = load_roster(path, LIBRARY)
    judged_by = judge_of(loaded.book)
    over = attrs.evolve(loaded.roster, limits={"points": 1696})
    (finding,) = findings_with_remedies(judged_by.evaluate(over), judged_by, ask=remedy)
    best, *_, last = finding.remedies
    assert best.text == (
        "Remove 1.2 Chaos Sorcerer (Warriors of Chaos), with everything in it; "
        "change 1.4 Chaos Warriors (Warriors of Chaos) from 18 to 13 models"
    )
    assert last.text == "Set Points to 1996"


def test_only_a_roster_alone_is_checked_thoroughly(tmp_path: Path) -> None:
    path = tmp_path / "roster.json"
    copy(CASES / "warhammer/army.relief.max/illegal.json", path)
    move = (
        "Move 1.4.1 Knightly Orders (Relief force) to 1. The Empire; "
        "remove 1.4 Relief force (The Empire)"
    )

    def is_offered(*paths: Path) -> bool:
        results = list(check_files(paths, LIBRARY, Isolation()))
        findings = [finding for result in results for finding in result.findings]
        return any(one.text == move for finding in findings for one in finding.remedies)

    assert is_offered(path)
    assert not is_offered(path, path)
    assert not is_offered(tmp_path)


def test_without_a_solver_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("listbuilder.solve.model.solver.find_spec", lambda name: None)
    (result,) = check_files(
        [CASES / "warhammer/army.relief.max/illegal.json"], LIBRARY, Isolation()
    )
    assert result.verdict == "illegal"
    assert not any(one.safe for finding in result.findings for one in finding.remedies)
