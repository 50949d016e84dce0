"""Remarks on an army of another program's: when it is read, and in its notes ever after."""

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
"""Selections that a message names."""

MOST_LETTERS = 200
"""Of a selection in notes, which may be anything."""

NOTE = "import"
"""Key of a roster's notes: what was not taken over."""

MISSED = "not understood"
"""Key of that note: the selections, each with the way to it."""


def not_understood(listed: Sequence[str]) -> str:
    """Tell the selections that were not taken over."""
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
    """What is said of a file that was just read."""
    return Finding(NOT_UNDERSTOOD, Severity.WARNING, not_understood(listed))


def with_remembered(parsed: Parsed) -> Parsed:
    """Say of a roster of ours what its notes keep of the file that it was made from."""
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
