"""Rules are posted once an answer breaks them; the answers are those of a search with all rules."""

from collections.abc import Sequence

from listbuilder.findings import Severity
from listbuilder.model.language import Constraint
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Impossible, Solved
from listbuilder.solve.search.goals import ADDED, fewest_additions
from listbuilder.solve.search.lazy_constraints import LazyConstraints
from listbuilder.solve.search.problem import SearchProblem
from tests.rules.small import judge, roster

ENTRIES: dict[str, dict[str, object]] = {"archer": {}, "banner": {}, "captain": {}}


def needs(name: str, entry: str, many: int, when: str | None = None) -> dict[str, object]:
    rule: dict[str, object] = {
        "id": name,
        "for": "roster",
        "require": {"count": {"entry": entry}, "at_least": many},
    }
    return rule | ({"when": {"count": {"entry": when}, "at_least": 1}} if when else {})


def lazily(made: Judge, army: Roster, posed: list[set[str]]) -> LazyConstraints:
    """A search for the fewest additions that begins with the rules that are broken."""

    def problem_of(rules: Sequence[Constraint]) -> SearchProblem:
        names = {rule.id for rule in rules}
        posed.append(names)
        some = made.without(lambda rule, place: rule.id not in names)
        return SearchProblem(some, army, lambda encoded: {ADDED: fewest_additions(encoded)})

    breaches = made.evaluate(army).breaches
    broken = [one.constraint for one in breaches if one.constraint.severity is Severity.ERROR]
    return LazyConstraints(made, problem_of, {id(rule): rule for rule in broken}, (ADDED,))


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
