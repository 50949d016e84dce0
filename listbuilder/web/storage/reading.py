"""Limits on the size of an army: no larger than pages can show while others wait."""

from __future__ import annotations

from typing import Any

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.events import LoadedEvent
from listbuilder.loading.library import Library
from listbuilder.loading.parse import Parsed
from listbuilder.loading.rosters import Loaded, read_roster
from listbuilder.messages import gettext, numeral

MOST_SELECTIONS = 1_000
"""Most selections of an army; the largest shipped one has 93."""

LONGEST_TEXT = 2_000
"""Most characters of a name, an id or a key; notes, which are shown once, may be longer."""


def read_for_pages(
    parsed: Parsed, library: Library, redacted: bool = False, event: LoadedEvent | None = None
) -> Loaded:
    """Read a roster (``read_roster``) of bounded size, with the rules of an event of its game.

    Raises:
        LoadError: the roster, or a file that it needs, can't be used; or it is too large.
    """
    if reason := why_too_large(parsed.data):
        finding = Finding(
            "too-large",
            Severity.ERROR,
            gettext("{reason} The command line can read it.", reason=reason),
        )
        raise LoadError(parsed.path, [finding])
    return read_at_event(parsed, library, redacted, event)


def read_at_event(
    parsed: Parsed, library: Library, redacted: bool = False, event: LoadedEvent | None = None
) -> Loaded:
    """Read a roster (``read_roster``), with the rules of an event of its game."""
    loaded = read_roster(parsed, library, redacted)
    roster = loaded.roster
    if event is None or roster.redacted or roster.ruleset != event.ruleset:
        return loaded
    return event.at_event(loaded, parsed, library)


def why_too_large(roster: Any) -> str:
    """Say why a roster, given as JSON values, is too large for pages; empty if it is not."""
    selections = longest = 0
    left = [roster]
    while left:
        part = left.pop()
        if isinstance(part, list):
            selections += len(part)
            left += part
        elif isinstance(part, dict):
            longest = max(longest, *map(len, part), 0)
            left += [value for key, value in part.items() if key != "notes"]
        elif isinstance(part, str):
            longest = max(longest, len(part))
    if selections > MOST_SELECTIONS:
        return gettext(
            "An army of {selections} selections is too large for these pages.",
            selections=numeral(f"{selections:,}"),
        )
    if longest > LONGEST_TEXT:
        return gettext(
            "A text of {longest} characters is too long for these pages.",
            longest=numeral(f"{longest:,}"),
        )
    return ""
