"""Changes between two versions: for a terminal, a chat, or another program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from listbuilder.checking.effects import Effect, Effects
from listbuilder.checking.results import Result
from listbuilder.editing.compare import Difference
from listbuilder.editing.version_diff import PartDiff
from listbuilder.findings import Finding
from listbuilder.messages import gettext, joined, ngettext, translated
from listbuilder.report.json import as_data, dumps
from listbuilder.report.outline import escaped
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import costs_text, finding_details, finding_line

VERSION = 1
"""Version of the JSON; it rises when a key changes its meaning or goes."""

MENDED, STILL = gettext("mended"), gettext("still")
NOW = {
    "legal": gettext("now legal"),
    "illegal": gettext("now illegal"),
    "unusable": gettext("now can’t be read"),
}
WAS = {
    "legal": gettext("was legal"),
    "illegal": gettext("was illegal"),
    "unusable": gettext("couldn’t be read"),
}
AS_BEFORE = {
    "legal": gettext("legal as before"),
    "illegal": gettext("illegal as before"),
    "unusable": gettext("can’t be read as before"),
}
"""Words for the verdict of a roster before the change."""

KnownEffects = Effects | None
"""The effects of changes on rosters; None where nobody asked for them."""


def to_text(parts: Sequence[PartDiff], rosters: KnownEffects) -> str:
    """Write the changes of each part, then the effects on rosters."""
    return "\n".join(escape_control(translated(line)) for line in _text(parts, rosters))


def _text(parts: Sequence[PartDiff], rosters: KnownEffects) -> Iterator[str]:
    for part in parts:
        if (head := _head(part, parts)) is not None:
            yield head
        for subject, differences in groupby(part.differences, lambda one: one.subject):
            texts = [difference.text for difference in differences]
            if len(texts) == 1:
                yield joined("", ("  ", subject, ": ", texts[0]))
            else:
                yield joined("", ("  ", subject, ":"))
                yield from (joined("", ("    ", text)) for text in texts)
        if part.unraised:
            yield gettext(
                "  (The version is still {version}. Raise it: rosters tell by it what is old.)",
                version=part.new,
            )
    yield from _unchanged(parts)
    if rosters is not None:
        yield ""
        yield from _rosters_text(rosters)


def _rosters_text(rosters: Effects) -> Iterator[str]:
    changed = [effect for effect in rosters.looked if effect.changed]
    yield _counted(rosters, changed)
    for effect in changed:
        path = f"  {effect.new.path}{_called(effect)}: "
        yield joined("", (path, joined("; ", _stands(effect))))
        for word, findings in ((MENDED, effect.went), (STILL, effect.moved)):
            yield from (joined("", ("    ", word, ": ", one.message)) for one in findings)
        for finding in effect.came:
            yield joined("", ("    ", _placed(effect.new, finding)))
            yield from (joined("", ("        ", line)) for line in finding_details(finding))


def to_markdown(parts: Sequence[PartDiff], rosters: KnownEffects) -> str:
    """Write the same with headings and lists, fit for a pull request or a changelog."""
    return "\n".join(map(escape_control, _markdown(parts, rosters)))


def _markdown(parts: Sequence[PartDiff], rosters: KnownEffects) -> Iterator[str]:
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
            for word, findings in ((MENDED, effect.went), (STILL, effect.moved)):
                yield from (f"  - {word}: {escaped(finding.message)}" for finding in findings)
            for finding in effect.came:
                yield f"  - {escaped(finding_line(finding))}"
                if finding.cite:
                    yield f"    ({escaped(finding.cite)})"


def to_json(parts: Sequence[PartDiff], rosters: KnownEffects) -> str:
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


def to_history(parts: Sequence[PartDiff], rosters: KnownEffects) -> str:
    """Write the entries for ``history`` of each army list by its id, and of a ruleset."""
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


DiffWriter = Callable[[Sequence[PartDiff], KnownEffects], str]

WRITERS: dict[str, DiffWriter] = {
    "text": to_text,
    "markdown": to_markdown,
    "json": to_json,
    "history": to_history,
}


def _named(part: PartDiff, parts: Sequence[PartDiff]) -> str:
    """Write a part's name, with its game where the parts are of several games."""
    several = len({other.key.ruleset for other in parts}) > 1
    return f"{part.name} ({part.key.ruleset})" if several and part.key.catalogue else part.name


def _head(part: PartDiff, parts: Sequence[PartDiff]) -> str | None:
    """Write the name of a part with its versions; None where nothing changed."""
    name = _named(part, parts)
    if part.old is None:
        return gettext("{name} {version}: added", name=name, version=part.new)
    if part.new is None:
        return gettext("{name} {version}: removed", name=name, version=part.old)
    if not part.differences and part.old == part.new:
        return None
    versions = part.new if part.old == part.new else f"{part.old} → {part.new}"
    if part.differences:
        return f"{name} {versions}"
    return gettext("{name} {version}: nothing changed in meaning", name=name, version=versions)


def _unchanged(parts: Sequence[PartDiff]) -> Iterator[str]:
    names = [_named(part, parts) for part in parts if _head(part, parts) is None]
    if names:
        yield gettext("Nothing changed in {names}.", names=", ".join(names))


def _counted(rosters: Effects, changed: Sequence[Effect]) -> str:
    many = len(rosters.looked) + rosters.untouched
    if not many:
        return gettext("There is no roster of these games.")
    unread = sum(
        effect.old.verdict == effect.new.verdict == "unusable" for effect in rosters.looked
    )
    number: str = ngettext("{count} roster", "{count} rosters", many)
    if unread:
        lost = gettext(" ({count} can’t be read)", count=unread)
        number = joined("", (number, lost))
    if not changed:
        return gettext("Nothing changes for {rosters}.", rosters=number)
    return gettext("{count} of {rosters} affected:", count=len(changed), rosters=number)


def _called(effect: Effect) -> str:
    name = effect.new.name or effect.old.name
    return f" ({name})" if name else ""


def _stands(effect: Effect) -> Iterator[str]:
    """Yield a roster's cost and verdict, now and before."""
    old, new = effect.old, effect.new
    if new.costs != old.costs and new.verdict != "unusable" != old.verdict:
        costs, before = costs_text(new.costs, new.limits), costs_text(old.costs, {})
        yield gettext("{new}, was {old}", new=costs, old=before)
    if old.verdict != new.verdict:
        yield joined(", ", (NOW[new.verdict], WAS[old.verdict]))
    else:
        yield AS_BEFORE[new.verdict]


def _placed(result: Result, finding: Finding) -> str:
    if finding.line is None or result.verdict != "unusable":
        return finding_line(finding)
    return joined("", (gettext("line {number}: ", number=finding.line), finding_line(finding)))


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
