"""Files made by hand in the shapes of the real exporters: every selection, every total.

They follow the published data of BattleScribe (names, nesting, ids, prices), not our exporter, over
all army lists; ``hand.txt`` says of each what it holds, what it costs and whether it is legal.
"""

from pathlib import Path

from listbuilder.checking.check import check_loaded
from listbuilder.interop.opening import load_roster
from listbuilder.report.outline import text_lines
from listbuilder.rules.evaluate import judge_of
from tests.shipped import LIBRARY

FILES = Path(__file__).parent / "files"


def test_every_selection_and_total_is_right() -> None:
    told: list[str] = []
    lists: set[str] = set()
    for path in sorted((FILES / "hand").iterdir()):
        loaded = load_roster(path, LIBRARY)
        judge = judge_of(loaded.book)
        verdict = judge.evaluate(loaded.roster)
        notes = loaded.roster.notes
        assert isinstance(notes, dict)
        assert set(notes["import"]) == {"from", "points there"}  # all understood, no price differs
        assert notes["import"]["points there"] == str(verdict.costs["points"])
        limit, result = loaded.roster.limits["points"], check_loaded(loaded)
        told.append(f"{path.name}: {verdict.costs['points']} of {limit}, {result.verdict}")
        told += [f"  {line}" for line in text_lines(judge, verdict) if line.lstrip()[0].isdigit()]
        lists |= loaded.roster.catalogues.keys()
    expected = (FILES / "hand.txt").read_text(encoding="utf-8").splitlines()
    assert told == expected
    assert lists == {*LIBRARY.catalogues("mesbg"), *LIBRARY.catalogues("warhammer")}
