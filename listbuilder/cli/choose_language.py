"""Which language a command answers in."""

from __future__ import annotations

import os
import sys

import click

from listbuilder.messages import ENGLISH, chosen, languages

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What systems say a person's languages by, as gettext reads them: the first that is set counts."""


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
            raise click.BadParameter(f"there are {', '.join(languages())}.", param_hint="--lang")
        return found
    if not sys.stdout.isatty():
        return ENGLISH
    said = next(filter(None, map(os.environ.get, VARIABLES)), "")
    return chosen(said.split(":"))
