"""Players and their rosters: missing players, rosters that came twice."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path, PurePath

import attrs

from listbuilder.checking.results import Result, SortKey
from listbuilder.editing.find import folded
from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.parse import read_bytes
from listbuilder.messages import gettext
from listbuilder.record import Record

VERDICTS = ("unusable", "illegal", "legal", "skipped")
"""Verdicts in the order in which an organiser has to act on them."""

HEADS = ("player", "name")
"""Heads of the column of names."""


@attrs.frozen
class Player:
    """A player who is expected.

    Attributes:
        name: the player's name.
        team: the player's team; empty where the file does not say.
    """

    name: str
    team: str = ""


@attrs.frozen(eq=False, repr=False)
class Overview(Record):
    """An organiser's overview of all rosters.

    Attributes:
        players: number of players with rosters.
        expected: number of expected players; None: unknown.
        missing: expected players without a roster.
        strangers: players who were not expected.
        several: players whose number of rosters is not the requested one, with this number.
        alike: files with the same army.
    """

    players: int
    expected: int | None = None
    missing: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    several: tuple[tuple[str, int], ...] = ()
    alike: tuple[tuple[str, ...], ...] = ()


def read_players(path: Path) -> list[Player]:
    """Read the expected players: a table with a column of names, and perhaps one of teams.

    Columns are divided by commas, semicolons or tabs; a column without a head has names.

    Raises:
        LoadError: the file can't be read, or names nobody.
    """
    rows = read_table(path)
    heads = [cell.casefold() for cell in rows[0]] if rows else []
    name = next((heads.index(head) for head in HEADS if head in heads), None)
    team = heads.index("team") if "team" in heads else None
    found: dict[str, Player] = {}
    for row in rows[name is not None :]:
        said = row[name or 0]
        if said:
            found.setdefault(folded(said), Player(said, row[team] if team is not None else ""))
    if not found:
        raise LoadError(
            str(path), [Finding("no-players", Severity.ERROR, gettext("It names no players."))]
        )
    return list(found.values())


def read_table(path: Path) -> list[list[str]]:
    """Read a table of a spreadsheet: each row has as many cells as the longest.

    Raises:
        LoadError: the file can't be read.
    """
    raw = read_bytes(path)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")  # what older spreadsheets write
    first = text.partition("\n")[0]
    divider = max(",;\t", key=first.count)
    try:
        listed = list(csv.reader(text.splitlines(), delimiter=divider, strict=True))
    except csv.Error as error:
        message = gettext("This is no table of comma-separated values: {error}.", error=error)
        raise LoadError(str(path), [Finding("no-table", Severity.ERROR, message)]) from None
    rows = [[cell.strip() for cell in row] for row in listed if any(map(str.strip, row))]
    most = max(map(len, rows), default=0)
    return [row + [""] * (most - len(row)) for row in rows]


def with_players(results: Iterable[Result], expected: Sequence[Player] = ()) -> list[Result]:
    """Set the player of each roster: as the roster says, else by its file's name.

    A file belongs to an expected player if the name of the file or of its folder begins with the
    player's name: ``Anna Lund - attack.ros``. The longest name counts.
    """
    known = sorted(((folded(one.name), one) for one in expected), key=lambda one: -len(one[0]))
    return [_with_player(result, known) for result in results]


def _with_player(result: Result, known: Sequence[tuple[str, Player]]) -> Result:
    if result.verdict == "skipped":
        return result
    path = PurePath(result.path)
    said = result.player or path.stem
    if result.player:
        meant = [one for name, one in known if name == folded(said)]
    else:
        folders = {folded(part) for part in path.parts[:-1]}
        begins = folded(said)
        meant = [one for name, one in known if begins.startswith(name)]
        meant += [one for name, one in known if name in folders]
    if not meant:
        return attrs.evolve(result, player=said)
    return attrs.evolve(result, player=meant[0].name, team=result.team or meant[0].team)


def overview(
    results: Sequence[Result], expected: Sequence[Player] | None = None, each: int | None = None
) -> Overview:
    """Make the overview of all rosters.

    Args:
        results: results with players (``with_players``).
        expected: the expected players; None where they are unknown.
        each: rosters asked of each player; None: one, or any number where players are unknown.
    """
    sent = [result for result in results if result.verdict != "skipped"]
    counted: dict[str, list[Result]] = {}
    for result in sent:
        counted.setdefault(folded(result.player) or result.player, []).append(result)
    by_hash: dict[str, list[str]] = {}
    for result in sent:
        if result.hash:
            by_hash.setdefault(result.hash, []).append(result.path)
    names = {folded(one.name): one.name for one in expected or ()}
    asked = each or (1 if expected is not None else None)
    return Overview(
        len(counted),
        len(names) if expected is not None else None,
        tuple(name for key, name in names.items() if key not in counted),
        tuple(
            rosters[0].player
            for key, rosters in counted.items()
            if expected is not None and key not in names
        ),
        tuple(
            (rosters[0].player, len(rosters))
            for rosters in counted.values()
            if asked is not None and len(rosters) != asked
        ),
        tuple(tuple(paths) for paths in by_hash.values() if len(paths) > 1),
    )


def said_of_copies(theirs: Sequence[Result], told: Overview) -> dict[str, str]:
    """Write notes for a player about files with an army of another file of his, by path."""
    own = {result.path for result in theirs}
    said: dict[str, str] = {}
    for paths in told.alike:
        first, *others = [path for path in paths if path in own] or [""]
        for path in others:
            said[path] = gettext("  The same army as in {file}.", file=PurePath(first).name)
    return said


def sorted_results(results: Iterable[Result], key: SortKey | None) -> list[Result]:
    """Sort results; equal ones stay in the order of the files.

    Points are sorted from the most to the least, verdicts by what has to be done first.
    """
    return sorted(results, key=lambda result: _key(result, key)) if key else list(results)


def _key(result: Result, key: SortKey) -> tuple[object, ...]:
    player = (folded(result.player), result.player)
    match key:
        case "player":
            return player
        case "team":
            return (folded(result.team), *player)
        case "army":
            return (folded(result.name), *player)
        case "list":
            return (result.lists, *player)
        case "verdict":
            return (VERDICTS.index(result.verdict), *player)
        case "points":
            return (-Fraction(next(iter(result.costs.values()), "0")), *player)
        case "file":
            return (result.path,)
