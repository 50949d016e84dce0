"""``listbuilder lsp``."""

from __future__ import annotations

import click

from listbuilder.cli.params import ExampleCommand, example
from listbuilder.extras import need


@example(lambda library: "listbuilder lsp")
@click.command(cls=ExampleCommand)
@click.pass_context
def command(ctx: click.Context) -> int:
    """Help an editor with rulesets, army lists and rosters, over stdin and stdout.

    Editors start it themselves: docs/editors.md tells how. It needs pip install 'listbuilder[lsp]'.
    """
    need("lsp")
    from importlib.metadata import version

    from listbuilder.lsp.language_server import serve_editor

    serve_editor(ctx.find_root().obj or (), version("listbuilder"))
    return 0
