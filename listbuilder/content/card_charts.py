"""Rows of charts on sheets: what a model's shots hit on, what Strength wounds on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from listbuilder.content.profiles import ProfileRow, ProfileTable, columns_of
from listbuilder.model.odds import CardChart, Chart
from listbuilder.rules.army import Node
from listbuilder.rules.profiles import ProfileReader, WorkedProfile, number_in


def chart_tables(reader: ProfileReader, nodes: Sequence[Node]) -> tuple[ProfileTable, ...]:
    """Set the rows that models need in a table for each chart, the lowest number first.

    Args:
        reader: of the army.
        nodes: all on one card.
    """
    charts = ((chart, chart.on_cards) for chart in reader.book.ruleset.charts.values())
    return tuple(
        table
        for chart, shown in charts
        if shown is not None
        for table in _table(chart, shown, _models(reader, nodes, shown), reader)
    )


def glance_charts(reader: ProfileReader) -> tuple[ProfileTable, ...]:
    """Set the rows that all models of an army and their gear need, like ``chart_tables``."""
    charts = ((chart, chart.at_glance) for chart in reader.book.ruleset.charts.values())
    return tuple(
        table
        for chart, shown in charts
        if shown is not None
        for table in _table(
            chart,
            shown,
            chain(
                _models(reader, reader.army.nodes, shown), _gear(reader, reader.army.nodes, shown)
            ),
            reader,
        )
    )


def _models(
    reader: ProfileReader, nodes: Sequence[Node], shown: CardChart
) -> Iterator[WorkedProfile]:
    for node in nodes:
        if reader.equipment.holds(shown.for_, node):
            for variant in reader.equipment.variants(node):
                yield from reader.models(node, variant.options)


def _gear(
    reader: ProfileReader, nodes: Sequence[Node], shown: CardChart
) -> Iterator[WorkedProfile]:
    for node in nodes:
        if reader.equipment.holds(shown.for_, node):
            for variant in reader.equipment.variants(node):
                yield from reader.gear(node, variant.options)


def _table(
    chart: Chart, shown: CardChart, profiles: Iterator[WorkedProfile], reader: ProfileReader
) -> Iterator[ProfileTable]:
    numbers: dict[int, str] = {}
    for profile in profiles:
        number = number_in(profile.values.get(shown.profile))
        if number is not None and 0 < number <= len(chart.needs) and number not in numbers:
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
