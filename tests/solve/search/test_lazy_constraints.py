"""Rules are posted once an answer breaks them; the answers are those of a search with all rules."""

from collections.abc import Collection, Sequence

from listbuilder.findings import Severity
from listbuilder.model.language import Constraint, Test
from listbuilder.model.roster import Roster
from listbuilder.record import records_in
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.model.linear import LinearExpr, of_literal
from listbuilder.solve.outcomes import Impossible, Solved
from listbuilder.solve.search.goals import ADDED, fewest_additions
from listbuilder.solve.search.lazy_constraints import LazyConstraints
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from tests.rules.small import judge, roster

ENTRIES: dict[str, dict[str, object]] = {"archer": {}, "banner": {}, "captain": {}}


def needs(name: str, entry: str, many: int, when: str | None = None) -> dict[str, object]:
    rule: dict[str, object] = {
        "id": name,
        "for": "roster",
        "require": {"count": {"entry": entry}, "at_least": many},
    }
    return rule | ({"when": {"count": {"entry": when}, "at_least": 1}} if when else {})


def lazily(
    made: Judge, army: Roster, posed: list[set[str]], may_waive: bool = False
) -> LazyConstraints:
    """A search for the fewest additions that begins with the rules that are broken.

    Only what rules that are not waived name is added; these rules are noted.
    """

    def fewest(encoded: EncodedProblem) -> dict[str, LinearExpr]:
        return {ADDED: fewest_additions(encoded) - of_literal(encoded.adds_more)}

    def problem_of(rules: Sequence[Constraint], waived: Collection[int]) -> SearchProblem:
        names = {rule.id for rule in rules}
        asked = {rule.id for rule in rules if id(rule) not in waived}
        posed.append(asked)
        some = made.without(lambda rule, place: rule.id not in names)
        named = {node.entry for rule in rules if rule.id in asked for node in named_by(rule)}
        only_at = {
            place: 9
            for place in made.root.offered()
            if any(place.entry and place.entry.id in (entry or ()) for entry in named)
        }
        return SearchProblem(some, army, fewest, only_at=only_at, waived=waived)

    breaches = made.evaluate(army).breaches
    broken = [one.constraint for one in breaches if one.constraint.severity is Severity.ERROR]
    known = {id(rule): rule for rule in broken}
    return LazyConstraints(made, problem_of, known, (ADDED,), lambda rule: may_waive)


def named_by(rule: Constraint) -> list[Test]:
    return [node for node in records_in([rule.require]) if isinstance(node, Test)]


def test_a_rule_counts_once_an_answer_breaks_it() -> None:
    rules = (
        needs("archers", "archer", 2),
        needs("led", "captain", 1, when="archer"),
        needs("shown", "banner", 1, when="banner"),
    )
    made, posed = judge(ENTRIES, constraints=rules), list[set[str]]()
    answer = lazily(made, roster(), posed).solve(SearchBudget())
    assert isinstance(answer, Solved)
    assert answer.proved
    assert made.evaluate(answer.roster).legal
    assert posed == [{"archers"}, {"archers", "led"}]
    assert -answer.reached[ADDED] == 3


def test_where_some_rules_have_no_answer_all_have_none() -> None:
    none = {
        "id": "none",
        "for": "roster",
        "require": {"count": {"entry": "captain"}, "at_most": 0},
    }
    rules = (needs("archers", "archer", 1), needs("led", "captain", 1, when="archer"), none)
    made, posed = judge(ENTRIES, constraints=rules), list[set[str]]()
    assert isinstance(lazily(made, roster(), posed).solve(SearchBudget()), Impossible)
    assert posed[-1] == {"archers", "led", "none"}


def test_a_waived_rule_is_asked_once_an_answer_pays_for_it() -> None:
    """The captain whom archers need may be anything at first, at the price of one addition."""
    rules = (needs("archers", "archer", 2), needs("led", "captain", 1, when="archer"))
    made, posed = judge(ENTRIES, constraints=rules), list[set[str]]()
    answer = lazily(made, roster(), posed, may_waive=True).solve(SearchBudget())
    assert isinstance(answer, Solved)
    assert answer.proved
    assert made.evaluate(answer.roster).legal
    assert posed == [{"archers"}, {"archers"}, {"archers", "led"}]
    assert -answer.reached[ADDED] == 3


def test_that_something_more_is_too_much_is_proved_without_knowing_what() -> None:
    rules = (needs("archers", "archer", 2), needs("led", "captain", 1, when="archer"))
    made, posed = judge(ENTRIES, constraints=rules), list[set[str]]()
    search = lazily(made, roster(), posed, may_waive=True)
    assert isinstance(search.solve(SearchBudget(), within={ADDED: -2}), Impossible)
    assert posed == [{"archers"}, {"archers"}]
