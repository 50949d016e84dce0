"""Witnesses found among the neighbours of legal rosters."""

from listbuilder.solve.proofs.local_search import LocalSearch, neighbours
from listbuilder.solve.proofs.obligations import obligations_of
from tests.rules.small import roster
from tests.solve.proofs.chiefs import GAME, store


def test_neighbours_are_one_edit_away() -> None:
    witnesses = store()
    base = roster("chief", "guard")
    witnesses.record(base)
    near = [edited for edited, _ in neighbours(witnesses, base, None)]
    counts = {sum(one.count for one in edited.army) for edited in near}
    assert min(counts) == 1
    assert max(counts) > 2


def test_from_one_legal_roster_all_is_shown_without_a_solver() -> None:
    witnesses = store()
    LocalSearch(witnesses).explore(roster("chief", "guard"))
    assert not witnesses.open
    assert {*witnesses.witness_of} == {*obligations_of(GAME.book)}
