"""The roster that is only there to be measured is one that could be played."""

from pathlib import Path

from listbuilder.checking.check import check_file
from listbuilder.loading.library import Library

ROSTER = Path(__file__).with_name("grand-army.json")


def test_grand_army_is_legal_and_nearly_of_its_points() -> None:
    result = check_file(ROSTER, Library())
    assert (result.verdict, result.findings) == ("legal", ())
    assert result.limits["points"] - int(result.costs["points"]) in range(20)
