"""Shipped rosters are legal, without a warning; what lint asks of the data is in ``tests/lint``."""

from pathlib import Path

import pytest

from listbuilder.checking.check import check_file
from tests.shipped import LIBRARY


@pytest.mark.parametrize("roster", LIBRARY.rosters(), ids=lambda path: path.stem)
def test_shipped_rosters_are_legal(roster: Path) -> None:
    result = check_file(roster, LIBRARY)
    assert result.findings == ()
    assert result.verdict == "legal"
