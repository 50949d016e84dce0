"""Numbers of a roster that are shown, not judged: costs, figures, the use of limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.findings import Severity
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Entry
from listbuilder.model.language import Number, Op, Quantity, Scope, Selector, Sum
from listbuilder.model.profiles import Profile
from listbuilder.model.ruleset import Book
from listbuilder.model.shown_figures import Figure
from listbuilder.rules.arithmetic import LimitUnsetError
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict

if TYPE_CHECKING:
    from listbuilder.model.play_aids import Table, Topic
    from listbuilder.model.profile_types import ProfileType

USED_OF: dict[Op, str] = {
    "at_most": gettext("of"),
    "at_least": gettext("of at least"),
    "exactly": gettext("of exactly"),
    "multiple_of": gettext("in multiples of"),
}
"""The word between the number used and the number allowed."""


def counter_profile(book: Book, entry: Entry) -> tuple[Profile, ProfileType] | None:
    """The profile that makes an entry a counter, with its type; None: it is no counter."""
    for profile in entry.profiles:
        kind = book.ruleset.profiles.get(profile.type)
        if kind is not None and kind.counter:
            return profile, kind
    return None


def carried(judge: Judge, army: Army, node: Node, value: str) -> Number:
    """The sum of a value over a selection and all below it; 0 if it reads an unset limit."""
    return _amount(judge, army, node, Sum(value))


def own(judge: Judge, army: Army, node: Node, value: str) -> Number:
    """The number of a value that a selection itself carries, without its contents."""
    return _amount(judge, army, node, Sum(value, Selector("self")))


def _amount(judge: Judge, army: Army, node: Node, quantity: Quantity) -> Number:
    try:
        return judge.compiler.amount(quantity)(node, army)
    except LimitUnsetError:
        return 0


def figures(judge: Judge, army: Army, node: Node) -> Iterator[tuple[Figure, Number]]:
    """Yield the ruleset's and the catalogues' figures for a selection, or for the roster."""
    for part in judge.book.parts():
        for figure in part.figures:
            if figure.for_ == "roster":
                applies = node is army.root
            else:
                applies = node is not army.root and judge.compiler.test(figure.for_)(node, army)
            if applies:
                try:
                    yield figure, judge.compiler.amount(figure.quantity)(node, army)
                except LimitUnsetError:
                    continue


def rolled(judge: Judge, army: Army, node: Node) -> Iterator[Table]:
    """Yield the tables that are rolled on for a selection."""
    for part in judge.book.parts():
        for table in part.tables:
            if table.for_ is not None and judge.compiler.test(table.for_)(node, army):
                yield table


def used(judge: Judge, army: Army) -> Iterator[Check]:
    """Yield the checks whose numbers sheets show, kept or not: used, and allowed."""
    for check in judge.checks(army):
        if check.constraint.shown:
            yield check


def is_unfinished(verdict: Verdict) -> bool:
    """Whether a roster is illegal only by what lacks: more has to come, nothing has to go."""
    errors = [one for one in verdict.breaches if one.constraint.severity is Severity.ERROR]
    return bool(errors) and all(one.found < one.allowed for one in errors)


def concerns(judge: Judge, army: Army, scope: Scope) -> bool:
    """Tell whether a selection of the roster passes; the scope ``"roster"`` always holds."""
    if scope == "roster":
        return True
    test = judge.compiler.test(scope)
    return any(test(node, army) for node in army.nodes)


def topics(judge: Judge, army: Army) -> Iterator[Topic]:
    """Yield the topics of the quick reference that concern a selection of the army."""
    for part in judge.book.parts():
        for topic in part.reference:
            if concerns(judge, army, topic.for_):
                yield topic


def standing(judge: Judge, army: Army) -> Iterator[tuple[str, str]]:
    """Yield the army's status, as titles with text: an alliance, and what it keeps or loses."""
    for topic in topics(judge, army):
        if topic.on_army_sheet:
            yield topic.title, joined(" ", topic.text)
