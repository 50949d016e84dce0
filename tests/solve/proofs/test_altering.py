"""Alterations: where they are named, brought, and happen."""

from __future__ import annotations

import pytest

from listbuilder.solve.proofs.altering import (
    Alterations,
    alterations_of,
    conditions_of_alteration,
)
from tests.rules.small import roster
from tests.solve.proofs.guards import game
from tests.solve.tiny import place


def test_alterations_are_named_and_known_where_they_are_brought() -> None:
    made = game()
    named = [(name, pointer) for name, pointer, _ in alterations_of(made.book.ruleset)]
    assert named == [
        ("shield.alters.1", "/entries/1/alters/0"),
        ("horn.alters.1", "/entries/2/alters/0"),
    ]
    known = Alterations(made)
    ((shield, when),) = known.brought[place(made, "guard", "shield")]
    assert when is None
    assert conditions_of_alteration(shield, None) == []
    ((brave, _),) = known.brought[place(made, "guard", "horn")]
    assert conditions_of_alteration(brave, None) == [brave.when]
    assert not known.brought[place(made, "guard")]


@pytest.mark.parametrize(
    ("held", "happening"), [((), 0), (("shield",), 1), (("shield", "horn"), 2)]
)
def test_an_alteration_happens_at_a_model(held: tuple[str, ...], happening: int) -> None:
    made = game()
    army = made.lay_out(roster({"entry": "guard", "with": [*held]}))
    assert len([*Alterations(made).happening(army)]) == happening
