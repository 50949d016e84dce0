"""What is wrong with a file of the right form, before it is said at its line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from listbuilder.findings import Finding, Severity
from listbuilder.loading.parse import Parsed


class Problem(NamedTuple):
    """One thing wrong with a file.

    Attributes:
        pointer: RFC 6901 JSON pointer to the value; past what the file writes, the nearest that is
            there is meant (a single name that may be a list).
        at_key: the key of the value is at fault, not the value.
    """

    code: str
    message: str
    pointer: str
    at_key: bool = False


def located(parsed: Parsed, problems: Iterable[Problem], severity: Severity) -> list[Finding]:
    """Make findings of problems, each with its line and column, in the order of the file."""
    from listbuilder.loading.positions import Positions

    positions = Positions(parsed.text)
    findings = []
    for code, message, pointer, at_key in problems:
        there = written(parsed.data, pointer)
        find = positions.locate_key if at_key else positions.locate
        line, column = find(there) or (None, None)
        findings.append(Finding(code, severity, message, there, line, column))
    return sorted(findings, key=lambda finding: (finding.line or 0, finding.column or 0))


def written(data: Any, pointer: str) -> str:
    """Cut a pointer off where what it names is not written."""
    there = ""
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        if isinstance(data, dict) and name in data:
            data = data[name]
        elif isinstance(data, list) and name.isdigit() and int(name) < len(data):
            data = data[int(name)]
        else:
            break
        there = f"{there}/{token}"
    return there


def token(name: str) -> str:
    """Escape a key for a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")
