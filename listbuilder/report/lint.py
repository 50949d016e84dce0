"""What lint found, as results that every format writes."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.checking.results import Result, Verdict
from listbuilder.findings import Severity, illegal
from listbuilder.lint.run import LintResult
from listbuilder.report.text import findings_text, many


def result_of(linted: LintResult, strict: bool) -> Result:
    """Turn what was found in a file into a result.

    Args:
        linted: the file.
        strict: whether a warning is enough to fail.
    """
    findings = linted.findings
    verdict: Verdict = "legal"
    if illegal(findings) or (strict and findings):
        verdict = "illegal" if linted.usable else "unusable"
    return Result(linted.path, verdict, findings)


def to_text(results: Sequence[Result], every: bool = False) -> str:
    """Write what was found, then how many files were linted, and how much it was.

    Args:
        results: a file each.
        every: tell all findings.
    """
    lines = [line for result in results for line in findings_text(result, every)]
    errors = sum(result.count(Severity.ERROR) for result in results)
    warnings = sum(result.count(Severity.WARNING) for result in results)
    found = [many(errors, "error"), many(warnings, "warning")]
    said = ", ".join(filter(None, found)) or "nothing found"
    return "\n".join([*lines, f"{many(len(results), 'file') or 'no file'}: {said}"])
