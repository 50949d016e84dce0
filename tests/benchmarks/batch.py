"""How long an engine takes for 100,000 generated rosters, on one process and on all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

from listbuilder.loading.library import Library
from listbuilder.loading.system import processors

ROSTERS = 100_000
SIZE = 500
"""Rosters of a batch."""


def generated(library: Library, many: int, seed: int) -> Iterator[str]:
    """Yield rosters: shipped ones with other numbers of what stands in them, and some without."""
    random = Random(seed)
    paths = library.rosters("mesbg") + library.rosters("warhammer")
    shipped = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    for number in range(many):
        roster = {**random.choice(shipped), "player": f"Player {number}"}
        if random.random() < 0.6:
            roster["army"] = [_altered(one, random) for one in roster["army"]]
        yield json.dumps(roster)


def _altered(selection: dict[str, Any], random: Random) -> dict[str, Any]:
    made = dict(selection)
    if made.get("count", 1) > 1 and random.random() < 0.3:
        made["count"] = random.randint(1, 2 * made["count"])
    inside = [one for one in made.get("with", []) if random.random() > 0.03]
    if "with" in made:
        made["with"] = [_altered(one, random) for one in inside]
    return made


def main(many: int = ROSTERS) -> None:
    import pyarrow as pa
    from distributed import Client, LocalCluster

    from listbuilder.checking.batch import judge_batch

    rosters = [*generated(Library(), many, seed=0)]
    batches = [
        pa.RecordBatch.from_pydict({"roster": rosters[at : at + SIZE]})
        for at in range(0, many, SIZE)
    ]
    for workers in sorted({1, processors()}):
        before = os.times()
        with (
            LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
            ) as cluster,
            Client(cluster) as client,
        ):
            client.gather(client.map(judge_batch, batches[:workers], pure=False))
            there = client.scatter(batches)
            begin = perf_counter()
            done = client.map(judge_batch, there, pure=False)
            counted: dict[str, int] = {}
            for future in done:
                for verdict in future.result().column("verdict").to_pylist():
                    counted[verdict] = counted.get(verdict, 0) + 1
            wall = perf_counter() - begin
        after = os.times()
        used = sum(after[:4]) - sum(before[:4])
        told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counted.items()))
        print(
            f"{many} rosters, {workers} workers {wall:8.2f} s, {many / wall:6.0f} a second, "
            f"{used:6.1f} s of processor with start; {told}"
        )


if __name__ == "__main__":
    import sys

    main(*map(int, sys.argv[1:]))
