"""Who leads an army: players plan it around them."""

from __future__ import annotations

from listbuilder.editing.prices import cost_of
from listbuilder.findings import Severity
from listbuilder.model.language import Constraint, Count
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge, Verdict


def leaders(judge: Judge, verdict: Verdict) -> list[Node]:
    """Find the selections that lead the army, or a part of it such as an ally.

    The rules say who may: of the army, or of a part that is no piece itself, a rule demands at
    least one of single pieces, such as heroes. The first of them leads: so armies are
    written. Where the rule demands a mark that costs nothing, such as “army leader”, the mark is
    found in place of its bearer, if there is one alone. What breaks a rule itself leads nobody.
    """
    army = verdict.army
    wrong = {one.node for one in verdict.breaches if one.constraint.severity is Severity.ERROR}
    found: dict[Node, None] = {}
    for check in judge.checks(army, _demands_one):
        quantity = check.constraint.require.quantity
        if _in_a_piece(check.node) or not isinstance(quantity, Count):
            continue
        counted = judge.compiler.select(quantity.count)(check.node, army)
        if not counted:
            continue
        first = counted[0]
        only_mark = len(counted) == 1 and is_mark(first) and not cost_of(judge, army, first)
        if only_mark or all(map(_is_single_piece, counted)):
            found[first] = None
    bearers = {node.holder for node in found if is_mark(node)}
    return [node for node in found if node not in wrong and node not in bearers]


def is_mark(node: Node) -> bool:
    """Whether a selection is no piece, and stands in one with nothing in it: an option."""
    return not (node.place.is_piece or node.children) and _in_a_piece(node)


def _demands_one(rule: Constraint) -> bool:
    require = rule.require
    demands = (require.op, require.bound) == ("at_least", 1) and require.per is None
    return demands and rule.severity is Severity.ERROR


def _is_single_piece(node: Node) -> bool:
    return node.place.is_piece and node.count == 1 and not node.size


def _in_a_piece(node: Node) -> bool:
    """Whether a selection is a piece, or stands in one."""
    return any(place.is_piece for place in node.place.around())
