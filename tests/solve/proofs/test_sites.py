"""The places where rules are asked, and rosters that reach them."""

from __future__ import annotations

from listbuilder.model.language import MOST_COPIES
from listbuilder.solve.outcomes import Impossible
from listbuilder.solve.proofs.obligations import Obligation
from listbuilder.solve.proofs.queries import Attempt
from listbuilder.solve.proofs.sites import RuleSites, reachable_entries, seed_roster
from tests.rules.small import roster
from tests.solve.proofs.guards import LED, OWN, asked, game, store
from tests.solve.tiny import place


def test_the_sites_of_rules() -> None:
    made = game(LED, OWN)
    sites = RuleSites(store(made), roster())
    assert [site.at.entry for site in sites.sites["", "led"]] == [None]
    assert [site.at for site in sites.sites["", "own"]] == [place(made, "guard")]
    assert sites.is_complete
    (site,) = sites.altered(Obligation("altered", "", "horn.alters.1"))
    assert site.at is place(made, "guard"), "the model around the horn"


def test_what_no_slot_offers_is_not_reached() -> None:
    made = game()
    reached = reachable_entries(made)
    assert reached is not None
    entries = made.book.entries[""]
    assert {name for name, one in entries.items() if id(one) in reached} == {
        "guard",
        "shield",
        "horn",
    }
    attempt = asked(made, "fielded", "ghost")
    assert isinstance(attempt, Attempt)
    assert isinstance(attempt.outcome, Impossible)
    assert not attempt.dependencies


def test_a_seeded_roster_has_a_holder_for_each_site() -> None:
    few = {
        "id": "few",
        "for": {"entry": "shield"},
        "require": {"count": {"in": "self"}, "at_most": 3},
    }
    made = game(OWN, few)
    sites = RuleSites(store(made), roster()).sites
    seeded = seed_roster(roster(), [*sites["", "own"], *sites["", "few"]])
    (guard,) = seeded.army
    assert (guard.entry, guard.count) == ("guard", 1)
    assert [(one.entry, one.count) for one in guard.with_] == [("shield", 4)], "one too many"
    (horn,) = seed_roster(
        roster(), [sites["", "own"][0]._replace(at=place(made, "guard", "horn"))]
    ).army
    assert [one.count for one in horn.with_] == [MOST_COPIES]
