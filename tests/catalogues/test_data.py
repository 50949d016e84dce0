"""What shipped data must have: a source for everything, and no name that means nothing."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import pytest

from listbuilder.findings import Source
from listbuilder.loading.library import Library
from listbuilder.model.entries import Entry, Keyword, Slot
from listbuilder.model.language import Change, Constraint, Limit, Selector, Sum, Test
from listbuilder.model.ruleset import Book, Dice, Figure, Outcome, Part, Topic

LIBRARY = Library()
RULESETS = LIBRARY.rulesets()
PARTS = [
    pytest.param(ruleset, name, id=f"{ruleset}-{name or 'ruleset'}")
    for ruleset in RULESETS
    for name in ("", *LIBRARY.catalogues(ruleset))
]
PLACES = {"self", "children", "below", "whole", "parent", "roster", "at", "placed"}


def part_of(ruleset: str, name: str) -> tuple[Part, Book]:
    part = LIBRARY.catalogue(ruleset, name) if name else LIBRARY.ruleset(ruleset)
    return part, LIBRARY.book(ruleset)


def walk(node: Any) -> Iterator[Any]:
    """Yield everything that a part is made of."""
    yield node
    if attrs.has(type(node)):
        for field in attrs.fields(type(node)):
            yield from walk(getattr(node, field.name))
    elif isinstance(node, Mapping):
        for value in node.values():
            yield from walk(value)
    elif isinstance(node, tuple):
        for value in node:
            yield from walk(value)


def slots_of(book: Book) -> set[str]:
    return {node.id for part in book.parts() for node in walk(part) if isinstance(node, Slot)}


@pytest.mark.parametrize(("ruleset", "name"), PARTS)
def test_every_entry_constraint_and_topic_has_a_source(ruleset: str, name: str) -> None:
    part, book = part_of(ruleset, name)
    for node in walk(part):
        if isinstance(node, Entry | Constraint | Change | Topic):
            assert node.source is not None, node.id
        if isinstance(node, Keyword):
            given = node.slots or node.copies or node.profiles or node.rules
            assert node.source is not None or not given, node
        if isinstance(node, Figure):
            assert node.source is not None, node.id
        if isinstance(node, Source):
            assert node.document in book.documents, node
            assert node.section is None or node.section.strip()


@pytest.mark.parametrize(("ruleset", "name"), PARTS)
def test_every_name_in_a_rule_means_something(ruleset: str, name: str) -> None:
    part, book = part_of(ruleset, name)
    entries = {entry for known in book.entries.values() for entry in known}
    slots = slots_of(book)
    for node in walk(part):
        if isinstance(node, Test):
            assert {*node.is_} <= book.keywords.keys(), node
            assert {*node.entry} <= entries, node
            assert {*node.slot} <= slots, node
            for choice, option in node.choice:
                assert option in book.ruleset.choices[choice].options, node
        if isinstance(node, Selector):
            assert node.in_ in PLACES | book.keywords.keys(), node
        if isinstance(node, Sum):
            assert node.sum in {"size", *book.ruleset.values}, node
        if isinstance(node, Limit):
            assert node.limit in book.ruleset.limits, node


@pytest.mark.parametrize(("ruleset", "name"), PARTS)
def test_every_entry_is_made_of_what_there_is(ruleset: str, name: str) -> None:
    part, book = part_of(ruleset, name)
    for entry in part.entries:
        assert {*entry.is_, *entry.holder_becomes} <= book.keywords.keys(), entry.id
        assert entry.values.keys() <= book.ruleset.values.keys(), entry.id
        assert entry.caps.keys() <= {"roster", *book.keywords}, entry.id
        for profile in entry.profiles:
            columns = {column.id for column in book.ruleset.profiles[profile.type].columns}
            assert profile.values.keys() == columns, entry.id


@pytest.mark.parametrize(("ruleset", "name"), PARTS)
def test_every_profile_that_a_keyword_gives_is_whole(ruleset: str, name: str) -> None:
    part, book = part_of(ruleset, name)
    for keyword in part.keywords.values():
        for profile in keyword.profiles:
            columns = {column.id for column in book.ruleset.profiles[profile.type].columns}
            assert profile.values.keys() == columns, profile


@pytest.mark.parametrize(("ruleset", "name"), PARTS)
def test_every_table_covers_each_roll_of_its_dice_once(ruleset: str, name: str) -> None:
    part, book = part_of(ruleset, name)
    for table in part.tables:
        own = book.ruleset.dice.get(table.dice)
        covered = [roll for outcome in table.outcomes for roll in rolls(outcome.rolls)]
        if own is None:
            number, _, sides = table.dice.partition("D")
            dice = int(number or 1)
            assert covered == [*range(dice, dice * int(sides) + 1)], table.id
        else:
            assert len(covered) == len({*covered})
            faces = {*own.faces}
            # A range may reach over numbers that no face shows.
            assert {roll for roll in covered if roll in faces or isinstance(roll, str)} == faces
            assert all(outcome_has(outcome, own) for outcome in table.outcomes), table.id


def rolls(text: str) -> list[int | str]:
    """The rolls that an outcome is for: ``2-5``, ``6`` or a word."""
    first, _, last = text.partition("-")
    return [*range(int(first), int(last or first) + 1)] if first.isdigit() else [text]


def outcome_has(outcome: Outcome, dice: Dice) -> bool:
    return not {*rolls(outcome.rolls)}.isdisjoint(dice.faces)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_ids_are_there_once(ruleset: str) -> None:
    book = LIBRARY.book(ruleset)
    constraints = [rule.id for part in book.parts() for rule in walk(part) if is_rule(rule)]
    assert len(constraints) == len({*constraints})
    for part in book.parts():
        ids = [entry.id for entry in part.entries]
        assert len(ids) == len({*ids})


def is_rule(node: Any) -> bool:
    return isinstance(node, Constraint)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_table_that_a_topic_prints_is_there(ruleset: str) -> None:
    book = LIBRARY.book(ruleset)
    tables = {table.id for part in book.parts() for table in part.tables}
    named = {name for part in book.parts() for topic in part.reference for name in topic.tables}
    assert named <= tables


@pytest.mark.parametrize("roster", LIBRARY.rosters(), ids=lambda path: path.stem)
def test_shipped_rosters_are_legal(roster: Any) -> None:
    from listbuilder.report.check import check_file

    result = check_file(roster, LIBRARY)
    assert result.findings == ()
    assert result.verdict == "legal"
