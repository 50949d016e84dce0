"""``listbuilder print``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, get_args

import click

from listbuilder.cli.params import (
    FILE,
    PACK,
    PAPER,
    ExampleCommand,
    event_of,
    example,
    library_of,
    sample,
)
from listbuilder.content.cards import CardPer
from listbuilder.errors import NoPdfError
from listbuilder.messages import gettext, message_of, translated
from listbuilder.sheets.further_font import FurtherFont, read_font
from listbuilder.sheets.options import (
    CARDS,
    ESSENTIALS,
    LEAST_TYPE,
    LEAVES,
    MOST_TYPE,
    SHEETS,
    Back,
    Flip,
    Options,
    Reader,
    Sheet,
    unasked,
)

MOST_BLEED = 10.0

TO_CUT: tuple[Sheet, ...] = ("cards", "counters")
"""Sheets of pieces to be cut out, which a booklet can't have."""


class Millimetre(click.ParamType[float]):
    """A length such as ``3mm`` or ``3``."""

    name = "mm"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read it.

        Raises:
            click.BadParameter: it is no length, or too much.
        """
        try:
            length = float(str(value).strip().removesuffix("mm"))
        except ValueError:
            self.fail(gettext("“{value}” is no length, such as 3mm", value=value), param, ctx)
        if not 0 <= length <= MOST_BLEED:
            self.fail(gettext("it is from 0 to {most} mm", most=f"{MOST_BLEED:g}"), param, ctx)
        return length


class FontFile(click.ParamType[FurtherFont]):
    """A font of the player's own."""

    name = "file"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> FurtherFont:
        """Read it.

        Raises:
            LoadError: it can't be used.
        """
        return value if isinstance(value, FurtherFont) else read_font(Path(value))


class Several(click.ParamType[tuple[str, ...]]):
    """Names with commas between them."""

    name = "list"

    def __init__(self, known: tuple[str, ...], words: Mapping[str, tuple[str, ...]]) -> None:
        self.known = known
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """List the names in the usage."""
        return "|".join([",".join(self.known), *self.words])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Take the names, each once.

        Raises:
            click.BadParameter: there is no such name.
        """
        if isinstance(value, tuple):
            return value
        names = [name.strip() for name in value.split(",") if name.strip()]
        for word, meant in self.words.items():
            if names == [word]:
                return meant
        for name in names:
            if name not in self.known:
                from listbuilder.loading.names import did_you_mean, quoted

                hint = did_you_mean(name, self.known)
                said = gettext("there is no {name}.{hint}", name=quoted(name), hint=hint)
                self.fail(said, param, ctx)
        if not names:
            self.fail(gettext("name some of {names}", names=", ".join(self.known)), param, ctx)
        return tuple(name for name in self.known if name in names)


FLIPPED: dict[Flip, str] = {
    "long": gettext("Print on both sides, flipped on the long edge."),
    "short": gettext("Print on both sides, flipped on the short edge."),
}
FOLDED = gettext("Print on both sides, flipped on the short edge, and fold in the middle.")


@example(
    lambda library: (
        f"listbuilder print {sample(library)[2]} -o army.pdf\n"
        f"listbuilder print {sample(library)[2]} -o cards.pdf --sheets cards --cards tarot --duplex"
    )
)
@click.command(cls=ExampleCommand)
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="PATH...")
@PACK
@click.option("-o", "--output", "out", type=FILE, required=True, help="The PDF.")
@click.option(
    "--sheets",
    type=Several(SHEETS, {"all": SHEETS, "essentials": ESSENTIALS}),
    help="What to print; unsaid, all but odds, for an opponent the army with its castle and cards. "
    "Essentials are the army, trackers and cards.",
)
@click.option("--paper", type=PAPER, default="a4", show_default=True)
@click.option(
    "--cards",
    type=click.Choice([*CARDS]),
    default="poker",
    show_default=True,
    help="Their size: "
    + ", ".join(f"{name} {width:g} × {height:g} mm" for name, (width, height) in CARDS.items())
    + ".",
)
@click.option(
    "--one-per",
    "card_per",
    type=click.Choice(get_args(CardPer)),
    default="kind",
    show_default=True,
    help="A card for each kind of model, or for each model.",
)
@click.option(
    "--duplex",
    is_flag=True,
    help="Cards have backs. What a front has no room for stands on its back; without this, on a "
    "card of its own.",
)
@click.option(
    "--flip",
    type=click.Choice(get_args(Flip)),
    default="long",
    show_default=True,
    help="With --duplex: the edge that the paper turns over. The PDF tells the printer.",
)
@click.option(
    "--back",
    type=click.Choice(get_args(Back)),
    default="name",
    show_default=True,
    help="With --duplex: what stands on a back that has nothing to say.",
)
@click.option("--single", is_flag=True, help="Each side of a card is a page of the card's size.")
@click.option(
    "--bleed",
    type=Millimetre(),
    default=0.0,
    metavar="MM",
    help="With --single, for a print shop: colour beyond the edge, such as 3mm, and crop marks.",
)
@click.option(
    "--min-type",
    type=click.FloatRange(LEAST_TYPE, MOST_TYPE),
    default=LEAST_TYPE,
    show_default=True,
    help="Points of the smallest text on cards.",
)
@click.option("--plain", is_flag=True, help="Cards without frame, colour and drawings.")
@click.option(
    "--font",
    type=FontFile(),
    help="A font of yours (.ttf, .otf, .ttc) for letters that ours lack, such as Chinese.",
)
@click.option("--only", multiple=True, metavar="NAME", help="The cards of this name; repeatable.")
@click.option("--ink-saver", is_flag=True, help="Fill and shade nothing, and print all in black.")
@click.option(
    "--for",
    "reader",
    type=click.Choice(get_args(Reader)),
    default="me",
    show_default=True,
    help="Who reads it: an opponent is not told what is hidden, nor what you noted.",
)
@click.option(
    "--fill",
    type=FILE,
    help="A file of your own words for rows of tables, cells and lines of cards that no source "
    'gives: {"ram-breach": {"2": "…"}}.',
)
@click.option(
    "--sealed",
    "frozen",
    type=FILE,
    metavar="FROZEN",
    help="With --for opponent: mark each copy with a seal by which whoever has this file, which "
    "freeze wrote, knows of which list it is (verify --seal).",
)
@click.option("--html", is_flag=True, help="Write a page for a browser, that needs no other file.")
@click.option(
    "--png",
    is_flag=True,
    help="Write each side of a card to a PNG file of 300 dots an inch; -o is their folder.",
)
@click.option(
    "--bound",
    is_flag=True,
    help="Contents first, and each army begins on an odd page: for a book of all armies.",
)
@click.option(
    "--booklet",
    is_flag=True,
    help="Two pages of A5 on each side of the paper, to be folded; cards and counters are left "
    "out.",
)
@click.option(
    "--order",
    type=FILE,
    metavar="PAIRS",
    help="Print in the order in which this CSV file of tables or players names the players.",
)
@click.option("--open", "show", is_flag=True, help="Show what was printed.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    files: tuple[Path, ...],
    out: Path,
    html: bool,
    png: bool,
    show: bool,
    fill: Path | None,
    order: Path | None,
    frozen: Path | None,
    **options: Any,
) -> int:
    """Print rosters: army sheet, tracks, cards, quick reference, and counters to cut out.

    Of a folder all rosters are printed; what else lies in it is passed over, and told. An illegal
    roster is printed too, and its sheet says so; one that can't be used is left out, and the
    command ends with 2. A card's text that does not fit is set smaller, but never below 7
    points, and then goes on on the back or a second card.
    """
    from listbuilder.cli.printing import fits_text, lacking_text, print_rosters, sorted_out
    from listbuilder.loading.isolation import Isolation
    from listbuilder.report.terminal import escape_control, window
    from listbuilder.report.text import findings_text

    files, passed = sorted_out(files)
    for line in passed:
        click.echo(escape_control(translated(line)), err=True)
    if not files:
        raise click.UsageError(gettext("There is no roster in it."))
    if html and len(files) > 1:
        raise click.UsageError(gettext("A page for a browser is of one roster."))
    if png and (html or options["sheets"] not in (None, ("cards",))):
        raise click.UsageError(gettext("PNG files are of cards alone."))
    if png:
        options |= {"sheets": ("cards",), "single": True}
    if options["sheets"] is None:
        options["sheets"] = ("cards",) if options["only"] else unasked(options["reader"])
    if frozen is not None and options["reader"] != "opponent":
        raise click.UsageError(gettext("Only an opponent's copy is sealed: add --for opponent."))
    if options["booklet"]:
        _refuse_booklet(options, html or png)
        options["sheets"] = tuple(one for one in options["sheets"] if one not in TO_CUT)
    isolation = Isolation()
    work = partial(
        print_rosters,
        library_of(ctx),
        options=Options(**options),
        isolation=isolation,
        fill=fill,
        event=event_of(ctx),
        order=order,
        frozen=frozen,
    )
    try:
        printed = work(files, out, html=html, png=png, last=True)
    except NoPdfError as error:
        click.echo(translated(message_of(error)), err=True)
        for number, file in enumerate(files, 1):
            page = out.with_name(f"{out.stem}{f'-{number}' if len(files) > 1 else ''}.html")
            if work([file], page, html=True).verdicts:
                click.echo(translated(gettext("Print {page} from a browser.", page=page)))
                if show or window():
                    click.launch(str(page))
        return 2
    for result in printed.unusable:
        for line in findings_text(result):
            click.echo(line, err=True)
    for verdict, is_legal in zip(printed.verdicts, printed.legal, strict=True):
        name = verdict.army.roster.name
        told = (
            gettext("{name}: legal", name=name)
            if is_legal
            else gettext("{name}: ILLEGAL, and the sheet says so", name=name)
        )
        click.echo(escape_control(translated(told)))
    said = printed.printed
    for line in (*fits_text(said.fits), *lacking_text(said.lacking), *said.left_out):
        click.echo(escape_control(translated(line)))
    if printed.verdicts:
        click.echo(translated(gettext("Printed to {file}.", file=out)))
        if options["duplex"] and "cards" in options["sheets"] and not (html or png):
            click.echo(translated(FLIPPED[options["flip"]]))
        if options["booklet"]:
            click.echo(translated(FOLDED))
        if show:
            click.launch(str(out))
    isolation.end()
    for name in printed.unsealed:
        click.echo(
            escape_control(
                translated(
                    gettext("{name}: no list like it was frozen; it has no seal.", name=name)
                )
            ),
            err=True,
        )
    return 2 if printed.unusable else int(bool(printed.unsealed))


def _refuse_booklet(options: Mapping[str, Any], no_pdf: bool) -> None:
    """Refuse a booklet that can't be printed.

    Raises:
        click.UsageError: it is of cards alone, on too small a paper, or no PDF.
    """
    if no_pdf:
        raise click.UsageError(gettext("A booklet is a PDF."))
    if options["paper"] == LEAVES:
        raise click.UsageError(gettext("A booklet has pages of A5: its paper is larger."))
    if set(options["sheets"]) <= set(TO_CUT):
        raise click.UsageError(gettext("Cards and counters are to be cut out: a booklet has none."))
