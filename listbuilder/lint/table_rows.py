"""Tables that leave a roll out or give it twice, and tracks whose stretches lie beside them."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.model.ruleset import Grid, Table, Track
from listbuilder.odds.dice import Face, face_value, rolls_of


def tables(game: Game) -> Iterator[Diagnostic]:
    """Yield tables that don't give each roll of their dice exactly once."""
    own = game.ruleset.dice if game.ruleset else {}
    for at, table in game.of(Table):
        rolls = rolls_of(table.dice, own)
        if rolls is not None:
            yield from _table(at, table, rolls)


def _table(at: Location, table: Table, rolls: tuple[Face, ...]) -> Iterator[Diagnostic]:
    given: dict[Face, str] = {}
    there = {*rolls}
    unread = False
    for index, outcome in enumerate(table.outcomes):
        step = f"/outcomes/{index}/rolls"
        those = face_value(outcome.rolls, rolls)
        if those is None:
            unread = True
            message = f"“{outcome.rolls}” is no roll such as 1, and no range such as 2-5."
            yield at.diagnostic("bad-rolls", message, step)
            continue
        if not those or (isinstance(those[0], int) and not {those[0], those[-1]} <= there):
            message = f"{table.dice} can't show all of {outcome.rolls}."
            yield at.diagnostic("roll-off-dice", message, step)
        shown = [roll for roll in those if roll in there]
        again = [roll for roll in shown if roll in given]
        if again:
            message = f"{_listed(again)} stands under {given[again[0]]} already."
            yield at.diagnostic("roll-twice", message, step)
        given |= dict.fromkeys(shown, outcome.rolls)
    missing = [roll for roll in rolls if roll not in given]
    if missing and not unread:
        message = f"No outcome is given for {_listed(missing)} of {table.dice}."
        yield at.diagnostic("roll-missing", message, "/outcomes")


def _listed(rolls: list[Face]) -> str:
    """Write rolls as tables do, those in a row as a range."""
    rows: list[list[Face]] = []
    for roll in rolls:
        last = rows[-1][-1] if rows else None
        if isinstance(roll, int) and isinstance(last, int) and roll == last + 1:
            rows[-1].append(roll)
        else:
            rows.append([roll])
    return ", ".join(f"{row[0]}-{row[-1]}" if len(row) > 1 else f"{row[0]}" for row in rows)


def grids(game: Game) -> Iterator[Diagnostic]:
    """Yield the rows of plain tables that have more or fewer cells than there are columns."""
    for at, grid in game.of(Grid):
        for index, row in enumerate(grid.rows):
            if len(row) != len(grid.columns):
                message = f"The columns are {len(grid.columns)}, the cells of this row {len(row)}."
                yield at.diagnostic("uneven-row", message, f"/rows/{index}")


def tracks(game: Game) -> Iterator[Diagnostic]:
    """Yield tracks that run backwards, and stretches that are not on them."""
    for at, track in game.of(Track):
        if track.from_ > track.to:
            message = f"It begins at {track.from_}, after its end, {track.to}."
            yield at.diagnostic("off-track", message, "/from")
            continue
        for index, span in enumerate(track.spans):
            if not track.from_ <= span.from_ <= span.to <= track.to:
                message = f"{span.from_} to {span.to} is no stretch of {track.from_} to {track.to}."
                yield at.diagnostic("off-track", message, f"/spans/{index}")
