"""The question that is put for an obligation."""

from __future__ import annotations

from listbuilder.solve.outcomes import Stopped, StopReason
from listbuilder.solve.proofs.queries import Attempt, Query
from tests.solve.proofs.guards import BAN, ROW, asked, game


def test_of_orders_nothing_is_proved() -> None:
    attempt = asked(game(ROW), "kept", "row")
    assert isinstance(attempt, Attempt)
    assert isinstance(attempt.outcome, Stopped)
    assert attempt.outcome.stopped_by is StopReason.SIZE


def test_a_ban_is_kept_by_any_legal_roster() -> None:
    query = asked(game(BAN), "kept", "ban")
    assert isinstance(query, Query)
    assert not query.sites
    broken = asked(game(BAN), "broken", "ban")
    assert broken is None, "nothing is offered that it is asked of"
