"""Changes in a game since a roster was built with it, as far as its history tells."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from listbuilder.loading.names import shortened
from listbuilder.messages import gettext
from listbuilder.model.ruleset import Amendment, Part

MOST_TOLD = 5
MOST_PARTS = 10
"""Most digits of a version's number."""

VersionNumber = tuple[int, ...]


def version_notice(part: Part, version: str, entries: Collection[str]) -> str:
    """Write that a roster was built with another version, with the changes that concern it.

    Args:
        part: the present army list or ruleset.
        version: the version that the roster was built with.
        entries: ids of the roster's entries.
    """
    name, now, built_with = part.name, part.version, shortened(version)
    built, here = _number(version), _number(now)
    if built is not None and here is not None and built > here:
        return gettext(
            "Built with {name} {built_with}, which is newer than the {now} here.",
            name=name,
            built_with=built_with,
            now=now,
        )
    message = gettext(
        "Built with {name} {built_with}; this is {now}.", name=name, built_with=built_with, now=now
    )
    later = list(since(part, version))
    texts = [
        one.text.rstrip(".")
        for one in later
        if not one.entries or not set(one.entries).isdisjoint(entries)
    ]
    if texts:
        more = (
            gettext(" … and {count} more", count=len(texts) - MOST_TOLD)
            if len(texts) > MOST_TOLD
            else ""
        )
        return gettext(
            "{message} What changed for it: {texts}{more}.",
            message=message,
            texts="; ".join(texts[:MOST_TOLD]),
            more=more,
        )
    return (
        gettext(
            "{message} No change that its history tells of is about this army.", message=message
        )
        if later
        else message
    )


def renamed_or_removed(part: Part, version: str) -> dict[str, str]:
    """Write what became of each entry since a version, as far as the history tells."""
    return {
        entry: f" {part.name} {one.version}: {one.text.rstrip('.')}."
        for one in since(part, version)
        for entry in one.entries
    }


def since(part: Part, version: str) -> Iterator[Amendment]:
    """Yield the amendments after a version; nothing where versions are no dotted numbers."""
    built = _number(version)
    for one in part.history:
        number = _number(one.version)
        if built is not None and number is not None and number > built:
            yield one


def _number(version: str) -> VersionNumber | None:
    parts = version.split(".", MOST_PARTS)
    short = len(parts) <= MOST_PARTS and all(len(part) < 10 for part in parts)
    if short and version.isascii() and all(map(str.isdecimal, parts)):
        return tuple(map(int, parts))
    return None
