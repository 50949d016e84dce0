"""init: a game of one's own to begin with, and the builder that shows it while it is written."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from listbuilder.lint.run import Linter
from tests.cli.conftest import Run


def test_a_game_of_ones_own_is_clean_proved_and_legal(run: Run) -> None:
    said = run("init", "mine", "--name", "Castles and Crows")
    assert said.code == 0
    assert "listbuilder lint catalogues" in said.out
    mine = Path("mine")
    assert [one for one in Linter(proofs=True).lint([mine]) if one.findings] == []
    assert run("fmt", "--check", mine).code == 0
    checked = run("--data", mine / "catalogues", "check", mine / "catalogues")
    assert checked.code == 0
    verdicts = [line.split()[0] for line in checked.out.splitlines()[1:-1]]
    assert sorted(verdicts) == ["legal"], checked.out
    for name in (".pre-commit-config.yaml", ".github/workflows/listbuilder.yml", "README.md"):
        text = (mine / name).read_text(encoding="utf-8")
        assert "my-game" not in text
        assert "My Game" not in text
    assert "serve --watch` is the preview" in (mine / "README.md").read_text(encoding="utf-8")
    assert "It is “serve --watch” here." in run("preview").err
    again = run("init", "mine", "--name", "Castles and Crows")
    assert again.code == 2
    assert "is there already" in again.err


def test_what_is_saved_is_shown_at_once(run: Run, tmp_path: Path) -> None:
    run("init", "castles")
    command = [sys.executable, "-m", "listbuilder", "--data", "castles/catalogues", "serve"]
    command += ["--watch", "--no-browser", "--port", "0", "--rosters", str(tmp_path / "armies")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        url = server.stdout.readline().split(" at ")[1].split("/ ")[0]
        entry = f"{url}/games/castles/border-watch/watchman"
        page = httpx.get(entry).text
        mark = httpx.get(f"{url}/watched").text
        assert "7 points" in page
        assert f'name="watched" content="{mark}"' in page
        path = Path("castles/catalogues/castles/border-watch.json")
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('{"points": 7}', '{"points": 9}'), encoding="utf-8")
        for _ in range(600):
            if "9 points" in shown(entry):
                break
            time.sleep(0.1)
        assert "9 points" in shown(entry)
        assert httpx.get(f"{url}/watched").text != mark
        server.send_signal(signal.SIGINT)


def shown(url: str) -> str:
    """A page; nothing while the server begins anew."""
    try:
        return httpx.get(url).text
    except httpx.HTTPError:
        return ""


@pytest.mark.parametrize("name", ["!!", "…"])
def test_a_name_without_letters_is_refused(run: Run, name: str) -> None:
    assert run("init", "mine", "--name", name).code == 2


def test_watching_needs_data_to_watch(run: Run) -> None:
    assert run("serve", "--watch").code == 2
