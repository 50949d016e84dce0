"""Sentences about obligations that no roster meets."""

from __future__ import annotations

from listbuilder.messages import gettext
from listbuilder.solve.proofs.obligations import ObligationKind


def refuted(kind: ObligationKind, name: str) -> str:
    """Write that no roster meets an obligation; without the full stop."""
    match kind:
        case "fielded":
            return gettext("No legal roster has it")
        case "kept":
            return gettext("No legal roster keeps {name} where it is asked", name=name)
        case "broken":
            return gettext("No roster breaks {name} and no other rule", name=name)
        case "altered":
            return gettext("In no legal roster {name} counts in the numbers of a model", name=name)
