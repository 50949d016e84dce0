"""Rosters in the formats of other programs and of chats, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from listbuilder.interop.exporting import exported, to_newrecruit, to_ros, to_rosz
from listbuilder.interop.literal import literal_head
from listbuilder.interop.tabletop import Notecard, to_tts
from listbuilder.messages import ENGLISH, spoken
from listbuilder.model.roster import Roster
from listbuilder.report.outline import (
    data,
    escaped,
    markdown_lines,
    outline,
    text_lines,
)
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import totals
from listbuilder.rules.evaluate import Judge, Verdict


def text_of(judge: Judge, roster: Roster) -> str:
    """Write a roster as players paste it into chats: a head and lines, which ``import`` reads."""
    verdict = judge.evaluate(roster)
    head = f"{literal_head(roster.name)} ({judge.book.ruleset.name}): {totals(verdict)}"
    with spoken(ENGLISH):
        return "\n".join([escape_control(head), *text_lines(judge, verdict)]) + "\n"


def markdown_of(judge: Judge, roster: Roster) -> str:
    """Write a roster as Markdown."""
    verdict = judge.evaluate(roster)
    head = (
        f"## {escaped(literal_head(roster.name))}\n\n{judge.book.ruleset.name}, {totals(verdict)}\n"
    )
    return "\n".join([head, *markdown_lines(judge, verdict)]) + "\n"


def tts_of(judge: Judge, roster: Roster) -> str:
    """Write a saved object of Tabletop Simulator, whose first card is the roster as text."""
    whole = Notecard(roster.name, text_of(judge, roster))
    return to_tts(roster.name, [whole, *_notecards(judge, judge.evaluate(roster))])


def _notecards(judge: Judge, verdict: Verdict) -> Iterator[Notecard]:
    """Yield a card for each selection that has a profile: its options, its numbers, its cost."""
    said = data(judge, verdict)["selections"]
    for line, told in zip(outline(judge, verdict), said, strict=True):
        if told["profiles"]:
            profiles = [_profile(profile) for profile in told["profiles"]]
            parts = [", ".join(line.options), *profiles, line.cost_text()]
            yield Notecard(line.text, "\n".join(filter(None, parts)))


def _profile(profile: Mapping[str, object]) -> str:
    values = profile["values"]
    listed = values.items() if isinstance(values, dict) else ()
    return f"{profile['name']}: " + ", ".join(f"{name} {value}" for name, value in listed)


PROGRAMS: Mapping[str, Callable[[Mapping[str, Any]], bytes]] = {
    "ros": to_ros,
    "rosz": to_rosz,
    "newrecruit": to_newrecruit,
}
"""Writers of other programs' formats, from the tree that ``exported`` makes."""

TEXTS: Mapping[str, Callable[[Judge, Roster], str]] = {
    "text": text_of,
    "markdown": markdown_of,
    "tts": tts_of,
}
FORMS = (*PROGRAMS, *TEXTS)


def write_as(form: str, judge: Judge, roster: Roster) -> bytes:
    """Write a roster in one of the formats."""
    if form in PROGRAMS:
        return PROGRAMS[form](exported(judge, roster))
    return TEXTS[form](judge, roster).encode()
