"""What was broken, in a sentence that a player understands, with the sum done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from listbuilder.findings import Finding, Part
from listbuilder.model.language import (
    Count,
    If,
    Limit,
    Names,
    Number,
    Op,
    Plus,
    Quantity,
    Selector,
    Sum,
    Times,
)
from listbuilder.rules.army import Node
from listbuilder.rules.compile import weigh
from listbuilder.rules.evaluate import NOT_OFFERED, Check, Judge, Verdict

Locate = Callable[[str], tuple[int, int] | None]

BOUNDS: dict[Op, str] = {
    "at_most": "at most {} allowed",
    "at_least": "at least {} needed",
    "exactly": "exactly {} needed",
    "multiple_of": "a multiple of {} needed",
}


def nowhere(pointer: str) -> None:
    """Locate nothing: the roster comes from no file."""


def explain(
    verdict: Verdict, judge: Judge, locate: Locate = nowhere
) -> list[tuple[Check, Finding]]:
    """Put what a verdict says is broken into findings, in the roster's order.

    Args:
        verdict: the judge's own.
        judge: who judged.
        locate: line and column of a JSON pointer in the roster's file.
    """
    findings: list[tuple[Check, Finding]] = []
    for breach in sorted(verdict.breaches, key=lambda breach: breach.node.start):
        rule, node = breach.constraint, breach.node
        line, column = locate(node.pointer) or (None, None)
        finding = Finding(
            code=rule.id,
            severity=rule.severity,
            message=sentence(breach, judge),
            pointer=node.pointer,
            line=line,
            column=column,
            subject=node.subject,
            source=rule.source,
            cite=judge.book.cite(rule.source),
            ruling=rule.ruling,
            found=str(breach.found),
            allowed=str(breach.allowed),
            parts=tuple(
                Part(part.name, part.pointer, part.count, str(amount))
                for part, amount in parts(breach, verdict, judge)
            ),
        )
        findings.append((breach, finding))
    return findings


def sentence(check: Check, judge: Judge) -> str:
    """Say who, what the rule is, how many there are and how many may be."""
    rule, node = check.constraint, check.node
    subject = node.name or "The army"
    if rule.id == NOT_OFFERED:
        holder = node.holder.name if node.holder and node.holder.holder else "the army"
        home = judge.book.catalogues.get(node.place.list_id)
        other = node.holder and node.holder.place.list_id not in ("", node.place.list_id)
        whose = f" of {home.name}" if home and other else ""
        return f"{holder} can't hold {subject}{whose}."
    noun = _noun(rule.require.quantity, judge)
    if check.key is not None:
        noun = _called(check.key, judge)
    found = f"{number(check.found)} {noun}".strip()
    bound = BOUNDS[rule.require.op].format(number(check.allowed))
    return f"{subject}: {rule.title}: {found}, {bound}."


def number(amount: Number) -> str:
    """Write a number for people: ``no``, ``12``, ``2½``, ``7/3``."""
    if amount == 0:
        return "no"
    if isinstance(amount, Fraction) and amount.denominator == 2 and amount > 0:
        return f"{amount.numerator // 2 or ''}½"
    return str(amount)


def parts(check: Check, verdict: Verdict, judge: Judge) -> list[tuple[Node, Number]]:
    """List the selections that a number found is made up of, each with its share."""
    army = verdict.army
    found = []
    for value, selector in sums(check.constraint.require.quantity):
        for node in judge.compiler.select(selector)(check.node, army):
            amount: Number = node.count
            if value is not None:
                amount = weigh(judge.compiler.weight(value, node.place), node, army)
            entry = node.place.entry
            if amount and (
                check.key is None or (entry and check.key in (entry.id, *node.keywords))
            ):
                found.append((node, amount))
    return found


def sums(quantity: Quantity) -> Iterator[tuple[str | None, Selector]]:
    """Yield the counts (None) and sums within a quantity."""
    match quantity:
        case Count(selector):
            yield None, selector
        case Sum(value, selector):
            yield value, selector
        case Times(_, of):
            yield from sums(of)
        case Plus(plus):
            for part in plus:
                yield from sums(part)
        case If(_, then, else_):
            yield from sums(then)
            yield from sums(else_)
        case Limit() | int() | Fraction():
            pass


def _noun(quantity: Quantity, judge: Judge) -> str:
    """Name what a count or a sum is of; empty where it is of nothing that has a name."""
    match quantity:
        case Sum("size"):
            return "models"
        case Sum(value):
            known = judge.book.ruleset.values.get(value)
            return known.title if known else value
        case Count(selector):
            test = selector.test
            names: Names = test.entry or test.is_ or test.slot
            return " or ".join(_called(name, judge) for name in names)
        case _:
            return ""


def _called(name: str, judge: Judge) -> str:
    """An entry's or a keyword's name as players read it."""
    for entries in judge.book.entries.values():
        if name in entries:
            return entries[name].name
    keyword = judge.book.keywords.get(name)
    return (keyword and keyword.title) or name.replace("-", " ")
