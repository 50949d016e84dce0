"""Arguments that shells complete from the data, and examples made of the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from listbuilder.errors import ListbuilderError
from listbuilder.loading.library import Library
from listbuilder.messages import gettext, translated

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from listbuilder.loading.events import LoadedEvent


class FileParam(click.Path):
    """A file's name, neither empty nor ``-``, which would be written as a file of that name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check a name.

        Raises:
            click.BadParameter: the name is ``-`` or empty.
        """
        if value == "":
            self.fail(gettext("the name is empty"), param, ctx)
        if value == "-":
            self.fail(gettext("say /dev/stdin or /dev/stdout for what others call “-”"), param, ctx)
        return super().convert(value, param, ctx)


FILE = FileParam(path_type=Path)
THERE = FileParam(path_type=Path, exists=True)
PACK_KEY = "listbuilder.pack"


def _keep_pack(ctx: click.Context, _: click.Parameter, value: tuple[Path, ...]) -> None:
    ctx.meta[PACK_KEY] = value


PACK = click.option(
    "--pack",
    multiple=True,
    type=FILE,
    metavar="EVENT",
    expose_value=False,
    callback=_keep_pack,
    help="An event pack: its rules hold, too. Several hold together: an event, a house rule.",
)


EXPECT = click.option(
    "--expect",
    type=FILE,
    metavar="PLAYERS",
    help="A CSV file of the players who are expected, with a column “player” and perhaps “team”.",
)


def event_of(ctx: click.Context) -> LoadedEvent | None:
    """Load the event of ``--pack``; None without one.

    Raises:
        LoadError: a pack can't be used.
    """
    packs = ctx.meta.get(PACK_KEY)
    if not packs:
        return None
    from listbuilder.loading.events import load_event

    return load_event(packs[0], library_of(ctx), *packs[1:])


PAPER = click.Choice(["a4", "letter", "a5"])

ALL_FINDINGS = click.option(
    "--all", "every", is_flag=True, help="Tell all findings of a file in full, not the first 50."
)
"""The option of `check` and `lint` for all findings as text."""


def library_of(ctx: click.Context) -> Library:
    """Give the library of the folders named with --data, the same for the whole command."""
    root = ctx.find_root()
    if not isinstance(root.obj, Library):
        root.obj = Library(root.obj or ())
    return root.obj


class NamedParam(click.ParamType[str]):
    """A name that a shell completes from the data."""

    def __init__(
        self, name: str, known: Callable[[click.Context], Iterable[tuple[str, str]]]
    ) -> None:
        """Make the type.

        Args:
            name: the type's name in the usage.
            known: yields names with their meanings.
        """
        self.name = name
        self.known = known

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """List the names that begin with the typed text; none where data can't be read."""
        from click.shell_completion import CompletionItem

        try:
            known = list(self.known(ctx))
        except (ListbuilderError, KeyError):
            return []
        return [
            CompletionItem(name, help=meaning)
            for name, meaning in known
            if name.startswith(incomplete)
        ]


def _rulesets(ctx: click.Context) -> Iterable[tuple[str, str]]:
    from listbuilder.cli.lookup import named_rulesets

    return named_rulesets(library_of(ctx)).items()


def _catalogues(ctx: click.Context) -> Iterable[tuple[str, str]]:
    from listbuilder.cli.lookup import named_catalogues

    return named_catalogues(library_of(ctx), ctx.params["ruleset"]).items()


def _entries(ctx: click.Context) -> Iterable[tuple[str, str]]:
    from listbuilder.interop.opening import load_roster

    if "file" in ctx.params:
        book = load_roster(ctx.params["file"], library_of(ctx)).book
    else:
        book = library_of(ctx).book(ctx.params["ruleset"], [ctx.params["catalogue"]])
    return (
        (entry.id, entry.name) for entries in book.entries.values() for entry in entries.values()
    )


def _options(ctx: click.Context) -> Iterable[tuple[str, str]]:
    """Yield the entries that an entry of the roster's army lists may hold.

    Arguments before an option that is not complete yet are still unread: click leaves them over.
    """
    from listbuilder.interop.opening import load_roster
    from listbuilder.rules.evaluate import judge_of
    from listbuilder.rules.places import Place
    from listbuilder.rules.potential import offered_to

    said = [str(ctx.params[name]) for name in ("file", "entry") if ctx.params.get(name)]
    file, wanted = (*said, *ctx.args)[:2]
    judge = judge_of(load_roster(file, library_of(ctx)).book)
    found: dict[str, str] = {}
    for list_id, entries in judge.book.entries.items():
        for entry in entries.values():
            if entry.id == wanted:
                for place in offered_to(judge, Place(judge.book, judge.root, entry, list_id)):
                    if place.entry is not None:
                        found[place.entry.id] = place.entry.name
    return found.items()


def _keywords(ctx: click.Context) -> Iterable[tuple[str, str]]:
    found: dict[str, str] = {}
    library = library_of(ctx)
    for name in _asked(ctx):
        found |= {key: known.title or "" for key, known in library.book(name).keywords.items()}
    return found.items()


def _kinds(ctx: click.Context) -> Iterable[tuple[str, str]]:
    library = library_of(ctx)
    return {
        key: kind.title for name in _asked(ctx) for key, kind in library.ruleset(name).kinds.items()
    }.items()


def _asked(ctx: click.Context) -> list[str]:
    """List the ruleset that was named; all rulesets if none was.

    Arguments before an option that is not complete yet are still unread: click leaves them over.
    """
    there = library_of(ctx).rulesets()
    named = [name for name in (ctx.params.get("ruleset"), *ctx.args[:1]) if name in there]
    return named or there


def _selections(ctx: click.Context) -> Iterable[tuple[str, str]]:
    from listbuilder.editing.find import described, number_of
    from listbuilder.interop.opening import load_roster
    from listbuilder.rules.evaluate import judge_of

    loaded = load_roster(ctx.params["file"], library_of(ctx))
    army = judge_of(loaded.book).lay_out(loaded.roster)
    return ((number_of(node), described(node)) for node in army.nodes)


RULESET = NamedParam("ruleset", _rulesets)
CATALOGUE = NamedParam("catalogue", _catalogues)
ENTRY = NamedParam("entry", _entries)
KEYWORD = NamedParam("keyword", _keywords)
OPTION = NamedParam("option", _options)
KIND = NamedParam("kind", _kinds)
SELECTION = NamedParam("selection", _selections)


class PairParam(click.ParamType[tuple[str, str]]):
    """``KEY=VALUE``."""

    name = "key=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Split ``KEY=VALUE``.

        Raises:
            click.BadParameter: there is no ``=``, or nothing before it.
        """
        key, given, text = value.partition("=")
        if not given or not key:
            self.fail(gettext("“{value}” is not KEY=VALUE", value=value), param, ctx)
        return key, text


class ExampleCommand(click.Command):
    """A command whose help ends with an example made of the data at hand."""

    example: Callable[[Library], str]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments; refuse an option that is given twice but used once."""
        before = args[: args.index("--")] if "--" in args else args
        for option in self.get_params(ctx):
            if isinstance(option, click.Option) and not (option.multiple or option.is_flag):
                names = tuple(f"{name}=" for name in option.opts)
                times = sum(one in option.opts or one.startswith(names) for one in before)
                if times > 1:
                    raise click.UsageError(
                        gettext("{option} is given more than once.", option=option.opts[-1]), ctx
                    )
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        try:
            text = self.example(library_of(ctx))
        except (ListbuilderError, KeyError, IndexError):
            return  # data that can't be read is the commands' affair, not the help's
        formatter.write_paragraph()
        head = gettext("Example:") if "\n" not in text else gettext("Examples:")
        formatter.write_text(translated(head))
        with formatter.indentation():
            for line in text.splitlines():
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def example(make: Callable[[Library], str]) -> Callable[[ExampleCommand], ExampleCommand]:
    """Give a command its example."""

    def give(command: ExampleCommand) -> ExampleCommand:
        command.example = make
        return command

    return give


def sample(library: Library) -> tuple[str, str, Path]:
    """Choose a ruleset, a catalogue and a shipped roster of it, for examples.

    A ruleset whose rosters have limits is preferred: it shows more.
    """
    from listbuilder.interop.opening import load_roster

    loaded = [load_roster(path, library) for path in library.rosters()]
    shown = next((one for one in loaded if one.roster.limits), loaded[0])
    return shown.roster.ruleset, next(iter(shown.roster.catalogues)), shorter(Path(shown.path))


def shorter(path: Path) -> Path:
    """Write a path relative to the working folder, if it lies in it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
