"""The diagnostics of lint, as results that every format writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from listbuilder.checking.results import Result, VerdictName
from listbuilder.findings import Severity, illegal
from listbuilder.lint.run import LintResult
from listbuilder.messages import gettext, joined, ngettext, translated
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import findings_text, many_findings


def result_of(linted: LintResult, strict: bool) -> Result:
    """Make a result of a linted file.

    Args:
        linted: the file with its findings.
        strict: whether a warning is enough to fail.
    """
    findings = linted.findings
    verdict: VerdictName = "legal"
    if linted.waits_for is not None:
        verdict = "unusable"
    elif illegal(findings) or (strict and findings):
        verdict = "illegal" if linted.usable else "unusable"
    return Result(linted.path, verdict, findings)


def to_text(results: Sequence[Result], waiting: Mapping[str, int], every: bool = False) -> str:
    """Write the findings, then the numbers of files and findings.

    Args:
        results: a result for each file.
        waiting: the number of files that wait for another to be mended, by its path.
        every: write all findings; else the first of each file, and count the others.
    """
    lines: list[str] = []
    for result in results:
        lines += findings_text(result, every)
        if number := waiting.get(result.path, 0):
            waits = ngettext(
                "{path}: another file is not looked at before it is mended.",
                "{path}: {count} other files are not looked at before it is mended.",
                number,
                path=escape_control(result.path),
            )
            lines.append(translated(waits))
    errors = sum(result.count(Severity.ERROR) for result in results)
    warnings = sum(result.count(Severity.WARNING) for result in results)
    said = many_findings(errors, warnings) or gettext("nothing found")
    files = ngettext("{count} file", "{count} files", len(results))
    counted = joined(": ", (files if results else gettext("no file"), said))
    return "\n".join([*lines, translated(counted)])
