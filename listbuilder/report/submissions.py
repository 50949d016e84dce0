"""Changes between two submissions: for a terminal, as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from listbuilder.checking.results import Result
from listbuilder.checking.submissions import Resubmission
from listbuilder.messages import gettext, joined, ngettext, translated
from listbuilder.report.json import dumps
from listbuilder.report.outline import escaped
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import costs_text
from listbuilder.report.verdict_words import SAID

VERSION = 1
"""Version of the JSON; it rises when a key changes its meaning or goes."""


def to_text(resubmissions: Sequence[Resubmission]) -> str:
    """Write the changes of each roster."""
    lines = []
    for resubmission in resubmissions:
        if resubmission.changed:
            lines.append(_head(resubmission))
            lines += (joined("", ("  ", line)) for line in resubmission.lines)
    told = [*lines, *_unchanged(resubmissions)]
    return "\n".join(escape_control(translated(line)) for line in told)


def to_markdown(resubmissions: Sequence[Resubmission]) -> str:
    """Write the changes of each roster as Markdown lists."""
    lines = []
    for resubmission in resubmissions:
        if resubmission.changed:
            lines.append(f"- **{escaped(_head(resubmission))}**")
            lines += [f"  - {escaped(line.strip())}" for line in resubmission.lines]
    return "\n".join([*lines, *map(escaped, _unchanged(resubmissions))])


def to_json(resubmissions: Sequence[Resubmission]) -> str:
    """Write the changes of each roster as JSON."""
    listed = [
        {
            "old": _data(resubmission.old),
            "new": _data(resubmission.new),
            "changed": resubmission.changed,
            "lines": [line.strip() for line in resubmission.lines],
        }
        for resubmission in resubmissions
    ]
    return dumps({"version": VERSION, "submissions": listed})


WRITERS: Mapping[str, Callable[[Sequence[Resubmission]], str]] = {
    "text": to_text,
    "markdown": to_markdown,
    "json": to_json,
}


def _data(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "path": result.path,
        "name": result.name,
        "player": result.player,
        "verdict": result.verdict,
        "costs": dict(result.costs),
        "findings": [finding.message for finding in result.findings],
    }


def _head(resubmission: Resubmission) -> str:
    old, new = resubmission.old, resubmission.new
    one = new or old
    if one is None:
        raise ValueError("a resubmission is of something")
    called = ", ".join(filter(None, (one.name, one.player)))
    title = f"{one.path} ({called})" if called else one.path
    if old is None:
        return gettext("{title}: new, {verdict}", title=title, verdict=_stands(one))
    if new is None:
        return gettext("{title}: gone", title=title)
    stood, stands = _stands(old), _stands(new)
    if stood == stands:
        return joined(": ", (title, stands))
    return gettext("{title}: {verdict}; was {before}", title=title, verdict=stands, before=stood)


def _stands(result: Result) -> str:
    costs = costs_text(result.costs, result.limits)
    return joined(", ", filter(None, (costs, SAID[result.verdict])))


def _unchanged(resubmissions: Sequence[Resubmission]) -> Iterator[str]:
    same = sum(not resubmission.changed for resubmission in resubmissions)
    if same:
        yield ngettext(
            "Nothing changed in {count} roster.", "Nothing changed in {count} rosters.", same
        )
    elif not resubmissions:
        yield gettext("There is no roster.")
