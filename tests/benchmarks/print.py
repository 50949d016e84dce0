"""How long printing cards takes, beside a browser that prints the same pages: `make bench`.

Both begin cold, a new process each time, and in turns; the least processor time of each counts,
that of all the processes that it starts, for a busy machine makes both late. Ours is the whole
command, from reading the roster on. The browser gets the finished pages of `print --html`, each
card in its place and in its size of type, so it has less to do; what it takes for an empty page is
told apart. Linux tells the times (/proc).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from listbuilder.editing.mend import findings_with_remedies
from listbuilder.interop.opening import load_roster
from listbuilder.loading.library import Library
from listbuilder.rules.evaluate import judge_of
from listbuilder.sheets import Options, html_of_army

CHECKOUT = Path(__file__).resolve().parents[2]
TURNS = 2
OPTIONS = Options(sheets=("cards",), card_per="model")
LINEAR = 1.95
"""So many times as long may twice the cards take."""

DECKS: Mapping[str, tuple[int, int, float | None]] = {
    "90 different cards": (90, 1, 1.6),
    "180 different cards": (180, 1, None),
    "90 cards of 25 kinds": (25, 4, 1.1),
}
"""Kinds, copies of each but for what is beyond the number of cards, most times the browser.

None: of twice the cards only ``LINEAR`` is asked.
"""

BROWSER = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pdf-header-footer",
)


def roster(kinds: int, copies: int) -> dict[str, Any]:
    """A roster of entries of one ruleset that fit on a card each: no army, but a deck."""
    library = Library()
    ruleset = max(library.rulesets(), key=lambda name: len(library.catalogues(name)))
    data: dict[str, Any] = {"ruleset": ruleset, "name": "Cards", "catalogues": {}, "army": []}
    for catalogue in library.catalogues(ruleset):
        book = library.book(ruleset, [catalogue])
        data["catalogues"][catalogue] = book.catalogues[catalogue].version
        for entry in book.catalogues[catalogue].entries:
            if book.is_piece(entry) and not entry.slots and len(data["army"]) < kinds:
                data["army"].append({"entry": entry.id, "count": copies})
        if len(data["army"]) == kinds:
            return data
    raise ValueError("the catalogues have too few entries")


def timed(command: list[str]) -> float:
    """The processor seconds of a command and of all that it starts, as its session tells them."""
    ticks: dict[int, int] = {}
    with subprocess.Popen(
        command,
        cwd=CHECKOUT,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        while running.poll() is None:
            ticks |= _ticks(running.pid)
            time.sleep(0.02)
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, command)
    return sum(ticks.values()) / os.sysconf("SC_CLK_TCK")


def _ticks(session: int) -> dict[int, int]:
    """The ticks that each process of a session has taken, its threads' and no child's."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            found[int(stat.parent.name)] = int(fields[11]) + int(fields[12])
    return found


def printing(browser: str, folder: Path, page: Path) -> list[str]:
    """The command by which a browser prints a page."""
    command = [browser, *BROWSER, f"--user-data-dir={folder / 'profile'}"]
    return [*command, f"--print-to-pdf={folder / 'browser.pdf'}", page.as_uri()]


def measured(folder: Path, browser: str | None, kinds: int, copies: int) -> tuple[float, float]:
    """The least processor seconds that we and the browser take for a deck."""
    file = folder / f"{kinds}-{copies}.json"
    data = roster(kinds, copies)
    if copies > 1:  # 90 in all
        for place in range(kinds * copies - 90):
            data["army"][place]["count"] -= 1
    file.write_text(json.dumps(data), encoding="utf-8")
    out = folder / "deck.pdf"
    ours = [sys.executable, "-m", "listbuilder", "print", str(file), "-o", str(out)]
    ours += ["--sheets", "cards", "--one-per", "model"]
    theirs: list[str] = []
    if browser is not None:
        loaded = load_roster(file, Library())
        judge = judge_of(loaded.book)
        verdict = judge.evaluate(loaded.roster)
        page = folder / "deck.html"
        html = html_of_army(judge, verdict, findings_with_remedies(verdict, judge), OPTIONS)
        page.write_text(html, encoding="utf-8")
        theirs = printing(browser, folder, page)
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(TURNS):
        times[0].append(timed(ours))
        if theirs:
            shutil.rmtree(folder / "profile", ignore_errors=True)
            times[1].append(timed(theirs))
    return min(times[0]), min(times[1], default=0)


def main() -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        if browser is not None:
            empty = Path(folder) / "empty.html"
            empty.write_text("<p>Nothing</p>", encoding="utf-8")
            begun = min(timed(printing(browser, Path(folder), empty)) for _ in range(TURNS))
            print(f"print, Chromium for an empty page {begun:5.2f} s of processor")
        for what, (kinds, copies, most) in DECKS.items():
            ours, theirs = measured(Path(folder), browser, kinds, copies)
            found[what] = ours
            beside = "no Chromium to compare with"
            if theirs:
                beside = f"Chromium {theirs:5.2f} s  ratio {ours / theirs:4.2f}"
                beside += f", at most {most}" if most is not None else ""
            print(f"print, {what:22} {ours:8.2f} s of processor, best of {TURNS}  {beside}")
    one, two = found["90 different cards"], found["180 different cards"]
    print(f"print, twice the cards        {two / one:8.2f} times as much, at most {LINEAR}")


if __name__ == "__main__":
    main()
