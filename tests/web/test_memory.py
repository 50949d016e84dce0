"""What the server keeps of armies: much of each, but of all together no more than a bound."""

import asyncio
import gc
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from listbuilder.loading.library import Library
from listbuilder.rules.evaluate import Judge
from listbuilder.web.http import memory
from tests.web.browser import Browser

ARMIES = 2
SELECTIONS = 30
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


def judges() -> set[int]:
    gc.collect()
    return {id(one) for one in gc.get_objects() if isinstance(one, Judge)}


def look_at(browser: Browser, army: int) -> None:
    for page in ("", "/about?at=1", "/odds", "/play", "/share", "/sheets?reader=opponent"):
        assert browser.get(f"/army/{army}{page}").status_code == 200


def look_at_armies_and_forget(folder: Path) -> None:
    """Look at each page of some hostile armies, lower the bound, and count what is still there."""
    folder.mkdir()
    for number in range(ARMIES):
        (folder / f"{number}.json").write_text(nonsense(number), encoding="utf-8")
    browser = Browser(folder)
    others = judges()
    look_at(browser, 0)  # which imports, reads and compiles what is kept for good
    memory.MOST_BLOCKS = 0
    browser.get("/games")
    memory.MOST_BLOCKS = sys.maxsize
    begun = allocated()
    for number in range(ARMIES):
        look_at(browser, number)
    grown = allocated() - begun
    assert judges() - others
    memory.MOST_BLOCKS = grown // 2
    browser.get("/games")
    assert not judges() - others
    assert allocated() - begun < grown // 4
    assert browser.get("/").status_code == 200
    assert browser.text.count("<h2><a") == ARMIES


def test_what_was_worked_out_of_rosters_is_forgotten_where_it_is_too_much(folder: Path) -> None:
    # In a process of its own: blocks are counted by the process, and other tests leave some.
    code = f"from tests.web.test_memory import *; look_at_armies_and_forget(Path({str(folder)!r}))"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_nothing_is_forgotten_up_to_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(*_: Any) -> Any: ...

    forgotten: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: 0)  # it would look through all other tests' objects
    watched = memory.MemoryMiddleware(answer, lambda: forgotten.append(1))
    for more, times in [(memory.MOST_BLOCKS, 0), (memory.MOST_BLOCKS + 1, 1)]:
        blocks = watched.before + more
        monkeypatch.setattr(sys, "getallocatedblocks", lambda blocks=blocks: blocks)
        asyncio.run(watched({"type": "http"}, answer, answer))
        assert len(forgotten) == times


def test_where_no_blocks_are_counted_bytes_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(*_: Any) -> Any: ...

    monkeypatch.setattr(gc, "collect", lambda: 0)  # it would look through all other tests' objects
    held, forgotten = [50_000_000], []
    watched = memory.MemoryMiddleware(answer, lambda: forgotten.append(1), lambda: held[0])
    for more, times in [(memory.MOST_BYTES, 0), (1, 1), (memory.MOST_BYTES, 1), (1, 2)]:
        held[0] += more
        asyncio.run(watched({"type": "http"}, answer, answer))
        assert len(forgotten) == times
