"""Places that rules do not read may be left out of a search: what they say stays the same."""

from collections.abc import Iterable

import attrs

from listbuilder.model.language import Constraint
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.explain.slicing import ConeOfInfluence
from tests.rules.small import Json, judge, roster

GAME: dict[str, Json] = {
    "chief": {
        "is": "hero",
        "values": {"points": 3},
        "slots": [{"id": "gear", "offers": ["blade"]}],
    },
    "guard": {"is": "foot", "values": {"points": 2}},
    "coin": {},
    "blade": {"is": "steel"},
}
KEYWORDS: Json = {"hero": {}, "foot": {}, "steel": {}}


def rule(name: str, **require: object) -> Json:
    return {"id": name, "for": "roster", "require": require}


HEROES = rule("heroes", count={"is": "hero"}, at_least=1)
COST = rule("cost", sum="points", at_least=4)
LIMIT = rule("limit", sum="points", at_most=9)
RULES = (HEROES, COST)


def cone(made: Judge) -> ConeOfInfluence:
    return ConeOfInfluence(made, roster(), lambda place: False)


def relevant(made: Judge, codes: Iterable[str]) -> set[str]:
    found = cone(made)
    rules: list[Constraint] = [rule for code in codes for rule in found.rules[code]]
    places = found.relevant_places(rules)
    return {
        place.entry.id for place in made.root.offered() if place.entry is not None and places[place]
    }


def test_only_what_a_rule_counts_is_relevant_to_it() -> None:
    made = judge(GAME, constraints=RULES, keywords=KEYWORDS)
    assert relevant(made, ["heroes"]) == {"chief"}


def test_what_has_an_amount_is_relevant_to_a_sum() -> None:
    made = judge(GAME, constraints=RULES, keywords=KEYWORDS)
    assert relevant(made, ["cost"]) == {"chief", "guard"}
    assert relevant(made, ["cost", "heroes"]) == {"chief", "guard"}


def test_nothing_need_be_added_to_keep_an_upper_limit() -> None:
    made = judge(GAME, constraints=(HEROES, LIMIT), keywords=KEYWORDS)
    assert relevant(made, ["limit"]) == set()
    assert relevant(made, ["limit", "heroes"]) == {"chief"}
    known = cone(made)
    assert not known.helped_by_additions(known.rules["limit"])
    assert known.helped_by_additions(known.rules["heroes"])


def test_what_only_raises_a_price_need_not_be_added_to_lower_it() -> None:
    """A tax of half the army's points only rises, but of what is given it changes the price."""
    half = {"times": "1/2", "of": {"sum": "points"}}
    free = {"if": {"count": {"is": "hero"}, "at_least": 1}, "then": 0, "else": 2}
    taxed = {**GAME, "tax": {"values": {"gold": {"fixed": half}}}}
    dear = {**GAME, "tax": {"values": {"gold": {"fixed": free}}}}
    for game, costly, owned in ((taxed, set(), {"chief", "guard"}), (dear, {"chief"}, {"chief"})):
        values = {"points": {"title": "Points"}, "gold": {"title": "Gold"}}
        found = cone(made := judge(game, keywords=KEYWORDS, values=values))
        below = {place.entry.id: place for place in made.root.offered() if place.entry}
        for given, expected in (((), costly), ((below["tax"],), owned)):
            places = found.relevant_places((), ["gold"], given)
            assert {name for name, place in below.items() if places[place]} == expected


def test_the_rule_that_fewest_places_matter_to_is_the_cheapest() -> None:
    made = judge(GAME, constraints=RULES, keywords=KEYWORDS)
    assert cone(made).cheapest(["cost", "heroes"]) == "heroes"


def test_where_places_know_no_end_all_are_relevant() -> None:
    nested = {**GAME, "bag": {"slots": [{"id": "in", "offers": [{}]}]}}
    made = judge(nested, constraints=RULES, keywords=KEYWORDS)
    found = ConeOfInfluence(made, roster(), lambda place: True)
    places = found.relevant_places(found.rules["heroes"])
    assert all(
        places[place] for place in made.root.offered() if place.entry and place.entry.id == "bag"
    )


def test_what_is_left_out_changes_no_verdict_on_the_rule() -> None:
    made = judge(GAME, constraints=RULES, keywords=KEYWORDS)
    for army in (roster(), roster("chief"), roster("guard", "guard")):
        more = attrs.evolve(army, army=(*army.army, *roster("coin", "coin").army))
        one, other = (
            {check.constraint.id for check in made.evaluate(each).breaches} for each in (army, more)
        )
        assert one == other


def test_more_copies_help_who_may_hold_too_little_not_who_must_hold_some() -> None:
    gear = {"id": "gear", "offers": ["blade"]}
    for limit, helps in (({"max": 1}, True), ({"min": 1}, False)):
        made = judge({"guard": {"slots": [{**gear, **limit}]}, "blade": {}})
        found = cone(made)
        (guard,) = (one for one in made.root.offered() if one.entry and one.entry.id == "guard")
        (rule,) = (rule for rule, _ in made.rules_at(guard))
        assert found.reads_copies(rule, "self") is helps
        assert not found.reads_copies(rule, "parent")


def test_what_is_only_stood_at_may_be_left_out() -> None:
    at = {"id": "at", "for": {"entry": "guard"}, "require": {"count": {"in": "at"}, "at_least": 1}}
    made = judge(GAME, constraints=(at,), keywords=KEYWORDS)
    found = cone(made)
    for sites, expected in ((True, {"chief", "guard", "coin", "blade"}), (False, set[str]())):
        places = found.relevant_places(found.rules["at"], sites=sites)
        below = [place for place in made.root.offered() if place.entry is not None]
        assert {place.entry.id for place in below if place.entry and places[place]} == expected
