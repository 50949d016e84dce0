"""Remedies that break nothing else, and which of them are offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import attrs

from listbuilder.editing.remedy_weights import RemedyWeights
from listbuilder.findings import Remedy
from listbuilder.model.entries import Selection
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster

MOST_OFFERED = 3

WORTH_A_LOOK = Fraction(1, 10)
"""The part of an army that a remedy may give up and still be offered beside a smaller loss."""

MENDS_MORE = Fraction(1, 40)
"""A remedy that mends more comes first if it gives up at most this part of an army more."""


@attrs.frozen(order=True)
class SafeRemedy:
    """A remedy that breaks nothing else.

    Attributes:
        given_up: the worth that is lost, and a quarter of the worth that is bought.
        left: the number of findings left.
        pieces_gone: the models and engines that go: an option goes before a man who costs as much.
        stays: whether all selections stay.
        errors: the number of errors left.
    """

    given_up: Number
    left: int
    pieces_gone: int
    stays: bool = attrs.field(order=False)
    remedy: Remedy = attrs.field(order=False)
    roster: Roster = attrs.field(order=False)
    errors: int = attrs.field(order=False)


def best_of(safe: list[SafeRemedy], weights: RemedyWeights) -> list[SafeRemedy]:
    """Sort by what is given up, and leave out changes that give up far more than the first.

    Changes that mend most errors come first, if they give up little more: a second talisman
    goes, and with it the army is within its limit. If all that are left take selections out, or
    none does, the last is one that differs.
    """
    if not safe:
        return []
    least = min(safe).given_up
    most = max(4 * least, weights.share(WORTH_A_LOOK))
    best = sorted(one for one in safe if one.given_up <= most)
    near = least + weights.share(MENDS_MORE)
    cheap = sorted((one for one in best if one.given_up <= near), key=lambda one: one.errors)
    best[: len(cheap)] = cheap
    first, others = best[:MOST_OFFERED], best[MOST_OFFERED:]
    if len({one.stays for one in first}) == 1:
        other = next((one for one in others if one.stays != first[0].stays), None)
        first[-1:] = [first[-1] if other is None else other]
    return first


def others_than(
    more: Iterable[SafeRemedy],
    known: list[SafeRemedy],
    seen_as: Callable[[tuple[Selection, ...]], object] = lambda army: army,
) -> list[SafeRemedy]:
    """The remedies that lead to other armies than the known ones, as these are seen."""
    found = [*more]
    armies = [seen_as(one.roster.army) for one in known] if found else []
    return [one for one in found if seen_as(one.roster.army) not in armies]
