"""What the server keeps of armies: much of each, but of all together no more than a bound."""

import gc
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from listbuilder.loading.library import Library
from listbuilder.web.http import memory
from tests.web.browser import Browser

ARMIES = 4
SELECTIONS = 150
DEEPEST = 20


def nonsense(seed: int) -> str:
    """Write a roster in which anything stands in anything: each has places of its own."""
    choice = random.Random(seed).choice
    book = Library().book("mesbg", ["mordor"])
    entries = [entry for of_list in book.entries.values() for entry in of_list]
    army: list[dict[str, Any]] = []
    slots = [(0, army)]
    for _ in range(SELECTIONS):
        selection: dict[str, Any] = {"entry": choice(entries), "with": []}
        depth, slot = choice(slots[-25:])
        slot.append(selection)
        slots += [(depth + 1, selection["with"])] * (depth < DEEPEST)
    roster = {"ruleset": "mesbg", "name": "x", "catalogues": {"mordor": "1.0.0"}, "army": army}
    return json.dumps(roster)


def allocated() -> int:
    gc.collect()
    return sys.getallocatedblocks()


def test_what_was_worked_out_of_rosters_is_forgotten_where_it_is_too_much(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    for number in range(ARMIES):
        (folder / f"{number}.json").write_text(nonsense(number), encoding="utf-8")
    browser = Browser(folder)
    browser.get("/games")  # which reads all army lists
    begun = allocated()
    for number in range(ARMIES):
        for page in ("", "/castle", "/odds", "/play", "/share", "/sheets?reader=opponent"):
            assert browser.get(f"/army/{number}{page}").status_code == 200
    grown = allocated() - begun
    monkeypatch.setattr(memory, "MOST_BLOCKS", -sys.maxsize)
    browser.get("/games")
    assert allocated() - begun < grown // 2
    assert browser.get("/").status_code == 200
    assert browser.text.count("<h2><a") == ARMIES
