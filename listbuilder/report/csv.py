"""The table of checked rosters as a file for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from listbuilder.checking.results import Result
from listbuilder.findings import Severity
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import figure_titles

FORMULA = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula."""


def to_csv(results: Sequence[Result]) -> bytes:
    """Write a row for each roster, below the names of the columns.

    Returns:
        UTF-8, marked as such: spreadsheets take it for something else otherwise.
    """
    costs = tuple(dict.fromkeys(name for result in results for name in result.costs))
    figures = figure_titles(results)
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    heads = ("army", "file", "verdict", *costs, *figures, "errors", "warnings", "codes")
    rows.writerow(map(_cell, heads))
    for result in results:
        numbers = [result.costs.get(name, "") for name in costs]
        numbers += [result.figures.get(title, "") for title in figures]
        numbers += [str(result.count(severity)) for severity in Severity]
        codes = " ".join(dict.fromkeys(finding.code for finding in result.findings))
        row = (result.name, result.path, result.verdict, *numbers, codes)
        rows.writerow(map(_cell, row))
    return text.getvalue().encode("utf-8-sig")


def _cell(text: str) -> str:
    """A name from a stranger's file as text, whatever it begins with; a number as it is."""
    text = escape_control(text)
    number = text.removeprefix("-").replace("/", "").isdigit()
    return f"'{text}" if text.startswith(FORMULA) and not number else text
