"""How long a site takes to start, and to answer, in Chromium; and what it takes: `make bench`.

Run it on a machine with nothing else to do, for the seconds; the seconds of processor, of all of
Chromium's processes, are nearly the same on a loaded one. npm brings Pyodide; ``--site DIR`` takes
a site that is built already.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from listbuilder.site.build import build
from tests.benchmarks.unwatched import Unwatched, unwatched
from tests.shipped import LIBRARY
from tests.site.visiting import Site, SiteVisitor
from tests.web.stories import chromium

ARMY = "the-walls-of-the-reikland"
"""2,000 points, 87 selections."""

EDITS = 20
MORE_EDITS = 80
TURNS = 5
REST = 20
"""Seconds after which Chromium has cleared what the pages before have left."""

TICKS = os.sysconf("SC_CLK_TCK")

PAINTED = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => {
    list.getEntriesByName("first-contentful-paint").forEach((entry) => resolve(entry.startTime));
  }).observe({ type: "paint", buffered: true });
})"""
"""When the first text was painted: it is told a frame after that."""

EDITED = """async () => {
  const begun = performance.now();
  const swapped = new Promise((resolve) => {
    document.addEventListener("htmx:after:swap", resolve, { once: true });
  });
  document.querySelector(".row .stepper button:last-child").click();
  await swapped;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - begun;
}"""


BRING = """(async () => {
  const field = document.querySelector("input[type=file]");
  const given = new DataTransfer();
  given.items.add(new File([%s], "army.json", { type: "application/json" }));
  field.files = given.files;
  field.form.requestSubmit([...field.form.elements].find((one) => one.textContent === "Import"));
})()"""


def family(root: int) -> list[int]:
    """A process and those that it began, and they, and so on."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            holder = int(
                (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]
            )
        except OSError:  # it has ended
            continue
        children.setdefault(holder, []).append(int(folder.name))
    found = [root]
    for process in found:
        found += children.get(process, [])
    return found


def processes() -> list[tuple[int, str]]:
    """Chromium's processes that this one began: number and command line."""
    found = []
    for process in family(os.getpid()):
        try:
            command = Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8")
        except OSError:
            continue
        if "chrom" in command.partition("\0")[0]:
            found.append((process, command))
    return found


def processor() -> float:
    """Seconds of processor that Chromium took so far, with those of processes that have ended."""
    ticks = 0
    for process, _ in processes():
        said = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        ticks += sum(map(int, said.rpartition(")")[2].split()[11:15]))
    return ticks / TICKS


def memory() -> int:
    """Bytes of the process that holds the page and its worker, the largest of Chromium's pages'.

    Of memory that several processes share, its part.
    """
    most = 0
    for process, command in processes():
        if "--type=renderer" in command:
            said = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
            found = re.search(r"^Pss:\s+(\d+) kB", said, re.MULTILINE)
            most = max(most, int(found[1]) * 1024 if found else 0)
    return most


@contextmanager
def measured(found: dict[str, list[float]], name: str) -> Iterator[None]:
    """Note the seconds that something takes, by the clock and of processor."""
    busy, begun = processor(), perf_counter()
    yield
    found.setdefault(name, []).append(perf_counter() - begun)
    found.setdefault(f"{name}: processor", []).append(processor() - busy)


def visit(site: Site, found: dict[str, list[float]]) -> None:
    """Visit for the first time, again, and edit."""
    with chromium() as browser:
        visitor = SiteVisitor(browser, site, "desktop")
        with measured(found, "cold start"):
            visitor.page.goto("/")
            visitor.page.get_by_role("heading", name="My armies").wait_for(timeout=300_000)
        visitor.page.wait_for_timeout(3_000)  # what was started is kept for the next time
        key = visitor.bring(ARMY)
        again(visitor, found, key)
        edits: list[float] = [visitor.page.evaluate(EDITED) for _ in range(EDITS)]
        found.setdefault("edit, the first", []).append(edits[0] / 1000)
        found.setdefault("edit, the median", []).append(median(edits[1:]) / 1000)
        visitor.context.close()


def remember(site: Site, found: dict[str, list[float]]) -> None:
    """Do the same with nobody watching, and note what is held in memory."""

    def held(name: str) -> None:
        found.setdefault(f"memory {name}, MB", []).append(memory() / 1e6)

    def edit(times: int) -> None:
        for _ in range(times):
            browser.value(f"({EDITED})()")
        held(f"after {times} edits" if times == EDITS else f"after {times} more")
        sleep(REST)
        held(f"{REST} seconds later" if times == EDITS else f"{REST} seconds after these")

    army = next(path for path in LIBRARY.rosters() if path.stem == ARMY)
    with unwatched() as browser:
        browser.go(f"{site.url}/", "document.querySelector('input[type=file]')")
        sleep(3)  # what was started is kept for the next time
        held("after the first visit")
        browser.value(BRING % json.dumps(army.read_text(encoding="utf-8")))
        browser.wait("document.querySelector('.army-top')")
        address = browser.value("location.href")
        close(browser, site)
        browser.go(address, "document.querySelector('.army-top')")
        held("when started from the cache")
        edit(EDITS)
        edit(MORE_EDITS)


def close(browser: Unwatched, site: Site) -> None:
    """Leave the page, and end Python."""
    browser.go("about:blank", "location.protocol === 'about:'")
    browser.go(f"{site.url}/app/icon.svg", "location.pathname.endsWith('icon.svg')")
    browser.stop_workers()


def again(visitor: SiteVisitor, found: dict[str, list[float]], key: str) -> None:
    """Open an army when Python has ended."""
    page: Any = visitor.page
    page.goto("about:blank")
    page.wait_for_timeout(500)
    page.goto("/app/icon.svg")
    visitor.stop_worker()
    with measured(found, "start from the cache"):
        page.goto(f"/army/{key}", wait_until="commit")
        page.get_by_role("heading", name="is starting").wait_for()
        found.setdefault("shell painted", []).append(page.evaluate(PAINTED) / 1000)
        page.locator(".army-top").wait_for(timeout=300_000)


def main() -> None:
    """Measure, and say it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, help="one that is built already")
    parser.add_argument("--turns", type=int, default=TURNS)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = asked.site or Path(folder) / "site"
        if not asked.site:
            built = build(made)
            for tail, size in built.sizes.items():
                print(f"{'first visit' + tail:28}{size / 1e6:8.2f} MB")
        site = Site(made)
        found: dict[str, list[float]] = {}
        for _ in range(asked.turns):
            visit(site, found)
            remember(site, found)
        site.end()
    for name, all_taken in found.items():
        each = "  ".join(f"{taken:.2f}" for taken in all_taken)
        print(f"{name:28}{median(all_taken):8.2f}   {each}")


if __name__ == "__main__":
    main()
