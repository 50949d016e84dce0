"""The odds of a game's data, with numbers given by hand, or of its shipped rosters."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from listbuilder.interop.opening import load_roster
from listbuilder.model.odds import Odds
from listbuilder.model.ruleset import Book
from listbuilder.odds.answers import Chances, Curve, OddsAnswer, Spread, TableValue
from listbuilder.odds.ask import chances, odds_answer
from tests.shipped import LIBRARY


@cache
def book_of(ruleset: str) -> Book:
    return LIBRARY.book(ruleset)


def odds_of(ruleset: str, name: str) -> Odds:
    book = book_of(ruleset)
    (found,) = (odds for part in book.parts() for odds in part.odds if odds.id == name)
    return found


def asked(ruleset: str, name: str, **numbers: int) -> dict[str, dict[str, Any]]:
    """Ask odds: by row and column what is answered, in plain numbers."""
    odds = odds_of(ruleset, name)
    given = {key: one.suppose for key, one in odds.numbers.items()}
    assert numbers.keys() <= given.keys()
    return told(odds_answer(book_of(ruleset), odds, given | numbers))


def told(found: OddsAnswer) -> dict[str, dict[str, Any]]:
    """What is answered, in plain numbers: by row and column."""
    return {
        row.title: {
            column: plain(cell) for column, cell in zip(found.columns, row.cells, strict=True)
        }
        for row in found.rows
    }


def plain(cell: TableValue) -> Any:
    match cell:
        case Spread(falls):
            return {fall.value: fall.chance for fall in falls}
        case Curve(_, turns):
            return {turn.number: turn.by for turn in turns}
        case _:
            return cell


@cache
def of_roster(ruleset: str, name: str) -> Chances:
    (path,) = (path for path in LIBRARY.rosters(ruleset) if path.stem == name)
    loaded = load_roster(path, LIBRARY)
    return chances(loaded.book, loaded.roster)


def answers(ruleset: str, name: str, odds: str) -> Iterator[OddsAnswer]:
    """Yield the answers to one of the odds that a shipped roster's selections have."""
    yield from (one for one in of_roster(ruleset, name).answers if one.id == odds)


def within(turns: int, each: Fraction) -> Fraction:
    """How likely something comes that has the same chance in each turn."""
    return 1 - (1 - each) ** turns
