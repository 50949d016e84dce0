"""How long linting the shipped files takes, on this machine, beside others: `make bench`.

check-jsonschema is asked for the schemas alone, over the same files, where it is on the path.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from listbuilder.loading.folders import data_folder
from listbuilder.loading.kinds import kind_of

CHECKOUT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(data_folder("catalogues").glob("*/**/*.json"))
TIMES = 5


def timed(*commands: list[str], cache: Path) -> float:
    """Seconds that commands take one after the other; each must find nothing."""
    environment = {**os.environ, "LISTBUILDER_CACHE": str(cache)}
    begin = perf_counter()
    for command in commands:
        subprocess.run(command, check=True, cwd=CHECKOUT, capture_output=True, env=environment)
    return perf_counter() - begin


def by_schema(program: str) -> list[list[str]]:
    """A call of check-jsonschema for each schema, with all files of its kind."""
    kinds: dict[str, list[str]] = {}
    for path in SHIPPED:
        kinds.setdefault(str(kind_of(path, None)), []).append(str(path))
    schemas = data_folder("schemas")
    return [
        [
            *(program, "--base-uri", f"{schemas.as_uri()}/"),
            *("--schemafile", str(schemas / f"{kind}.schema.json"), *files),
        ]
        for kind, files in kinds.items()
    ]


def main() -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in SHIPPED)
    print(f"{len(SHIPPED)} shipped files of {lines} lines, seconds, best and median of {TIMES}")
    proved = [sys.executable, "-m", "listbuilder", "lint", "catalogues"]
    lint = [*proved, "--no-proofs"]
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        ways = {
            "lint": partial(timed, lint, cache=cache),
            "with proofs, all cached": partial(timed, proved, cache=cache),
        }
        if program := shutil.which("check-jsonschema"):
            ways["check-jsonschema"] = partial(timed, *by_schema(program), cache=cache)
        timed(lint, cache=cache)
        print(f"{'with proofs, once':24} {timed(proved, cache=cache):8.3f}")
        taken: dict[str, list[float]] = {what: [] for what in ways}
        for _ in range(TIMES):
            for what, way in ways.items():
                taken[what].append(way())
    for what, times in taken.items():
        print(f"{what:24} {min(times):8.3f} {median(times):8.3f}")


if __name__ == "__main__":
    main()
