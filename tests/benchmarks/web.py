"""How long the browser waits, and what fifty players at once lose: `make bench`.

The server runs in a process of its own on the loopback; the players are threads here, so on a
machine of few cores they are in its way, as a browser on the same laptop is.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, perf_counter, process_time

import httpx

from listbuilder.web.app import create_app

CHECKOUT = Path(__file__).resolve().parents[2]
LARGE = CHECKOUT / "catalogues/warhammer/rosters/the-walls-of-the-reikland.json"
"""2,000 points, 87 selections."""

SMALL = CHECKOUT / "catalogues/mesbg/rosters/heads-over-the-wall.json"
GRAND = Path(__file__).with_name("grand-army.json")

EDITS = 60
PLAYERS = 50
SECONDS = 60.0
MOST_EDITS = 4_000
THINKING = (0.5, 1.5)
"""Seconds between two taps of a player."""

HTMX = {"HX-Request": "true"}


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; yields the address."""
    command = [sys.executable, "-m", "listbuilder", "serve", "--no-browser", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--rosters", str(folder)], stdout=subprocess.PIPE, text=True, cwd=CHECKOUT
    )
    assert server.stdout
    try:
        yield server.stdout.readline().split(" at ")[1].split("/ ")[0]
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


class Player:
    """Somebody who taps on an army's steppers, and knows what it must be afterwards."""

    def __init__(self, url: str, key: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=30, headers={"Origin": url})
        self.key = key
        self.page = self.client.get(f"/army/{key}").text
        self.taken: list[float] = []
        self.size: dict[str, int] = {}

    def edit(self, do: str) -> httpx.Response:
        """Send an edit as a script of ours does, and time the answer."""
        fields = {"do": do}
        for name in ("token", "version"):
            found = re.search(rf'name="{name}" value="([^"]+)"', self.page)
            assert found, "the page has no form"
            fields[name] = found[1]
        begin = perf_counter()
        answer = self.client.post(f"/army/{self.key}/edit", data=fields, headers=HTMX)
        self.taken.append((perf_counter() - begin) * 1000)
        self.page = answer.text
        return answer

    def steppers(self) -> list[str]:
        """What the plus and minus buttons of the page would send."""
        sent = re.findall(r'value="((?:count|size):[\d.]+:\d+)"', unescape(self.page))
        return [one for one in sent if 1 <= int(one.rpartition(":")[2]) <= 60]


def report(what: str, taken: list[float]) -> None:
    p95 = quantiles(taken, n=20)[-1]
    print(f"{what:44} {min(taken):7.1f} best {median(taken):7.1f} median {p95:7.1f} p95  ms")


def work(folder: Path) -> None:
    """What an edit takes of the processor, whatever else the machine does."""
    app = create_app(folder)

    async def edits(key: str) -> list[float]:
        taken = []
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:1") as client:
            page = (await client.get(f"/army/{key}")).text
            for number in range(EDITS):
                sent = re.findall(r'value="((?:count|size):[\d.]+:\d+)"', unescape(page))
                fields = {"do": sent[number % 4 * 2 + 1]}
                for name in ("token", "version"):
                    fields[name] = re.findall(rf'name="{name}" value="([^"]+)"', page)[0]
                begin = process_time()
                answer = await client.post(f"/army/{key}/edit", data=fields, headers=HTMX)
                taken.append((process_time() - begin) * 1000)
                assert answer.status_code == 200, answer.text
                page = answer.text
        return taken

    for path in (LARGE, GRAND, SMALL):
        shutil.copy(path, folder)
        report(f"{path.stem}: work of an edit", asyncio.run(edits(path.stem)))


def one_player(folder: Path, url: str) -> None:
    for path in (LARGE, GRAND, SMALL):
        shutil.copy(path, folder)
        player = Player(url, path.stem)
        first = len(player.client.get(f"/army/{path.stem}").content)
        steppers = player.steppers()
        player.edit(steppers[0])
        player.taken.clear()
        for number in range(EDITS):
            player.edit(player.steppers()[number % len(steppers)])
        report(f"{path.stem}: an edit", player.taken)
        taken = []
        for _ in range(10):
            begin = perf_counter()
            player.client.get(f"/army/{path.stem}?at=1")
            taken.append((perf_counter() - begin) * 1000)
        report(f"{path.stem}: the whole page ({first // 1000} kB)", taken)


PRESSED = """async (row) => {
  const main = document.getElementById("main");
  const before = main.dataset.version;
  performance.clearResourceTimings();
  const begun = performance.now();
  document.querySelector(row).click();
  await new Promise((done) => new MutationObserver(() => {
    if (main.dataset.version !== before) done();
  }).observe(main, { attributes: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const all = performance.now() - begun;
  await new Promise((done) => setTimeout(done, 400));
  const asked = performance.getEntriesByType("resource").find((one) => one.name.endsWith("/edit"));
  const { responseStart, responseEnd, encodedBodySize } = asked;
  return [all, responseStart - begun, all - (responseEnd - begun), encodedBodySize];
}"""
"""A press on +, until it is on the screen: all, until the answer begins, from its end on, bytes."""


def screen(folder: Path, url: str) -> None:
    """From a click to the screen, in Chromium, at an army of 2,000 points; one press at a time."""
    from tests.web.stories import chromium

    shutil.copy(LARGE, folder)
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        for at in ("", "?at=1.1.5"):
            page.goto(f"{url}/army/{LARGE.stem}{at}", wait_until="networkidle")
            row = "#row-1\\.1\\.5 .stepper button:last-child"
            pressed = [page.evaluate(PRESSED, row) for _ in range(EDITS // 2)]
            for number, part in enumerate(("click to screen", "until answered", "then drawn")):
                report(f"{LARGE.stem}{at}: {part}", [one[number] for one in pressed])
            print(f"{'bytes of an answer, at most':44} {max(one[3] for one in pressed):7.0f}")


def play(player: Player, until: float, lost: list[str]) -> None:
    random_ = random.Random(player.key)
    stop = threading.Event()
    while monotonic() < until and len(player.taken) < MOST_EDITS // PLAYERS:
        stop.wait(random_.uniform(*THINKING))
        do = random_.choice(player.steppers())
        answer = player.edit(do)
        if answer.status_code != 200:
            lost.append(f"{player.key}: {do}: {answer.status_code}")
            return
        _, number, value = do.split(":")
        player.size[number] = int(value)


def fifty_players(folder: Path, url: str, seconds: float) -> None:
    """Let each edit an army of his own; then every army must be as its player left it."""
    players = []
    for number in range(PLAYERS):
        key = f"player-{number}"
        shutil.copy(LARGE if number % 2 else SMALL, folder / f"{key}.json")
        players.append(Player(url, key))
    lost: list[str] = []
    until = monotonic() + seconds
    threads = [threading.Thread(target=play, args=(one, until, lost)) for one in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for player in players:
        army = json.loads((folder / f"{player.key}.json").read_text(encoding="utf-8"))["army"]
        for place, value in player.size.items():
            held = army
            *around, last = (int(part) - 1 for part in place.split("."))
            for index in around:
                held = held[index]["with"]
            if value not in (held[last].get("count", 1), held[last].get("size")):
                lost.append(f"{player.key}: {place} is not {value}")
    taken = [one for player in players for one in player.taken]
    report(f"{PLAYERS} players, {seconds:g} s, {len(taken)} edits", taken)
    print(f"{'lost':44} {len(lost)}{''.join(f'; {one}' for one in lost[:5])}")


def main() -> None:
    seconds = float(next(iter(sys.argv[1:]), SECONDS)) if "screen" not in sys.argv else 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "screen" not in sys.argv:
            work(folder)
        with served(folder) as url:
            screen(folder, url)
            if "screen" in sys.argv:
                return
            one_player(folder, url)
            fifty_players(folder, url, seconds)


if __name__ == "__main__":
    main()
