"""Rows of charts on sheets: the rolls that a model needs to hit, or to wound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.content.profiles import ProfileRow, ProfileTable, columns_of
from listbuilder.messages import joined
from listbuilder.model.odds import CardChart, Chart
from listbuilder.rules.army import Node
from listbuilder.rules.printed_numbers import number_in
from listbuilder.rules.profiles import ProfileReader, WorkedProfile


def chart_tables(reader: ProfileReader, nodes: Sequence[Node]) -> tuple[ProfileTable, ...]:
    """Set the rows that models need in a table for each chart, the lowest number first.

    Args:
        reader: the reader of the army's profiles.
        nodes: the models on one card.
    """
    charts = ((chart, chart.on_cards) for chart in reader.book.ruleset.charts.values())
    return tuple(
        table
        for chart, shown in charts
        if shown is not None
        for table in _table(chart, shown, _models(reader, nodes, shown), reader)
    )


def glance_charts(reader: ProfileReader) -> tuple[ProfileTable, ...]:
    """Set all rows of the charts on which an army rolls: the opponent's numbers are not known."""
    charts = ((chart, chart.at_glance) for chart in reader.book.ruleset.charts.values())
    return tuple(
        _set(
            chart,
            shown,
            {number: joined(" ", (chart.rows, str(number))) for number in _every(chart)},
        )
        for chart, shown in charts
        if shown is not None
        and any(reader.equipment.holds(shown.for_, node) for node in reader.army.nodes)
    )


def _every(chart: Chart) -> range:
    return range(1, len(chart.needs) + 1)


def _models(
    reader: ProfileReader, nodes: Sequence[Node], shown: CardChart
) -> Iterator[WorkedProfile]:
    for node in nodes:
        if reader.equipment.holds(shown.for_, node):
            for variant in reader.equipment.variants(node):
                yield from reader.models(node, variant.options)


def _table(
    chart: Chart, shown: CardChart, profiles: Iterator[WorkedProfile], reader: ProfileReader
) -> Iterator[ProfileTable]:
    numbers: dict[int, str] = {}
    for profile in profiles:
        number = number_in(profile.values.get(shown.profile))
        if number is not None and 0 < number <= len(chart.needs) and number not in numbers:
            columns = columns_of(reader.book, profile.type)
            titles = (one.title for one in columns if one.id == shown.profile)
            numbers[number] = joined(" ", (next(titles, chart.rows), str(number)))
    if numbers:
        yield _set(chart, shown, numbers)


def _set(chart: Chart, shown: CardChart, numbers: Mapping[int, str]) -> ProfileTable:
    first = shown.from_ - 1
    needs = {
        number: chart.needs[number - 1][first : first + len(shown.heads)] for number in numbers
    }
    return ProfileTable(
        (
            (shown.title, joined(": ", (chart.title, chart.rows))),
            *((one, one) for one in shown.heads),
        ),
        tuple(
            ProfileRow("", "", (said, *needs[number]), (), None)
            for number, said in sorted(numbers.items())
        ),
    )
