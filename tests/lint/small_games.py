"""Small games, written into folders as keepers write them, and what lint says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from listbuilder.lint.run import Linter
from listbuilder.loading.folders import data_folder
from listbuilder.loading.library import Library
from listbuilder.rules.evaluate import Judge, judge_of

Json = dict[str, Any]
SOURCE = {"document": "book"}


def rule(name: str, title: str, **said: Any) -> Json:
    return {"id": name, "title": title, **said, "source": SOURCE}


def ruleset(name: str, **said: Any) -> Json:
    return {
        "$schema": "../schemas/ruleset.schema.json",
        "id": name,
        "name": name.capitalize(),
        "version": "1.0.0",
        "source": SOURCE,
        "documents": {"book": {"title": "The Book"}},
        **said,
    }


def army_list(game: str, name: str, **said: Any) -> Json:
    return {
        "$schema": "../schemas/catalogue.schema.json",
        "id": name,
        "ruleset": game,
        "name": name.capitalize(),
        "version": "1.0.0",
        **said,
    }


def written(folder: Path, game: Json, *lists: Json) -> Judge:
    """Write a game into a folder of data, and judge by all of it."""
    (folder / "schemas").mkdir()
    for name in ("ruleset", "catalogue"):
        text = (data_folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
        (folder / "schemas" / f"{name}.schema.json").write_text(text, encoding="utf-8")
    (folder / game["id"]).mkdir()
    for name, said in (("ruleset", game), *((one["id"], one) for one in lists)):
        path = folder / game["id"] / f"{name}.json"
        path.write_text(json.dumps(said), encoding="utf-8")
    return judge_of(Library([folder]).book(game["id"]))


def linted(folder: Path, game: str) -> list[tuple[str, str]]:
    """Codes and messages, with proofs; how a file is written does not matter here."""
    return [
        (found.code, found.message)
        for one in Linter(proofs=True).lint([folder / game])
        for found in one.findings
        if found.code not in ("key-order", "unbounded-container")
    ]
