"""Several event packs at once, such as an event's and a house rule: joining and contradictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from listbuilder.findings import Source
from listbuilder.loading.json_pointer import token
from listbuilder.loading.names import quoted
from listbuilder.loading.problems import Problem
from listbuilder.messages import gettext
from listbuilder.model.event import Choices, Limits, Pack
from listbuilder.model.language import Names
from listbuilder.record import Record


def joined_limits(packs: Sequence[Pack]) -> Limits:
    """Join the demands of packs on limits: by limit, the demand of each pack."""
    found: dict[str, Any] = {}
    for pack in packs:
        for name, allowed in pack.limits.items():
            found[name] = found[name].and_(allowed) if name in found else allowed
    return found


def joined_choices(packs: Sequence[Pack]) -> Choices:
    """Join the options that all packs allow, of each choice that any pack names."""
    found: dict[str, Any] = {}
    for pack in packs:
        for name, options in pack.choices.items():
            known = found.get(name, options)
            found[name] = Names(tuple(one for one in known if one in options))
    return found


def may_come(name: str, packs: Sequence[Pack]) -> bool:
    """Whether all packs allow an army list."""
    return all(name not in pack.banned and name in (pack.catalogues or (name,)) for pack in packs)


def contradictions(pack: Pack, before: Sequence[Pack], lists: Sequence[str]) -> Iterator[Problem]:
    """Yield a pack's demands that earlier packs rule out, and its names that they have already.

    Args:
        pack: the pack that is added.
        before: the earlier packs, which don't contradict each other.
        lists: ids of all army lists of the game.
    """
    code, names = "contradicting-packs", " and ".join(one.name for one in before)
    if any(one.ruleset != pack.ruleset for one in before):
        message = gettext(
            "{name} is an event of {ruleset}, {names} of {other}.",
            name=pack.name,
            ruleset=pack.ruleset,
            names=names,
            other=before[0].ruleset,
        )
        yield Problem(code, message, "/ruleset")
        return
    together = (*before, pack)
    for name, allowed in joined_limits(together).items():
        if allowed.is_impossible() and name in pack.limits:
            message = gettext(
                "No limit of {name} keeps to {names} and to {other}.",
                name=name,
                names=names,
                other=pack.name,
            )
            yield Problem(code, message, f"/limits/{token(name)}")
    for name, options in joined_choices(together).items():
        if not options and name in pack.choices:
            message = gettext(
                "No {name} is allowed by {names} and by {other}.",
                name=name,
                names=names,
                other=pack.name,
            )
            yield Problem(code, message, f"/choices/{token(name)}")
    if not any(may_come(name, together) for name in lists):
        key = "catalogues" if pack.catalogues else "banned" if pack.banned else "name"
        message = gettext(
            "No army list may come to {names} and to {name}.", names=names, name=pack.name
        )
        yield Problem(code, message, f"/{key}")
    for name, version in pack.versions.items():
        if any(one.versions.get(name, version) != version for one in before):
            message = gettext(
                "{names} judges by another version of {name}.", names=names, name=name
            )
            yield Problem(code, message, f"/versions/{token(name)}")
    taken = {rule.id for one in before for rule in one.all_constraints()}
    for rule in pack.all_constraints():
        if rule.id in taken:
            message = gettext(
                "{names} has a constraint {id} already; call this otherwise.",
                names=names,
                id=quoted(rule.id),
            )
            yield Problem("colliding-code", message, "/name")


def disambiguated(pack: Pack, before: Sequence[Pack]) -> Pack:
    """Give a pack's documents ids that no earlier pack has.

    Demands on limits that an earlier pack makes already are left out, to be told once.
    """
    taken = {name: document for one in before for name, document in one.documents.items()}
    other = {
        name: _free(name, taken)
        for name, document in pack.documents.items()
        if name in taken and taken[name] != document
    }
    renamed: Pack = _renamed(pack, other) if other else pack
    documents = {other.get(name, name): one for name, one in pack.documents.items()}
    said = {
        (name, bound)
        for one in before
        for name, all_ in one.limits.items()
        for bound in all_.bounds()
    }
    limits = {
        name: allowed
        for name, allowed in pack.limits.items()
        if any((name, bound) not in said for bound in allowed.bounds())
    }
    return attrs.evolve(renamed, documents=documents, limits=limits)


def _free(name: str, taken: Mapping[str, Any]) -> str:
    number = 2
    while f"{name}-{number}" in taken:
        number += 1
    return f"{name}-{number}"


def _renamed(made: Any, names: Mapping[str, str]) -> Any:
    """Copy a value with its sources in renamed documents."""
    if isinstance(made, Source):
        return attrs.evolve(made, document=names.get(made.document, made.document))
    if isinstance(made, Record):
        kind: Any = type(made)
        parts = {one.name: getattr(made, one.name) for one in attrs.fields(kind)}
        changed = {name: _renamed(part, names) for name, part in parts.items()}
        same = all(changed[name] is part for name, part in parts.items())
        return (
            made if same else kind(**{one.alias: changed[one.name] for one in attrs.fields(kind)})
        )
    if isinstance(made, tuple):
        found = tuple(_renamed(part, names) for part in made)
        return made if all(one is part for one, part in zip(found, made, strict=True)) else found
    if isinstance(made, dict):
        told = {key: _renamed(part, names) for key, part in made.items()}
        return made if all(told[key] is part for key, part in made.items()) else told
    return made
