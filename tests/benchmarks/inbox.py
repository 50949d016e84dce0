"""How long an event's inbox takes: many lists of ours, and exports of others: `make bench`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from listbuilder.interop.opening import load_roster
from listbuilder.loading.library import Library
from listbuilder.rules.evaluate import judge_of
from tests.interop.exports import exported, in_the_field, to_xml

OURS = 3_000
MANY = 12_000
"""Of ours, too: start-up is little of it, so that it tells the rate."""

THEIRS = 100
SIZE = 265_000
"""Bytes of an export: most of it profiles and the text of rules."""

PLAIN = b"<rules><rule "
WORDS = "Words that stand in for the text of a rule, with a quote &quot;or two&quot;.&#xA;" * 4


def write_ours(folder: Path, library: Library, many: int = OURS) -> None:
    """Write the shipped lists, again and again, each of another player."""
    paths = library.rosters("mesbg") + library.rosters("warhammer")
    for number, path in enumerate(islice(cycle(paths), many)):
        said = json.loads(path.read_text(encoding="utf-8"))
        text = json.dumps({**said, "player": f"Player {number}"})
        (folder / f"{number:05}.json").write_text(text, encoding="utf-8")


def write_theirs(folder: Path, library: Library) -> None:
    """Write the same as exports, filled with what is not read to the size of real ones."""
    profile = '<profiles><profile id="p" name="P" typeName="Unit"><characteristics>'
    profile += "".join(f'<characteristic name="C{n}">{n}+</characteristic>' for n in range(9))
    profile += "</characteristics></profile></profiles>"
    rule = f'<rule id="r" name="R" hidden="false"><description>{WORDS}</description></rule>'
    for number, path in enumerate(
        islice(cycle(library.rosters("mesbg") + library.rosters("warhammer")), THEIRS)
    ):
        loaded = load_roster(path, library)
        judge = judge_of(loaded.book)
        raw = to_xml(exported(judge, in_the_field(judge, loaded.roster)))
        missing = SIZE - len(raw) - raw.count(PLAIN) * len(profile)
        rules = max(0, missing) // max(1, raw.count(PLAIN)) // len(rule)
        filled = profile.encode() + b"<rules>" + rule.encode() * rules + b"<rule "
        (folder / f"{number:03}.ros").write_bytes(raw.replace(PLAIN, filled))


def timed(what: str, folder: Path) -> None:
    """Check a folder, and tell seconds on the wall and of processor."""
    before, begin = os.times(), perf_counter()
    command = [sys.executable, "-m", "listbuilder", "check", str(folder)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    wall, after = perf_counter() - begin, os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    size = sum(path.stat().st_size for path in folder.iterdir())
    (counted,) = (line for line in said.splitlines() if " files: " in line)
    rate = len(list(folder.iterdir())) / wall
    print(
        f"{what:24} {wall:7.2f} s ({rate:.0f} a second), {used:6.2f} s of processor, "
        f"{size // 1000} kB; {counted}"
    )


def main() -> None:
    library = Library()
    kinds = (
        ("lists of ours", write_ours),
        ("many of ours", partial(write_ours, many=MANY)),
        ("exports of others", write_theirs),
    )
    for what, write in kinds:
        with TemporaryDirectory() as made:
            write(Path(made), library)
            timed(what, Path(made))


if __name__ == "__main__":
    main()
