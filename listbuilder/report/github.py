"""Findings as workflow commands, which GitHub shows at the lines that they are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from listbuilder.checking.results import Result
from listbuilder.findings import Finding
from listbuilder.report.terminal import escape_control, relative_path
from listbuilder.report.text import finding_details


def to_github(results: Sequence[Result]) -> str:
    """Write a command for each finding, then a notice that counts the files.

    The output has no other lines: a runner takes any line with the signs of a command for one.
    """
    lines = [_command(result, finding) for result in results for finding in result.findings]
    counted = Counter(result.verdict for result in results)
    verdicts = ", ".join(f"{number} {verdict}" for verdict, number in counted.items())
    lines.append(f"::notice title=Listbuilder::{_data(verdicts)}")
    return "\n".join(lines)


def _command(result: Result, finding: Finding) -> str:
    place = {"file": relative_path(result.path), "line": finding.line, "col": finding.column}
    place["title"] = finding.code
    said = ",".join(
        f"{key}={_property(str(value))}" for key, value in place.items() if value is not None
    )
    return f"::{finding.severity} {said}::{'%0A'.join(map(_data, _said(finding)))}"


def _said(finding: Finding) -> Iterator[str]:
    yield finding.message
    yield from finding_details(finding)


def _data(text: str) -> str:
    """Escape a message: a percent sign begins an escape; no line end is left."""
    return escape_control(text).replace("%", "%25")


def _property(text: str) -> str:
    """Escape a property, which a comma or a colon would end."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
