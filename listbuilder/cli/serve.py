"""``listbuilder serve``."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

from listbuilder.cli.params import PACK, PACK_KEY, ExampleCommand, event_of, example
from listbuilder.messages import gettext, translated

PORT = 8765


@example(
    lambda library: (
        "listbuilder serve\nlistbuilder serve --rosters club --port 9000\n"
        "listbuilder serve --pack EVENT.json"
    )
)
@click.command(cls=ExampleCommand)
@click.option(
    "--rosters",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the armies; “listbuilder” in your home if unsaid.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=PORT,
    show_default=True,
    help="0 takes a free one.",
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    help="Links that are shared begin with this: the address of a builder that others open.",
)
@click.option("--read-only", is_flag=True, help="Show armies; change none.")
@click.option(
    "--watch",
    "watched",
    is_flag=True,
    help="Show the data of --data anew whenever a file of it is saved, for those who write it.",
)
@PACK
@click.option("--no-browser", is_flag=True, help="Only say the address; open no browser.")
@click.pass_context
def command(
    ctx: click.Context,
    folder: Path | None,
    host: str,
    port: int,
    public_url: str,
    read_only: bool,
    watched: bool,
    no_browser: bool,
) -> None:
    """Build armies in the browser. Ctrl-C ends it.

    With --pack armies of its game are built for the event: its limits and choices are set from
    the start, and pages, sheets, remedies and the solver keep to its rules.

    Who can reach --host can change the armies: other machines can't, unless you name an address
    of this one that they see.

    An army that is opened has at most 1,000 selections and 500,000 bytes; the command line takes
    larger ones, and "Export" gives any out. Nobody is kept waiting for others: a connection has
    5 seconds to ask for something, then for each 10,000 bytes; addresses take turns, with 100
    connections, two jobs of printing and solving at once and five in all for each, and one of
    remedies beside them; and a program that sends a form must say its length (no chunked
    transfer).
    """
    data = ctx.find_root().obj
    folder = folder or Path.home() / "listbuilder"
    # By name: the two front ends know nothing of each other.
    serve = import_module("listbuilder.web.server").serve

    if watched and not data:
        raise click.UsageError(
            gettext("--watch goes with --data: listbuilder --data FOLDER serve --watch")
        )
    if public_url and not public_url.startswith(("http://", "https://")):
        raise click.BadParameter(
            gettext("an address begins with http:// or https://"), ctx, None, "--public-url"
        )

    packs = ctx.meta[PACK_KEY]
    event = event_of(ctx)  # whoever can't be served is told before a browser opens
    held = gettext(" for {event}", event=event.name) if event else ""

    def say(urls: list[str]) -> None:
        click.echo(
            translated(
                gettext(
                    "Armies of {folder}{held} at {names} (Ctrl-C ends it)",
                    folder=folder,
                    held=held,
                    names=" and ".join(urls),
                )
            )
        )

    serve(folder, data, host, port, read_only, not no_browser, say, public_url, watched, packs)
