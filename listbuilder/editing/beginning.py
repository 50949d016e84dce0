"""Starting a game of one's own: a folder with small files to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from listbuilder.errors import SaveError
from listbuilder.loading.folders import data_folder
from listbuilder.loading.write import write
from listbuilder.messages import gettext

ID, NAME = "my-game", "My Game"
"""Id of the game in the files that are copied."""


def begin_game(folder: Path, game: str, name: str) -> Iterator[Path]:
    """Write a small game without findings, with a workflow that checks it; yield each file.

    Args:
        folder: the folder; it is made if needed, and no file in it is overwritten.
        game: the ruleset's id.
        name: the game's name.

    Raises:
        SaveError: a file is there already, or can't be written.
    """
    begun = data_folder("templates") / "init"
    schemas = data_folder("schemas")
    files = {path.relative_to(begun): path for path in sorted(begun.rglob("*")) if path.is_file()}
    files |= {Path("schemas", path.name): path for path in sorted(schemas.glob("*.json"))}
    named = {Path(str(inner).replace(ID, game)): path for inner, path in files.items()}
    for inner in named:
        if (folder / inner).exists():
            raise SaveError(str(folder / inner), gettext("it is there already"))
    for inner, path in named.items():
        said = path.read_text(encoding="utf-8")
        if path.is_relative_to(begun):
            said = said.replace(ID, game).replace(NAME, name.replace('"', "'"))
        (folder / inner).parent.mkdir(parents=True, exist_ok=True)
        write(folder / inner, said.encode())
        yield folder / inner
