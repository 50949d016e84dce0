"""Heroes who count for more in a Legendary Legion: they command as many, and are printed so."""

import pytest

from listbuilder.content.cards import army_cards
from listbuilder.model.entries import Selection
from listbuilder.model.language import Selector, Sum
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import judge_of
from tests.shipped import LIBRARY


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
def test_hero_counts_for_more_in_his_legion(
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
    _, followers = raised if in_legion else printed
    tiers = {title for title in card.piece.keywords if "Hero of" in title or "Minor" in title}
    assert tiers == {printed[0], *[f"{raised[0]} in this Legion"] * in_legion}
    assert judge.compiler.amount(Sum("followers", Selector("self")))(node, laid) == followers
