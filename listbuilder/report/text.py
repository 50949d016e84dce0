"""Findings as text for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from listbuilder.checking.results import Result
from listbuilder.findings import Finding, Severity, written
from listbuilder.report.terminal import escape_control
from listbuilder.rules.evaluate import Verdict

MOST_PARTS = 6

MOST_TOLD = 50
"""Findings of a file that are told one by one, unless all are asked for."""

MOST_CELL = 400
"""Letters of a cell of a table."""

MOST_CODES = 20
"""By which the others are counted."""


def to_text(results: Sequence[Result], every: bool = False) -> str:
    """Write what was found; then what one file came to, or of several a table.

    Args:
        results: a file each.
        every: tell all findings.
    """
    told = [result for result in results if result.verdict != "skipped"]
    lines = [line for result in told for line in findings_text(result, every)]
    if len(results) > 1 or any(result.figures for result in results):
        lines += summary_text(results)
    elif results and results[0].verdict != "unusable":
        (result,) = results
        said = ", ".join(filter(None, (result.verdict, costs_text(result.costs, result.limits))))
        name = f" ({result.name})" if result.name else ""
        lines.append(escape_control(f"{result.path}: {said}{name}"))
    return "\n".join(lines)


def findings_text(result: Result, every: bool = False) -> Iterator[str]:
    """Yield the lines that say what was found in a file, each with its place and source line.

    Args:
        result: of the file.
        every: tell all findings; else the first, and count the others.
    """
    if not result.findings:
        return
    from listbuilder.report.quote import Quotes

    path, quotes = escape_control(result.path), Quotes(result.path)
    told = len(result.findings) if every else MOST_TOLD
    for finding in result.findings[:told]:
        place = f":{finding.line}:{finding.column}" if finding.line is not None else ""
        yield f"{path}{place}: {finding_line(finding)}"
        yield from (f"    {line}" for line in (*quotes.of(finding), *finding_details(finding)))
    if others := result.findings[told:]:
        counted = by_code(others)
        yield f"{path}: {len(others)} more (check and lint tell them with --all): {counted}"
    if untried := sum(finding.untried for finding in result.findings):
        yield f"{path}: nothing was tried to mend {untried} of these: that would take too long."


def by_code(findings: Sequence[Finding]) -> str:
    """Count findings, those with the commonest codes first."""
    counted = Counter(finding.code for finding in findings)
    words = [f"{number} × {code}" for code, number in counted.most_common(MOST_CODES)]
    if more := len(counted) - len(words):
        words.append(f"{more} other codes")
    return escape_control(", ".join(words))


def finding_line(finding: Finding) -> str:
    """Severity, message and code."""
    return escape_control(f"{finding.severity}: {finding.message} [{finding.code}]")


def finding_details(finding: Finding) -> Iterator[str]:
    """Yield what the number is made up of, the rule, its ruling and what would mend it."""
    yield from map(escape_control, _details(finding))


def _details(finding: Finding) -> Iterator[str]:
    if finding.parts:
        named = [
            f"{written(Fraction(part.amount))}: {part.count} × {part.name}"
            if part.amount != str(part.count)
            else f"{part.count} × {part.name}"
            for part in finding.parts[:MOST_PARTS]
        ]
        more = len(finding.parts) + finding.more_parts - len(named)
        yield f"made up of {'; '.join(named)}{f'; and {more} more' if more > 0 else ''}"
    if finding.cite:
        yield f"rule: {finding.cite}"
    if finding.ruling:
        yield f"ruling: {finding.ruling}"
    for remedy in finding.remedies:
        yield f"to mend it: {remedy.words}"


def summary_text(results: Sequence[Result]) -> Iterator[str]:
    """Yield a table of the files; a column in which nothing would stand is left out."""
    titles = figure_titles(results)
    heads = ("verdict", "costs", *titles, "findings", "army", "file")
    rows: list[tuple[str, ...]] = [
        (
            result.verdict,
            costs_text(result.costs, result.limits),
            *(result.figures.get(title, "") for title in titles),
            _counts(result) if result.verdict != "skipped" else result.findings[0].message,
            result.name,
            result.path,
        )
        for result in results
    ]
    told = [column for column in zip(heads, *rows, strict=True) if any(column[1:])]
    first, *rest = zip(*told, strict=True)
    yield from table(first, rest)
    counted = Counter(result.verdict for result in results)
    yield f"{many(len(results), 'file')}: {', '.join(f'{n} {one}' for one, n in counted.items())}"


def figure_titles(results: Sequence[Result]) -> tuple[str, ...]:
    """Titles of the figures that were asked for, each once."""
    return tuple(dict.fromkeys(title for result in results for title in result.figures))


def costs_text(costs: Mapping[str, str], limits: Mapping[str, int]) -> str:
    """Costs of their limits: ``685 of 700 points``; the first, and what is spent of others."""
    first = next(iter(costs), "")
    return ", ".join(
        f"{written(Fraction(cost))}{f' of {limits[name]}' if name in limits else ''}"
        f" {name.replace('_', ' ')}"
        for name, cost in costs.items()
        if name == first or name in limits or cost != "0"
    )


def totals(verdict: Verdict) -> str:
    """Costs of their limits, and whether a roster is legal."""
    costs = {name: str(cost) for name, cost in verdict.costs.items()}
    legal = "legal" if verdict.legal else "illegal"
    return ", ".join(filter(None, (costs_text(costs, verdict.army.roster.limits), legal)))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table with its columns in line; the last is not padded.

    One long cell would make each line as long, so of cells only so much is shown.
    """
    plain = [[escape_control(_cut(cell)) for cell in row] for row in (heads, *rows)]
    widths = [max(map(len, column)) for column in zip(*plain, strict=True)]
    for row in plain:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


def _cut(cell: str) -> str:
    return f"{cell[:MOST_CELL]}…" if len(cell) > MOST_CELL else cell


def _counts(result: Result) -> str:
    errors, warnings = result.count(Severity.ERROR), result.count(Severity.WARNING)
    words = [many(errors, "error"), many(warnings, "warning")]
    return ", ".join(word for word in words if word) or "none"


def many(number: int, word: str) -> str:
    """Count things: ``2 errors``; nothing for none."""
    return f"{number} {word}{'' if number == 1 else 's'}" if number else ""
