"""The example game in a folder, to be changed and linted."""

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.lint.codes import Example, ExampleKind, game
from listbuilder.lint.codes_page import PATHS
from listbuilder.lint.run import Linter
from tests.lint.examples import example_text


class Gate:
    """The example game's files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for home in game():
            self.add(home, {})
            self.write(f"schemas/{home}.schema.json", "{}")

    def add(self, home: ExampleKind, said: Example) -> Path:
        """Write a file anew, with this beside what the game's own says."""
        return self.write(PATHS[home], example_text(home, said))

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def army_list(self, name: str, **said: Any) -> Path:
        """Write another army list."""
        data = {
            "$schema": "../schemas/catalogue.schema.json",
            "id": name,
            "ruleset": "gate",
            "name": name.capitalize(),
            "version": "1.0.0",
            **said,
        }
        return self.write(f"gate/{name}.json", json.dumps(data))

    def found(self, proofs: bool = False) -> list[tuple[str, str]]:
        """Lint all files: path and code of each finding."""
        return [
            (Path(linted.path).relative_to(self.folder).as_posix(), finding.code)
            for linted in Linter(proofs=proofs).lint([self.folder])
            for finding in linted.findings
        ]

    def codes(self, **said: Any) -> set[str]:
        """What is said of the army list where it says this, too."""
        self.add("catalogue", said)
        return {code for _, code in self.found()}


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path)
