"""Which language a command answers in."""

from __future__ import annotations

import os
import sys
from copy import copy
from inspect import cleandoc
from typing import TypeVar

import click

from listbuilder.loading.system import language_of_menus
from listbuilder.messages import ENGLISH, chosen, gettext, language, languages, translated_as_it_is

Help = TypeVar("Help", bound=click.Command)

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What systems say a person's languages by, as gettext reads them: the first that is set counts.

Windows has none of them; where nobody set one, the language of its menus counts.
"""


def language_of(asked: str | None) -> str:
    """Choose the language of a command.

    What a pipe reads stays English, unless a language is asked for by name.

    Args:
        asked: the value of ``--lang``; None where it is not given.

    Raises:
        click.BadParameter: there are no messages in the language that is asked for.
    """
    if asked is not None:
        found = chosen([asked])
        if found == ENGLISH and not asked.lower().startswith(ENGLISH):
            raise click.BadParameter(
                gettext("there are {names}.", names=", ".join(languages())), param_hint="--lang"
            )
        return found
    if not is_terminal():
        return ENGLISH
    said = next(filter(None, map(os.environ.get, VARIABLES)), "") or language_of_menus()
    return chosen(said.split(":"))


def is_terminal() -> bool:
    """Whether a person reads what is said."""
    return sys.stdout.isatty()


def in_language(command: Help) -> Help:
    """A command whose help is in the language of this process; the command itself stays."""
    if language() == ENGLISH:
        return command
    told = copy(command)
    told.help = translated_as_it_is(cleandoc(command.help or ""))
    told.params = [_param_in_language(param) for param in command.params]
    return told


def _param_in_language(param: click.Parameter) -> click.Parameter:
    told = copy(param)
    if isinstance(told, click.Option):
        told.help = translated_as_it_is(told.help or "")
    return told
