"""Findings as JSON for other programs; the shape is a contract."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import attrs

from listbuilder.checking.results import Result
from listbuilder.findings import Finding

VERSION = 1
"""Version of the JSON; it rises when a key changes its meaning or goes, not for new keys."""


def to_json(results: Sequence[Result]) -> str:
    """Write results as one JSON document."""
    files = [
        {
            "path": result.path,
            "verdict": result.verdict,
            "name": result.name,
            "player": result.player,
            "team": result.team,
            "lists": list(result.lists),
            "side": result.side,
            "hash": result.hash,
            "costs": dict(result.costs),
            "limits": dict(result.limits),
            "figures": dict(result.figures),
            "findings": [as_data(finding) for finding in result.findings],
        }
        for result in results
    ]
    return dumps({"version": VERSION, "files": files})


def dumps(data: Any) -> str:
    """Write indented JSON; half a character, which some file names hold, becomes an escape."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def as_data(finding: Finding) -> dict[str, Any]:
    """Make a finding plain data."""
    return attrs.asdict(finding, value_serializer=_plain)


def _plain(_instance: object, _field: object, value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
