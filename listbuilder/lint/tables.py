"""Tables that leave a roll out or give it twice, and tracks whose stretches lie beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from listbuilder.lint.game import At, Fault, Game
from listbuilder.loading.references import PLAIN_DICE
from listbuilder.model.ruleset import Dice, Grid, Table, Track

ROLLS = re.compile(r"(0|[1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?")

Roll = int | str
"""What dice show: a number, or a word on a face of a game's own dice."""


def rolls_of(dice: str, own: Mapping[str, Dice]) -> tuple[Roll, ...] | None:
    """List what dice can show, each once.

    Args:
        dice: ``D6`` or ``2D6`` (their sum), ``D66`` (two dice, the first for tens), or an id.
        own: the game's own dice.

    Returns:
        The rolls in order; None for dice that are not known.
    """
    if dice in own:
        return tuple(dict.fromkeys(own[dice].faces))
    found = PLAIN_DICE.fullmatch(dice)
    if found is None:
        return None
    number, sides = int(found["number"] or 1), int(found["sides"])
    if dice == "D66":
        return tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))
    return tuple(range(number, number * sides + 1))


def tables(game: Game) -> Iterator[Fault]:
    """Yield tables that don't give each roll of their dice exactly once."""
    own = game.ruleset.dice if game.ruleset else {}
    for at, table in game.of(Table):
        rolls = rolls_of(table.dice, own)
        if rolls is not None:
            yield from _table(at, table, rolls)


def _table(at: At, table: Table, rolls: tuple[Roll, ...]) -> Iterator[Fault]:
    given: dict[Roll, str] = {}
    unread = False
    for index, outcome in enumerate(table.outcomes):
        step = f"/outcomes/{index}/rolls"
        meant = _meant(outcome.rolls, rolls)
        if meant is None:
            unread = True
            message = f"“{outcome.rolls}” is no roll such as 1, and no range such as 2-5."
            yield at.fault("bad-rolls", message, step)
            continue
        if not meant or (isinstance(meant[0], int) and not {meant[0], meant[-1]} <= {*rolls}):
            message = f"{table.dice} can't show all of {outcome.rolls}."
            yield at.fault("roll-off-dice", message, step)
        again = [roll for roll in rolls if roll in meant and roll in given]
        if again:
            message = f"{_listed(again)} stands under {given[again[0]]} already."
            yield at.fault("roll-twice", message, step)
        given |= dict.fromkeys(meant, outcome.rolls)
    missing = [roll for roll in rolls if roll not in given]
    if missing and not unread:
        message = f"No outcome is given for {_listed(missing)} of {table.dice}."
        yield at.fault("roll-missing", message, "/outcomes")


def _meant(said: str, rolls: tuple[Roll, ...]) -> tuple[Roll, ...] | None:
    """The rolls that an outcome says, in order; None where it says none."""
    if said in rolls:
        return (said,)
    found = ROLLS.fullmatch(said)
    if found is None or int(found[2] or found[1]) < int(found[1]):
        return None
    return tuple(range(int(found[1]), int(found[2] or found[1]) + 1))


def _listed(rolls: list[Roll]) -> str:
    """Write rolls as tables do, those in a row as a range."""
    rows: list[list[Roll]] = []
    for roll in rolls:
        last = rows[-1][-1] if rows else None
        if isinstance(roll, int) and isinstance(last, int) and roll == last + 1:
            rows[-1].append(roll)
        else:
            rows.append([roll])
    return ", ".join(f"{row[0]}-{row[-1]}" if len(row) > 1 else f"{row[0]}" for row in rows)


def grids(game: Game) -> Iterator[Fault]:
    """Yield the rows of plain tables that have more or fewer cells than there are columns."""
    for at, grid in game.of(Grid):
        for index, row in enumerate(grid.rows):
            if len(row) != len(grid.columns):
                message = f"The columns are {len(grid.columns)}, the cells of this row {len(row)}."
                yield at.fault("uneven-row", message, f"/rows/{index}")


def tracks(game: Game) -> Iterator[Fault]:
    """Yield tracks that run backwards, and stretches that are not on them."""
    for at, track in game.of(Track):
        if track.from_ > track.to:
            message = f"It begins at {track.from_}, after its end, {track.to}."
            yield at.fault("off-track", message, "/from")
            continue
        for index, span in enumerate(track.spans):
            if not track.from_ <= span.from_ <= span.to <= track.to:
                message = f"{span.from_} to {span.to} is no stretch of {track.from_} to {track.to}."
                yield at.fault("off-track", message, f"/spans/{index}")
