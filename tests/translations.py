"""Gathers the messages of the program into each language's file, and compiles it.

`make translations` does it. What nobody has translated yet is told in English.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from io import BytesIO
from pathlib import Path
from string import Formatter

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from listbuilder.cli import COMMANDS, MODULES, commands
from listbuilder.loading.folders import data_folder
from listbuilder.messages import FOLDER

CHECKOUT = Path(__file__).parents[1]
TEMPLATES = data_folder("templates")
PYTHON = {"gettext": None, "ngettext": (1, 2)}
IN_TEMPLATES = ("_", "ngettext")
CLICK = (
    "core.py",
    "decorators.py",
    "exceptions.py",
    "formatting.py",
    "parser.py",
    "termui.py",
    "types.py",
)
"""Modules of click that speak to people; what else they say is of a program's mistakes."""

Said = str | tuple[str, str]
"""A message, or one for a single thing and one for several."""


def placeholders(msgid: str) -> frozenset[str]:
    """The names in braces of a message."""
    return frozenset(name for _, name, _, _ in Formatter().parse(msgid) if name is not None)


def templates() -> Iterator[Path]:
    """The templates of pages, on paper and in the browser."""
    for room in ("sheets", "web"):
        yield from sorted((TEMPLATES / room).glob("*.html"))


@cache
def said() -> tuple[tuple[str, Said], ...]:
    """All messages, each with the file that says it."""
    return tuple(_said())


def _said() -> Iterator[tuple[str, Said]]:
    for path in sorted((CHECKOUT / "listbuilder").rglob("*.py")):
        with path.open("rb") as file:
            found = [_alone(one[1]) for one in extract("python", file, PYTHON)]
        for message in found:
            yield path.relative_to(CHECKOUT).as_posix(), message
    for path in templates():
        with path.open("rb") as file:
            options = {"silent": "false", "encoding": "utf-8"}
            found = [_alone(one[2]) for one in babel_extract(file, IN_TEMPLATES, (), options)]
        for message in found:
            yield path.relative_to(CHECKOUT).as_posix(), message


def of_click() -> Iterator[tuple[str, Said]]:
    """Yield what click itself says to people: it looks that up as gettext does."""
    folder = Path(click.__file__).parent
    for name in CLICK:
        with (folder / name).open("rb") as file:
            for one in extract("python", file, {"_": None, "ngettext": (1, 2)}):
                yield f"click/{name}", _alone(one[1])


def helps() -> Iterator[tuple[str, str]]:
    """Yield what the commands' help says, each text with its module."""
    context = click.Context(commands)
    for name in ("", *COMMANDS):
        command = commands.get_command(context, name) if name else commands
        assert command is not None
        options = [one.help for one in command.params if isinstance(one, click.Option)]
        for text in filter(None, (cleandoc(command.help or ""), *options)):
            yield f"listbuilder/cli/{MODULES.get(name, name) or '__init__'}.py", text


def _alone(found: str | tuple[str | None, ...] | None) -> Said:
    """A message without the places of the values that it is told with."""
    words = found if isinstance(found, tuple) else (found,)
    one, *several = (word for word in words if word)
    return (one, several[0]) if several else one


def files() -> list[Path]:
    """The file of each language."""
    return sorted(FOLDER.glob("*/LC_MESSAGES/*.po"))


def read(path: Path) -> Catalog:
    """Read a language's file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def updated(known: Catalog) -> Catalog:
    """A language's messages as the program says them now, with the translations that there are."""
    template = Catalog(creation_date=known.creation_date)
    for place, message in (*said(), *of_click(), *helps()):
        template.add(message, locations=[(place, 0)])
    known.update(template, no_fuzzy_matching=True)
    return known


def written(catalog: Catalog) -> bytes:
    """A language's file."""
    out = BytesIO()
    write_po(out, catalog, width=100, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """What gettext reads."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def main() -> None:
    for path in files():
        catalog = updated(read(path))
        path.write_bytes(written(catalog))
        path.with_suffix(".mo").write_bytes(compiled(catalog))


if __name__ == "__main__":
    main()
