"""The changes of a repair as sentences."""

from __future__ import annotations

from listbuilder.solve.outcomes import RosterChange


def sentence(change: RosterChange) -> str:
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
        case "limit":
            said = f"set {change.name} from {change.before} to {change.after}"
        case "raise":
            said = f"raise {one} from {change.before} to {change.after}"
        case "resize":
            said = f"change {one} from {change.before} to {change.after} models"
        case "move":
            some = f"{change.after} of " if change.after < change.before else ""
            said = f"move {some}{many} to {to}"
        case "split":
            said = f"part {change.after} of {many} into a selection of its own"
        case "place":
            said = f"place {many} at {change.to}" if change.to else f"place {many} nowhere"
        case "add":
            size = f" of {change.models}" if change.models else ""
            said = f"add {_copies(change.after, change.name)}{size} to {to}"
    along = ", ".join(_copies(number, name) for number, name in change.along)
    return f"{said}{with_} {along}" if along else said


def _copies(number: int, name: str) -> str:
    return f"{number} × {name}" if number > 1 else name
