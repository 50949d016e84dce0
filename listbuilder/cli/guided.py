"""Questions to a player who begins an army on a terminal; nobody else is asked anything."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import chain, count
from pathlib import Path

import attrs
import click

from listbuilder.cli.lookup import named_catalogues, named_rulesets
from listbuilder.editing.find import folded
from listbuilder.loading.library import Library
from listbuilder.loading.names import did_you_mean, quoted
from listbuilder.messages import gettext, translated
from listbuilder.report.terminal import escape_control


@attrs.frozen
class GuidedAnswers:
    """A player's answers."""

    ruleset: str
    catalogue: str
    settings: Mapping[str, str]
    name: str
    path: Path


def is_answered() -> bool:
    """Tell whether a person at a terminal could answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(library: Library, ruleset: str | None, settings: Mapping[str, str]) -> GuidedAnswers:
    """Ask for all that a new army needs and the command did not name.

    Args:
        library: the library of army lists.
        ruleset: the game, where the command named it.
        settings: limits and choices that the command named.

    Raises:
        LoadError: the game's data can't be used.
        click.Abort: the player ended the questions.
    """
    ruleset = ruleset or ask_choice(gettext("Game"), named_rulesets(library))
    catalogue = ask_choice(gettext("Army list"), named_catalogues(library, ruleset))
    game, said = library.ruleset(ruleset), dict(settings)
    for key, limit in game.limits.items():
        if key not in said and limit.default is not None:
            said[key] = str(
                click.prompt(translated(limit.title), limit.default, type=click.IntRange(0))
            )
    for key, choice in game.choices.items():
        if key not in said:
            said[key] = ask_choice(choice.title, choice.options, choice.default)
    name = click.prompt(
        translated(gettext("What is the army called?")), library.catalogue(ruleset, catalogue).name
    )
    path = Path(str(click.prompt(translated(gettext("File")), free_name(catalogue))))
    path = path if path.suffix else path.with_suffix(".json")
    return GuidedAnswers(ruleset, catalogue, said, str(name), path)


def ask_choice(title: str, options: Mapping[str, str], default: str | None = None) -> str:
    """Ask for one of several options, by number or name; a single option is taken unasked.

    Args:
        title: title of the options.
        options: titles by id.
        default: the id that an empty answer means.

    Raises:
        click.Abort: the player ended the questions.
    """
    ids = [*options]
    if len(ids) == 1:
        return ids[0]
    click.echo(f"{escape_control(translated(title))}:")
    for number, name in enumerate(options.values(), 1):
        click.echo(f"  {number:>{len(str(len(ids)))}}  {escape_control(translated(name))}")
    names = {
        folded(name): key
        for key, title in options.items()
        for name in (key, title, translated(title))
    }
    usual = str(ids.index(default) + 1) if default is not None else None
    while True:
        answer = str(click.prompt(translated(gettext("Number or name")), default=usual, type=str))
        if answer.isdecimal() and 0 < int(answer) <= len(ids):
            return ids[int(answer) - 1]
        if found := names.get(folded(answer)):
            return found
        missed = did_you_mean(answer, [*options, *options.values()])
        none = gettext("None of them is called {name}.{hint}", name=quoted(answer), hint=missed)
        click.echo(translated(none))


def free_name(name: str) -> str:
    """Make the name of a new file: that of the army list, with a number if it is taken."""
    names = (f"{name}{number}.json" for number in chain([""], (f"-{more}" for more in count(2))))
    return next(one for one in names if not Path(one).exists())
