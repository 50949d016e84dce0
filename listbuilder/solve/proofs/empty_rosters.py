"""Empty rosters, from which searches for witnesses begin: one for each combination of settings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product

from listbuilder.model.language import Comparison
from listbuilder.model.language import Limit as LimitNode
from listbuilder.model.roster import Roster
from listbuilder.record import records_in
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.proofs.dependencies import FIRST_LIST, Dependency, dependencies_of

ROOM = 1_000
"""A limit of a game whose limits have no defaults."""


def empty_rosters(judge: Judge, limits: Mapping[str, int] | None) -> Iterator[Roster]:
    """Yield an empty roster for each setting of limits and combination of choices.

    If a rule asks which army list is the first, each list comes first once.

    Args:
        judge: the judge of the book.
        limits: the limits of all rosters; None: each of ``_settings``.
    """
    book = judge.book
    ruleset = book.ruleset
    settings = [limits] if limits is not None else _settings(judge)
    versions = {name: catalogue.version for name, catalogue in book.catalogues.items()}
    orders = [versions]
    if FIRST_LIST in dependencies_of([*book.parts()]):
        orders = [{name: versions[name], **versions} for name in versions] or orders
    for setting in settings:
        for options in product(*(choice.options for choice in book.choices.values())):
            choices = dict(zip(book.choices, options, strict=True))
            for lists in orders:
                yield Roster(ruleset.id, "", lists, limits=setting, choices=choices)


def _settings(judge: Judge) -> list[Mapping[str, int]]:
    """The limits to try: none; the defaults; the defaults with one replaced by a rule's number.

    Where no limit has a default, ``ROOM`` stands for each: else no rule that reads one was asked.
    """
    kinds = judge.book.ruleset.limits
    usual = {name: kind.default for name, kind in kinds.items() if kind.default}
    settings: list[Mapping[str, int]] = [{}, usual or dict.fromkeys(kinds, ROOM)]
    for node in records_in([*judge.book.parts()]):
        match node:
            case Comparison(LimitNode(name), _, int() as number, _):
                settings.append(usual | {name: number})
    return [one for index, one in enumerate(settings) if one not in settings[:index]]


def differences(one: Roster, other: Roster) -> int:
    """The number of choices in which two rosters differ; limits and first list count one each."""
    unlike = sum(one.choices[name] != other.choices[name] for name in one.choices)
    return unlike + (one.limits != other.limits) + (_first(one) != _first(other))


def differ(one: Roster, other: Roster, dependencies: Collection[Dependency]) -> bool:
    """Tell whether two rosters differ in one of some dependencies."""
    return (FIRST_LIST in dependencies and _first(one) != _first(other)) or any(
        (one.limits.get(name), one.choices.get(name))
        != (other.limits.get(name), other.choices.get(name))
        for _, name in dependencies
    )


def differ_only(one: Roster, other: Roster, dependencies: Collection[Dependency]) -> bool:
    """Tell whether two rosters differ, and only in some dependencies."""
    told = {*dependencies}
    limits = {*one.limits.items()} ^ {*other.limits.items()}
    unlike = {("limit", name) for name, _ in limits}
    unlike |= {("choice", name) for name in one.choices if one.choices[name] != other.choices[name]}
    unlike |= {FIRST_LIST} if _first(one) != _first(other) else set()
    return bool(unlike) and unlike <= told


def _first(roster: Roster) -> str:
    return next(iter(roster.catalogues), "")
