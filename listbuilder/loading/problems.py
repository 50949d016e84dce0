"""Problems of a file of the right form, before they are located at its lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.names import LIKENESS, did_you_mean
from listbuilder.loading.parse import Parsed
from listbuilder.messages import gettext, joined

MOST_COMPARED = 20_000
"""Most pairs of names that are compared for the near misses of a file; further names have none."""


class Meant(NamedTuple):
    """An unknown name, and the known names among which its near miss is searched.

    Attributes:
        name: the unknown name.
        known: the known names.
        likeness: the least likeness of a near miss (``near_misses``).
    """

    name: str
    known: Collection[str]
    likeness: float = LIKENESS


class Problem(NamedTuple):
    """A fault of a file.

    Attributes:
        pointer: RFC 6901 JSON pointer to the value; if the file does not write it, the nearest
            holder counts (such as a single name in the place of a list).
        at_key: the key of the value is at fault, not the value.
        meant: the unknown name whose near miss follows the message.
    """

    code: str
    message: str
    pointer: str
    at_key: bool = False
    meant: Meant | None = None


def located(parsed: Parsed, problems: Iterable[Problem], severity: Severity) -> list[Finding]:
    """Make findings of problems, each with its line and column, in the order of the file.

    Values of another program's file have no lines.
    """
    from listbuilder.loading.source_map import SourceMap

    positions = SourceMap(parsed.text)
    findings = []
    compared = 0
    for code, message, pointer, at_key, meant in problems:
        there = written_pointer(parsed.data, pointer)
        find = positions.locate_key if at_key else positions.locate
        line, column = (None, None) if parsed.made_from else find(there) or (None, None)
        hint = ""
        if meant is not None and compared + len(meant.known) <= MOST_COMPARED:
            compared += len(meant.known)
            hint = did_you_mean(*meant)
        findings.append(Finding(code, severity, joined("", (message, hint)), there, line, column))
    return sorted(findings, key=lambda finding: (finding.line or 0, finding.column or 0))


def blamed(path: str, error: LoadError) -> tuple[Finding, ...]:
    """List the findings that keep a file from being used, of its own or of a file that it needs.

    Args:
        path: the file's path as the caller named it.
        error: the error of reading it.
    """
    if error.path == path:
        return error.findings
    first = error.findings[0]
    place = f":{first.line}:{first.column}" if first.line is not None else ""
    more = (
        gettext(" (and {count} more)", count=len(error.findings) - 1)
        if len(error.findings) > 1
        else ""
    )
    name = "/".join(Path(error.path).parts[-2:])
    message = gettext(
        "{name}{place} can't be used: {message}{more}",
        name=name,
        place=place,
        message=first.message,
        more=more,
    )
    return (Finding("unusable-data", Severity.ERROR, message, line=1, column=1),)


def written_pointer(data: Any, pointer: str) -> str:
    """Shorten a pointer to the part that leads to a written value."""
    there = ""
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        if isinstance(data, dict) and name in data:
            data = data[name]
        elif isinstance(data, list) and name.isdecimal() and int(name) < len(data):
            data = data[int(name)]
        else:
            break
        there = f"{there}/{token}"
    return there
