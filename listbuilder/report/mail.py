"""Answers to players: a text for each, without codes, and an overview for the organiser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from listbuilder.checking.players import Overview, said_of_copies
from listbuilder.checking.results import Result
from listbuilder.editing.find import folded
from listbuilder.findings import Finding, Severity
from listbuilder.messages import gettext, joined, translated
from listbuilder.report.columns import table
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import costs_text, counted_verdicts, overview_text
from listbuilder.report.verdict_words import SAID

OVERVIEW = "overview"
MOST_SAID = 20
"""Most findings of a roster in a player's text; the others are counted."""

MOST_NAME = 80
"""Most letters of a file's name."""

NO_NAME = re.compile(r"[\W_]+")


def mails(results: Sequence[Result], told: Overview, event: str = "") -> dict[str, str]:
    """Write a text for each player, and one for the organiser, by the names of their files.

    Args:
        results: results with players (``checking.players``).
        told: the overview of the same results.
        event: the event's name.
    """
    players: dict[str, list[Result]] = {}
    for result in results:
        if result.verdict != "skipped" and result.player:
            players.setdefault(folded(result.player) or result.player, []).append(result)
    for result in results:
        if result.across and not result.player:  # of a team: each of its players is told
            for theirs in players.values():
                if theirs[0].team == result.team:
                    theirs.append(result)
    files = {OVERVIEW: "\n".join(_overview(results, told, event))}
    for rosters in players.values():
        name = rosters[0].player
        files[_free_name(name, files)] = _text(name, _answers(rosters, told), event)
    for name in told.missing:
        files[_free_name(name, files)] = _text(
            name, [gettext("No army has come from you yet.")], event
        )
    return {f"{name}.txt": f"{text}\n" for name, text in files.items()}


def _free_name(player: str, taken: dict[str, str]) -> str:
    """Name a player's file: letters and digits of the player's name, and a number if taken."""
    name = NO_NAME.sub("-", player).strip("-")[:MOST_NAME].casefold() or "player"
    number, free = 2, name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def _text(player: str, lines: Sequence[str], event: str) -> str:
    head = [player, *([event] if event else []), ""]
    return "\n".join(escape_control(translated(line)) for line in [*head, *lines])


def _answers(rosters: Sequence[Result], told: Overview) -> list[str]:
    copies = said_of_copies(rosters, told)
    lines: list[str] = []
    for result in rosters:
        file = PurePath(result.path).name
        called = f"{result.name} ({file})" if result.name else file
        called = result.name if result.across else called
        costs = costs_text(result.costs, result.limits)
        lines.append(
            joined(": ", (called, joined(", ", filter(None, (SAID[result.verdict], costs)))))
        )
        for finding in result.findings[:MOST_SAID]:
            lines += _told(finding)
        lines += [copies[result.path]] if result.path in copies else []
        if more := len(result.findings) - MOST_SAID:
            lines += [gettext("  … and {count} more.", count=more)] if more > 0 else []
        lines.append("")
    return lines[:-1]


def _told(finding: Finding) -> Iterator[str]:
    """Yield a finding's message, its source and its remedies."""
    parts: list[str] = ["  - "]
    if finding.line is not None and not finding.title:
        parts.append(gettext("line {number}: ", number=finding.line))
    if finding.severity is not Severity.ERROR:
        parts.append(gettext("only a note: "))
    parts.append(finding.message)
    yield joined("", [*parts, *((" (", finding.cite, ")") if finding.cite else ())])
    for remedy in (one for one in finding.remedies if one.safe):
        yield gettext("    What mends it: {remedy}", remedy=remedy.words)


def _overview(results: Sequence[Result], told: Overview, event: str) -> Iterator[str]:
    if event:
        yield from (escape_control(event), "")
    rows = [
        (
            result.player,
            SAID[result.verdict],
            str(result.count(Severity.ERROR)),
            result.name if result.across else result.path,
        )
        for result in results
        if result.verdict != "skipped"
    ]
    if rows:
        heads = (gettext("player"), gettext("verdict"), gettext("errors"), gettext("file"))
        yield from table(heads, rows, whole=-1)
    for result in results:
        if result.verdict == "skipped" and not result.is_data:
            message = translated(result.findings[0].message)
            yield escape_control(f"{result.path}: {message}")
    yield translated(counted_verdicts(results))
    yield from overview_text(told)
