"""Pointers to the rules of a file, bounds of slots and demands of entries included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.loading.json_pointer import token
from listbuilder.model.entries import Slot
from listbuilder.model.language import Constraint
from listbuilder.model.ruleset import Part, Ruleset
from listbuilder.rules.slots import NOWHERE, entry_constraints, slot_constraints

COMPANY = ("/requires", "/excludes")
"""Endings of pointers to an offer's demands on other selections."""


def rule_pointers(part: Part) -> Iterator[tuple[str, str]]:
    """Yield the ids of the rules that a file writes out, each with its JSON pointer."""
    for index, slot in enumerate(part.slots if isinstance(part, Ruleset) else ()):
        yield from _of_slot("roster", slot, f"/slots/{index}")
    for name, keyword in part.keywords.items():
        at = f"/keywords/{token(name)}"
        yield from _written(keyword.constraints, at)
        for index, slot in enumerate(keyword.slots):
            yield from _of_slot(name, slot, f"{at}/slots/{index}")
    for number, entry in enumerate(part.entries):
        at = f"/entries/{number}"
        for rule in entry_constraints(entry):
            key, _, step = rule.id.removeprefix(f"{entry.id}.").partition(".")
            if key in ("requires", "excludes"):
                step = str(int(step) - 1)
            yield rule.id, f"{at}/{key}/{token(step)}"
        yield from ((f"{entry.id}.caps.{scope}", f"{at}/caps/{scope}") for scope in entry.caps)
        yield from _written(entry.constraints, at)
        for index, slot in enumerate(entry.slots):
            yield from _of_slot(entry.id, slot, f"{at}/slots/{index}")
    yield from _written(part.constraints, "")


def _written(rules: Iterable[Constraint], at: str) -> Iterator[tuple[str, str]]:
    for index, rule in enumerate(rules):
        yield rule.id, f"{at}/constraints/{index}"


def _of_slot(owner: str, slot: Slot, at: str) -> Iterator[tuple[str, str]]:
    names: dict[str, str] = {}
    for number, group in enumerate(slot.groups):
        names[str(group.id or number + 1)] = f"groups/{number}"
    for number, offer in enumerate(slot.offers):
        names[offer.test.entry[0] if offer.test.entry else str(number + 1)] = f"offers/{number}"
    for rule in slot_constraints(owner, slot, NOWHERE):
        first, _, rest = rule.id.removeprefix(f"{owner}.{slot.id}.").partition(".")
        inside = names[first] if first in names and rest else first
        key = rest.rstrip("0123456789.") if rest.startswith(("requires", "excludes")) else rest
        yield rule.id, f"{at}/{inside}/{key}".rstrip("/")


def is_bound(pointer: str) -> bool:
    """Whether a rule is a bound of a slot or a size, which need not be broken alone.

    Builders and sheets follow it, even if another rule says as much.
    """
    return "/size/" in pointer or ("/slots/" in pointer and not pointer.endswith(COMPANY))
