"""``listbuilder serve``: a real server, as a player starts it."""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.web.conftest import bring
from tests.web.stories import Server


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for tests that leave it as it was."""
    started = Server(tmp_path_factory.mktemp("serve") / "rosters")
    yield started
    started.end()


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    started = Server(folder)
    yield started
    if started.process.poll() is None:
        started.end()


def test_says_where_and_serves_there_and_ends_at_a_word(server: Server) -> None:
    answer = httpx.get(server.url)
    assert answer.status_code == 200
    assert "My armies" in answer.text
    assert "server" not in answer.headers
    server.end(signal.SIGINT)
    assert server.process.returncode == 0


def test_listens_on_the_loopback_alone(one_server: Server) -> None:
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
    for address in others - {"127.0.0.1", "::1", "127.0.1.1"}:
        with pytest.raises(OSError, match=r"refused|unreachable|timed out|invalid|Invalid|assign"):
            socket.create_connection((str(address), one_server.port), timeout=1)


def test_half_open_connections_are_in_nobodys_way(one_server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(200):
            one = socket.create_connection(("127.0.0.1", one_server.port))
            stack.enter_context(one).sendall(b"GET / HTTP/1.1\r\nHo")
        assert [httpx.get(one_server.url).status_code for _ in range(3)] == [200] * 3


def test_port_that_is_taken_is_said(one_server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "listbuilder", "serve", "--no-browser"]
    command += ["--port", str(one_server.port), "--rosters", str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert f"127.0.0.1:{one_server.port} can't be had" in said.stderr
    assert "Traceback" not in said.stderr


def test_undo_goes_on_after_a_kill(server: Server, folder: Path) -> None:
    key = bring(folder, "heads-over-the-wall")
    path = folder / f"{key}.json"
    states = [path.read_bytes()]
    for number in ("1.3", "1.2"):
        assert edit(server, key, f"remove:{number}") == 303
        states.append(path.read_bytes())
    for state in states[-2::-1]:
        server.kill()
        server.start()
        assert edit(server, key, "undo") == 303
        assert path.read_bytes() == state
    assert 'title="Undo (Ctrl+Z)" disabled' in page_of(server, key)


def test_edits_beside_the_command_line_are_kept(server: Server, folder: Path) -> None:
    edits_beside_the_command_line(server, folder, 3)


@pytest.mark.proof
def test_many_edits_beside_the_command_line_are_kept(server: Server, folder: Path) -> None:
    edits_beside_the_command_line(server, folder, 50)


def edits_beside_the_command_line(server: Server, folder: Path, times: int) -> None:
    """Edit with both for as long as the command line takes; what was told to be done is there."""
    key = bring(folder, "heads-over-the-wall")
    path = folder / f"{key}.json"
    begun = path.read_bytes()
    command = [sys.executable, "-m", "listbuilder", "add", str(path), "mordor-siege-bow"]
    for _ in range(times):
        path.write_bytes(begun)
        done = 6
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as adding:
            while adding.poll() is None or done == 6:
                status = edit(server, key, f"count:1.1.3:{done + 1}")
                assert status in (303, 409)
                done += status == 303
        assert adding.returncode == 0
        heroes = json.loads(path.read_bytes())["army"][0]["with"]
        assert heroes[0]["with"][2]["count"] == done
        assert heroes[-1]["entry"].startswith("mordor-siege-bow")


def page_of(server: Server, key: str) -> str:
    return httpx.get(f"{server.url}/army/{key}").text


def edit(server: Server, key: str, do: str) -> int:
    """Press a button, as a browser does that has just come; the answer's status."""
    with httpx.Client(base_url=server.url, headers={"Origin": server.url}) as client:
        page = client.get(f"/army/{key}").text
        fields = {
            name: re.findall(rf'name="{name}" value="([^"]+)"', page)[0]
            for name in ("token", "version")
        }
        return client.post(f"/army/{key}/edit", data={"do": do, **fields}).status_code
