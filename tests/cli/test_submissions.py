"""From one submission to the next, and from the last to the table: `diff`, `freeze`, `verify`."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from listbuilder.interop.opening import load_roster
from listbuilder.loading.share import fold
from tests.cli.conftest import Run
from tests.shipped import LIBRARY

ARMY, OTHER, THIRD, *_ = LIBRARY.rosters("mesbg")
CAPTAINS = next(path for path in LIBRARY.events() if path.stem == "captains-of-the-siege")


def put(path: str, of: Path, **more: Any) -> Path:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    said = {**json.loads(of.read_text(encoding="utf-8")), **more}
    Path(path).write_text(json.dumps(said), encoding="utf-8")
    return Path(path)


def without_last(army: Path) -> dict[str, Any]:
    """The army of a roster without its last selection."""
    said = json.loads(army.read_text(encoding="utf-8"))["army"]
    said[0]["with"].pop()
    return {"army": said}


def test_diff_of_two_rosters_tells_what_a_player_changed(run: Run) -> None:
    put("old.json", ARMY)
    put("new.json", ARMY, limits={"points": 300}, name="Renamed", **without_last(ARMY))
    said = run("diff", "old.json", "new.json")
    assert said.code == 1, "it was legal"
    head, *lines = said.out.splitlines()
    assert head.startswith("new.json (Renamed): ")
    assert ", illegal; was " in head
    assert head.endswith(" points, legal")
    assert lines[0] == "  Points: 300, was 800"
    assert any(line.startswith("  − ") for line in lines)
    assert not any("+" in line for line in lines)
    same = run("diff", "old.json", put("again.json", ARMY, name="Another name"))
    assert (same.code, same.out) == (0, "Nothing changed in 1 roster.\n")
    data = json.loads(run("diff", "old.json", "new.json", "--format", "json").out)
    assert data["submissions"][0]["lines"][0] == "Points: 300, was 800"
    assert "- **new.json" in run("diff", "old.json", "new.json", "--format", "markdown").out
    assert run("diff", "old.json", "new.json", "--format", "history").code == 2


def test_diff_of_two_folders_finds_what_is_whose(run: Run) -> None:
    put("a/x.json", ARMY)
    put("b/x.json", ARMY)
    put("a/ann.json", OTHER, player="Ann")
    put("b/ann-second.json", OTHER, player="ann", **without_last(OTHER))
    put("a/gone.json", THIRD)
    put("b/come.json", THIRD)
    Path("b/broken.json").write_text("{", encoding="utf-8")
    Path("b/photo.png").write_bytes(b"\x89PNG")
    said = run("diff", "a", "b")
    lines = said.out.splitlines()
    assert any(line.startswith("b/ann-second.json (") and "; was " in line for line in lines)
    assert any(line.startswith("b/come.json") and ": new, " in line for line in lines)
    assert any(line.startswith("a/gone.json") and line.endswith(": gone") for line in lines)
    assert any(line.startswith("b/broken.json: new, unusable") for line in lines)
    assert lines[-1] == "Nothing changed in 1 roster."
    assert "photo" not in said.out
    assert run("diff", "a", "b", "--pack", CAPTAINS).out != said.out


def test_what_was_submitted_is_known_at_the_table(run: Run) -> None:
    put("in/ann.json", ARMY, player="Ann Bé")
    put("in/sub/Ole - walls.json", OTHER)
    Path("in/broken.json").write_text("{", encoding="utf-8")
    Path("p.csv").write_text("player,team\nOle,Reds\n", encoding="utf-8")
    said = run("freeze", "in", "--expect", "p.csv", "-o", "frozen.json")
    assert said.code == 2
    assert "in/broken.json: left out: error: " in said.out
    assert "2 armies are kept in frozen.json.\n" in said.out
    kept = json.loads(Path("frozen.json").read_text(encoding="utf-8"))
    assert [(one["player"], one["team"]) for one in kept["armies"]] == [
        ("Ann Bé", ""),
        ("Ole", "Reds"),
    ]
    again = run("freeze", "in", "-o", "frozen.json")
    assert "is there already" in again.err

    def verify(*files: str | Path) -> tuple[int, str]:
        said = run("verify", *files, "--against", "frozen.json")
        return said.code, said.out + said.err

    code = fold(load_roster(put("renamed.json", ARMY, name="Other", notes="x"), LIBRARY).roster)
    Path("scan.txt").write_text(code, encoding="utf-8")
    title = load_roster(ARMY, LIBRARY).roster.name
    assert verify("scan.txt") == (0, f"scan.txt: submitted by Ann Bé: {title}\n")
    put("fewer.json", ARMY, **without_last(ARMY))
    put("hers.json", THIRD, player="ANN BE")
    codes, out = verify("fewer.json", "hers.json", THIRD)
    assert codes == 1
    assert f"fewer.json: differs from what was submitted by Ann Bé: {title}\n  − " in out
    assert f"hers.json: differs from what was submitted by Ann Bé: {title}\n  " in out
    assert f"{THIRD}: unknown: nobody submitted an army like this.\n" in out
    assert verify("in/broken.json", "scan.txt")[0] == 2


def test_all_who_submitted_the_same_are_named_at_the_table(run: Run) -> None:
    put("in/ann.json", ARMY, player="Ann Bé")
    put("in/ole.json", ARMY, player="Ole")
    run("freeze", "in", "-o", "f.json")
    title = load_roster(ARMY, LIBRARY).roster.name
    assert run("verify", ARMY, "--against", "f.json").out == (
        f"{ARMY}: submitted by Ann Bé: {title}\n  the same was submitted by Ole: {title}\n"
    )


def test_what_an_event_settles_is_settled_at_the_table_too(run: Run) -> None:
    said = json.loads(ARMY.read_text(encoding="utf-8"))
    del said["limits"]
    Path("unsaid.json").write_text(json.dumps(said), encoding="utf-8")
    assert run("freeze", "unsaid.json", "--pack", CAPTAINS, "-o", "f.json").code == 1
    assert run("verify", "unsaid.json", "--against", "f.json").code == 0
    put("said.json", Path("unsaid.json"), limits={"points": 600})
    assert run("verify", "said.json", "--against", "f.json").code == 0
    put("more.json", Path("unsaid.json"), limits={"points": 700})
    told = run("verify", "more.json", "--against", "f.json")
    assert (told.code, "  Points: 700, was 600\n" in told.out) == (1, True)


@pytest.mark.parametrize("data", [b"", b"[]", b'{"armies": 3}', b'{"armies": [], "version": 9}'])
def test_other_files_are_no_frozen_lists(run: Run, data: bytes) -> None:
    Path("f.json").write_bytes(data)
    said = run("verify", ARMY, "--against", "f.json")
    assert said.code == 2
    assert said.err


def test_frozen_lists_of_odd_content_do_no_harm(run: Run) -> None:
    odd = [3, {"army": 4}, {"army": {"ruleset": ["x"]}, "player": 7}, {"army": {}}]
    Path("f.json").write_text(
        json.dumps({"version": 1, "armies": odd, "limits": 3}), encoding="utf-8"
    )
    assert run("verify", ARMY, "--against", "f.json").code == 1
    with zipfile.ZipFile("two.zip", "w") as archive:
        archive.write(ARMY, "a.json")
    assert run("freeze", "two.zip", "-o", "g.json").code == 0
    assert run("verify", ARMY, "--against", "g.json").code == 0


def test_what_a_side_settles_counts_at_the_table_too(run: Run) -> None:
    army = {path.stem: path for path in LIBRARY.rosters("mesbg")}["the-hornburg-by-night"]
    said = json.loads(army.read_text(encoding="utf-8"))
    del said["limits"]
    Path("unsaid.json").write_text(json.dumps(said), encoding="utf-8")
    pack = {
        "name": "The Open",
        "ruleset": "mesbg",
        "documents": {"open": {"title": "The Open, players' pack"}},
        "source": {"document": "open"},
        "limits": {"points": {"at_most": 2000}},
        "sides": [{"choices": {"siege": "defender"}, "limits": {"points": {"at_most": 1500}}}],
    }
    Path("event.json").write_text(json.dumps(pack), encoding="utf-8")
    assert run("freeze", "unsaid.json", "--pack", "event.json", "-o", "f.json").code == 0
    assert run("verify", "unsaid.json", "--against", "f.json").code == 0
    Path("said.json").write_text(json.dumps({**said, "limits": {"points": 1500}}), encoding="utf-8")
    assert run("verify", "said.json", "--against", "f.json").code == 0
    Path("more.json").write_text(json.dumps({**said, "limits": {"points": 2000}}), encoding="utf-8")
    assert run("verify", "more.json", "--against", "f.json").code == 1
