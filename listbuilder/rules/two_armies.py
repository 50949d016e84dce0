"""Judging two armies that meet: each by itself, and against the other."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.model.language import Constraint
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Battle, BattleRule
from listbuilder.rules.arithmetic import HOLDS, LimitUnsetError
from listbuilder.rules.army import Army
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict


class Side(Judge):
    """Judges the rosters of one side of a battle against an army of the other side.

    It is a judge of its side's book who asks the battle's rules, too.
    """

    def __init__(self, judge: Judge, battle: Battle, side: str, other: Judge, army: Army) -> None:
        """Make the judge of a side.

        Args:
            judge: the judge of the side's book, whose memos are shared.
            battle: the battle with its rules.
            side: the side to judge.
            other: the judge of the other side's book.
            army: the army of the other side.
        """
        self.__dict__.update(judge.__dict__)
        self._other, self._army = other, army
        self._met = [
            (rule, _constraint(rule), rule.against in (None, side))
            for rule in battle.constraints
            if rule.of == side
        ]

    def evaluate(self, roster: Roster) -> Verdict:
        """Judge a roster by itself (``Judge.evaluate``) and in the battle."""
        verdict = super().evaluate(roster)
        broken = [check for check in self._battle_checks(verdict.army) if not check.kept]
        return attrs.evolve(verdict, breaches=(*verdict.breaches, *broken))

    def _battle_checks(self, army: Army) -> Iterator[Check]:
        for rule, constraint, own in self._met:
            judge, against = (self, army) if own else (self._other, self._army)
            try:
                found = self.compiler.amount(rule.require.quantity)(army.root, army)
                allowed = judge.compiler.amount(rule.require.bound)(against.root, against)
            except LimitUnsetError:
                continue
            kept = HOLDS[rule.require.op](found, allowed)
            yield Check(constraint, army.root, found, allowed, kept)


def _constraint(rule: BattleRule) -> Constraint:
    return Constraint(
        rule.id,
        rule.title,
        rule.require,
        rule.source,
        "roster",
        severity=rule.severity,
        ruling=rule.ruling,
    )
