"""Findings as text for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, get_args

from listbuilder.checking.results import Result, VerdictName
from listbuilder.findings import Finding, Severity, named_parts, written
from listbuilder.messages import gettext, joined, ngettext, translated
from listbuilder.report.columns import table
from listbuilder.report.terminal import Tone, bar, escape_control, toned, window, wrapped
from listbuilder.report.verdict_words import SAID, TONES
from listbuilder.rules.evaluate import Verdict
from listbuilder.rules.measure import is_unfinished
from listbuilder.rules.played import shown_hash

if TYPE_CHECKING:
    from listbuilder.checking.players import Overview

MOST_PARTS = 6

MOST_TOLD = 50
"""Most findings of a file that are told one by one, unless all are asked for."""

MOST_CODES = 20
"""Most codes by which the other findings are counted."""

SPARE = ("hash", "side", "army", "army lists", "team")
"""Columns of the table of rosters that a narrow window leaves out; files have all of them."""

MEND = gettext("to mend it:")


def to_text(results: Sequence[Result], every: bool = False) -> str:
    """Write the findings, then the verdict of one file, or a table of several.

    Args:
        results: a result for each file.
        every: write all findings.
    """
    told = [result for result in results if result.verdict != "skipped"]
    lines = [line for result in told for line in findings_text(result, every)]
    if len(results) > 1 or any(result.figures for result in results):
        lines += summary_text(results)
    elif results and results[0].verdict != "unusable":
        (result,) = results
        costs = translated(costs_text(result.costs, result.limits))
        name = f" ({result.name})" if result.name else ""
        said = escape_control(f"{f', {costs}' if costs else ''}{name}")
        place = toned(escape_control(result.path), Tone.PLACE)
        verdict = toned(translated(SAID[result.verdict]), TONES[result.verdict])
        lines.append(f"{place}: {verdict}{said}")
    return "\n".join(lines)


def findings_text(result: Result, every: bool = False) -> Iterator[str]:
    """Yield the lines of a file's findings, each with its position and source line.

    Args:
        result: the file's result.
        every: write all findings; else the first ``MOST_TOLD``, and count the others.
    """
    if not result.findings:
        return
    from listbuilder.report.quote import Quotes

    path, quotes = escape_control(result.path), Quotes(result.path)
    told = len(result.findings) if every else MOST_TOLD
    for finding in result.findings[:told]:
        place = f":{finding.line}:{finding.column}" if finding.line is not None else ""
        yield wrapped(f"{toned(f'{path}{place}', Tone.PLACE)}: {toned_line(finding)}")
        yield from (f"    {line}" for line in quotes.of(finding))
        yield from (wrapped(f"    {line}") for line in toned_details(finding))
    if others := result.findings[told:]:
        counted = by_code(others)
        yield translated(
            gettext(
                "{path}: {count} more (check and lint tell them with --all): {codes}",
                path=path,
                count=len(others),
                codes=counted,
            )
        )
    if untried := sum(finding.untried for finding in result.findings):
        yield translated(
            gettext(
                "{path}: nothing was tried to mend {count} of these: that would take too long.",
                path=path,
                count=untried,
            )
        )


def by_code(findings: Sequence[Finding]) -> str:
    """Count findings by code, the commonest first."""
    counted = Counter(finding.code for finding in findings)
    words = [f"{number} × {code}" for code, number in counted.most_common(MOST_CODES)]
    if more := len(counted) - len(words):
        words.append(translated(gettext("{count} other codes", count=more)))
    return escape_control(", ".join(words))


def finding_line(finding: Finding) -> str:
    """Write severity, message and code of a finding, not translated and escaped yet."""
    said = SAID[finding.severity], ": ", finding.message, f" [{finding.code}]"
    return joined("", said)


def toned_line(finding: Finding) -> str:
    """Write severity, message and code of a finding for a window."""
    severity = toned(translated(SAID[finding.severity]), TONES[finding.severity])
    code = toned(escape_control(f"[{finding.code}]"), Tone.QUIET)
    return f"{severity}: {escape_control(translated(finding.message))} {code}"


def finding_details(finding: Finding) -> Iterator[str]:
    """Yield the parts of a finding's number, the rule, its ruling and the remedies.

    The lines are not translated and escaped yet.
    """
    yield from _details(finding)
    yield from (joined(" ", (MEND, remedy.words)) for remedy in finding.remedies)


def toned_details(finding: Finding) -> Iterator[str]:
    """Yield a finding's details for a window, where the remedies stand out."""
    yield from (escape_control(translated(line)) for line in _details(finding))
    for remedy in finding.remedies:
        mend = toned(translated(MEND), Tone.HINT)
        yield f"{mend} {escape_control(translated(remedy.words))}"


def made_of(finding: Finding) -> str:
    """Write the greatest parts of a finding's number."""
    named = named_parts(finding)
    more = len(named[MOST_PARTS:]) + finding.more_parts
    parts = "; ".join(named[:MOST_PARTS])
    if more > 0:
        return gettext("made up of {parts}; and {count} more", parts=parts, count=more)
    return gettext("made up of {parts}", parts=parts)


def _details(finding: Finding) -> Iterator[str]:
    if named_parts(finding):
        yield made_of(finding)
    if finding.cite:
        yield gettext("rule: {cite}", cite=finding.cite)
    if finding.ruling:
        yield gettext("ruling: {ruling}", ruling=finding.ruling)


def summary_text(results: Sequence[Result]) -> Iterator[str]:
    """Yield a table of the files, without empty columns."""
    titles = figure_titles(results)
    heads = (
        gettext("verdict"),
        gettext("costs"),
        *titles,
        gettext("findings"),
        gettext("player"),
        gettext("team"),
        gettext("army lists"),
        gettext("side"),
        gettext("hash"),
        gettext("army"),
        gettext("file"),
    )
    rows: list[tuple[str, ...]] = [
        (
            SAID[result.verdict],
            costs_text(result.costs, result.limits),
            *(result.figures.get(title, "") for title in titles),
            _counts(result) if result.verdict != "skipped" else result.findings[0].message,
            result.player,
            result.team,
            ", ".join(result.lists),
            result.side,
            shown_hash(result.hash),
            result.name,
            result.path,
        )
        for result in results
        if not result.is_data
    ]
    told = [column for column in zip(heads, *rows, strict=True) if any(column[1:])]
    first, *rest = zip(*told, strict=True)
    yield from table(first, rest, whole=-1, spare=SPARE)
    yield translated(counted_verdicts(results))


def counted_verdicts(results: Sequence[Result]) -> str:
    """Count files by verdict: ``14 files: 9 legal, 2 unusable, 3 skipped``."""
    results, all_told = [result for result in results if not result.across], results
    counted = Counter(result.verdict for result in results)
    told = [verdict for verdict in get_args(VerdictName) if counted[verdict]]
    said = joined(", ", [joined(" ", (str(counted[one]), SAID[one])) for one in told])
    if data := sum(result.is_data for result in results):
        of_data = gettext(" ({count} of them rulesets and army lists)", count=data)
        said = joined("", (said, of_data))
    if groups := len(all_told) - len(results):
        across = ngettext(
            "; {count} finding across rosters", "; {count} findings across rosters", groups
        )
        said = joined("", (said, across))
    files = ngettext("{count} file", "{count} files", len(results))
    return joined(": ", filter(None, (files if results else gettext("no files"), said)))


def overview_text(told: Overview) -> Iterator[str]:
    """Yield the players without a roster, those with several, and rosters that came twice."""
    yield from (escape_control(translated(line)) for line in _overview(told))


def _overview(told: Overview) -> Iterator[str]:
    if told.expected is not None:
        came = told.expected - len(told.missing)
        yield ngettext(
            "{came} of {count} expected player sent something.",
            "{came} of {count} expected players sent something.",
            told.expected,
            came=came,
        )
    for name in told.missing:
        yield gettext("Missing: {name}", name=name)
    for name in told.strangers:
        yield gettext("Not expected: {name}", name=name)
    for name, number in told.several:
        yield joined(": ", (name, ngettext("{count} roster", "{count} rosters", number)))
    for paths in told.alike:
        yield gettext("The same army: {files}", files=", ".join(paths))


def figure_titles(results: Sequence[Result]) -> tuple[str, ...]:
    """List the titles of the figures that were asked for, each once."""
    return tuple(dict.fromkeys(title for result in results for title in result.figures))


def costs_text(costs: Mapping[str, str], limits: Mapping[str, int]) -> str:
    """Write costs of their limits: ``685 of 700 points``; the first cost, and others above 0."""
    first = next(iter(costs), "")
    return joined(
        ", ",
        [
            _cost_text(written(Fraction(cost)), limits.get(name), name.replace("_", " "))
            for name, cost in costs.items()
            if name == first or name in limits or cost != "0"
        ],
    )


def _cost_text(cost: str, limit: int | None, name: str) -> str:
    if limit is None:
        return joined(" ", (cost, name))
    return gettext("{cost} of {limit} {name}", cost=cost, limit=limit, name=name)


def totals(verdict: Verdict) -> str:
    """Write a roster's costs of their limits, and its verdict."""
    costs = {name: str(cost) for name, cost in verdict.costs.items()}
    legal = gettext("legal") if verdict.legal else gettext("illegal")
    return joined(", ", filter(None, (costs_text(costs, verdict.army.roster.limits), legal)))


def toned_totals(verdict: Verdict) -> str:
    """Write costs and verdict for a player who edits; an unfinished roster is no error yet."""
    if is_unfinished(verdict):
        costs = {name: str(cost) for name, cost in verdict.costs.items()}
        used = costs_text(costs, verdict.army.roster.limits)
        return toned(
            translated(joined(", ", filter(None, (used, gettext("unfinished"))))), Tone.WARNING
        )
    return toned(translated(totals(verdict)), Tone.GOOD if verdict.legal else Tone.ERROR)


def bars(verdict: Verdict) -> Iterator[str]:
    """Yield a bar for each cost that has a limit, where a terminal shows it."""
    limits = verdict.army.roster.limits
    if window() is None:
        return
    for name, cost in verdict.costs.items():
        if name in limits:
            left = limits[name] - Fraction(cost)
            amount = written(abs(left))
            rest = gettext("{number} left", number=amount)
            if left < 0:
                rest = gettext("{number} too many", number=amount)
            yield f"{bar(Fraction(cost), Fraction(limits[name]))} {translated(rest)}"


def _counts(result: Result) -> str:
    errors, warnings = result.count(Severity.ERROR), result.count(Severity.WARNING)
    return many_findings(errors, warnings) or gettext("none")


def many_findings(errors: int, warnings: int) -> str:
    """Count findings: ``2 errors, 1 warning``; empty without any."""
    counted = (
        ngettext("{count} error", "{count} errors", errors) if errors else "",
        ngettext("{count} warning", "{count} warnings", warnings) if warnings else "",
    )
    return joined(", ", filter(None, counted))
