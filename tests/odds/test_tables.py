"""Each table's chances, against a count of all the ways its dice can fall."""

from fractions import Fraction
from typing import Any

import pytest

from listbuilder.model.play_aids import Table
from listbuilder.model.ruleset import Book
from listbuilder.odds.tables import table_odds
from tests.odds.faces import every
from tests.shipped import LIBRARY

TABLES = [
    pytest.param(book, table, id=f"{ruleset}-{table.id}")
    for ruleset in LIBRARY.rulesets()
    for book in (LIBRARY.book(ruleset),)
    for part in book.parts()
    for table in part.tables
]


def covers(rolls: str, face: Any) -> bool:
    if isinstance(face, str):
        return rolls == face
    least, _, most = rolls.partition("-")
    return least.isdigit() and int(least) <= face <= int(most or least)


@pytest.mark.parametrize(("book", "table"), TABLES)
def test_a_table_by_hand(book: Book, table: Table) -> None:
    falls = list(every(table.dice))
    found = table_odds(book, table)
    assert [one.rolls for one in found.outcomes] == [one.rolls for one in table.outcomes]
    for outcome in found.outcomes:
        good = [face for face in falls if covers(outcome.rolls, face)]
        assert good
        assert outcome.chance == Fraction(len(good), len(falls))
    assert sum(outcome.chance or 0 for outcome in found.outcomes) == 1
