"""Looking up names on the command line in the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

import click

from listbuilder.editing.find import folded
from listbuilder.errors import LoadError
from listbuilder.loading.library import Library
from listbuilder.loading.names import did_you_mean, quoted
from listbuilder.messages import gettext
from listbuilder.model.ruleset import Catalogue, Ruleset


def known_ruleset(library: Library, ruleset: str) -> str:
    """Find a ruleset by id or name.

    Raises:
        click.UsageError: there is no such ruleset; the message lists all.
    """
    listed = library.rulesets()
    if ruleset in listed:
        return ruleset
    return _known(ruleset, named_rulesets(library), gettext("ruleset"))


def known_catalogue(library: Library, ruleset: str, catalogue: str) -> str:
    """Find an army list of a ruleset, by id or name.

    Raises:
        click.UsageError: there is no such army list; the message lists all.
    """
    listed = library.catalogues(ruleset)
    if catalogue in listed:
        return catalogue
    kind = gettext("army list of {game}", game=ruleset)
    return _known(catalogue, named_catalogues(library, ruleset), kind)


def known_ids(name: str, called: Iterable[tuple[str, str | None]], what: str) -> frozenset[str]:
    """Find the ids with a name, which is an id or a title.

    Args:
        name: the name.
        called: ids with their titles, of one game or of several.
        what: the kind of thing that the name should name.

    Raises:
        click.UsageError: no id has this name; the message has a near miss.
    """
    names = {text: known for known, title in called for text in (title, known) if text}
    found = frozenset(known for text, known in names.items() if folded(text) == folded(name))
    if not found:
        raise click.UsageError(
            gettext(
                "No {what} is called {name}.{hint}",
                what=what,
                name=quoted(name),
                hint=did_you_mean(name, names),
            )
        )
    return found


def named_rulesets(library: Library) -> dict[str, str]:
    """Map ids to the names of all rulesets."""
    return {known: _called(partial(library.ruleset, known), known) for known in library.rulesets()}


def named_catalogues(library: Library, ruleset: str) -> dict[str, str]:
    """Map ids to the names of a ruleset's army lists."""
    return {
        known: _called(partial(library.catalogue, ruleset, known), known)
        for known in library.catalogues(ruleset)
    }


def _called(read: Callable[[], Ruleset | Catalogue], known: str) -> str:
    """Give the name in a file; the id where the file can't be used."""
    try:
        return read().name
    except LoadError:
        return known


def _known(name: str, names: Mapping[str, str], kind: str) -> str:
    if name in names:
        return name
    for known, called in names.items():
        if folded(name) in (folded(known), folded(called)):
            return known
    meant = did_you_mean(name, names) or gettext(" There are: {names}.", names=", ".join(names))
    raise click.UsageError(
        gettext("No {kind} is called {name}.{meant}", kind=kind, name=quoted(name), meant=meant)
    )
