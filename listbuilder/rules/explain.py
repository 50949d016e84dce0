"""Breaches as sentences that a player understands, with the parts of each number."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import islice
from typing import TypeVar

from listbuilder.findings import Finding, Share
from listbuilder.loading.json_pointer import pointer_of
from listbuilder.loading.names import shortened
from listbuilder.messages import gettext, joined
from listbuilder.model.language import (
    Comparison,
    Condition,
    Constraint,
    Count,
    Distinct,
    GreatestOf,
    If,
    LeastOf,
    Limit,
    LookUp,
    Number,
    Outside,
    Plus,
    Quantity,
    Selector,
    Sum,
    Times,
    Unassigned,
)
from listbuilder.rules.arithmetic import exact
from listbuilder.rules.army import Army, Node
from listbuilder.rules.assignment import room, taking, tightest, wanting
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.nouns import bound_of, called, is_counted, noun_of, number_or_no
from listbuilder.rules.selectors import group_by, shared_by
from listbuilder.rules.slots import NOT_OFFERED
from listbuilder.rules.weights import weigh

Told = TypeVar("Told")
Worked = TypeVar("Worked")

MOST_PARTS = 100
"""The most parts that a finding lists; it counts the others."""

MOST_PARTS_IN_ALL = 10_000
"""The most parts that all findings of a roster list together, beside a few for each finding."""

FEWEST_PARTS = 6

Locate = Callable[[str], tuple[int, int] | None]

Holds = Callable[[Condition], bool]

THE_ARMY = gettext("The army")


def nowhere(pointer: str) -> None:
    """Return no position: the roster comes from no file."""


def explain(
    verdict: Verdict, judge: Judge, locate: Locate = nowhere
) -> list[tuple[Check, Finding]]:
    """Make a finding of each breach of a verdict, in the roster's order.

    Args:
        verdict: the verdict of the judge.
        judge: the judge of the roster's book.
        locate: gives line and column of a JSON pointer in the roster's file.
    """
    findings: list[tuple[Check, Finding]] = []
    room = MOST_PARTS_IN_ALL
    where = cache(lambda pointer: locate(pointer) or (None, None))
    for breach in sorted(verdict.breaches, key=_position):
        rule, node = breach.constraint, breach.node
        pointer = _pointer(breach)
        line, column = where(pointer)
        made_of, more = _listed(breach, verdict, judge, max(FEWEST_PARTS, min(MOST_PARTS, room)))
        room -= len(made_of)
        finding = Finding(
            code=rule.id,
            severity=rule.severity,
            message=breach_sentence(breach, verdict.army, judge),
            pointer=pointer,
            line=line,
            column=column,
            subject=node.subject,
            source=rule.source,
            cite=judge.book.cite(rule.source),
            ruling=rule.ruling,
            title=rule.title,
            found=str(breach.found),
            allowed=str(breach.allowed),
            parts=made_of,
            more_parts=more,
        )
        findings.append((breach, finding))
    return findings


def _listed(
    check: Check, verdict: Verdict, judge: Judge, most: int
) -> tuple[tuple[Share, ...], int]:
    """List the first selections that make up a number, and count the others."""
    groups = list(_groups(judge, verdict.army, check))
    every = (one for group, factor in groups for one in _times(factor, group))
    listed = tuple(
        Share(
            told(part, verdict.army) if part.selection.at else part.name,
            part.pointer,
            part.count if amount == part.count else part.count * (part.size or 1),
            str(amount),
        )
        for part, amount in islice(every, most)
    )
    return listed, sum(len(group) for group, _ in groups) - len(listed)


def _pointer(check: Check) -> str:
    """The JSON pointer of a breach: to its selection, or to the roster's limit that is compared."""
    match check.constraint.require.quantity:
        case Limit(limit) if check.node.holder is None:
            return pointer_of(("limits", limit))
        case _:
            return check.node.pointer


def _position(check: Check) -> tuple[int, bool]:
    """A sort key in the order of the file: the roster itself, then its selections."""
    return check.node.start, check.node.holder is not None


def breach_sentence(check: Check, army: Army, judge: Judge) -> str:
    """Say a breach: the selection, the rule, the number found and the number allowed.

    Names have no plural, so they stand before the number: ``Troll: 2, at most 1 allowed``.
    """
    rule, node = check.constraint, check.node
    subject = told(node, army) or THE_ARMY
    if rule.id == NOT_OFFERED:
        holder = node.holder.name if node.holder and node.holder.holder else THE_ARMY
        home = judge.book.catalogues.get(node.place.list_id)
        other = node.holder and node.holder.place.list_id not in ("", node.place.list_id)
        if home and other:
            return gettext(
                "{holder} can't hold {entry} of {list}.",
                holder=holder,
                entry=node.name,
                list=home.name,
            )
        return gettext("{holder} can't hold {entry}.", holder=holder, entry=node.name)
    noun = noun_of(rule.require.quantity, node.name, node.place, judge)
    titles: list[str] = []
    if check.key is not None and isinstance(rule.require.quantity, Sum):
        titles = [called(check.key, judge)]
    elif check.key is not None:
        noun = called(check.key, judge)
    if _says_all(rule, noun):
        return gettext("{what}.", what=joined(": ", (subject, rule.title)))
    titles = [rule.title, *titles] if noun != rule.title else titles
    if is_counted(rule.require.quantity):
        noun = "" if noun in (node.name, rule.title) and node.holder else noun
        titles = [*titles, noun] if noun and titles else [noun or rule.title]
        found: str = number_or_no(check.found) if check.found else gettext("none")
    else:
        found = (
            joined(" ", (number_or_no(check.found), noun)) if noun else number_or_no(check.found)
        )
        if check.found == 1 and isinstance(rule.require.quantity, Sum):
            found = gettext("1 model") if rule.require.quantity.sum == "size" else found
    bound = bound_of(rule.require.op, number_or_no(check.allowed))
    if rule.require.op in ("at_most", "exactly") and check.allowed == 0:
        bound = gettext("none allowed")
    return gettext(
        "{what}: {found}, {bound}.",
        what=joined(": ", (subject, *titles)),
        found=found,
        bound=bound,
    )


def _says_all(rule: Constraint, noun: str) -> bool:
    """Whether a rule's title says what is wrong, and a number would only repeat it.

    Examples: "An engine never moves: 1, none allowed"; "A garrison stands at a wall or a gate: Wall
    or Gate: none, at least 1 needed".
    """
    match rule.require:
        case Comparison(Count(Selector("self" | "parent")), "at_most" | "exactly", 0):
            return True
        case Comparison(Count(Selector("at")), "at_least", 1):
            return True
        case Comparison(Count(Selector("children", test)), "at_most" | "exactly", 0):
            return not noun and not test.slot
        case _:
            return False


def placed_at(node: Node, army: Army) -> str:
    """The name of the selection at which a selection is placed."""
    at = node.selection.at or ""
    return army.named[at].name if at in army.named else shortened(at)


def told(node: Node, army: Army) -> str:
    """Name a selection so that it is told from others: an option with its holder, and where."""
    entry, holder = node.place.entry, node.holder
    if entry is None or holder is None or node.place.is_piece or node.selection.name:
        return node.name
    if holder.holder is None or holder.holder.holder is None:
        return node.name  # of the roster, or of one of its own selections
    if node.selection.at:
        return gettext(
            "{name} ({holder}, at {place})",
            name=node.name,
            holder=holder.name,
            place=placed_at(node, army),
        )
    return joined("", (node.name, " (", holder.name, ")"))


def parts(check: Check, verdict: Verdict, judge: Judge) -> list[tuple[Node, Number]]:
    """List the selections that make up a number found, each with its share."""
    groups = _groups(judge, verdict.army, check)
    return [one for group, factor in groups for one in _times(factor, group)]


def sums(
    quantity: Quantity, holds: Holds, factor: Number = 1
) -> Iterator[tuple[str | None, Selector, Number]]:
    """Yield the counts and sums that make up a quantity: value (None: a count), selector, factor.

    Args:
        quantity: any.
        holds: tells whether a condition within it holds.
        factor: the factor of the whole quantity.
    """
    match quantity:
        case Count(selector):
            yield None, selector, factor
        case Sum(value, selector):
            yield value, selector, factor
        case Times(times, of):
            yield from sums(of, holds, factor * times)
        case Plus(plus):
            for part in plus:
                yield from sums(part, holds, factor)
        case If(condition, then, else_):
            yield from sums(then if holds(condition) else else_, holds, factor)
        case Distinct(_, selector):
            yield None, selector, factor
        case Unassigned(selector):
            yield None, selector, factor
        case GreatestOf() | LeastOf() | Limit() | LookUp() | Outside() | int() | Fraction():
            pass


def shares(
    judge: Judge, army: Army, node: Node, quantity: Quantity
) -> Iterator[tuple[Node, Number]]:
    """Yield the selections that make up a quantity, each with its share."""
    for value, selector, factor in sums(quantity, partial(holds, judge, army, node)):
        yield from _times(factor, _brought(judge, army, node, value, selector, None).get(None, ()))


Breakdown = Sequence[tuple[Node, Number]]
"""Selections, each with its share."""


def _groups(judge: Judge, army: Army, check: Check) -> Iterator[tuple[Breakdown, Number]]:
    """Yield the breakdowns of the counts and sums in a number found, each with its factor."""
    require, node = check.constraint.require, check.node
    if isinstance(require.quantity, Unassigned):
        yield _crowded(judge, army, node, require.quantity), 1
        return
    for value, selector, factor in sums(require.quantity, partial(holds, judge, army, node)):
        if factor:
            brought = _brought(judge, army, node, value, selector, require.per)
            yield brought.get(check.key, ()), factor


def _crowded(judge: Judge, army: Army, node: Node, asked: Unassigned) -> Breakdown:
    """The selections that only the most crowded takers take, each with its copies."""
    amount, test = judge.compiler.amount, judge.compiler.test
    found = judge.compiler.select(asked.unassigned)(node, army)
    tests = [test(taker.test) for taker in asked.to]
    rooms = [room(amount(taker.max)(node, army)) for taker in asked.to]
    crowded = tightest(wanting(found, tests, army), rooms)
    return [(one, one.count) for one in found if taking(one, tests, army) <= crowded]


def _times(factor: Number, group: Breakdown) -> Iterator[tuple[Node, Number]]:
    return ((node, exact(factor * amount)) for node, amount in group if factor)


def _brought(
    judge: Judge, army: Army, node: Node, value: str | None, selector: Selector, per: str | None
) -> Mapping[str | None, Breakdown]:
    """The breakdown of a count (``value`` None) or a sum, by the entry or keyword of ``per``.

    It is worked out once for all selections that ask the same of the same anchor.
    """

    def work(selector: Selector) -> Mapping[str | None, Breakdown]:
        groups: dict[str | None, list[tuple[Node, Number]]] = {}
        grouped = group_by(per) if per else None
        find = _kept(army, ("find",), selector, judge.compiler.select)
        for other in find(node, army):
            key = grouped(other) if grouped else None
            if per and key is None:
                continue
            amount: Number = other.count
            if value is not None:
                amount = weigh(judge.compiler.weight(value, other.place), other, army)
            if amount:
                groups.setdefault(key, []).append((other, amount))
        return groups

    shared = shared_by(selector.in_)
    around = shared(node, army) if shared else node
    return _kept(army, ("brought", value, per, around), selector, work)


def holds(judge: Judge, army: Army, node: Node, condition: Condition) -> bool:
    """Tell whether a condition holds at a selection."""
    return _kept(army, ("test",), condition, judge.compiler.test)(node, army)


def _kept(
    army: Army, about: tuple[Hashable, ...], part: Told, work: Callable[[Told], Worked]
) -> Worked:
    """Work out a value from a part of the rules, once for an army."""
    key = (*about, id(part))
    if key not in army.worked:
        army.worked[key] = part, work(part)  # the part is kept, too: it is known by its identity
    worked: Worked = army.worked[key][1]
    return worked
