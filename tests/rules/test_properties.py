"""What holds of every roster: order, names and notes change nothing, and explanations add up."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model.language import Count, Limit, Sum
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import explain
from listbuilder.rules.slots import COPIES
from tests.rules.tiny import Game, Maker, load
from tests.sampling import examples

games = st.randoms(use_true_random=False).map(lambda random: Maker(random).game())


def judged(game: Game) -> Counter[Any]:
    """What is found, of which selection by the player's name for it."""
    book, roster = load(game)
    return Counter(map(_named, Judge(book).evaluate(roster).breaches))


def _named(check: Check) -> tuple[Any, ...]:
    name = check.node.selection.name if check.node.holder else None
    return check.constraint.id, name, check.found, check.allowed, check.key


def named(game: Game, notes: bool = False) -> Game:
    """Give every selection a name of its own."""
    roster, *rest = game
    numbers = iter(range(1000))

    def name(army: list[dict[str, Any]]) -> list[dict[str, Any]]:
        more = {"notes": ["seen"]} if notes else {}
        return [
            one | {"name": f"The {next(numbers)}"} | more | {"with": name(one.get("with", []))}
            for one in army
        ]

    return roster | {"army": name(roster["army"])}, *rest


def unordered(data: Any) -> Any:
    """The same with prices that do not hang on which copy is the first, and no rows."""
    if isinstance(data, dict):
        return {
            "each" if key == "steps" else key: _plain(key, value)
            for key, value in data.items()
            if key != "ring"
        }
    return [unordered(item) for item in data] if isinstance(data, list) else data


def _plain(key: str, value: Any) -> Any:
    return value[0] if key == "steps" else unordered(value)


@given(games, st.randoms(use_true_random=False))
@examples(150)
def test_order_of_siblings_changes_no_finding(game: Game, random: Random) -> None:
    roster, *rest = named(tuple(map(unordered, game)))

    def shuffled(army: list[dict[str, Any]]) -> list[dict[str, Any]]:
        army = [one | {"with": shuffled(one["with"])} for one in army]
        random.shuffle(army)
        return army

    other = roster | {"army": shuffled(roster["army"])}
    assert judged((roster, *rest)) == judged((other, *rest))


@given(games)
@examples(150)
def test_names_and_notes_change_no_finding(game: Game) -> None:
    book, roster = load(game)
    plain = [check.node.pointer for check in Judge(book).evaluate(roster).breaches]
    book, roster = load(named(game, notes=True))
    assert plain == [check.node.pointer for check in Judge(book).evaluate(roster).breaches]


@given(games)
@examples(150)
def test_every_breach_is_explained_once_and_in_order(game: Game) -> None:
    book, roster = load(game)
    judge = Judge(book)
    verdict = judge.evaluate(roster)
    explained = explain(verdict, judge)
    assert Counter(id(check) for check, _ in explained) == Counter(map(id, verdict.breaches))
    for check, finding in explained:
        assert (finding.code, finding.pointer) == (check.constraint.id, pointer_of(check))
        assert (finding.found, finding.allowed) == (str(check.found), str(check.allowed))
        assert finding.source == check.constraint.source
        assert finding.cite
        assert finding.message.endswith(".")
    order = ["", *(node.pointer for node in verdict.army.nodes)]
    places = [order.index(check.node.pointer) for check, _ in explained]
    assert places == sorted(places)


def pointer_of(check: Check) -> str:
    """The selection that was asked, or the roster's limit that was."""
    quantity = check.constraint.require.quantity
    if check.node.holder is None and isinstance(quantity, Limit):
        return f"/limits/{quantity.limit}"
    return check.node.pointer


@given(games)
@examples(150)
def test_parts_of_a_count_or_sum_add_up_to_it(game: Game) -> None:
    book, roster = load(game)
    judge = Judge(book)
    for check, finding in explain(judge.evaluate(roster), judge):
        quantity = check.constraint.require.quantity
        if isinstance(quantity, Count | Sum) and (check.node.holder or quantity != COPIES):
            assert sum(Fraction(part.amount) for part in finding.parts) == check.found
            pointers = [part.pointer for part in finding.parts]
            assert len(pointers) == len(set(pointers))
