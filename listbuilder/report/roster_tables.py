"""The table of checked rosters: as CSV for spreadsheets, as Markdown, as HTML for the wall."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from html import escape

from listbuilder.checking.pairings import JudgedPairing
from listbuilder.checking.results import Result
from listbuilder.findings import Severity
from listbuilder.messages import gettext, joined, language, translated
from listbuilder.report.outline import escaped
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import costs_text, counted_verdicts, figure_titles
from listbuilder.report.verdict_words import SAID

FORMULA = ("=", "+", "-", "@")
"""Characters that a spreadsheet takes for the beginning of a formula."""

STYLE = """
body { font: 1.1rem/1.4 sans-serif; margin: 1.5rem; color: #111; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #999 }
th, td { overflow-wrap: break-word }
thead th { border-bottom: 2px solid #111 }
tr.illegal td, tr.unusable td { font-weight: bold }
.over { overflow-x: auto }
@media (max-width: 40rem) { body { font-size: .9rem; margin: .5rem } th, td { padding: .2rem } }
@page { size: landscape; margin: 12mm }
@media print {
  body { font-size: 10.5pt; margin: 0 }
  h1 { margin: 0 0 .5rem }
  th, td { padding: .1rem .4rem }
  td { font-variant-numeric: tabular-nums }
  thead { display: table-header-group }
  tr { break-inside: avoid }
}
"""


def to_csv(results: Sequence[Result]) -> bytes:
    """Write a row for each file, below the names of the columns (``csv_table``)."""
    costs = tuple(dict.fromkeys(name for result in results for name in result.costs))
    limits = tuple(dict.fromkeys(name for result in results for name in result.limits))
    figures = figure_titles(results)
    heads = ("player", "team", "army", "army lists", "side", "file", "verdict", *costs)
    limited = [f"{name} limit" for name in limits]
    rows = [(*heads, *limited, *figures, "errors", "warnings", "codes", "hash")]
    for result in results:
        numbers = [result.costs.get(name, "") for name in costs]
        numbers += [str(result.limits.get(name, "")) for name in limits]
        numbers += [result.figures.get(title, "") for title in figures]
        numbers += [str(result.count(severity)) for severity in Severity]
        codes = " ".join(dict.fromkeys(finding.code for finding in result.findings))
        who = (result.player, result.team, result.name, ", ".join(result.lists), result.side)
        rows.append((*who, result.path, result.verdict, *numbers, codes, result.hash))
    return csv_table(rows)


def csv_table(rows: Sequence[Sequence[str]]) -> bytes:
    """Write a table for spreadsheets.

    Returns:
        UTF-8 with a byte order mark, without which spreadsheets guess another encoding.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow(map(_cell, row))
    return text.getvalue().encode("utf-8-sig")


def _cell(text: str) -> str:
    """Write a cell: a stranger's name always as text, never as a formula; a number as it is."""
    text = escape_control(text)
    number = text.removeprefix("-").replace("/", "").isdigit()
    return f"'{text}" if text.startswith(FORMULA) and not number else text


def to_markdown(results: Sequence[Result]) -> bytes:
    """Write the table as Markdown: players, armies and verdicts."""
    return markdown_table(_told(results), counted_verdicts(_rosters(results)))


def markdown_table(rows: Sequence[Sequence[str]], below: str = "") -> bytes:
    """Write a table in Markdown, heads first, with a line of text below."""
    lines = ["| " + " | ".join(escaped(translated(cell)) for cell in row) + " |" for row in rows]
    lines.insert(1, "|---" * len(rows[0]) + "|")
    return "\n".join([*lines, "", escaped(translated(below)), ""]).encode(
        "utf-8", "backslashreplace"
    )


def to_html(results: Sequence[Result], event: str) -> bytes:
    """Write the table as a page for the wall, in a single file.

    Args:
        results: a result for each roster.
        event: the event's name; empty without an event.
    """
    rosters = _rosters(results)
    verdicts = [result.verdict for result in rosters]
    title = _titled(event, gettext("Armies"))
    return html_table(title, _told(results), verdicts, counted_verdicts(rosters))


def pairs_to_html(pairs: Sequence[JudgedPairing], event: str) -> bytes:
    """Write the pairs of opponents as a page for the wall (``to_html``)."""
    verdicts = [*map(pair_verdict, pairs)]
    return html_table(_titled(event, gettext("Tables")), pairs_rows(pairs), verdicts)


def _titled(event: str, title: str) -> str:
    return joined(": ", (event, title)) if event else title


def html_table(
    title: str, rows: Sequence[Sequence[str]], kinds: Sequence[str], below: str = ""
) -> bytes:
    """Write a table as a page.

    Args:
        title: the page's title.
        rows: the rows of cells, heads first.
        kinds: the CSS class of each row after the heads: its verdict.
        below: a line of text below the table.
    """
    heads, *others = rows
    head = "".join(f'<th scope="col">{_in_html(cell)}</th>' for cell in heads)
    body = "\n".join(
        f'<tr class="{kind}">' + "".join(f"<td>{_in_html(cell)}</td>" for cell in row) + "</tr>"
        for kind, row in zip(kinds, others, strict=True)
    )
    page = (
        f'<!doctype html>\n<html lang="{language()}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_in_html(title)}</title><style>{STYLE}</style></head>\n<body>\n"
        f"<h1>{_in_html(title)}</h1>\n"
        f'<div class="over"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n'
        f"</table></div>\n<p>{_in_html(below)}</p>\n</body>\n</html>\n"
    )
    return page.encode("utf-8", "backslashreplace")


def _in_html(cell: str) -> str:
    return escape(escape_control(translated(cell)))


def _rosters(results: Sequence[Result]) -> list[Result]:
    return [result for result in results if result.verdict != "skipped"]


def _told(results: Sequence[Result]) -> list[tuple[str, ...]]:
    """Make heads and rows of the public table, without empty columns.

    The hash is not shown: with it one could try out what an army hides.
    """
    rosters = _rosters(results)
    titles = figure_titles(rosters)
    heads = (
        gettext("Player"),
        gettext("Team"),
        gettext("Army"),
        gettext("Army lists"),
        gettext("Side"),
        gettext("Costs"),
        *titles,
        gettext("Verdict"),
    )
    rows = [
        (
            result.player,
            result.team,
            result.name,
            ", ".join(result.lists),
            result.side,
            costs_text(result.costs, result.limits),
            *(result.figures.get(title, "") for title in titles),
            SAID[result.verdict],
        )
        for result in rosters
    ]
    kept = [column for column in zip(heads, *rows, strict=True) if any(column[1:])]
    return list(zip(*kept, strict=True)) or [(gettext("Army"),)]


def pairs_rows(pairs: Sequence[JudgedPairing]) -> list[tuple[str, ...]]:
    """Make heads and rows of the pairs of opponents."""
    rows: list[tuple[str, ...]] = [
        (
            gettext("Table"),
            gettext("First side"),
            gettext("Army"),
            gettext("Second side"),
            gettext("Army"),
            gettext("Verdict"),
            gettext("Sides"),
        )
    ]
    for pair in pairs:
        verdict = SAID[pair_verdict(pair)]
        if not pair.sides:
            said = pair.results[0].findings[0].message
            pairing = pair.pairing
            rows.append((pairing.table, pairing.one, "", pairing.two, "", verdict, said))
            continue
        cells = [
            cell
            for result, side in zip(pair.results, pair.sides, strict=True)
            for cell in (joined("", (result.player, " (", side, ")")), result.name)
        ]
        either = gettext("either way") if pair.turned else gettext("this way")
        rows.append((pair.pairing.table, *cells, verdict, either))
    return rows


def pair_verdict(pair: JudgedPairing) -> str:
    """Give the worse of a pair's two verdicts."""
    verdicts = {result.verdict for result in pair.results}
    return next(one for one in ("unusable", "illegal", "legal") if one in verdicts)


PAIR_WRITERS: Mapping[str, Callable[[Sequence[JudgedPairing], str], bytes]] = {
    ".csv": lambda pairs, _: csv_table(pairs_rows(pairs)),
    ".md": lambda pairs, _: markdown_table(pairs_rows(pairs)),
    ".html": pairs_to_html,
}
WRITERS: Mapping[str, Callable[[Sequence[Result], str], bytes]] = {
    ".csv": lambda results, _: to_csv(results),
    ".md": lambda results, _: to_markdown(results),
    ".html": to_html,
}
"""Writers of the table by the ending of the file's name; they take results and the event's name."""
