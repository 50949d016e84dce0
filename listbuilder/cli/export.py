"""``listbuilder export``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, ExampleCommand, example, library_of, sample

FORMS = ("ros", "rosz", "newrecruit", "text", "markdown", "tts")


@example(
    lambda library: (
        f"listbuilder export {sample(library)[2]} --to rosz -o army.rosz\n"
        "listbuilder export army.json --to text"
    )
)
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The format.")
@click.option("-o", "out", type=FILE, help="The file; unsaid, text is shown.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.pass_context
def command(ctx: click.Context, file: Path, form: str, out: Path | None, force: bool) -> None:
    """Write a roster for other programs, or as text for a chat.

    ros and rosz are BattleScribe's, newrecruit is New Recruit's JSON, with names and our ids: they
    come back as they were by import. tts is a saved object of Tabletop Simulator with a notecard
    for each unit.
    """
    from listbuilder.interop.opening import load_roster
    from listbuilder.loading.write import Over, write
    from listbuilder.report.exports import WRITERS
    from listbuilder.rules.evaluate import judge_of

    loaded = load_roster(file, library_of(ctx))
    data = WRITERS[form](judge_of(loaded.book), loaded.roster)
    if out is None and form == "rosz":
        raise click.UsageError("Say with -o where the compressed file goes.")
    if out is None:
        click.echo(data, nl=False)
    elif out.exists() and not force:
        raise click.UsageError(f"{out} is there already; --force writes over it.")
    else:
        write(out, data, Over.ANYTHING if force else Over.NOTHING)
        click.echo(f"Wrote {out}.")
