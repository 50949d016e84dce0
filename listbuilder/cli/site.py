"""``listbuilder site``."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import click

from listbuilder.cli.params import PACK, PACK_KEY, ExampleCommand, example
from listbuilder.cli.progress import progress
from listbuilder.messages import gettext, joined, numeral, translated

ENDINGS = {"": gettext("as they are"), ".gz": gettext("by gzip"), ".br": gettext("by Brotli")}


@example(
    lambda library: (
        "listbuilder site -o site\n"
        "listbuilder site -o site --data catalogues --public-url https://example.org/builder/\n"
        "listbuilder site -o site --pack EVENT.json"
    )
)
@click.command(cls=ExampleCommand)
@click.option(
    "-o",
    "out",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder; another site in it is written over.",
)
@click.option(
    "--data",
    "added",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with rulesets and army lists of your own; may be given more than once.",
)
@click.option(
    "--pyodide",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with the unpacked npm package pyodide; unsaid, npm brings it.",
)
@click.option(
    "--highs",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with the unpacked npm package highs, the solver; unsaid, npm brings it.",
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    help="The address that it will have, where that is no host's root.",
)
@PACK
@click.pass_context
def command(
    ctx: click.Context,
    out: Path,
    added: tuple[Path, ...],
    pyodide: Path | None,
    highs: Path | None,
    public_url: str,
) -> None:
    """Build the builder as static files: it runs in the player's browser, without a net too.

    Any web host serves the folder, over https; on this machine, python -m http.server does. It
    holds all games, and those of --data. With --pack armies of that game are built for the event,
    as serve --pack does. Armies stay in the player's browser. With Node, Python is
    compiled beforehand, which saves each player seconds.
    """
    from listbuilder.extras import need
    from listbuilder.loading.events import load_event
    from listbuilder.loading.library import Library

    need("web")
    # By name: the command line knows nothing of what stands on the application.
    build = import_module("listbuilder.site.build").build
    data, packs = [*added, *ctx.find_root().obj], ctx.meta[PACK_KEY]
    # Whoever has a pack that can't be used is told before anything is brought.
    event = load_event(packs[0], Library(data), *packs[1:]) if packs else None
    with progress(gettext("Building")) as tell:
        built = build(out, data, pyodide, highs, public_url, packs, tell)
    click.echo(
        translated(
            gettext(
                "Wrote {files} files to {out}{value}.",
                files=built.files,
                out=out,
                value=f" for {event.name}" if event else "",
            )
        )
    )
    click.echo(translated(gettext("A first visit takes {sizes}.", sizes=_sizes(built.sizes))))
    click.echo(
        translated(
            gettext(
                "The solver, brought when it is first asked, takes {sizes}.",
                sizes=_sizes(built.solver),
            )
        )
    )
    if not built.compiled:
        click.echo(
            translated(
                gettext(
                    "Node is not installed: each browser compiles Python itself, which "
                    "takes longer."
                )
            )
        )


def _sizes(sizes: Mapping[str, int]) -> str:
    told = [
        joined(" MB ", (numeral(f"{size / 1e6:.1f}"), ENDINGS[tail]))
        for tail, size in sizes.items()
        if size
    ]
    return joined(", ", told)
