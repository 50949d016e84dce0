"""What changed between two versions: for a terminal, a chat, or another program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from listbuilder.checking.effects import Effect, Effects
from listbuilder.checking.results import Result
from listbuilder.editing.compare import Difference
from listbuilder.editing.version_diff import PartDiff
from listbuilder.findings import Finding
from listbuilder.report.json import as_data, dumps
from listbuilder.report.outline import escaped
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import costs_text, finding_details, finding_line

VERSION = 1
"""Of the JSON; raised when a key changes its meaning or goes."""

Looked = Effects | None
"""What becomes of rosters; None where nobody asked."""


def to_text(parts: Sequence[PartDiff], rosters: Looked) -> str:
    """Write what changed part by part, then what becomes of the rosters."""
    return "\n".join(map(escape_control, _text(parts, rosters)))


def _text(parts: Sequence[PartDiff], rosters: Looked) -> Iterator[str]:
    for part in parts:
        if (head := _head(part, parts)) is not None:
            yield head
        for subject, differences in groupby(part.differences, lambda one: one.subject):
            texts = [difference.text for difference in differences]
            if len(texts) == 1:
                yield f"  {subject}: {texts[0]}"
            else:
                yield f"  {subject}:"
                yield from (f"    {text}" for text in texts)
        if part.unraised:
            yield f"  (The version is still {part.new}. Raise it: rosters tell by it what is old.)"
    yield from _unchanged(parts)
    if rosters is not None:
        yield ""
        yield from _rosters_text(rosters)


def _rosters_text(rosters: Effects) -> Iterator[str]:
    changed = [effect for effect in rosters.looked if effect.changed]
    yield _counted(rosters, changed)
    for effect in changed:
        yield f"  {effect.new.path}{_called(effect)}: {'; '.join(_stands(effect))}"
        for finding in effect.went:
            yield f"    mended: {finding.message}"
        for finding in effect.moved:
            yield f"    still: {finding.message}"
        for finding in effect.came:
            yield f"    {_placed(effect.new, finding)}"
            yield from (f"        {line}" for line in finding_details(finding))


def to_markdown(parts: Sequence[PartDiff], rosters: Looked) -> str:
    """Write the same with headings and lists, fit for a pull request or a changelog."""
    return "\n".join(map(escape_control, _markdown(parts, rosters)))


def _markdown(parts: Sequence[PartDiff], rosters: Looked) -> Iterator[str]:
    for part in parts:
        if (head := _head(part, parts)) is not None:
            yield f"## {escaped(head)}"
            yield ""
        for subject, differences in groupby(part.differences, lambda one: one.subject):
            texts = [escaped(difference.text) for difference in differences]
            yield f"- **{escaped(subject)}**: {'; '.join(texts)}"
        if part.unraised:
            yield ""
            yield f"The version is still {escaped(part.new or '')}."
        if part.differences:
            yield ""
    for line in _unchanged(parts):
        yield escaped(line)
    if rosters is not None:
        changed = [effect for effect in rosters.looked if effect.changed]
        yield from ("", "## Rosters", "", _counted(rosters, changed), "")
        for effect in changed:
            stands = "; ".join(_stands(effect))
            yield f"- **{escaped(effect.new.path)}**{escaped(_called(effect))}: {escaped(stands)}"
            for word, findings in (("mended", effect.went), ("still", effect.moved)):
                yield from (f"  - {word}: {escaped(finding.message)}" for finding in findings)
            for finding in effect.came:
                yield f"  - {escaped(finding_line(finding))}"
                if finding.cite:
                    yield f"    ({escaped(finding.cite)})"


def to_json(parts: Sequence[PartDiff], rosters: Looked) -> str:
    """Write the same as data."""
    data: dict[str, Any] = {
        "version": VERSION,
        "parts": [
            {
                "ruleset": part.key.ruleset,
                "catalogue": part.key.catalogue or None,
                "name": part.name,
                "old": part.old,
                "new": part.new,
                "differences": [_data(difference) for difference in part.differences],
            }
            for part in parts
        ],
    }
    if rosters is not None:
        data["rosters"] = [
            {
                "path": effect.new.path,
                "name": effect.new.name or effect.old.name,
                "changed": effect.changed,
                "old": _standing(effect.old),
                "new": _standing(effect.new),
                "mended": [as_data(finding) for finding in effect.went],
                "moved": [as_data(finding) for finding in effect.moved],
                "come": [as_data(finding) for finding in effect.came],
            }
            for effect in rosters.looked
        ]
        data["untouched"] = rosters.untouched
    return dumps(data)


def to_history(parts: Sequence[PartDiff], rosters: Looked) -> str:
    """Write what each army list can take into its ``history``, by its id; so of a ruleset."""
    return dumps(
        {
            part.key.catalogue or "ruleset": [
                {
                    "version": part.new,
                    "text": f"{difference.subject}: {difference.text}",
                    **({"entries": list(difference.entries)} if difference.entries else {}),
                }
                for difference in part.differences
            ]
            for part in parts
            if part.differences
        }
    )


DiffWriter = Callable[[Sequence[PartDiff], Looked], str]

WRITERS: dict[str, DiffWriter] = {
    "text": to_text,
    "markdown": to_markdown,
    "json": to_json,
    "history": to_history,
}


def _named(part: PartDiff, parts: Sequence[PartDiff]) -> str:
    """A part's name, with its game where there are several."""
    several = len({other.key.ruleset for other in parts}) > 1
    return f"{part.name} ({part.key.ruleset})" if several and part.key.catalogue else part.name


def _head(part: PartDiff, parts: Sequence[PartDiff]) -> str | None:
    """The name of a part with its versions; None where nothing changed."""
    name = _named(part, parts)
    if part.old is None:
        return f"{name} {part.new}: added"
    if part.new is None:
        return f"{name} {part.old}: removed"
    if not part.differences and part.old == part.new:
        return None
    versions = part.new if part.old == part.new else f"{part.old} → {part.new}"
    return f"{name} {versions}{'' if part.differences else ': nothing changed in meaning'}"


def _unchanged(parts: Sequence[PartDiff]) -> Iterator[str]:
    names = [_named(part, parts) for part in parts if _head(part, parts) is None]
    if names:
        yield f"Nothing changed in {', '.join(names)}."


def _counted(rosters: Effects, changed: Sequence[Effect]) -> str:
    many = len(rosters.looked) + rosters.untouched
    if not many:
        return "There is no roster of these games."
    unread = sum(
        effect.old.verdict == effect.new.verdict == "unusable" for effect in rosters.looked
    )
    number = f"{many} roster{'' if many == 1 else 's'}"
    number += f" ({unread} can’t be read)" if unread else ""
    if not changed:
        return f"Nothing changes for {number}."
    return f"{len(changed)} of {number} affected:"


def _called(effect: Effect) -> str:
    name = effect.new.name or effect.old.name
    return f" ({name})" if name else ""


def _stands(effect: Effect) -> Iterator[str]:
    """Say what it costs and whether it is legal, and what it cost and was."""
    old, new = effect.old, effect.new
    if new.costs != old.costs and new.verdict != "unusable" != old.verdict:
        yield f"{costs_text(new.costs, new.limits)}, was {costs_text(old.costs, {})}"
    words = {"legal": "legal", "illegal": "illegal", "unusable": "can’t be read"}
    if old.verdict != new.verdict:
        yield f"now {words[new.verdict]}, was {words[old.verdict]}".replace("was can’t", "couldn’t")
    else:
        yield f"{words[new.verdict]} as before"


def _placed(result: Result, finding: Finding) -> str:
    place = "" if finding.line is None else f"line {finding.line}: "
    return f"{place if result.verdict == 'unusable' else ''}{finding_line(finding)}"


def _standing(result: Result) -> dict[str, Any]:
    return {"verdict": result.verdict, "costs": dict(result.costs)}


def _data(difference: Difference) -> dict[str, Any]:
    return {
        "kind": difference.kind,
        "about": difference.about,
        "subject": difference.subject,
        "id": difference.id,
        "text": difference.text,
        "old": difference.old,
        "new": difference.new,
        "entries": list(difference.entries),
    }
