"""The rosters of nothing from which witnesses are sought: one for each setting and combination."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from listbuilder.model.language import Comparison
from listbuilder.model.language import Limit as LimitNode
from listbuilder.model.roster import Roster
from listbuilder.record import nodes_of
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.proofs.dependencies import Dependency


def empty_rosters(judge: Judge, limits: Mapping[str, int] | None) -> Iterator[Roster]:
    """Yield a roster of nothing for each setting of limits and combination of choices."""
    book = judge.book
    ruleset = book.ruleset
    settings = [limits] if limits is not None else _settings(judge)
    versions = {name: catalogue.version for name, catalogue in book.catalogues.items()}
    for setting in settings:
        for options in product(*(choice.options for choice in ruleset.choices.values())):
            choices = dict(zip(ruleset.choices, options, strict=True))
            yield Roster(ruleset.id, "", versions, setting, choices)


def _settings(judge: Judge) -> list[Mapping[str, int]]:
    """No limits; the defaults; the defaults but for a number that a rule compares a limit with."""
    kinds = judge.book.ruleset.limits
    usual = {name: kind.default for name, kind in kinds.items() if kind.default}
    settings: list[Mapping[str, int]] = [{}, usual]
    for node in nodes_of([*judge.book.parts()]):
        match node:
            case Comparison(LimitNode(name), _, int() as number, _):
                settings.append(usual | {name: number})
    return [one for index, one in enumerate(settings) if one not in settings[:index]]


def differences(one: Roster, other: Roster) -> int:
    """In how many choices two rosters differ, their limits counting as one."""
    unlike = sum(one.choices[name] != other.choices[name] for name in one.choices)
    return unlike + (one.limits != other.limits)


def differ(one: Roster, other: Roster, dependencies: Iterable[Dependency]) -> bool:
    """Tell whether two rosters differ in a limit or choice of some dependencies."""
    return any(
        (one.limits.get(name), one.choices.get(name))
        != (other.limits.get(name), other.choices.get(name))
        for _, name in dependencies
    )


def differ_only(one: Roster, other: Roster, dependencies: Iterable[Dependency]) -> bool:
    """Tell whether two rosters differ, and only in limits and choices of some dependencies."""
    told = {*dependencies}
    limits = {*one.limits.items()} ^ {*other.limits.items()}
    unlike = {("limit", name) for name, _ in limits}
    unlike |= {("choice", name) for name in one.choices if one.choices[name] != other.choices[name]}
    return bool(unlike) and unlike <= told
