"""How long judging and starting take, on this machine: `make bench`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from listbuilder.checking.check import check_file
from listbuilder.interop.opening import load_roster
from listbuilder.loading.library import Library
from listbuilder.loading.rosters import Loaded
from listbuilder.report.formats import write_results
from listbuilder.rules.evaluate import Judge

CHECKOUT = Path(__file__).resolve().parents[2]
GRAND_ARMY = Path(__file__).with_name("grand-army.json")
"""Of 3,000 points, in a castle: as large as rosters get; to be judged in 0.8 ms."""

WARM = 500
COLD = 20


def timed(call: Callable[[], object], times: int) -> list[float]:
    """Milliseconds that each of the calls takes."""
    taken = []
    for _ in range(times):
        begin = perf_counter()
        call()
        taken.append((perf_counter() - begin) * 1000)
    return taken


def report(what: str, taken: list[float], note: str = "") -> None:
    print(f"{what:42} {min(taken):8.3f} ms best {median(taken):8.3f} ms median  {note}")


def judging(loaded: Loaded) -> None:
    judge = Judge(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    checks = len(list(judge.checks(verdict.army)))
    print(f"{loaded.roster.name}: {len(verdict.army.nodes)} selections, {checks} comparisons")
    report("judge, loaded roster", timed(lambda: judge.evaluate(loaded.roster), WARM))
    report("of it, laying out", timed(lambda: judge.lay_out(loaded.roster), WARM))
    report(
        "first roster of a new judge",
        timed(lambda: Judge(loaded.book).evaluate(loaded.roster), COLD),
    )
    report(
        "load ruleset, army lists and roster",
        timed(lambda: load_roster(loaded.path, Library()), COLD),
    )


def hostile(library: Library, folder: Path) -> None:
    """Check huge rosters in which nearly all is wrong: 100 kB in 1 s, 1 MB in 10 s."""
    loaded = load_roster(GRAND_ARMY, library)
    entries = [name for part in loaded.book.entries.values() for name in part]
    whole = json.loads(GRAND_ARMY.read_text(encoding="utf-8"))
    stray = [{"entry": name, "with": [{"entry": entries[0]}]} for name in entries]
    kinds = {
        "repeated sides": whole["army"],
        "one entry": stray[:1],
        "entries anywhere": stray,
        "names of none": [{"entry": f"nobody-{number}"} for number in range(1000)],
    }
    for size in (100_000, 1_000_000):
        for kind, army in kinds.items():
            times = size // len(json.dumps(army))
            path = folder / "army.json"
            path.write_text(json.dumps(whole | {"army": army * times}), encoding="utf-8")

            def checked(path: Path = path) -> str:
                return write_results([check_file(path, library)], "text")

            said = len(checked())
            report(f"check {size // 1000} kB, {kind}", timed(checked, 3), f"{said} letters")


def starting(path: Path) -> None:
    """Time a whole `check` beside a Python that only imports click, in turns."""
    commands = {
        "python -m listbuilder check ROSTER": ["-m", "listbuilder", "check", str(path)],
        'python -c "import click"': ["-c", "import click"],
    }
    taken: dict[str, list[float]] = {what: [] for what in commands}
    for _ in range(COLD):
        for what, arguments in commands.items():
            taken[what] += timed(partial(_run, arguments), 1)
    for what, times in taken.items():
        report(what, times)
    whole, bare = (min(times) for times in taken.values())
    print(f"{'ratio':42} {whole / bare:8.2f}")


def _run(arguments: list[str]) -> None:
    subprocess.run([sys.executable, *arguments], check=True, cwd=CHECKOUT, capture_output=True)


def main() -> None:
    library = Library()
    rosters = [load_roster(path, library) for path in library.rosters()]
    largest = max(rosters, key=lambda loaded: len(Judge(loaded.book).lay_out(loaded.roster).nodes))
    for loaded in (largest, load_roster(GRAND_ARMY, library)):
        judging(loaded)
    with TemporaryDirectory() as made:
        hostile(library, Path(made))
    starting(Path(largest.path))


if __name__ == "__main__":
    main()
