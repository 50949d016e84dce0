"""How long solving takes, from the start of Python to the answer.

Targets: one army list from nothing 2 s, with allies from any of three 4 s, a repair of five broken
rules 4 s, a siege defence of 2,000 points behind its castle 2 s, each on two cores.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from listbuilder.editing.edit import add, new
from listbuilder.loading.library import Library
from listbuilder.loading.save import save
from listbuilder.rules.evaluate import judge_of

TIMES = 3


def rosters(folder: Path) -> None:
    """Write the rosters that are measured."""
    library = Library()
    for name in library.catalogues("mesbg"):
        judge = judge_of(library.book("mesbg", [name]))
        save(folder / f"{name}.json", new(judge, name, {"points": "700"}))
    versions = dict.fromkeys(("mordor", "isengard", "minas-tirith"), "1.0.0")
    allies = {
        "ruleset": "mesbg",
        "name": "Allies",
        "catalogues": versions,
        "limits": {"points": 700},
    }
    (folder / "allies.json").write_text(json.dumps(allies | {"army": []}), encoding="utf-8")
    judge = judge_of(library.book("mesbg", ["mordor"]))
    broken = new(judge, "Broken", {"points": "300"})
    for wanted in ("gothmog", "gothmog", "mordor-war-catapult", *["mordor-siege-bow"] * 2):
        broken = add(judge, broken, wanted).roster
    save(folder / "broken.json", add(judge, broken, "orc-tracker", 20, to="1.1").roster)
    for name in ("dwarfs", "empire", "orcs-and-goblins", "skaven"):
        judge = judge_of(library.book("warhammer", [name]))
        castle = add(judge, new(judge, name, {"side": "defender"}), "castle").roster
        for wanted, count in (("wall", 4), ("tower", 4)):
            castle = add(judge, castle, wanted, count, to="castle").roster
        save(folder / f"siege-{name}.json", castle)


def measure(*arguments: str) -> None:
    """Print the best wall time of a command, and what it said first."""
    best = float("inf")
    said = ""
    for _ in range(TIMES):
        begun = time.perf_counter()
        command = [sys.executable, "-m", "listbuilder", *arguments]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        best = min(best, time.perf_counter() - begun)
    name = " ".join(Path(argument).name for argument in arguments)
    print(f"{best:5.2f} s  {name:42} {said.splitlines()[0] if said else ''}")


def main() -> None:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as path:
        folder = Path(path)
        rosters(folder)
        for file in sorted(folder.glob("*.json")):
            if file.stem != "broken":
                for aim in ("points", "models"):
                    measure("complete", str(file), "--aim", aim)
        measure("repair", str(folder / "broken.json"), "--answers", "1")
        measure("repair", str(folder / "broken.json"))
        measure("why", str(folder / "broken.json"))


if __name__ == "__main__":
    main()
