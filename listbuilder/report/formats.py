"""Output formats of `check` and `lint`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from listbuilder.checking.results import Result

Writer = Callable[[Sequence[Result]], str]

WRITERS: Mapping[str, str] = {
    "text": "text.to_text",
    "json": "json.to_json",
    "sarif": "sarif.to_sarif",
    "github": "github.to_github",
    "junit": "junit.to_junit",
}
"""Module and function that write a format; imported when the format is asked for."""

FORMATS = tuple(WRITERS)


def write_results(results: Sequence[Result], form: str) -> str:
    """Write results in a format.

    Args:
        results: a result for each file.
        form: one of ``FORMATS``.
    """
    module, _, name = WRITERS[form].partition(".")
    writer: Writer = getattr(import_module(f"listbuilder.report.{module}"), name)
    if form not in ("text", "json"):  # the others have findings alone
        results = [result for result in results if result.verdict != "skipped"]
    return writer(results)
