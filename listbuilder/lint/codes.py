"""The codes of lint's findings: severity, meaning, remedy and examples of each.

The codes are data, ``codes.json`` beside this module; ``lint --explain`` and the page of all codes
are made of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import attrs

from listbuilder.findings import Finding, Remedy, Severity

ExampleKind = Literal["ruleset", "catalogue", "roster"]
Example = str | Mapping[str, Any]
"""An example: changes to a file of the example game, or a text for the whole file."""


@attrs.frozen(eq=False)
class Code:
    """A kind of finding.

    Attributes:
        name: the code itself, which never changes.
        topic: the chapter of the page of all codes.
        home: the file of the example game that the examples change; None where the examples are
            in words.
        means: the fault, in a sentence or two.
        remedy: the remedy, as an instruction.
    """

    name: str
    topic: str
    severity: Severity
    home: ExampleKind | None
    means: str
    remedy: str
    bad: Example
    good: Example


@cache
def codes() -> Mapping[str, Code]:
    """Read all codes, by name, in the order of the page."""
    return {
        said["code"]: Code(
            said["code"],
            topic["title"],
            Severity(said["severity"]),
            said.get("in"),
            said["means"],
            said["remedy"],
            said["bad"],
            said["good"],
        )
        for topic in _data()["topics"]
        for said in topic["codes"]
    }


def game() -> Mapping[ExampleKind, Mapping[str, Any]]:
    """Read the files of the example game."""
    files: Mapping[ExampleKind, Mapping[str, Any]] = _data()["game"]
    return files


def coded(finding: Finding) -> Finding:
    """Give a finding the severity of its code, and the code's remedy where it has none of its own.

    Findings whose code is not listed stay as they are: a few codes of ``loading`` tell of faults of
    this program.
    """
    code = codes().get(finding.code)
    if code is None:
        return finding
    remedies = finding.remedies or (Remedy(code.remedy, safe=True),)
    title = finding.title or code.means
    return attrs.evolve(finding, severity=code.severity, title=title, remedies=remedies)


@cache
def _data() -> Any:
    return json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
