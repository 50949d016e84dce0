"""Pairings: judging each pair of a list as a battle, on the sides that its armies can take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

import attrs

from listbuilder.checking.battle import judge_battle
from listbuilder.checking.players import read_table
from listbuilder.checking.results import Result
from listbuilder.editing.find import folded
from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.events import LoadedEvent
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_bytes
from listbuilder.loading.rosters import Loaded, read_roster
from listbuilder.messages import gettext
from listbuilder.record import Record

TABLE = ("table", "round", "board")
"""Heads of columns that do not name a player."""

UNPAIRED = "not-paired"


@attrs.frozen
class Pairing:
    """Two players who meet, at a table that may have a name."""

    one: str
    two: str
    table: str = ""


@attrs.frozen(eq=False, repr=False)
class JudgedPairing(Record):
    """A pair, and the battle that was judged.

    Attributes:
        results: results of both rosters, the first side's first; or a single one that says why
            there is no battle.
        sides: titles of both sides; empty where there is no battle.
        turned: the armies could meet with sides changed, too.
    """

    pairing: Pairing
    results: tuple[Result, ...]
    sides: tuple[str, ...] = ()
    turned: bool = False


def read_pairings(path: Path) -> list[Pairing]:
    """Read pairings: a row for each pair, below heads such as table, player, opponent.

    Raises:
        LoadError: the file can't be read, or has no two columns of players.
    """
    rows = read_table(path)
    heads = [cell.casefold() for cell in rows[0]] if rows else []
    players = [index for index, head in enumerate(heads) if head not in TABLE]
    table = next((index for index, head in enumerate(heads) if head in TABLE), None)
    if len(players) < 2:
        message = gettext(
            "It needs heads, and below them two columns of players; a column “table” may be."
        )
        raise LoadError(str(path), [Finding("no-pairings", Severity.ERROR, message)])
    one, two = players[:2]
    return [
        Pairing(row[one], row[two], row[table] if table is not None else str(number))
        for number, row in enumerate(rows[1:], 1)
    ]


def judge_pairings(
    pairings: Sequence[Pairing],
    results: Sequence[Result],
    library: Library,
    event: LoadedEvent | None = None,
) -> Iterator[JudgedPairing]:
    """Judge each pair with armies of theirs that can meet.

    Of a player's several armies those with different sides and the fewest breaches are chosen;
    where both can take either side, the player who is named first takes the battle's first side.

    Args:
        pairings: pairs of players, or of files.
        results: results of all rosters, with players and armies (``ResultDetail.ARMY``).
        library: the library of army lists.
        event: an event whose rules they must keep, too.
    """
    armies: dict[str, list[Loaded]] = {}
    for result in results:
        if result.army:
            loaded = _loaded(result, library, event)
            for name in dict.fromkeys((folded(result.player), folded(result.path))):
                armies.setdefault(name, []).append(loaded)
    for pairing in pairings:
        yield _judged(pairing, armies)


def _loaded(result: Result, library: Library, event: LoadedEvent | None) -> Loaded:
    """Read a judged roster again, from its result: its values have no lines of the file."""
    parsed = parse_bytes(result.army.encode(), result.path)
    loaded = event.read_roster(parsed, library) if event else read_roster(parsed, library)
    roster = attrs.evolve(loaded.roster, player=result.player)
    return attrs.evolve(loaded, roster=roster, made_from=gettext("what was sent in"))


def _judged(pairing: Pairing, armies: Mapping[str, list[Loaded]]) -> JudgedPairing:
    names = (pairing.one, pairing.two)
    theirs = [armies.get(folded(name), []) for name in names]
    for name, found in zip(names, theirs, strict=True):
        if not found:
            return _none(
                pairing,
                gettext(
                    "Nothing that can be used came from {name}.", name=name or gettext("nobody")
                ),
            )
    tried: list[tuple[int, int, JudgedPairing]] = []
    for one, two in product(*theirs):
        sides = tuple(map(_side, (one, two)))
        if None in sides or sides[0] == sides[1] or one.roster.ruleset != two.roster.ruleset:
            continue
        first = _is_first(one)
        pair = (one, two) if first else (two, one)
        results = tuple(judge_battle(pair))
        titles = tuple(_title(loaded) for loaded in pair)
        errors = sum(result.count(Severity.ERROR) for result in results)
        tried.append((errors, int(not first), JudgedPairing(pairing, results, titles)))
    if not tried:
        if any(loaded.book.ruleset.battle is None for found in theirs for loaded in found):
            return _none(pairing, gettext("Their game has no battles between two sides to check."))
        return _none(pairing, gettext("None of their armies are on different sides."))
    errors, turned, best = min(tried, key=lambda one: one[:2])
    either = any(other[0] == errors and other[1] != turned for other in tried)
    return attrs.evolve(best, turned=either)


def _none(pairing: Pairing, why: str) -> JudgedPairing:
    name = f"{pairing.one} – {pairing.two}"
    return JudgedPairing(
        pairing, (Result(name, "unusable", (Finding(UNPAIRED, Severity.ERROR, why),)),)
    )


def _side(loaded: Loaded) -> str | None:
    battle = loaded.book.ruleset.battle
    side = loaded.roster.choices.get(battle.choice) if battle else None
    return side if battle and side in battle.sides else None


def _is_first(loaded: Loaded) -> bool:
    battle = loaded.book.ruleset.battle
    return battle is not None and _side(loaded) == battle.sides[0]


def _title(loaded: Loaded) -> str:
    battle = loaded.book.ruleset.battle
    side = _side(loaded)
    return loaded.book.ruleset.choices[battle.choice].options[side] if battle and side else ""
