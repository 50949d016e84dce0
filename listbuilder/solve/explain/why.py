"""The rules and choices that can't all hold, in sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from fractions import Fraction

import attrs

from listbuilder.editing.distinct_names import number_of_twin
from listbuilder.editing.find import described, find_entry, lists_of
from listbuilder.editing.roster_tree import path_of
from listbuilder.messages import Text, gettext, joined
from listbuilder.model.language import MODELS, Comparison, Constraint, Number, Selector, Times
from listbuilder.model.roster import Roster
from listbuilder.record import records_in
from listbuilder.rules.arithmetic import LimitUnsetError
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import breach_sentence, told
from listbuilder.rules.nouns import bound_of, is_counted, noun_of, number_or_no
from listbuilder.rules.places import Place
from listbuilder.rules.slots import COPIES
from listbuilder.solve.explain.assumptions import KEPT, SoftConstraint
from listbuilder.solve.explain.mus import UnsatCore, smallest_mus
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.model.linear import CoefficientOverflowError
from listbuilder.solve.outcomes import Conflict, Impossible, Outcome, Reason, Stopped
from listbuilder.solve.search.goals import ADDED, ASKED, asked, fewest_additions
from listbuilder.solve.search.problem import SearchProblem
from listbuilder.solve.search.refinement import solve


def why(
    judge: Judge, roster: Roster, entry: str | None = None, budget: SearchBudget | None = None
) -> Outcome:
    """Tell why additions can't make a roster legal, or why an entry can't be added.

    Args:
        judge: the judge of the roster's book.
        roster: the player's roster.
        entry: the entry of which one more is wanted; None: the roster itself is in question.
        budget: the budget of the search.

    Returns:
        ``Solved`` with a legal roster, if there is one; ``Impossible`` with the conflict;
        ``Stopped`` if a limit ended the search.

    Raises:
        EditError: the book has no such entry.
        NoSolverError: OR-Tools is not installed.
    """
    budget = (budget or SearchBudget()).begin()
    rules: tuple[Constraint, ...] = ()
    if entry is not None:
        known = [one for entries in judge.book.entries.values() for one in entries.values()]
        entry = find_entry(known, entry, lists_of(judge.book))
        there = [node for node in judge.lay_out(roster).nodes if node.selection.entry == entry]
        wanted = sum(node.count for node in there) + 1
        name = next(one.name for one in known if one.id == entry)
        title = (
            gettext("One more {name} is added, {count} in all", name=name, count=wanted)
            if there
            else gettext("{name} is added", name=name)
        )
        rules = (attrs.evolve(asked(judge.book, entry, "at_least", wanted), title=title),)
    outcome = solve(
        SearchProblem(
            judge, roster, lambda encoded: {ADDED: fewest_additions(encoded)}, rules=rules
        ),
        budget,
    )
    if isinstance(outcome, Impossible):
        return Impossible(conflict(judge, roster, rules, budget))
    return outcome.best or outcome if isinstance(outcome, Stopped) else outcome


def conflict(
    judge: Judge, roster: Roster, rules: Sequence[Constraint], budget: SearchBudget
) -> Conflict | None:
    """Find a smallest conflict and put it in words; None: the budget did not suffice.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    try:
        core = smallest_mus(judge, roster, rules, budget)
    except CoefficientOverflowError:
        return None
    return None if core is None else core_in_words(judge, roster, core)


def core_in_words(judge: Judge, roster: Roster, core: UnsatCore) -> Conflict:
    """Put an unsatisfiable core in words."""
    words = _CoreSentences(judge, roster, core)
    reasons = [words.reason(soft) for soft in core.soft_constraints]
    if any(map(_looks_beside, (rule for rule, _ in core.rules.values()))):
        # No search stands anything elsewhere in its row.
        reasons.append(Reason(KEPT, gettext("What stands in a row keeps its order.")))
    return Conflict(
        tuple(reason for reason in reasons if reason.code not in (KEPT, ASKED)),
        tuple(reason for reason in reasons if reason.code in (KEPT, ASKED)),
        core.irreducible,
        core.smallest,
        core.witnesses,
    )


def _looks_beside(rule: Constraint) -> bool:
    """Whether a rule asks what stands beside what."""
    return any(isinstance(node, Selector) and node.in_ == "beside" for node in records_in(rule))


class _CoreSentences:
    """The parts of a core as sentences."""

    def __init__(self, judge: Judge, roster: Roster, core: UnsatCore) -> None:
        self.judge = judge
        self.core = core
        verdict = judge.evaluate(roster)
        self.army = verdict.army
        self.nodes = {path_of(node): node for node in (self.army.root, *self.army.nodes)}
        self.breaches = {
            (breach.constraint.id, breach.node): breach for breach in reversed(verdict.breaches)
        }

    def reason(self, soft: SoftConstraint) -> Reason:
        code, path = soft
        if code == ASKED:
            title = self.core.rules[soft][0].title
            said = title.begun() if isinstance(title, Text) else title
            return Reason(ASKED, gettext("{what}.", what=said))
        node = self.nodes[path or ()]
        pointer = node.pointer if path is not None else None
        if code == KEPT:
            return Reason(KEPT, gettext("{unit} stays.", unit=described(node)), pointer=pointer)
        rule, places = self.core.rules[soft]
        cite = self.judge.book.cite(rule.source)
        return Reason(code, self._said(rule, places, node), rule.source, cite, pointer)

    def _said(self, rule: Constraint, places: Collection[Place], node: Node) -> str:
        """A rule in words, as asked of one of the player's selections, the army or additions."""
        number = number_of_twin(node, self.army) if node.holder is not None else ""
        if (breach := self.breaches.get((rule.id, node))) is not None:
            return joined("", (number, breach_sentence(breach, self.army, self.judge)))
        place = next(iter(places))
        own = place is node.place
        alike = all(one.entry is place.entry for one in places)
        entry = place.entry if alike else None
        name = (
            joined("", (number, told(node, self.army)))
            if own
            else entry.name
            if entry is not None
            else ""
        )
        noun = noun_of(rule.require.quantity, name, place, self.judge)
        bound = self._bound(rule.require, node if own else None, noun)
        title = "" if noun == rule.title else rule.title
        return gettext("{what}.", what=joined(": ", filter(None, (name, title, bound))))

    def _bound(self, require: Comparison, node: Node | None, noun: str) -> str:
        """The bound in words: a number, or a number for each copy; empty: it is neither."""
        allowed: Number | None = None
        each = ""
        match require.bound:
            case int() | Fraction() as bound:
                allowed = bound
            case Times(factor, of, None) if node is None and of in (COPIES, MODELS):
                allowed, each = factor, "model" if of == MODELS else "copy"
            case bound if node is not None:
                with suppress(LimitUnsetError):
                    allowed = self.judge.compiler.amount(bound)(node, self.army)
        if allowed is None:
            return ""
        if require.op == "at_most" and allowed == 0:
            return gettext("no {noun} allowed", noun=noun) if noun else gettext("none allowed")
        if is_counted(require.quantity):
            least = bound_of(require.op, _for_each(number_or_no(allowed), each))
            return joined(": ", (noun, least)) if noun else least
        amount = joined(" ", filter(None, (number_or_no(allowed), noun)))
        return bound_of(require.op, _for_each(amount, each))


def _for_each(amount: str, each: str) -> str:
    if each == "model":
        return gettext("{number} for each model", number=amount)
    return gettext("{number} for each", number=amount) if each else amount
