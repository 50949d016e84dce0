"""The language in which a command answers."""

from __future__ import annotations

import os
import sys
from copy import copy
from gettext import bindtextdomain, textdomain
from inspect import cleandoc
from typing import TypeVar

import click

from listbuilder.loading.system import language_of_menus
from listbuilder.messages import (
    DOMAIN,
    ENGLISH,
    FOLDER,
    first_offered,
    gettext,
    language,
    languages,
    speak,
    translated_as_it_is,
)

Help = TypeVar("Help", bound=click.Command)

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of a person's language: the first that is set counts.

Windows sets none of them; there the language of its menus counts.
"""

OF_NOTHING = "messages"
"""gettext's default domain."""

NO_LANGUAGE = frozenset(("C", "POSIX"))
"""Locales of programs: where one of them is set, ``LANGUAGE`` is ignored, as by gettext."""


def language_of(asked: str | None) -> str:
    """Choose the language of a command.

    Output to a pipe stays English, unless a language is asked for by name.

    Args:
        asked: the value of ``--lang``; None where it is not given.

    Raises:
        click.BadParameter: there are no messages in the requested language.
    """
    if asked is not None:
        found = first_offered([asked])
        if found == ENGLISH and not asked.lower().startswith(ENGLISH):
            from listbuilder.loading.names import quoted

            raise click.BadParameter(
                gettext(
                    "there is no {name} yet, only {names}.",
                    name=quoted(asked),
                    names=", ".join(languages()),
                ),
                param_hint="--lang",
            )
        return found
    if not is_terminal():
        return ENGLISH
    locale = next(filter(None, map(os.environ.get, LOCALE)), "")
    if locale.partition(".")[0] in NO_LANGUAGE:
        return ENGLISH
    said = os.environ.get("LANGUAGE") or locale or language_of_menus()
    return first_offered(said.split(":"))


def answer_in(language: str) -> None:
    """Set the language of all answers, click's own included.

    click looks its messages up as gettext does: in the files of the current domain, in the language
    that the environment names.
    """
    speak(language)
    if language == ENGLISH:
        textdomain(OF_NOTHING)
        return
    bindtextdomain(DOMAIN, str(FOLDER))
    textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language


def is_terminal() -> bool:
    """Whether a person reads the output."""
    return sys.stdout.isatty()


def in_language(command: Help, ctx: click.Context) -> Help:
    """Copy a command with its help in the language of this process."""
    if language() == ENGLISH:
        return command
    told = copy(command)
    told.help = translated_as_it_is(cleandoc(command.help or ""))
    told.params = [_param_in_language(param) for param in command.params]
    if (option := command.get_help_option(ctx)) is not None:  # which click makes but once
        told._help_option = _option_in_language(option)  # noqa: SLF001 - no other way in
    return told


def _param_in_language(param: click.Parameter) -> click.Parameter:
    return _option_in_language(param) if isinstance(param, click.Option) else param


def _option_in_language(option: click.Option) -> click.Option:
    told = copy(option)
    told.help = translated_as_it_is(option.help or "")
    return told
