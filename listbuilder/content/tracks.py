"""Tracks: rows of boxes to count on, and the events that move the marker."""

from __future__ import annotations

from itertools import cycle

import attrs

from listbuilder.findings import Source
from listbuilder.model import play_aids
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.measure import concerns


@attrs.frozen
class Box:
    """A box of a track.

    Attributes:
        shade: the number of the shaded stretch that it is in, from 1; 0: it is in none.
        labels: the titles of the stretches that it is in; for low boxes those that begin there.
    """

    number: str
    shade: int
    labels: tuple[str, ...]


@attrs.frozen
class TrackMove:
    """An event that moves a track's marker; ``change`` is signed, or empty without a number."""

    title: str
    change: str
    cite: str


@attrs.frozen
class TrackView:
    """A track: its boxes, and the events that move the marker."""

    title: str
    boxes: tuple[Box, ...]
    moves: tuple[TrackMove, ...]
    text: tuple[str, ...]
    cite: str
    ruling: str


MOST_BOXES = 200


def army_tracks(judge: Judge, army: Army) -> tuple[TrackView, ...]:
    """Make the views of the tracks that concern the army."""
    return tuple(
        _track(judge.book, track)
        for part in judge.book.parts()
        for track in part.tracks
        if concerns(judge, army, track.for_)
    )


def _track(book: Book, track: play_aids.Track) -> TrackView:
    numbers = _numbers(track)
    stretches = [span for span in track.spans if span.to > span.from_]
    boxes = tuple(
        Box(
            str(number).replace("-", "−"),
            next(
                (
                    shade
                    for shade, span in enumerate(stretches, 1)
                    if span.from_ <= number <= span.to
                ),
                0,
            ),
            tuple(span.title for span in track.spans if span.from_ <= number <= span.to),
        )
        for number in numbers
    )
    return TrackView(
        title=track.title,
        boxes=boxes,
        moves=tuple(_move(book, track, event) for event in track.events),
        text=track.text,
        cite=book.cite(track.source),
        ruling=track.ruling or "",
    )


def _numbers(track: play_aids.Track) -> list[int]:
    """The numbers of the boxes shown: all, or if they are too many every fifth, tenth and so on."""
    step, factors = 1, cycle((5, 2))
    while track.to - track.from_ >= MOST_BOXES * step:
        step *= next(factors)
    found = list(range(track.from_, track.to + 1, step))
    return found if not found or found[-1] == track.to else [*found, track.to]


def _move(book: Book, track: play_aids.Track, event: play_aids.TrackEvent) -> TrackMove:
    change = "" if event.change is None else f"{event.change:+d}".replace("-", "−")
    return TrackMove(event.title, change, case_of(book, track.source, event.source))


def case_of(book: Book, home: Source, source: Source | None) -> str:
    """Cite a source, in short if it is in the document of the whole (``home``)."""
    if source is None:
        return ""
    if source.document == home.document and source.section:
        return source.section
    return book.cite(source)
