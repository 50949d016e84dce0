"""The opponent's copy carries a seal that tells its list to the organiser, and nobody else."""

import json
import re
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from listbuilder.checking.frozen import read_manifest
from tests.cli.conftest import Run
from tests.shipped import LIBRARY

CASTLE = next(path for path in LIBRARY.rosters("warhammer") if path.stem.startswith("the-walls"))
SEAL = re.compile(r"S1-[0-9a-f]{16}")


def put(name: str, of: Path = CASTLE, **more: Any) -> None:
    said = {**json.loads(of.read_text(encoding="utf-8")), **more}
    Path(name).write_text(json.dumps(said), encoding="utf-8")


def seals_of(run: Run, *files: str, code: int = 0) -> list[str]:
    copy = ("--for", "opponent", "--sheets", "army", "--sealed", "frozen.json")
    assert run("print", *files, *copy, "-o", "copy.pdf").code == code
    text = " ".join(page.extract_text() for page in PdfReader("copy.pdf").pages)
    return list(dict.fromkeys(SEAL.findall(" ".join(text.split()))))


def test_a_seal_says_whose_list_it_is_a_copy_of(run: Run) -> None:
    put("ann.json", player="Ann")
    put("bob.json", player="Bob")
    run("freeze", "ann.json", "bob.json", "-o", "frozen.json")
    (ann,), (bob,) = seals_of(run, "ann.json"), seals_of(run, "bob.json")
    assert ann != bob, "the same army of two players: nobody learns that it is"
    said = run("verify", "--seal", ann.upper(), "--against", "frozen.json")
    assert said.code == 0
    assert "a copy of what was submitted by Ann: " in said.out
    assert "Bob" not in said.out
    said = run("verify", "--seal", "S1-0123456789abcdef", "--against", "frozen.json")
    assert (said.code, "unknown" in said.out) == (1, True)
    assert run("verify", "--against", "frozen.json").code == 2


def test_a_seal_tells_nothing_without_the_file(run: Run) -> None:
    put("ann.json", player="Ann")
    run("freeze", "ann.json", "-o", "frozen.json")
    (ours,) = seals_of(run, "ann.json")
    run("freeze", "ann.json", "-o", "guess.json")  # an opponent who has guessed the whole army
    guessed, known = read_manifest(Path("guess.json")), read_manifest(Path("frozen.json"))
    assert guessed.armies[0].hash == known.armies[0].hash
    assert guessed.seal(guessed.armies[0]) != ours == known.seal(known.armies[0])
    assert len(known.salt) == 64
    text = " ".join(page.extract_text() for page in PdfReader("copy.pdf").pages)
    assert known.armies[0].hash[:14] not in text


def test_seals_stay_when_lists_are_frozen_anew(run: Run) -> None:
    put("ann.json", player="Ann")
    run("freeze", "ann.json", "-o", "frozen.json")
    before = seals_of(run, "ann.json")
    put("bob.json", player="Bob", notes="Another")
    run("freeze", "ann.json", "bob.json", "-o", "frozen.json", "--force")
    assert seals_of(run, "ann.json") == before


def test_a_list_that_was_not_submitted_gets_no_seal(run: Run) -> None:
    put("ann.json", player="Ann")
    run("freeze", "ann.json", "-o", "frozen.json")
    said = json.loads(Path("ann.json").read_text(encoding="utf-8"))
    said["limits"] = {name: limit + 1 for name, limit in said["limits"].items()}
    Path("ann.json").write_text(json.dumps(said), encoding="utf-8")
    assert seals_of(run, "ann.json", code=1) == []
    told = run("print", "ann.json", "--sealed", "frozen.json", "-o", "x.pdf")
    assert (told.code, "add --for opponent" in told.err) == (2, True)
