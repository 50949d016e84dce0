"""The event in a link to an army: its name, a mark, and small packs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.events import LoadedEvent, read_events
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_text
from listbuilder.loading.share import fold_packs, mark_of_packs, unfold_packs
from listbuilder.messages import gettext
from listbuilder.web.storage.reading import why_too_large

NAME, MARK, PACKS = "event", "mark", "packs"
"""Keys of a link's query: the event's name, its mark, its packs."""

MOST_PACKS = 4
"""Most packs of a link: an event, house rules, and some more."""

RULES = gettext("The event's rules")
"""Name of a link's packs in findings."""


def link_of_event(name: str, packs: Sequence[Any]) -> dict[str, str]:
    """Make an event's part of links: its packs (JSON values) only where they are small."""
    folded = fold_packs(packs)
    said = {NAME: name, MARK: mark_of_packs(packs)}
    return {**said, PACKS: folded} if folded else said


def said_of_event(text: str, asked: Mapping[str, str]) -> dict[str, str]:
    """Read a link's part about its event; empty where the link names none.

    Args:
        text: the link, or what was pasted.
        asked: the query of the page, for what stands behind the link's ``#`` alone.
    """
    query = text.strip().partition("#")[0].partition("?")[2]
    found = dict(parse_qsl(query)) if query else asked
    return {key: found[key] for key in (NAME, MARK, PACKS) if key in found} if NAME in found else {}


def event_of_link(said: Mapping[str, str], library: Library) -> LoadedEvent | None:
    """Load the event that a link carries; None for a link without packs.

    The packs are a stranger's data, of bounded size.

    Raises:
        LoadError: a pack can't be used.
    """
    if PACKS not in said:
        return None
    return read_events([parse_text(text, RULES) for text in packs_of_link(said)], library)


def packs_of_link(said: Mapping[str, str]) -> list[str]:
    """Unpack the event packs of a link, each as JSON text that is not checked yet.

    Raises:
        LoadError: the link has no packs or too many, or they can't be unpacked.
    """
    listed = parse_text(unfold_packs(said.get(PACKS, ""), RULES), RULES).data
    reason = why_too_large(listed)
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_PACKS:
        reason = gettext(
            "It holds no event packs, or more than {most_packs}.", most_packs=MOST_PACKS
        )
    if reason:
        raise LoadError(RULES, [Finding("too-large", Severity.ERROR, reason)])
    return [json.dumps(one, indent=2, ensure_ascii=False) for one in listed]
