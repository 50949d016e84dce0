"""The table of checked rosters: for spreadsheets, for a page, for the wall."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from html import escape

from listbuilder.checking.results import Result
from listbuilder.findings import Severity
from listbuilder.report.outline import escaped
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import costs_text, counted_verdicts, figure_titles
from listbuilder.rules.played import shown_hash

FORMULA = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula."""

STYLE = """
body { font: 1.1rem/1.4 sans-serif; margin: 1.5rem; color: #111; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #999 }
th, td { overflow-wrap: anywhere }
thead th { border-bottom: 2px solid #111 }
tr.illegal td, tr.unusable td { font-weight: bold }
.over { overflow-x: auto }
@media (max-width: 40rem) { body { font-size: .9rem; margin: .5rem } th, td { padding: .2rem } }
@media print { thead { display: table-header-group } tr { break-inside: avoid } }
"""


def to_csv(results: Sequence[Result]) -> bytes:
    """Write a row for each file, below the names of the columns.

    Returns:
        UTF-8, marked as such: spreadsheets take it for something else otherwise.
    """
    costs = tuple(dict.fromkeys(name for result in results for name in result.costs))
    limits = tuple(dict.fromkeys(name for result in results for name in result.limits))
    figures = figure_titles(results)
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    heads = ("player", "team", "army", "army lists", "side", "file", "verdict", *costs)
    limited = [f"{name} limit" for name in limits]
    counted = ("errors", "warnings", "codes", "hash")
    rows.writerow(map(_cell, (*heads, *limited, *figures, *counted)))
    for result in results:
        numbers = [result.costs.get(name, "") for name in costs]
        numbers += [str(result.limits.get(name, "")) for name in limits]
        numbers += [result.figures.get(title, "") for title in figures]
        numbers += [str(result.count(severity)) for severity in Severity]
        codes = " ".join(dict.fromkeys(finding.code for finding in result.findings))
        who = (result.player, result.team, result.name, ", ".join(result.lists), result.side)
        row = (*who, result.path, result.verdict, *numbers, codes, result.hash)
        rows.writerow(map(_cell, row))
    return text.getvalue().encode("utf-8-sig")


def _cell(text: str) -> str:
    """A name from a stranger's file as text, whatever it begins with; a number as it is."""
    text = escape_control(text)
    number = text.removeprefix("-").replace("/", "").isdigit()
    return f"'{text}" if text.startswith(FORMULA) and not number else text


def to_markdown(results: Sequence[Result]) -> bytes:
    """Write the table for a page: who plays what, and whether it is legal."""
    heads, *rows = _told(results)
    lines = ["| " + " | ".join(map(escaped, row)) + " |" for row in (heads, *rows)]
    lines.insert(1, "|---" * len(heads) + "|")
    counted = escaped(counted_verdicts(_rosters(results)))
    return "\n".join([*lines, "", counted, ""]).encode("utf-8", "backslashreplace")


def to_html(results: Sequence[Result]) -> bytes:
    """Write the table as a page for the wall, which needs no other file."""
    heads, *rows = _told(results)
    head = "".join(f'<th scope="col">{_in_html(cell)}</th>' for cell in heads)
    body = "\n".join(
        f'<tr class="{result.verdict}">'
        + "".join(f"<td>{_in_html(cell)}</td>" for cell in row)
        + "</tr>"
        for result, row in zip(_rosters(results), rows, strict=True)
    )
    counted = _in_html(counted_verdicts(_rosters(results)))
    page = (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Armies</title><style>{STYLE}</style></head>\n<body>\n<h1>Armies</h1>\n"
        f'<div class="over"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n'
        f"</table></div>\n<p>{counted}</p>\n</body>\n</html>\n"
    )
    return page.encode("utf-8", "backslashreplace")


def _in_html(cell: str) -> str:
    return escape(escape_control(cell))


def _rosters(results: Sequence[Result]) -> list[Result]:
    return [result for result in results if result.verdict != "skipped"]


def _told(results: Sequence[Result]) -> list[tuple[str, ...]]:
    """Heads and rows of what all may see; a column in which nothing would stand is left out."""
    rosters = _rosters(results)
    titles = figure_titles(rosters)
    heads = ("Player", "Team", "Army", "Army lists", "Side", "Costs", *titles, "Verdict", "Hash")
    rows = [
        (
            result.player,
            result.team,
            result.name,
            ", ".join(result.lists),
            result.side,
            costs_text(result.costs, result.limits),
            *(result.figures.get(title, "") for title in titles),
            result.verdict,
            shown_hash(result.hash),
        )
        for result in rosters
    ]
    kept = [column for column in zip(heads, *rows, strict=True) if any(column[1:])]
    return list(zip(*kept, strict=True)) or [("Army",)]


WRITERS: Mapping[str, Callable[[Sequence[Result]], bytes]] = {
    ".csv": to_csv,
    ".md": to_markdown,
    ".html": to_html,
}
"""What writes the table to a file, by how its name ends."""
