"""Warnings about an imported army's missed selections: at the import, and later from its notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from listbuilder.findings import Finding, Severity
from listbuilder.loading.parse import Parsed
from listbuilder.loading.problems import Problem, located
from listbuilder.messages import gettext, joined, ngettext

NOT_UNDERSTOOD = "not-understood"
MOST_TOLD = 20
"""Most selections that a message names."""

MOST_LETTERS = 200
"""Most letters of a selection from notes, which a player may have edited."""

NOTE = "import"
"""Key in a roster's notes under which an import keeps what was lost."""

MISSED = "not understood"
"""Key below ``NOTE``: the missed selections, each with the names on the way to it."""


def not_understood(listed: Sequence[str]) -> str:
    """Write the sentence about missed selections."""
    told = listed[:MOST_TOLD]
    if len(listed) > MOST_TOLD:
        told = [*told, gettext("and others")]
    return ngettext(
        "{count} selection not understood: {what}.",
        "{count} selections not understood: {what}.",
        len(listed),
        what=joined("; ", told),
    )


def finding_of(listed: Sequence[str]) -> Finding:
    """Make the warning about a file that was just imported."""
    return Finding(NOT_UNDERSTOOD, Severity.WARNING, not_understood(listed))


def with_remembered(parsed: Parsed) -> Parsed:
    """Add the warning to a roster of ours whose notes keep missed selections."""
    data: Any = parsed.data
    for key in ("notes", NOTE, MISSED):
        data = data.get(key) if isinstance(data, dict) else None
    listed = [one for one in data if isinstance(one, str)] if isinstance(data, list) else []
    if not listed:
        return parsed
    message = not_understood([one[:MOST_LETTERS] for one in listed])
    problem = Problem(NOT_UNDERSTOOD, message, f"/notes/{NOTE}/{MISSED}")
    found = located(parsed, [problem], Severity.WARNING)
    return attrs.evolve(parsed, notices=(*parsed.notices, *found))
