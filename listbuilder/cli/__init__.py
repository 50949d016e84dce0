"""The command line: one module a command, imported when the command is called."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import click

from listbuilder.errors import EditError, ListbuilderError, LoadError, SaveError
from listbuilder.report.plain import one_line

COMMANDS = (
    "new",
    "add",
    "remove",
    "set",
    "show",
    "browse",
    "check",
    "lint",
    "fmt",
    "diff",
    "complete",
    "repair",
    "why",
    "print",
    "reference",
    "odds",
    "serve",
    "demo",
)

USAGE = 2
BUG = 3
PIPE_CLOSED = 141
"""As shells count a program that SIGPIPE ends."""


class Commands(click.Group):
    """Imports a command's module when it is called for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"listbuilder.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest command where there is none of that name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, n=1)
            meant = f" Did you mean “{close[0]}”?" if close else ""
            raise click.UsageError(f"There is no command “{args[0]}”.{meant}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--data",
    "data",
    multiple=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with rulesets and army lists of your own; may be given more than once. "
    "Also: the environment variable LISTBUILDER_DATA.",
)
@click.option("--traceback", is_flag=True, help="Show the whole traceback of a bug of ours.")
@click.version_option(package_name="listbuilder")
@click.pass_context
def commands(ctx: click.Context, data: tuple[Path, ...], traceback: bool) -> None:
    """Build, check and print siege armies."""
    for folder in data:
        if not folder.is_dir():
            raise click.BadParameter(f"there is no folder {folder}", param_hint="--data")
    ctx.obj = data


def main() -> None:
    """Run the command line, and turn whatever goes wrong into a message and an exit code."""
    try:
        code = commands.main(standalone_mode=False) or 0
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except click.exceptions.Exit as done:
        code = done.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        code = USAGE
    except LoadError as error:
        from listbuilder.report.results import Result
        from listbuilder.report.text import findings_text

        for line in findings_text(Result(error.path, "unusable", error.findings)):
            click.echo(line, err=True)
        code = USAGE
    except SaveError as error:
        kept = "; the old file is as it was" if Path(error.path).exists() else ""
        click.echo(one_line(f"Error: {error}{kept}."), err=True)
        code = USAGE
    except EditError as error:
        click.echo(one_line(f"Error: {error}"), err=True)
        for candidate in error.candidates:
            click.echo(one_line(f"    {candidate}"), err=True)
        code = USAGE
    except ListbuilderError as error:
        click.echo(one_line(f"Error: {error}"), err=True)
        code = USAGE
    except SystemExit:
        code = PIPE_CLOSED  # click ends so where nobody reads on; the verdict is not known
    except Exception as bug:
        if "--traceback" in sys.argv:
            raise
        what = f"{type(bug).__name__}: {bug}".splitlines()[0]
        click.echo(f"A bug of ours, sorry: {what}. Please report it with the command.", err=True)
        click.echo("(--traceback, before the command, shows the rest.)", err=True)
        code = BUG
    sys.exit(code)
