"""Checks of tables (each roll exactly once), of tracks and of sketches (they can be drawn)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.messages import gettext
from listbuilder.model.play_aids import Grid, Sketch, Table, Track
from listbuilder.odds.dice import Face, face_value, rolls_of


def wrong_tables(game: Game) -> Iterator[Diagnostic]:
    """Yield tables that don't have each roll of their dice exactly once."""
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
            message = gettext(
                "“{rolls}” is no roll such as 1, and no range such as 2-5.", rolls=outcome.rolls
            )
            yield at.diagnostic("bad-rolls", message, step)
            continue
        if not those or (isinstance(those[0], int) and not {those[0], those[-1]} <= there):
            message = gettext(
                "{dice} can't show all of {rolls}.", dice=table.dice, rolls=outcome.rolls
            )
            yield at.diagnostic("roll-off-dice", message, step)
        shown = [roll for roll in those if roll in there]
        again = [roll for roll in shown if roll in given]
        if again:
            message = gettext(
                "{listed} stands under {given} already.",
                listed=_listed(again),
                given=given[again[0]],
            )
            yield at.diagnostic("roll-twice", message, step)
        given |= dict.fromkeys(shown, outcome.rolls)
    missing = [roll for roll in rolls if roll not in given]
    if missing and not unread:
        message = gettext(
            "No outcome is given for {listed} of {dice}.", listed=_listed(missing), dice=table.dice
        )
        yield at.diagnostic("roll-missing", message, "/outcomes")


def _listed(rolls: list[Face]) -> str:
    """Write rolls as tables do, consecutive ones as a range: ``1-3, 5``."""
    rows: list[list[Face]] = []
    for roll in rolls:
        last = rows[-1][-1] if rows else None
        if isinstance(roll, int) and isinstance(last, int) and roll == last + 1:
            rows[-1].append(roll)
        else:
            rows.append([roll])
    return ", ".join(f"{row[0]}-{row[-1]}" if len(row) > 1 else f"{row[0]}" for row in rows)


def grids(game: Game) -> Iterator[Diagnostic]:
    """Yield the rows of plain tables whose number of cells is not that of the columns."""
    for at, grid in game.of(Grid):
        for index, row in enumerate(grid.rows):
            if len(row) != len(grid.columns):
                message = gettext(
                    "The columns are {columns}, the cells of this row {row}.",
                    columns=len(grid.columns),
                    row=len(row),
                )
                yield at.diagnostic("uneven-row", message, f"/rows/{index}")


def tracks(game: Game) -> Iterator[Diagnostic]:
    """Yield tracks that run backwards, and stretches that are not on them."""
    for at, track in game.of(Track):
        if track.from_ > track.to:
            message = gettext(
                "It begins at {from_}, after its end, {to}.", from_=track.from_, to=track.to
            )
            yield at.diagnostic("off-track", message, "/from")
            continue
        for index, span in enumerate(track.spans):
            if not track.from_ <= span.from_ <= span.to <= track.to:
                message = gettext(
                    "{from_} to {to} is no stretch of {first} to {last}.",
                    from_=span.from_,
                    to=span.to,
                    first=track.from_,
                    last=track.to,
                )
                yield at.diagnostic("off-track", message, f"/spans/{index}")


def sketches(game: Game) -> Iterator[Diagnostic]:
    """Yield sketches with cells of no place, places of no rectangle, and crossings of neither."""
    for at, sketch in game.of(Sketch):
        rows = sketch.rows
        for index, row in enumerate(rows):
            if len(row) != len(rows[0]):
                message = gettext(
                    "The first row has {rows} cells, this one {row}.",
                    rows=len(rows[0]),
                    row=len(row),
                )
                yield at.diagnostic("bad-sketch", message, f"/rows/{index}")
            for column, name in enumerate(row):
                if name and name not in sketch.places:
                    message = gettext("“{name}” is no place of the sketch.", name=name)
                    yield at.diagnostic("bad-sketch", message, f"/rows/{index}/{column}")
        for name in sketch.places:
            if not _is_rectangle(rows, name):
                message = gettext("“{name}” fills no rectangle of cells.", name=name)
                yield at.diagnostic("bad-sketch", message, f"/places/{name}")
        adjoin = sketch.adjoining()
        for index, crossing in enumerate(sketch.crossings):
            names = crossing.between
            if len(names) != 2 or names[1] not in adjoin.get(names[0], ()):
                message = gettext(
                    "The cells of {names} don't touch.", names=" and ".join(names) or "nothing"
                )
                yield at.diagnostic("bad-sketch", message, f"/crossings/{index}/between")


def _is_rectangle(rows: Sequence[Sequence[str]], name: str) -> bool:
    there = [(x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one == name]
    wide, high = ({place[axis] for place in there} for axis in (0, 1))
    return (
        bool(there)
        and all(max(side) - min(side) + 1 == len(side) for side in (wide, high))
        and len(there) == len(wide) * len(high)
    )
