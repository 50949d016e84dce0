"""Files that can't be used, each with what does it: among others, each is one row and no more."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from listbuilder.loading.input_limits import MOST_BYTES
from tests.shipped import LIBRARY

GOOD = next(path for path in LIBRARY.rosters() if path.stem == "heads-over-the-wall")

Maker = Callable[[Path], object]


def said_of(**more: Any) -> str:
    return json.dumps({"ruleset": "mesbg", "name": "x", "catalogues": {}, **more})


def text(content: str) -> Maker:
    return lambda path: path.write_text(content, encoding="utf-8")


def large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)


MAKERS: dict[str, tuple[str, Maker]] = {
    "an empty file": ("empty-file", text("")),
    "no JSON": ("not-json", text("{")),
    "bytes": ("not-utf-8", lambda path: path.write_bytes(bytes(range(256)))),
    "a deep one": ("too-deep", text("[" * 100_000)),
    "a large one": ("too-large", large),
    "another form": ("wrong-type", text("[]")),
    "a folder": ("is-a-folder", Path.mkdir),
    "a pipe": ("not-a-file", os.mkfifo),
    "a device": ("not-a-file", lambda path: path.symlink_to("/dev/zero")),
    "a link to nothing": ("no-such-file", lambda path: path.symlink_to("nothing")),
    "a link in a circle": ("unreadable", lambda path: path.symlink_to(path.name)),
    "a link to a folder": ("is-a-folder", lambda path: path.symlink_to("/")),
    "a long link": ("unreadable", lambda path: path.symlink_to("x" * 300)),
    "no game": ("unknown-ruleset", text(said_of(ruleset=""))),
    "a game that is a path": ("unknown-ruleset", text(said_of(ruleset="/etc"))),
    "a game that is a pattern": ("unknown-ruleset", text(said_of(ruleset="**x"))),
    "a game of 3,000 letters": ("unknown-ruleset", text(said_of(ruleset="a" * 3000))),
    "a list that is a path": ("unknown-catalogue", text(said_of(catalogues={"../x": "1"}))),
    "an unknown entry": ("unknown-entry", text(said_of(army=[{"entry": "x" * 3000}]))),
}
"""Its code, and how it is made."""


def folder_with(folder: Path, maker: Maker, name: str = "m.json") -> Path:
    """Make a folder with two good rosters, and between them one that can't be used."""
    folder.mkdir()
    for good in ("a", "z"):
        shutil.copy(GOOD, folder / f"{good}.json")
    maker(folder / name)
    return folder
