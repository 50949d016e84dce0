"""Rows of charts on cards: what a model's shots hit on, what an engine wounds on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.content.profiles import ProfileRow, ProfileTable, columns_of
from listbuilder.model.odds import Chart
from listbuilder.rules.army import Node
from listbuilder.rules.profiles import ProfileReader, number_in


def chart_tables(reader: ProfileReader, nodes: Sequence[Node]) -> tuple[ProfileTable, ...]:
    """Set the rows that models need in a table for each chart, the lowest number first.

    Args:
        reader: of the army.
        nodes: all on one card.
    """
    charts = reader.book.ruleset.charts.values()
    return tuple(table for chart in charts for table in _table(reader, nodes, chart))


def _table(reader: ProfileReader, nodes: Sequence[Node], chart: Chart) -> Iterator[ProfileTable]:
    shown = chart.on_cards
    if shown is None:
        return
    numbers: dict[int, str] = {}
    for node in nodes:
        if reader.equipment.holds(shown.for_, node):
            for variant in reader.equipment.variants(node):
                for profile in reader.models(node, variant.options):
                    number = number_in(profile.values.get(shown.profile))
                    if number is not None and 0 < number <= len(chart.needs):
                        columns = columns_of(reader.book, profile.type)
                        titles = (one.title for one in columns if one.id == shown.profile)
                        numbers[number] = f"{next(titles, chart.rows)} {number}"
    if numbers:
        first = shown.from_ - 1
        yield ProfileTable(
            ((shown.title, f"{chart.title}: {chart.rows}"), *((one, one) for one in shown.heads)),
            tuple(
                ProfileRow(
                    "",
                    "",
                    (said, *chart.needs[number - 1][first : first + len(shown.heads)]),
                    (),
                    None,
                )
                for number, said in sorted(numbers.items())
            ),
        )
