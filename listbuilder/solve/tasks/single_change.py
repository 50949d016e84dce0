"""Repairs of a single change: the additions that may mend every broken rule at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.explain.slicing import ConeOfInfluence


def mends_all(
    cone: ConeOfInfluence, breaches: Sequence[Check]
) -> Callable[[Place, Candidate], bool]:
    """Return a test: whether an addition at a place in a holder may mend all breaches by itself.

    The rule of each breach must read the addition or its contents; if the rule looks only inside
    the selection that it is asked of, the holder must be there. Example: a contingent lacks a
    general, another lacks a unit. No single addition mends both, so none is looked for.

    Args:
        cone: tells what rules read.
        breaches: the breaches of rules that make the roster illegal.
    """
    rules = {id(breach.constraint): breach.constraint for breach in breaches}
    relevant = [cone.relevant_places([rule]) for rule in rules.values()]
    around = [
        breach.node
        for breach in breaches
        if breach.node.holder is not None and cone.looks_inside(breach.constraint)
    ]

    def may_mend(place: Place, holder: Candidate) -> bool:
        if holder.is_added:
            return True
        number = holder.number
        return all(places[place] for places in relevant) and all(
            number is not None and node.start <= number < node.end for node in around
        )

    return may_mend
