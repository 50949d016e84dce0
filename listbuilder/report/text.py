"""Findings as text for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, get_args

from listbuilder.checking.results import Result, VerdictName
from listbuilder.findings import Finding, Severity, written
from listbuilder.messages import gettext, joined, translated
from listbuilder.report.terminal import Tone, bar, escape_control, toned, width, window, wrapped
from listbuilder.rules.evaluate import Verdict
from listbuilder.rules.measure import is_unfinished
from listbuilder.rules.played import shown_hash

if TYPE_CHECKING:
    from listbuilder.checking.players import Overview

MOST_PARTS = 6

MOST_TOLD = 50
"""Findings of a file that are told one by one, unless all are asked for."""

MOST_CELL = 400
"""Letters of a cell of a table."""

MOST_CODES = 20
"""By which the others are counted."""

LEAST_CELL = 12
"""Columns that a cell keeps where a window is too narrow for its table."""

SPARE = ("hash", "side", "army", "army lists", "team")
"""Columns of the table of rosters that a narrow window does without; files tell all of them."""

MEND = gettext("to mend it:")

SAID: dict[str, str] = {
    "error": gettext("error"),
    "warning": gettext("warning"),
    "legal": gettext("legal"),
    "illegal": gettext("illegal"),
    "unusable": gettext("unusable"),
    "skipped": gettext("skipped"),
}
"""Of severities and verdicts."""

TONES = {
    "error": Tone.ERROR,
    "illegal": Tone.ERROR,
    "unusable": Tone.ERROR,
    "warning": Tone.WARNING,
    "legal": Tone.GOOD,
    "skipped": Tone.QUIET,
}
"""Of severities and verdicts."""


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
        costs = translated(costs_text(result.costs, result.limits))
        name = f" ({result.name})" if result.name else ""
        said = escape_control(f"{f', {costs}' if costs else ''}{name}")
        place = toned(escape_control(result.path), Tone.PLACE)
        verdict = toned(translated(SAID[result.verdict]), TONES[result.verdict])
        lines.append(f"{place}: {verdict}{said}")
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
    """Count findings, those with the commonest codes first."""
    counted = Counter(finding.code for finding in findings)
    words = [f"{number} × {code}" for code, number in counted.most_common(MOST_CODES)]
    if more := len(counted) - len(words):
        words.append(f"{more} other codes")
    return escape_control(", ".join(words))


def finding_line(finding: Finding) -> str:
    """Severity, message and code."""
    return escape_control(f"{finding.severity}: {finding.message} [{finding.code}]")


def toned_line(finding: Finding) -> str:
    """Severity, message and code for whoever reads them in a window."""
    severity = toned(translated(SAID[finding.severity]), TONES[finding.severity])
    code = toned(escape_control(f"[{finding.code}]"), Tone.QUIET)
    return f"{severity}: {escape_control(translated(finding.message))} {code}"


def finding_details(finding: Finding) -> Iterator[str]:
    """Yield what the number is made up of, the rule, its ruling and what would mend it."""
    yield from map(escape_control, _details(finding))
    yield from (escape_control(f"{MEND} {remedy.words}") for remedy in finding.remedies)


def toned_details(finding: Finding) -> Iterator[str]:
    """Yield the same for whoever reads it in a window: the remedies stand out."""
    yield from (escape_control(translated(line)) for line in _details(finding))
    for remedy in finding.remedies:
        mend = toned(translated(MEND), Tone.HINT)
        yield f"{mend} {escape_control(translated(remedy.words))}"


def _details(finding: Finding) -> Iterator[str]:
    if finding.parts:
        named = [
            f"{written(Fraction(part.amount))}: {part.count} × {part.name}"
            if part.amount != str(part.count)
            else f"{part.count} × {part.name}"
            for part in finding.parts[:MOST_PARTS]
        ]
        more = len(finding.parts) + finding.more_parts - len(named)
        parts = "; ".join(named)
        yield (
            gettext("made up of {parts}; and {count} more", parts=parts, count=more)
            if more > 0
            else gettext("made up of {parts}", parts=parts)
        )
    if finding.cite:
        yield gettext("rule: {cite}", cite=finding.cite)
    if finding.ruling:
        yield gettext("ruling: {ruling}", ruling=finding.ruling)


def summary_text(results: Sequence[Result]) -> Iterator[str]:
    """Yield a table of the files; a column in which nothing would stand is left out."""
    titles = figure_titles(results)
    who = ("player", "team", "army lists", "side", "hash")
    heads = ("verdict", "costs", *titles, "findings", *who, "army", "file")
    rows: list[tuple[str, ...]] = [
        (
            result.verdict,
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
    yield counted_verdicts(results)


def counted_verdicts(results: Sequence[Result]) -> str:
    """Count files by what they came to: ``14 files: 9 legal, 2 unusable, 3 skipped``."""
    results, all_told = [result for result in results if not result.across], results
    counted = Counter(result.verdict for result in results)
    told = [verdict for verdict in get_args(VerdictName) if counted[verdict]]
    said = ", ".join(f"{counted[verdict]} {verdict}" for verdict in told)
    if data := sum(result.is_data for result in results):
        said += f" ({data} of them rulesets and army lists)"
    if groups := len(all_told) - len(results):
        said += f"; {many(groups, 'finding')} across rosters"
    return f"{many(len(results), 'file') or 'no files'}{': ' if said else ''}{said}"


def overview_text(told: Overview) -> Iterator[str]:
    """Yield who is missing, who sent how many rosters, and what came twice."""
    yield from map(escape_control, _overview(told))


def _overview(told: Overview) -> Iterator[str]:
    if told.expected is not None:
        came = told.expected - len(told.missing)
        yield f"{came} of {many(told.expected, 'expected player')} sent something."
    for name in told.missing:
        yield f"Missing: {name}"
    for name in told.strangers:
        yield f"Not expected: {name}"
    for name, number in told.several:
        yield f"{name}: {many(number, 'roster')}"
    for paths in told.alike:
        yield f"The same army: {', '.join(paths)}"


def figure_titles(results: Sequence[Result]) -> tuple[str, ...]:
    """Titles of the figures that were asked for, each once."""
    return tuple(dict.fromkeys(title for result in results for title in result.figures))


def costs_text(costs: Mapping[str, str], limits: Mapping[str, int]) -> str:
    """Costs of their limits: ``685 of 700 points``; the first, and what is spent of others."""
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
        return f"{cost} {name}"
    return gettext("{cost} of {limit} {name}", cost=cost, limit=limit, name=name)


def totals(verdict: Verdict) -> str:
    """Costs of their limits, and whether a roster is legal."""
    costs = {name: str(cost) for name, cost in verdict.costs.items()}
    legal = gettext("legal") if verdict.legal else gettext("illegal")
    return joined(", ", filter(None, (costs_text(costs, verdict.army.roster.limits), legal)))


def toned_totals(verdict: Verdict) -> str:
    """The same for whoever edits the roster; what only lacks something is not an error yet."""
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


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    whole: int = 0,
    spare: Sequence[str] = (),
) -> Iterator[str]:
    """Yield the lines of a table with its columns in line; the last is not padded.

    One long cell would make each line as long, so of cells only so much is shown; in a window that
    is too narrow the widest columns give way, and then those that can be spared are left out.

    Args:
        heads: over the columns.
        rows: of cells.
        whole: the column that never gives way: its cells are copied into the next command.
        spare: heads of columns that a narrow window does without, the first one first.
    """
    whole %= len(heads)
    plain = [[escape_control(_cut(cell, MOST_CELL)) for cell in row] for row in (heads, *rows)]
    widths = [max(map(width, column)) for column in zip(*plain, strict=True)]
    seen = window()
    gone: list[str] = []
    if seen is not None:
        kept = _kept(heads, widths, seen.columns, whole, spare)
        gone = [head for index, head in enumerate(heads) if index not in kept]
        plain = [[row[index] for index in kept] for row in plain]
        widths, whole = [widths[index] for index in kept], kept.index(whole)
        widths = _narrowed(widths, seen.columns - 2 * (len(widths) - 1), whole)
    for number, row in enumerate(plain):
        cells = []
        for cell, most in zip(row, widths, strict=True):
            fitted = cell if seen is None else _cut(cell, most)
            tone = TONES.get(cell) if number else Tone.QUIET
            cells.append(f"{toned(fitted, tone)}{' ' * (most - width(fitted))}")
        yield "  ".join(cells).rstrip()
    if gone:
        yield toned(f"A wider window shows: {', '.join(gone)}.", Tone.QUIET)


def _kept(
    heads: Sequence[str], widths: Sequence[int], room: int, whole: int, spare: Sequence[str]
) -> list[int]:
    """The columns that a window has room for, once each has given way as far as it can."""
    kept = [*range(len(heads))]
    for head in spare:
        least = [widths[at] if at == whole else min(widths[at], LEAST_CELL) for at in kept]
        if sum(least) + 2 * (len(kept) - 1) <= room:
            break
        kept = [at for at in kept if at == whole or heads[at] != head]
    return kept


def _narrowed(widths: Sequence[int], room: int, whole: int) -> list[int]:
    """Take room from the widest until all fit; none is narrowed past what can be read."""
    fitted = list(widths)
    giving = [index for index in range(len(widths)) if index != whole]
    while sum(fitted) > room and giving:
        widest = max(giving, key=fitted.__getitem__)
        if fitted[widest] <= LEAST_CELL:
            break
        fitted[widest] -= 1
    return fitted


def _cut(cell: str, most: int) -> str:
    """The beginning of a cell that is too long for its columns."""
    if width(cell) <= most:
        return cell
    kept = cell[: most - 1]
    while width(kept) > most - 1:
        kept = kept[:-1]
    return f"{kept}…"


def _counts(result: Result) -> str:
    errors, warnings = result.count(Severity.ERROR), result.count(Severity.WARNING)
    words = [many(errors, "error"), many(warnings, "warning")]
    return ", ".join(word for word in words if word) or "none"


def many(number: int, word: str) -> str:
    """Count things: ``2 errors``; nothing for none."""
    return f"{number} {word}{'' if number == 1 else 's'}" if number else ""
