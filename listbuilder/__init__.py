"""Build, check and print siege armies.

The names below are the public API. They are imported when first asked for: a command that needs
none of them starts without them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from listbuilder.checking.check import check_file
    from listbuilder.editing.edit import add, new, remove
    from listbuilder.editing.set_values import set_values
    from listbuilder.errors import EditError, ListbuilderError, LoadError, SaveError, UnknownIdError
    from listbuilder.findings import Finding, Severity
    from listbuilder.interop.opening import load_roster
    from listbuilder.loading.events import load_event
    from listbuilder.loading.library import Library
    from listbuilder.loading.save import save
    from listbuilder.odds.ask import chances
    from listbuilder.rules.evaluate import Judge, judge_of
    from listbuilder.rules.explain import explain
    from listbuilder.solve.explain.why import why
    from listbuilder.solve.outcomes import Impossible, Solved, Stopped
    from listbuilder.solve.proofs.prove import prove
    from listbuilder.solve.tasks.complete import complete
    from listbuilder.solve.tasks.repair import repair

__all__ = [
    "EditError",
    "Finding",
    "Impossible",
    "Judge",
    "Library",
    "ListbuilderError",
    "LoadError",
    "SaveError",
    "Severity",
    "Solved",
    "Stopped",
    "UnknownIdError",
    "add",
    "chances",
    "check_file",
    "complete",
    "explain",
    "judge_of",
    "load_event",
    "load_roster",
    "new",
    "prove",
    "remove",
    "repair",
    "save",
    "set_values",
    "why",
]

_HOMES = {
    "editing.edit": ("add", "new", "remove"),
    "editing.set_values": ("set_values",),
    "errors": ("EditError", "ListbuilderError", "LoadError", "SaveError", "UnknownIdError"),
    "findings": ("Finding", "Severity"),
    "loading.events": ("load_event",),
    "loading.library": ("Library",),
    "interop.opening": ("load_roster",),
    "loading.save": ("save",),
    "odds.ask": ("chances",),
    "checking.check": ("check_file",),
    "rules.evaluate": ("Judge", "judge_of"),
    "rules.explain": ("explain",),
    "solve.tasks.complete": ("complete",),
    "solve.outcomes": ("Stopped", "Impossible", "Solved"),
    "solve.proofs.prove": ("prove",),
    "solve.tasks.repair": ("repair",),
    "solve.explain.why": ("why",),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"listbuilder.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
