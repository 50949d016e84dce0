"""`print --for opponent`, from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from listbuilder.cli import commands
from listbuilder.sheets.options import UNASKED
from tests.sheets.board import CATALOGUE, RULESET, army, bank


@pytest.mark.parametrize(("reader", "told"), [("me", True), ("opponent", False)])
def test_opponent_is_not_told_which_is_real(tmp_path: Path, reader: str, told: bool) -> None:
    folder = tmp_path / "data" / "ford"
    folder.mkdir(parents=True)
    (folder / "ruleset.json").write_text(json.dumps(RULESET), encoding="utf-8")
    (folder / "south.json").write_text(json.dumps(CATALOGUE), encoding="utf-8")
    roster, pdf = tmp_path / "army.json", tmp_path / "army.pdf"
    roster.write_text(json.dumps(army(bank("near", "powder", "bow"))), encoding="utf-8")
    arguments = ["--data", folder.parent, "print", roster, "-o", pdf, "--for", reader]
    arguments += ["--sheets", ",".join(UNASKED)]
    result = CliRunner().invoke(commands, [*map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    text = " ".join(page.extract_text() for page in PdfReader(pdf).pages)
    assert "Barrels" in text
    assert ("Powder" in text) is told
