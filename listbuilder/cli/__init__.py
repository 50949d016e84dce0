"""The command line: one module a command, imported when the command is called."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import click

from listbuilder.cli.choose_language import answer_in, in_language, language_of
from listbuilder.errors import ChangedError, EditError, ListbuilderError, LoadError, SaveError
from listbuilder.loading.system import write_any_letter, write_somewhere
from listbuilder.messages import gettext, message_of, translated
from listbuilder.report.terminal import escape_control

COMMANDS = (
    "new",
    "add",
    "remove",
    "set",
    "show",
    "browse",
    "check",
    "freeze",
    "verify",
    "lint",
    "fmt",
    "import",
    "export",
    "diff",
    "complete",
    "repair",
    "why",
    "print",
    "reference",
    "odds",
    "serve",
    "site",
    "init",
    "lsp",
    "demo",
)

MODULES = {"import": "import_files"}
"""Modules of commands whose name no module can have."""

OTHER_WORDS = {
    "preview": "serve --watch",
    "validate": "check",
    "format": "fmt",
    "cards": "print",
}
"""Names of commands in other programs, with the commands that do the same here."""

USAGE = 2
BUG = 3
STOPPED = 4
PIPE_CLOSED = 141
"""Exit code of a program that SIGPIPE ends, as shells count it."""


BEGINNINGS = {
    "serve": gettext("Build armies in the browser"),
    "new": gettext("Begin an army here"),
    "help": gettext("Show the commands"),
}
"""Choices that are offered to a player who has named no command."""


class Commands(click.Group):
    """Imports a command's module when it is called for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"listbuilder.cli.{MODULES.get(cmd_name, cmd_name)}")
        command: click.Command = module.command
        return in_language(command, ctx)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help."""
        click.Group.format_help(in_language(self, ctx), ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command by name; suggest the nearest one where there is none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from listbuilder.loading.names import did_you_mean, quoted

            meant = OTHER_WORDS.get(args[0])
            other = (
                gettext(" It is “{name}” here.", name=meant)
                if meant
                else did_you_mean(args[0], COMMANDS)
            )
            raise click.UsageError(
                gettext("There is no command {name}.{hint}", name=quoted(args[0]), hint=other),
                ctx,
            )
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.option(
    "--data",
    "data",
    multiple=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with rulesets and army lists of your own; may be given more than once. "
    "Also: the environment variable LISTBUILDER_DATA.",
)
@click.option(
    "--lang",
    metavar="LANGUAGE",
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, param, asked: answer_in(language_of(asked)),
    help="Of what is said and printed: en, de. Unsaid, on a terminal, as LANG says; else English.",
)
@click.option("--traceback", is_flag=True, help="Show the whole traceback of a bug of ours.")
@click.version_option(package_name="listbuilder")
@click.pass_context
def commands(ctx: click.Context, data: tuple[Path, ...], traceback: bool) -> None:
    """Build, check and print siege armies."""
    for folder in data:
        if not folder.is_dir():
            raise click.BadParameter(
                gettext("there is no folder {folder}", folder=folder), param_hint="--data"
            )
    ctx.obj = data
    if ctx.invoked_subcommand is None:
        _begin(ctx)


def _begin(ctx: click.Context) -> None:
    """Guide a player who has named no command; where nobody can answer, print the help.

    Raises:
        click.exceptions.NoArgsIsHelpError: nobody can answer.
    """
    from listbuilder.cli.guided import ask_choice, is_answered

    if not is_answered():
        raise click.exceptions.NoArgsIsHelpError(ctx)
    click.echo(
        translated(gettext("{help} “listbuilder --help” lists its commands.", help=commands.help))
    )
    wanted = ask_choice(gettext("What now"), BEGINNINGS, "serve")
    command = commands.get_command(ctx, wanted)
    if command is None:
        click.echo(ctx.get_help())
    else:
        ctx.invoke(command)


def main() -> None:
    """Run the command line; errors become a message and an exit code."""
    write_somewhere()
    write_any_letter()
    answer_in(language_of(None))  # for help, which is told before --lang is read
    try:
        code = _run()
    except OSError as error:
        code = _unwritten(error)
    sys.exit(code)


def _run() -> int:
    """Run a command, and print the message of an error."""
    try:
        code: int = commands.main(standalone_mode=False) or 0
    except click.ClickException as error:
        error.message = translated(error.message)  # type: ignore[misc]  # it is told now
        error.show()
        code = error.exit_code
    except click.exceptions.Exit as done:
        code = done.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo(translated(gettext("Stopped.")), err=True)
        code = USAGE
    except LoadError as error:
        from listbuilder.checking.results import Result
        from listbuilder.report.text import findings_text

        for line in findings_text(Result(error.path, "unusable", error.findings)):
            click.echo(line, err=True)
        code = USAGE
    except SaveError as error:
        if isinstance(error.__cause__, BrokenPipeError):
            return PIPE_CLOSED
        kept = gettext("; the old file is as it was") if Path(error.path).exists() else ""
        if isinstance(error, ChangedError):
            kept = gettext("; nothing was saved")
        click.echo(
            escape_control(
                translated(gettext("Error: {error}{kept}.", error=message_of(error), kept=kept))
            ),
            err=True,
        )
        code = USAGE
    except EditError as error:
        click.echo(escape_control(_failed(error)), err=True)
        for candidate in error.candidates:
            click.echo(escape_control(f"    {candidate}"), err=True)
        code = USAGE
    except ListbuilderError as error:
        click.echo(escape_control(_failed(error)), err=True)
        code = USAGE
    except SystemExit:
        code = PIPE_CLOSED  # click ends so where nobody reads on; the verdict is not known
    except OSError:
        raise
    except Exception as bug:
        if "--traceback" in sys.argv:
            raise
        from listbuilder.extras import missing_library

        if lacking := missing_library(bug):
            click.echo(escape_control(_failed(lacking)), err=True)
            return USAGE
        what = f"{type(bug).__name__}: {bug}".splitlines()[0]
        click.echo(
            translated(
                gettext(
                    "A bug of ours, sorry: {what}. Please report it with the command.", what=what
                )
            ),
            err=True,
        )
        click.echo(
            translated(gettext("(--traceback, before the command, shows the rest.)")), err=True
        )
        code = BUG
    return code


def _failed(error: ListbuilderError) -> str:
    return translated(gettext("Error: {message}", message=message_of(error)))


def _unwritten(error: OSError) -> int:
    """Print an error of the system, mostly that the output can't be written.

    Nothing is printed where nobody reads the output, or where messages can't be written either.
    """
    if isinstance(error, BrokenPipeError):
        code = PIPE_CLOSED
    else:
        from listbuilder.loading.write import REASONS

        code = USAGE
        reason = REASONS.get(error.errno or 0) or error.strerror or gettext("the disk failed")
        with suppress(OSError):
            click.echo(
                escape_control(
                    translated(
                        gettext(
                            "Error: {filename}: {reason}.",
                            filename=error.filename or gettext("the output"),
                            reason=reason,
                        )
                    )
                ),
                err=True,
            )
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:  # what is left in it can't be written at the end either
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code
