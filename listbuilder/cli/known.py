"""Names on the command line that the data must have."""

from __future__ import annotations

from collections.abc import Iterable

import click

from listbuilder.loading.library import Library
from listbuilder.loading.names import near


def known_ruleset(library: Library, ruleset: str) -> None:
    """Refuse a ruleset that is not there.

    Raises:
        click.UsageError: with those that are.
    """
    _known(ruleset, library.rulesets(), "ruleset")


def known_catalogue(library: Library, ruleset: str, catalogue: str) -> None:
    """Refuse a ruleset or an army list that is not there.

    Raises:
        click.UsageError: with those that are.
    """
    known_ruleset(library, ruleset)
    _known(catalogue, library.catalogues(ruleset), f"army list of {ruleset}")


def _known(name: str, known: Iterable[str], kind: str) -> None:
    names = list(known)
    if name not in names:
        meant = near(name, names) or f" There are: {', '.join(names)}."
        raise click.UsageError(f"No {kind} is called “{name}”.{meant}")
