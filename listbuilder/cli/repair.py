"""``listbuilder repair``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import click

from listbuilder.cli.params import FILE, Example, example
from listbuilder.cli.solving import (
    FORMAT,
    OUT,
    SEED,
    TIME,
    answer,
    conflict_lines,
    exit_code,
    gave_up_lines,
    opened,
    roster_of,
    write,
)
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.report.plain import one_line
from listbuilder.report.text import costs_text
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.outcomes import Change, GaveUp, Impossible, Outcome, Solved


@example(lambda library: "listbuilder repair army.json\nlistbuilder repair army.json --apply 2")
@click.command(cls=Example)
@click.argument("file", type=FILE)
@click.option("--apply", type=click.IntRange(1, 20), metavar="K", help="Save the K-th answer.")
@click.option("--answers", type=click.IntRange(1, 20), default=3, show_default=True)
@OUT
@TIME
@SEED
@FORMAT
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    apply: int | None,
    answers: int,
    out: Path | None,
    seconds: float,
    seed: int,
    form: str,
) -> int:
    """Make a roster legal with the fewest changes, then the fewest points changed.

    A change takes out, adds, moves, resizes, or makes fewer or more. Without --apply or -o nothing
    is saved; -o alone writes the first answer. Exit 1: impossible, 4: gave up.
    """
    from listbuilder.solve.engine import Effort
    from listbuilder.solve.repair import repair

    loaded, judge = opened(ctx, file)
    outcomes = repair(judge, loaded.roster, Effort(seconds, seed=seed), apply or answers)
    saved = out or (file if apply is not None else None)
    if saved is not None and roster_of(outcomes[0]) is not None:
        write(outcomes, apply or 1, saved)
    if form == "json":
        click.echo(_json(judge, loaded.roster, outcomes))
    else:
        for line in _lines(judge, file, loaded.roster, outcomes):
            click.echo(one_line(line))
        if saved is not None and roster_of(outcomes[0]) is not None:
            click.echo(one_line(f"Saved to {saved}."))
    return exit_code(outcomes[0])


def _lines(judge: Judge, file: Path, before: Roster, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield what the roster is, the answers, and what is known of others."""
    legal = judge.evaluate(before).legal
    verdict = ", ".join(filter(None, ("legal" if legal else "illegal", _costs(judge, before))))
    yield f"{file}: {verdict}{'; nothing to repair' if legal else ''}"
    if legal:
        return
    for number, outcome in enumerate(outcomes, 1):
        solved = outcome.best if isinstance(outcome, GaveUp) else outcome
        if isinstance(solved, Solved):
            yield f"{number}. {_summary(judge, solved)}"
            yield from (f"   {sentence(change)}" for change in solved.changes)
    yield from known(outcomes)


def _summary(judge: Judge, solved: Solved) -> str:
    """How many changes, of how many points, and what the army then costs."""
    from listbuilder.solve.goals import limited_cost
    from listbuilder.solve.repair import CHANGED, CHANGES

    said = [_many(-solved.reached[CHANGES], "change")]
    cost = limited_cost(judge.book, solved.roster)
    if cost is not None and solved.reached[CHANGED]:
        said.append(f"{-solved.reached[CHANGED]} {cost.replace('_', ' ')} changed")
    words = ", ".join(said)
    costs = _costs(judge, solved.roster)
    proved = "" if solved.proved else " (not proved the fewest)"
    return f"{words}{': ' if costs else ''}{costs}{proved}"


def known(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield what is proved of ways that are not shown."""
    from listbuilder.solve.repair import CHANGES, FURTHER

    first, last = outcomes[0], outcomes[-1]
    match first:
        case Impossible(conflict):
            yield "Proved: no changes make it legal."
            yield from conflict_lines(conflict) if conflict is not None else ()
        case GaveUp():
            yield from gave_up_lines(first)
        case Solved(proved=True):
            yield "Proved: nothing makes it legal with fewer changes, or as many that change less."
    if isinstance(first, Solved) and isinstance(last, Impossible):
        most = _many(FURTHER - first.reached[CHANGES], "change")
        yield f"Proved: there is no other way with {most} or fewer."
    elif isinstance(first, Solved) and isinstance(last, GaveUp):
        yield from gave_up_lines(last)


def sentence(change: Change) -> str:
    """Say a change: ``reduce 1.2.1 Sapper (Foreman) from 12 to 10, and with them 2 × Rope``."""
    holder = f" ({change.holder})" if change.holder else ""
    one = f"{change.number} {change.name}{holder}"
    many = f"{change.number} {_copies(change.before, change.name)}{holder}"
    to = change.to or "the army"
    with_ = ", with"
    said = f"remove {many}"
    match change.done:
        case "reduce":
            said, with_ = f"reduce {one} from {change.before} to {change.after}", ", and with them"
        case "raise":
            said = f"raise {one} from {change.before} to {change.after}"
        case "resize":
            said = f"change {one} from {change.before} to {change.after} models"
        case "move":
            some = f"{change.after} of " if change.after < change.before else ""
            said = f"move {some}{many} to {to}"
        case "split":
            said = f"part {change.after} of {many} into a selection of its own"
        case "add":
            size = f" of {change.models}" if change.models else ""
            said = f"add {_copies(change.after, change.name)}{size} to {to}"
    along = ", ".join(_copies(number, name) for number, name in change.along)
    return f"{said}{with_} {along}" if along else said


def _copies(number: int, name: str) -> str:
    return f"{number} × {name}" if number > 1 else name


def _many(number: Number, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _costs(judge: Judge, roster: Roster) -> str:
    costs = {name: str(cost) for name, cost in judge.evaluate(roster).costs.items()}
    return costs_text(costs, roster.limits)


def _json(judge: Judge, before: Roster, outcomes: Sequence[Outcome]) -> str:
    """Write the answers as one JSON document, each change as data and in words."""
    answers = []
    for outcome in outcomes:
        said = answer(judge, before, outcome)
        solved = outcome.best if isinstance(outcome, GaveUp) else outcome
        if isinstance(solved, Solved):
            told = [{"text": sentence(change)} | attrs.asdict(change) for change in solved.changes]
            costs = judge.evaluate(solved.roster).costs
            said["changes"] = told
            said["reached"] = {name: str(-number) for name, number in solved.reached.items()}
            said["costs"] = {name: str(cost) for name, cost in costs.items()}
        answers.append(said)
    return json.dumps({"version": 1, "outcomes": answers}, ensure_ascii=False, indent=2)
