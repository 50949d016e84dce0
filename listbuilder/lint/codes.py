"""Every code that lint gives: how grave it is, what it means, how it is mended, and examples.

They are data, ``codes.json`` beside this module; ``lint --explain`` and the page of all codes are
made of it.
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
"""What a file says beside what the example game's file does; a text is the whole file."""


@attrs.frozen(eq=False)
class Code:
    """A kind of finding.

    Attributes:
        name: stable, and names the offence.
        topic: the chapter of the page that it stands in.
        home: the file of the example game that the examples are for; None where they tell of a
            file in words.
        means: what is wrong, in a sentence or two.
        remedy: what to do, as an instruction.
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
    """What each file of the example game says."""
    files: Mapping[ExampleKind, Mapping[str, Any]] = _data()["game"]
    return files


def coded(finding: Finding) -> Finding:
    """Give a finding the severity of its code, and its remedy where it has none of its own.

    A few codes of ``loading`` come up only where we are wrong ourselves; such findings stay.
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
