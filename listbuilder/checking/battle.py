"""Checking two rosters as a battle: each by itself, and against the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from listbuilder.checking.check import check_loaded, unusable
from listbuilder.checking.results import Result, VerdictName
from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.interop.opening import parse_roster
from listbuilder.loading.library import Library
from listbuilder.loading.rosters import Loaded, read_roster
from listbuilder.messages import gettext, joined
from listbuilder.model.ruleset import Battle
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.two_armies import Side

if TYPE_CHECKING:
    from listbuilder.loading.events import LoadedEvent


def check_battle(
    one: Path, two: Path, library: Library, event: LoadedEvent | None = None
) -> list[Result]:
    """Check two rosters as a battle, with an event's rules if one is given, in either order.

    A breach of both together is among the findings of the roster that the rule is about, beside the
    roster's own; where the two can't meet, the second says why, or the one that is on no side.
    """
    return judge_battle([_read(path, library, event) for path in (one, two)])


def judge_battle(read: Sequence[Loaded | Result]) -> list[Result]:
    """Check two rosters that were read already, or can't be used (``check_battle``)."""
    armies = [each for each in read if isinstance(each, Loaded)]
    if len(armies) < len(read):
        return [check_loaded(each) if isinstance(each, Loaded) else each for each in read]
    battle = armies[0].book.ruleset.battle
    if battle is None or armies[1].roster.ruleset != armies[0].roster.ruleset:
        return [check_loaded(armies[0]), _other_game(*armies)]
    apart = list(_apart(battle, armies))
    if any(apart):
        return [
            _told(check_loaded(army), finding) for army, finding in zip(armies, apart, strict=True)
        ]
    judges = [judge_of(army.book) for army in armies]
    laid = [judge.lay_out(army.roster) for judge, army in zip(judges, armies, strict=True)]
    return [
        check_loaded(
            army,
            Side(judge, battle, army.roster.choices[battle.choice], judges[~place], laid[~place]),
        )
        for place, (judge, army) in enumerate(zip(judges, armies, strict=True))
    ]


def _read(path: Path, library: Library, event: LoadedEvent | None) -> Loaded | Result:
    try:
        parsed = parse_roster(path, library)
        return event.read_roster(parsed, library) if event else read_roster(parsed, library)
    except LoadError as error:
        return unusable(str(path), error)


def _other_game(first: Loaded, second: Loaded) -> Result:
    """Say that the rules know no battle between two rosters."""
    games = [army.book.ruleset.name for army in (first, second)]
    if games[0] == games[1]:
        code, message = (
            "no-battle",
            gettext("{game} has no battles between two sides to check.", game=games[0]),
        )
    else:
        code, message = (
            "other-game",
            gettext(
                "This is an army of {game}, the other of {other}.",
                game=games[1],
                other=games[0],
            ),
        )
    return _told(check_loaded(second), _finding(second, code, message, "/ruleset"), "unusable")


def _apart(battle: Battle, armies: Sequence[Loaded]) -> Iterator[Finding | None]:
    """Yield, for each army, why it can't meet the other."""
    options = {
        side: title
        for army in armies
        for side, title in army.book.choices[battle.choice].options.items()
    }
    sides = [gettext("“{name}”", name=options.get(side, side)) for side in battle.sides]
    between = joined(gettext(" and "), sides)
    pointer = f"/choices/{battle.choice}"
    taken: set[str] = set()
    for army in armies:
        side = army.roster.choices.get(battle.choice)
        if side not in battle.sides:
            is_ = gettext("is “{side}”", side=options[side]) if side else gettext("says no side")
            message = gettext(
                "{name} {is_}; a battle is between {between}.",
                name=army.roster.name,
                is_=is_,
                between=between,
            )
            yield _finding(army, "no-side-of-battle", message, pointer)
        elif side in taken:
            message = gettext(
                "Both armies are “{side}”; a battle is between {between}.",
                side=options[side],
                between=between,
            )
            yield _finding(army, "same-side-twice", message, pointer)
        else:
            taken.add(side)
            yield None


def _finding(army: Loaded, code: str, message: str, pointer: str) -> Finding:
    from listbuilder.loading.source_map import SourceMap

    line, column = SourceMap(army.text).locate(pointer) or (None, None)
    return Finding(code, Severity.ERROR, message, pointer, line, column)


def _told(result: Result, finding: Finding | None, verdict: VerdictName = "illegal") -> Result:
    if finding is None:
        return result
    return attrs.evolve(result, verdict=verdict, findings=(*result.findings, finding))
