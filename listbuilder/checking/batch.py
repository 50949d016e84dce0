"""Batches of rosters in, batches of verdicts out, as Arrow tables: for an engine to map.

An engine (Dask, Spark, Ray …) spreads the batches over its processes; ``judge_batch`` needs no
more than a batch, and keeps what it read from one to the next. It takes the extra ``batch``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from listbuilder.checking.check import begin_check, unusable
from listbuilder.checking.results import Result, ResultDetail
from listbuilder.errors import LoadError
from listbuilder.extras import MissingLibraryError
from listbuilder.interop.opening import parse_content
from listbuilder.loading.events import LoadedEvent, load_event
from listbuilder.loading.grouped import Continuation, grouped
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.library import Library

try:
    import pyarrow as pa
except ImportError as error:
    raise MissingLibraryError("pyarrow") from error

TEXTS = pa.map_(pa.string(), pa.string())

FINDING = pa.struct(
    [
        pa.field("code", pa.string(), nullable=False),
        pa.field("severity", pa.string(), nullable=False),
        pa.field("message", pa.string(), nullable=False),
        pa.field("pointer", pa.string(), nullable=False),
        pa.field("cite", pa.string()),
    ]
)

VERDICTS = pa.schema(
    [
        pa.field("path", pa.string(), nullable=False),
        pa.field("verdict", pa.string(), nullable=False),
        pa.field("name", pa.string(), nullable=False),
        pa.field("player", pa.string(), nullable=False),
        pa.field("team", pa.string(), nullable=False),
        pa.field("lists", pa.list_(pa.string()), nullable=False),
        pa.field("side", pa.string(), nullable=False),
        pa.field("costs", TEXTS, nullable=False),
        pa.field("limits", pa.map_(pa.string(), pa.int64()), nullable=False),
        pa.field("hash", pa.string(), nullable=False),
        pa.field("findings", pa.list_(FINDING), nullable=False),
    ]
)
"""Schema of verdicts (``checking.results.Result``); costs are exact text (``"685"``, ``"5/2"``).

A verdict is ``legal``, ``illegal`` or ``unusable``.
"""


class _ThreadLibraries(threading.local):
    """The library and the event of each thread: judges of a library are not for several at once."""

    def __init__(self) -> None:
        self.known: dict[tuple[tuple[str, ...], ...], tuple[Library, LoadedEvent | None]] = {}

    def at(self, data: Sequence[str], packs: Sequence[str]) -> tuple[Library, LoadedEvent | None]:
        key = (*data,), (*packs,)
        if key not in self.known:
            library = Library([Path(folder) for folder in data])
            event = load_event(packs[0], library, *packs[1:]) if packs else None
            self.known[key] = library, event
        return self.known[key]


_LIBRARIES = _ThreadLibraries()


_Sent = tuple[str, str | bytes | None]
"""Name and content of a roster."""

_Work = Callable[[_Sent], Result | Continuation[Result]]


def judge_batch(
    batch: pa.RecordBatch | pa.Table, data: Sequence[str] = (), packs: Sequence[str] = ()
) -> pa.RecordBatch:
    """Judge a batch of rosters: a row with the verdict of each, in their order.

    The faults of a roster are in its row, without remedies; so are bugs of this program
    (``internal-error``).

    Args:
        batch: with a column ``roster``, of texts or bytes in any form that ``check`` reads but
            archives of several; and perhaps one ``path`` that names them, else they are counted
            from 0.
        data: folders with rulesets and army lists besides the shipped ones.
        packs: files of an event whose rules must be kept, too.

    Returns:
        A batch whose schema is ``VERDICTS``.

    Raises:
        KeyError: the batch has no column ``roster``.
        LoadError: a pack can't be used.
    """
    library, event = _LIBRARIES.at(data, packs)
    rosters = batch.column("roster").to_pylist()
    named = "path" in batch.schema.names
    paths = batch.column("path").to_pylist() if named else map(str, range(len(rosters)))
    sent: list[_Sent] = [(path or "", roster) for path, roster in zip(paths, rosters, strict=True)]
    work: _Work = partial(_begun, library=library, event=event)
    judged: list[Result | LoadError] = grouped(sent, _name, work, Isolation())
    rows = [
        _row(unusable(path, one) if isinstance(one, LoadError) else one)
        for (path, _), one in zip(sent, judged, strict=True)
    ]
    return pa.RecordBatch.from_pylist(rows, VERDICTS)


def _name(sent: _Sent) -> str:
    return sent[0]


def _begun(sent: _Sent, library: Library, event: LoadedEvent | None) -> Continuation[Result]:
    path, roster = sent
    raw = roster.encode() if isinstance(roster, str) else roster or b""
    parsed = parse_content(raw, path, library)
    return begin_check(parsed, library, event, ResultDetail.HASH, remedies=False)


def _row(result: Result) -> dict[str, Any]:
    """Make a row of a result; half characters, which UTF-8 can't hold, become escapes."""
    return {
        "path": _text(result.path),
        "verdict": result.verdict,
        "name": _text(result.name),
        "player": _text(result.player),
        "team": _text(result.team),
        "lists": [_text(name) for name in result.lists],
        "side": _text(result.side),
        "costs": [*result.costs.items()],
        "limits": [*result.limits.items()],
        "hash": result.hash,
        "findings": [
            {
                "code": one.code,
                "severity": one.severity.value,
                "message": _text(one.message),
                "pointer": _text(one.pointer),
                "cite": one.cite and _text(one.cite),
            }
            for one in result.findings
        ],
    }


def _text(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
