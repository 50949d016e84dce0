"""Of many files one can't be used: it is told, and so are the others."""

import csv
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from listbuilder.checking.inbox import InboxFile, sent_in
from listbuilder.cli import main
from listbuilder.content.page import Page, army_page
from listbuilder.errors import OddsError
from listbuilder.lint.codes import ExampleKind
from listbuilder.lint.codes_page import PATHS
from listbuilder.loading.kinds import json_files
from listbuilder.loading.library import Library
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.sheets import Printed
from tests.bad_files import GOOD, MAKERS, Maker, folder_with, said_of, text
from tests.cli.conftest import Run
from tests.lint.conftest import Gate
from tests.sampling import sampled
from tests.shipped import LIBRARY

BAD = pytest.mark.parametrize(("code", "maker"), MAKERS.values(), ids=[*MAKERS])
PACK = LIBRARY.events()[0]
MESBG = LIBRARY.folders[-1] / "mesbg"


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    """The example game of lint's codes."""
    return Gate(tmp_path / "data")


def rows(out: str) -> dict[str, str]:
    """Verdicts of the table that text ends with, by the files' names."""
    lines = out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("verdict "))
    end = next(number for number, line in enumerate(lines) if " files: " in line)
    return {Path(line.split()[-1]).name: line.split()[0] for line in lines[start + 1 : end]}


@BAD
def test_check(run: Run, code: str, maker: Maker) -> None:
    folder = folder_with(Path("many"), maker)
    said = run("check", folder)
    assert (said.code, said.err) == (2, "")
    assert f"[{code}]" in said.out
    assert rows(said.out) == {"a.json": "legal", "m.json": "unusable", "z.json": "legal"}


@BAD
def test_check_with_a_pack(run: Run, code: str, maker: Maker) -> None:
    folder = folder_with(Path("many"), maker)
    said = run("check", "--pack", PACK, folder, "--table", "table.csv", "--format", "json")
    assert said.code == 2
    files = {Path(file["path"]).name: file for file in json.loads(said.out)["files"]}
    assert [*files] == ["a.json", "m.json", "z.json"]
    assert [one["code"] for one in files["m.json"]["findings"]] == [code]
    assert {name for name in files if files[name]["verdict"] == "unusable"} == {"m.json"}
    with Path("table.csv").open(encoding="utf-8-sig", newline="") as file:
        table = {Path(row["file"]).name: row["verdict"] for row in csv.DictReader(file)}
    assert table == {name: one["verdict"] for name, one in files.items()}


@BAD
def test_lint(run: Run, code: str, maker: Maker) -> None:
    folder = folder_with(Path("many"), maker)
    said = run("lint", "--no-cache", "--no-proofs", "--format", "json", folder)
    files = {Path(file["path"]).name: file for file in json.loads(said.out)["files"]}
    legal = {name for name in files if files[name]["verdict"] == "legal"}
    assert legal == {"a.json", "z.json"}
    if code == "wrong-type":  # of no kind of ours: passed over
        assert (said.code, [*files]) == (0, ["a.json", "z.json"])
    else:
        assert (said.code, [*files]) == (2, ["a.json", "m.json", "z.json"])
        assert [one["code"] for one in files["m.json"]["findings"]] == [code]


@BAD
def test_lint_of_a_game(run: Run, gate: Gate, code: str, maker: Maker) -> None:
    """What can't be read beside army lists is told, and the lists are looked at all the same."""
    maker(gate.folder / "gate" / "rosters" / "m.json")
    maker(gate.folder / "gate" / "m.json")
    said = run("lint", "--no-cache", "--no-proofs", "--format", "json", gate.folder)
    files = {file["path"]: file for file in json.loads(said.out)["files"]}
    bad = {name for name in files if files[name]["verdict"] == "unusable"}
    assert said.code == 2
    assert {Path(name).relative_to(gate.folder).as_posix() for name in bad} == {
        "gate/m.json",
        "gate/rosters/m.json",
    }
    assert len(files) == len(PATHS) + 2


@pytest.mark.parametrize(("code", "maker"), sampled(MAKERS.values(), 3), ids=[*MAKERS])
def test_diff(run: Run, code: str, maker: Maker) -> None:
    folder = folder_with(Path("many"), maker)
    rosters = json.loads(run("diff", MESBG, MESBG, "--rosters", folder, "--format", "json").out)
    told = {Path(one["path"]).name: one["new"]["verdict"] for one in rosters["rosters"]}
    other_game = code == "unknown-ruleset"  # which is not compared
    unusable = {} if other_game else {"m.json": "unusable"}
    assert (told, rosters["untouched"]) == (unusable, 2)  # the others hold nothing that changed


@pytest.mark.parametrize(("code", "maker"), [MAKERS["no JSON"], MAKERS["no game"]])
def test_diff_in_text(run: Run, code: str, maker: Maker) -> None:
    folder = folder_with(Path("many"), maker)
    other_game = code == "unknown-ruleset"
    said = run("diff", MESBG, MESBG, "--rosters", folder)
    assert (said.code, said.err) == (0, "")
    assert ("3 rosters (1 can’t be read)." in said.out) is not other_game


@BAD
def test_print(run: Run, monkeypatch: pytest.MonkeyPatch, code: str, maker: Maker) -> None:
    if maker is os.mkfifo or code == "is-a-folder":
        pytest.skip("a pipe that is named is waited for, and a folder looked through")
    printed: list[Verdict] = []

    def noted(
        armies: list[tuple[Judge, Verdict, object]], *_: object, **options: object
    ) -> Printed:
        printed.extend(verdict for _, verdict, _ in armies)
        return Printed(b"%PDF")

    monkeypatch.setattr("listbuilder.cli.printing.print_armies", noted)
    folder = folder_with(Path("many"), maker)
    said = run("print", *(folder / f"{name}.json" for name in "amz"), "-o", "out.pdf")
    assert said.code == 2
    assert len(printed) == 2
    assert said.err.startswith("many/m.json")
    assert f"[{code}]" in said.err or code == "not-a-file"
    assert said.out.splitlines() == [*["Heads over the Wall: legal"] * 2, "Printed to out.pdf."]
    assert Path("out.pdf").read_bytes() == b"%PDF"


def test_print_of_none(run: Run) -> None:
    Path("bad.json").touch()
    Path("out.pdf").write_bytes(b"old")
    said = run("print", "bad.json", "nowhere.json", "-o", "out.pdf")
    assert (said.code, said.out) == (2, "")
    assert "[empty-file]" in said.err
    assert "[no-such-file]" in said.err
    assert Path("out.pdf").read_bytes() == b"old"


@pytest.mark.parametrize("command", ["check", "print", "lint"])
def test_names_that_no_file_can_have(run: Run, command: str) -> None:
    more = ["-o", "out.pdf", "--sheets", "army"] if command == "print" else []
    more = ["--no-cache", "--no-proofs"] if command == "lint" else more
    said = run(command, "x" * 3000, GOOD, "/dev/null/x", *more)
    assert said.code == 2
    assert "Heads over the Wall" in said.out or "2 errors" in said.out


@pytest.mark.parametrize("broken", ["ruleset", "catalogue"])
def test_data_that_is_broken_is_told_once_and_each_roster_that_needs_it(
    run: Run, gate: Gate, broken: ExampleKind
) -> None:
    gate.add(broken, "{")
    folder = gate.folder / "gate" / "rosters"
    for name in "by":
        shutil.copy(gate.folder / PATHS["roster"], folder / f"{name}.json")
    shutil.copy(GOOD, folder / "c.json")
    said = run("--data", gate.folder, "check", folder)
    assert said.code == 2
    table = rows(said.out)
    assert table.pop("c.json") == "legal"
    assert set(table.values()) == {"unusable"}
    assert len(table) == 4, "three rosters and what they need"
    assert said.out.count("[not-json]") == 1
    assert said.out.count("[unusable-data]") == 3


@pytest.mark.parametrize("broken", ["ruleset", "catalogue"])
def test_browse_lists_the_others(run: Run, gate: Gate, broken: ExampleKind) -> None:
    gate.army_list("day")
    gate.add(broken, "{")
    browse = ("--data", gate.folder, "browse")
    said = run(*browse)
    assert "Middle-earth" in said.out
    assert said.code == (2 if broken == "ruleset" else 0)
    said = run(*browse, "gate")
    assert said.code == 2
    assert ("Day" in said.out) is (broken == "catalogue")
    said = run(*browse, "--kind", "siege engines")
    assert said.code == 2
    assert "Mordor War Catapult" in said.out
    assert "[not-json]" in said.err
    said = run("--data", gate.folder, "new", "gate", "dya")
    assert "Did you mean “day”?" in said.err


def test_a_broken_army_list_does_not_end_an_event(run: Run, gate: Gate) -> None:
    gate.army_list("day")
    gate.write("gate/dusk.json", '{"id": "dusk", "keywords": {"dim": {}},')
    for name in ("c", "day", "dusk"):
        roster = json.loads((gate.folder / PATHS["roster"]).read_text(encoding="utf-8"))
        lists = {"night": "1.0.0"} if name == "c" else {name: "1.0.0", "night": "1.0.0"}
        gate.write(f"gate/rosters/{name}.json", json.dumps({**roster, "catalogues": lists}))
    pack = {
        "name": "The Open",
        "ruleset": "gate",
        "catalogues": ["night", "dusk"],
        "documents": {"open": {"title": "Open"}},
        "source": {"document": "open"},
    }
    file = gate.write("open.json", json.dumps(pack))
    said = run("--data", gate.folder, "check", "--pack", file, gate.folder / "gate" / "rosters")
    table = rows(said.out)
    assert said.code == 2
    assert (table["c.json"], table["day.json"]) == ("legal", "illegal")
    assert table["dusk.json"] == "unusable"
    assert "The Open is not for Day, only for Night, dusk. [list-not-allowed]" in said.out
    assert re.search(r"error: gate/dusk\.json:1:\d+ can't be used: This is not JSON", said.out)
    gate.add("ruleset", "{")
    said = run("--data", gate.folder, "check", "--pack", file, gate.folder / "gate" / "rosters")
    assert said.code == 2
    assert [*rows(said.out)] == ["ruleset.json", "open.json"]


def test_one_that_goes_away_in_between(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def with_one_more(path: Path, others: tuple[str, ...] = ()) -> Iterator[Path]:
        yield from json_files(path, others)
        yield path / "gone.json"

    def sent_with_one_more(path: Path) -> Iterator[InboxFile]:
        yield from sent_in(path)
        yield InboxFile(path / "gone.json", path)

    monkeypatch.setattr("listbuilder.lint.run.json_files", with_one_more)
    monkeypatch.setattr("listbuilder.checking.inbox.sent_in", sent_with_one_more)
    folder = folder_with(Path("many"), Path.touch)
    said = run("check", folder)
    assert said.code == 2
    assert rows(said.out)["gone.json"] == "unusable"
    assert "many/gone.json: error: There is no such file." in said.out
    assert "[no-such-file]" in run("lint", "--no-cache", "--no-proofs", folder).out


ERRORS = {
    "internal-error": (3, ZeroDivisionError("by nothing\nat all")),
    "too-large": (2, MemoryError()),
    "unreadable": (2, PermissionError(13, "Permission denied")),
    "unusable": (2, OddsError("There are no odds.")),
}


@pytest.mark.parametrize(
    ("code", "exit_code", "error"), sampled([(key, *one) for key, one in ERRORS.items()], 2)
)
def test_whatever_judging_one_raises_the_others_are_judged(
    run: Run, monkeypatch: pytest.MonkeyPatch, code: str, exit_code: int, error: Exception
) -> None:
    evaluate = Judge.evaluate

    def raising(judge: Judge, roster: Roster) -> Verdict:
        if roster.name == "the one":
            raise error
        return evaluate(judge, roster)

    monkeypatch.setattr(Judge, "evaluate", raising)
    one = said_of(name="the one", catalogues={"mordor": "1.0.0"})
    folder = folder_with(Path("many"), text(one))
    for command in (
        ("check", folder),
        ("check", "--pack", PACK, folder),
        ("lint", "--no-cache", "--no-proofs", folder),
        ("print", folder / "a.json", folder / "m.json", "-o", "out.html", "--sheets", "army"),
        ("diff", MESBG, MESBG, "--rosters", folder),
    ):
        said = run(*command)
        assert said.code == (exit_code if command[0] != "diff" or exit_code == 3 else 0)
        assert f"[{code}]" in said.out + said.err or command[0] == "diff"
        assert "Traceback" not in said.err
        assert ("A bug of ours, sorry: ZeroDivisionError: by nothing." in said.err) is (
            exit_code == 3
        )
        if command[0] == "check":
            assert rows(said.out)["m.json"] == "unusable"
            assert "unusable" not in (rows(said.out)["a.json"], rows(said.out)["z.json"])


def test_a_bug_while_one_is_laid_out_is_a_row(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    build = army_page

    def raising(judge: Judge, verdict: Verdict, *rest: Any) -> Page:
        if verdict.army.roster.name == "the one":
            raise ZeroDivisionError("by nothing")
        return build(judge, verdict, *rest)

    monkeypatch.setattr("listbuilder.sheets.reader.army_page", raising)
    one = said_of(name="the one", catalogues={"mordor": "1.0.0"})
    folder = folder_with(Path("many"), text(one))
    files = [folder / f"{name}.json" for name in "amz"]
    options = ("-o", "out.pdf", "--sheets", "trackers")
    said = run("print", *files, *options)
    assert said.code == 3
    assert "many/m.json: error: A bug of ours, sorry: ZeroDivisionError" in said.err
    assert said.out.splitlines() == [*["Heads over the Wall: legal"] * 2, "Printed to out.pdf."]
    assert len(PdfReader("out.pdf").pages) == 2
    Path("out.pdf").unlink()
    assert run("print", files[1], *options).code == 3
    assert not Path("out.pdf").exists()
    monkeypatch.setattr(Library, "rosters", lambda self: files[1:2])
    said = run("demo")
    assert said.code == 3
    assert [line for line in said.out.splitlines() if line.endswith("not printed")]


def test_the_traceback_of_one_is_shown_in_the_end(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("listbuilder.checking.check.check_loaded", broken)
    monkeypatch.setattr("sys.argv", ["listbuilder", "--traceback", "check", str(GOOD)])
    with pytest.raises(ZeroDivisionError):
        main()
