"""``listbuilder lsp``."""

from __future__ import annotations

from importlib.util import find_spec

import click

from listbuilder.cli.params import ExampleCommand, example
from listbuilder.messages import gettext


@example(lambda library: "listbuilder lsp")
@click.command(cls=ExampleCommand)
@click.pass_context
def command(ctx: click.Context) -> int:
    """Help an editor with rulesets, army lists and rosters, over stdin and stdout.

    Editors start it themselves: docs/editors.md tells how. It needs pip install 'listbuilder[lsp]'.
    """
    if find_spec("pygls") is None:
        raise click.ClickException(
            gettext("pygls is not installed: {command}.", command="pip install 'listbuilder[lsp]'")
        )
    from importlib.metadata import version

    from listbuilder.lsp.language_server import serve

    serve(ctx.find_root().obj or (), version("listbuilder"))
    return 0
