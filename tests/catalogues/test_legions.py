"""Heroes whose tier a Legendary Legion raises: they lead, command and are printed by it."""

import pytest

from listbuilder.content.cards import army_cards
from listbuilder.loading.library import Library
from listbuilder.model.entries import Selection
from listbuilder.model.language import Selector, Sum
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import judge_of

LIBRARY = Library()
TIERS = frozenset({"Hero of Legend", "Hero of Valour", "Hero of Fortitude", "Minor Hero"})


@pytest.mark.parametrize("in_legion", [True, False], ids=["in the Legion", "without it"])
@pytest.mark.parametrize(
    ("army", "legion", "hero", "raised", "printed"),
    [
        (
            "mordor",
            "the-army-of-gothmog",
            "gothmog-lieutenant-of-sauron",
            ("Hero of Legend", 18),
            ("Hero of Valour", 15),
        ),
        (
            "mordor",
            "assault-on-lothlorien",
            "muzgur-orc-shaman",
            ("Hero of Valour", 15),
            ("Hero of Fortitude", 12),
        ),
        (
            "mordor",
            "assault-on-lothlorien",
            "orc-shaman",
            ("Hero of Fortitude", 12),
            ("Minor Hero", 6),
        ),
        (
            "isengard",
            "wolves-of-isengard",
            "sharku",
            ("Hero of Valour", 15),
            ("Hero of Fortitude", 12),
        ),
        (
            "isengard",
            "army-of-dunland",
            "thrydan-wolfsbane",
            ("Hero of Valour", 15),
            ("Hero of Fortitude", 12),
        ),
    ],
)
def test_tier_is_the_legions(
    army: str,
    legion: str,
    hero: str,
    raised: tuple[str, int],
    printed: tuple[str, int],
    in_legion: bool,
) -> None:
    judge = judge_of(LIBRARY.book("mesbg", [army]))
    held = (Selection(hero), *[Selection(legion)] * in_legion)
    roster = Roster("mesbg", "Legion", {army: "1.0.0"}, army=(Selection(army, with_=held),))
    laid = judge.lay_out(roster)
    node = laid.root.children[0].children[0]
    (card,) = army_cards(judge, laid, "kind", ())
    tier, followers = raised if in_legion else printed
    assert TIERS.intersection(card.piece.keywords) == {tier}
    assert judge.compiler.amount(Sum("followers", Selector("self")))(node, laid) == followers
