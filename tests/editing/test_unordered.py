"""Armies are equal in whatever order they are written."""

import pytest

from listbuilder.editing.unordered import unordered
from tests.rules.small import Json, roster


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (["elf", "ent"], ["ent", "elf"], True),
        (["elf"], ["elf", "elf"], False),
        (
            [{"entry": "elf", "with": ["bow", "axe"]}],
            [{"entry": "elf", "with": ["axe", "bow"]}],
            True,
        ),
        ([{"entry": "elf", "with": ["bow"]}], [{"entry": "elf", "with": ["axe"]}], False),
        ([{"entry": "elf", "count": 2}], [{"entry": "elf", "count": 3}], False),
        ([{"entry": "elf", "size": 2}], [{"entry": "elf", "size": 3}], False),
    ],
)
def test_order_is_no_difference(one: list[Json | str], other: list[Json | str], same: bool) -> None:
    assert (unordered(roster(*one).army) == unordered(roster(*other).army)) is same
