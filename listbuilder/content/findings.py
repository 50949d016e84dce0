"""Findings in words."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.findings import Finding, Severity, named_parts
from listbuilder.messages import gettext

MOST_PARTS = 6
"""The most parts of a number found that are listed one by one."""


def finding_view(finding: Finding) -> FindingView:
    """Put a finding into words."""
    error = finding.severity is Severity.ERROR
    return FindingView(
        word=gettext("Illegal") if error else gettext("Warning"),
        error=error,
        message=finding.message,
        cite=finding.cite or "",
        ruling=finding.ruling or "",
        parts=tuple(_parts(finding)),
        remedies=tuple(remedy.words for remedy in finding.remedies),
    )


def _parts(finding: Finding) -> Iterator[str]:
    """Yield the parts of the number found by kind, the greatest first."""
    named = named_parts(finding)
    yield from named[:MOST_PARTS]
    if named and (more := len(named[MOST_PARTS:]) + finding.more_parts):
        yield gettext("{count} more", count=more)


@attrs.frozen
class FindingView:
    """A finding in words."""

    word: str
    error: bool
    message: str
    cite: str
    ruling: str
    parts: tuple[str, ...]
    remedies: tuple[str, ...]
