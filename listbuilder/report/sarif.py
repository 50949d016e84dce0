"""Findings as SARIF 2.1.0, for code scanning and editors.

The standard: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from listbuilder.checking.results import Result, exit_code
from listbuilder.findings import Finding
from listbuilder.report.json import as_data, dumps
from listbuilder.report.terminal import escape_control, relative_path
from listbuilder.report.text import finding_details

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

SAID_BEFORE = ("code", "severity", "message", "line", "column", "subject")
"""Attributes of a finding that SARIF has a place for; all others are properties of the result."""


def to_sarif(results: Sequence[Result]) -> str:
    """Write results as one SARIF log of one run."""
    first: dict[str, Finding] = {}
    for result in results:
        for finding in result.findings:
            first.setdefault(finding.code, finding)
    numbers = {code: number for number, code in enumerate(first)}
    uris = [_uri(result.path) for result in results]
    run = {
        "tool": {
            "driver": {
                "name": "Listbuilder",
                "version": version("listbuilder"),
                "rules": list(map(_rule, first.values())),
            }
        },
        "invocations": [{"executionSuccessful": True, "exitCode": exit_code(list(results))}],
        "columnKind": "unicodeCodePoints",
        "artifacts": [
            {"location": {"uri": uri}, "roles": ["analysisTarget"]} for uri in dict.fromkeys(uris)
        ],
        "results": [
            _result(finding, numbers[finding.code], uri)
            for result, uri in zip(results, uris, strict=True)
            for finding in result.findings
        ],
    }
    return dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(first: Finding) -> dict[str, Any]:
    """Describe a code by the first finding that has it."""
    title = first.title or first.code.replace("-", " ").replace(".", ": ").capitalize()
    return {
        "id": first.code,
        "shortDescription": {"text": _plain(title)},
        "defaultConfiguration": {"level": str(first.severity)},
    }


def _result(finding: Finding, rule: int, uri: str) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if finding.line is not None:
        place["region"] = {"startLine": finding.line, "startColumn": finding.column}
    location: dict[str, Any] = {"physicalLocation": place}
    if finding.subject:
        location["logicalLocations"] = [{"fullyQualifiedName": _plain(" / ".join(finding.subject))}]
    said = (finding.message, *finding_details(finding))
    more = {
        key: value
        for key, value in as_data(finding).items()
        if key not in SAID_BEFORE and value not in (None, [], "")
    }
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": str(finding.severity),
        "message": {"text": "\n".join(map(_plain, said))},
        "locations": [location],
        "properties": more,
    }


def _plain(text: str) -> str:
    """Escape invisible characters, and brackets that a viewer would take for a link."""
    return escape_control(text).replace("](", "\\](")


def _uri(path: str) -> str:
    """Write a relative path as a relative reference, an absolute path as a file's URI."""
    path = relative_path(path)
    quoted = quote(os.fsencode(Path(path).as_posix()))
    return f"file://{quoted}" if Path(path).is_absolute() else quoted
