"""Tracks: their boxes, stretches and events."""

from typing import Any

import pytest

from listbuilder.content.tracks import TrackMove, TrackView
from tests.sheets.board import CATALOGUE, RULESET, army, bank, board


def track_of(**changed: Any) -> TrackView:
    turns = {**RULESET["tracks"][0], **changed}
    (track,) = board(army(bank("near", "bow")), tracks=[turns]).page.tracks
    return track


def test_turns_with_their_stretches() -> None:
    track = track_of()
    boxes = track.boxes
    assert [box.number for box in boxes] == [str(number) for number in range(1, 13)]
    assert [box.shade for box in boxes] == [1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0]
    assert [box.labels for box in boxes[2:7]] == [
        ("Night",),
        ("Night", "Fog"),
        ("Night", "Fog"),
        ("Fog",),
        (),
    ]
    assert boxes[-1].labels == ("The bridge falls",)
    assert (track.text, track.cite, track.ruling) == (
        ("Move the marker.",),
        "The Rules, “3.1”",
        "Fog is no night.",
    )


def test_track_is_printed_where_something_has_to_do_with_it() -> None:
    spear = {"entry": "spear", "with": [{"entry": "duke"}]}
    tracks = board(army(bank("near", spear))).page.tracks
    assert [track.title for track in tracks] == ["Turns", "Courage"]
    courage = tracks[1]
    assert (len(courage.boxes), courage.boxes[0].number) == (121, "−20")
    assert courage.moves == (
        TrackMove("A bank is lost", "−10", "9"),
        TrackMove("A bank is won", "+5", "The Rules, page 4"),
        TrackMove("The Duke falls: his rally", "", ""),
    )
    assert [track.title for track in board(army(bank("near", "bow"))).page.tracks] == ["Turns"]
    assert CATALOGUE["tracks"][0]["for"] == {"is": "leader"}


@pytest.mark.parametrize(
    ("first", "last", "boxes", "step"),
    [
        (1, 1, 1, 0),
        (0, 199, 200, 1),
        (0, 200, 41, 5),
        (0, 998, 201, 5),
        (1, 2000, 201, 10),
        (0, 10**9, 101, 10**7),
        (5, 4, 0, 0),
    ],
)
def test_track_too_long_for_a_box_each_goes_in_steps(
    first: int, last: int, boxes: int, step: int
) -> None:
    track = track_of(**{"from": first, "to": last, "spans": []})
    numbers = [int(box.number) for box in track.boxes]
    assert len(numbers) == boxes
    if numbers:
        assert (numbers[0], numbers[-1]) == (first, last)
    if step:
        assert numbers[1] - numbers[0] == step
