"""Batches of rosters, judged by an engine that knows nothing of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.checking.check import check_parsed
from listbuilder.checking.results import ResultDetail
from listbuilder.errors import LoadError
from listbuilder.loading.parse import parse_bytes
from tests.benchmarks.batch import generated
from tests.shipped import LIBRARY

pa = pytest.importorskip("pyarrow")


def batches(rosters: list[str], size: int) -> list[Any]:
    parts = [rosters[at : at + size] for at in range(0, len(rosters), size)]
    return [pa.RecordBatch.from_pydict({"roster": part}) for part in parts]


def test_verdicts_of_generated_rosters_are_those_of_check() -> None:
    from listbuilder.checking.batch import VERDICTS, judge_batch

    distributed = pytest.importorskip("distributed")
    rosters = [*generated(LIBRARY, 40, seed=1)]
    options = {"processes": False, "n_workers": 2, "threads_per_worker": 1}
    with (
        distributed.LocalCluster(
            host="127.0.0.1", protocol="tcp://", dashboard_address=None, **options
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        done = client.gather(client.map(judge_batch, batches(rosters, 10)))
    table = pa.Table.from_batches(done)
    assert table.schema == VERDICTS
    rows = table.to_pylist()
    assert len(rows) == 40
    assert {row["verdict"] for row in rows} == {"legal", "illegal"}
    for row, roster in zip(rows, rosters, strict=True):
        own = check_parsed(parse_bytes(roster.encode(), ""), LIBRARY, detail=ResultDetail.HASH)
        assert (row["verdict"], row["hash"]) == (own.verdict, own.hash)
        assert dict(row["costs"]) == own.costs
        assert [one["code"] for one in row["findings"]] == [one.code for one in own.findings]


def test_what_is_no_roster_has_a_row_that_says_why(tmp_path: Path) -> None:
    from listbuilder.checking.batch import judge_batch

    rosters = [b"{", None, b"\xff\xfe", b"Nobody", b'{"name": "\\ud800", "ruleset": "none"}']
    batch = pa.RecordBatch.from_pydict({"path": ["a", "b", "c", "\u00e9", "e"], "roster": rosters})
    rows = judge_batch(batch).to_pylist()
    assert [row["verdict"] for row in rows] == ["unusable"] * 5
    assert [row["path"] for row in rows] == ["a", "b", "c", "\u00e9", "e"]
    assert all(row["findings"][0]["message"] for row in rows)
    assert not any(one["code"] == "internal-error" for row in rows for one in row["findings"])
    assert judge_batch(batch.slice(0, 0)).num_rows == 0
    with pytest.raises(KeyError):
        judge_batch(pa.RecordBatch.from_pydict({"army": ["{}"]}))
    with pytest.raises(LoadError):
        judge_batch(batch, packs=[str(tmp_path / "none.json")])


def test_an_event_is_kept_to() -> None:
    from listbuilder.checking.batch import judge_batch

    pack = next(path for path in LIBRARY.events() if "mesbg" in path.parts)
    roster = json.dumps({**json.loads(LIBRARY.rosters("mesbg")[0].read_text(encoding="utf-8"))})
    (row,) = judge_batch(
        pa.RecordBatch.from_pydict({"roster": [roster]}), packs=[str(pack)]
    ).to_pylist()
    assert row["verdict"] == "illegal"
    assert row["findings"][0]["cite"]
