"""Helpful additions: those that may mend some breach of a roster, or all its breaches at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.model.language import Constraint
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.explain.slicing import ConeOfInfluence


class HelpfulAdditions:
    """Tells which additions to one of the player's selections, or to the army, may mend breaches.

    The breach's rule must read the addition or its contents. If the rule looks only inside the
    selection that it is asked of, the addition must come in there. Example: a contingent lacks a
    general, another lacks a unit; units in the other may help, and no single addition mends both.
    """

    def __init__(
        self, cone: ConeOfInfluence, breaches: Sequence[Check], sites: bool = True
    ) -> None:
        """Look at breaches.

        Args:
            cone: tells what rules read.
            breaches: the breaches of rules that make a roster illegal.
            sites: whether additions help also as places to be placed at.
        """
        relevant = {
            id(rule): cone.relevant_places([rule], sites=sites) for rule in _rules(breaches)
        }
        self._breaches = [
            (relevant[id(breach.constraint)], _numbers(breach, cone)) for breach in breaches
        ]

    def mends_all(self, place: Place, holder: Candidate) -> bool:
        """Whether an addition at a place in a holder may mend all breaches by itself."""
        return holder.is_added or all(self._mended(place, holder))

    def mends_some(self, place: Place, holder: Candidate) -> bool:
        """Whether an addition at a place in a holder may mend a breach."""
        return holder.is_added or any(self._mended(place, holder))

    def _mended(self, place: Place, holder: Candidate) -> Iterable[bool]:
        return (
            places[place] and (numbers is None or holder.number in numbers)
            for places, numbers in self._breaches
        )


def _rules(breaches: Sequence[Check]) -> Iterable[Constraint]:
    return {id(breach.constraint): breach.constraint for breach in breaches}.values()


def _numbers(breach: Check, cone: ConeOfInfluence) -> range | None:
    """The numbers of the selections that a rule reads; None: those of all."""
    node = breach.node
    if node.holder is None or not cone.looks_inside(breach.constraint):
        return None
    return range(node.start, node.end)
