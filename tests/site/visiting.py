"""A built site, a host that can be cut off, and who visits it."""

from __future__ import annotations

import os
import re
import shutil
import socket
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload

from listbuilder.site.build import POLICY
from tests.lint.conftest import Gate
from tests.test_action import Runner
from tests.web.stories import Visitor

BELOW = "/builder/"
"""Where a host may have the site, too."""


class Host(SimpleHTTPRequestHandler):
    """A host of static files, with the header that it is told to send; or without a net.

    It has the same files at its root and below it, and shows ``404.html`` where it has none.
    """

    cut = False
    sent = 0

    def translate_path(self, path: str) -> str:
        """Find the file of an address."""
        below = f"/{path.removeprefix(BELOW)}" if path.startswith(BELOW) else path
        return super().translate_path(below)

    def send_error(self, code: int, *said: Any) -> None:
        """Say that there is no file, by the page that the site has for it."""
        page = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def handle(self) -> None:
        if not Host.cut:
            super().handle()

    def send_head(self) -> Any:
        """Send a file packed, where that lies beside it: as its site says that hosts should."""
        packed = Path(f"{self.translate_path(self.path)}.br")
        if "br" not in self.headers.get("Accept-Encoding", "") or not packed.is_file():
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Encoding", "br")
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(packed.stat().st_size))
        self.end_headers()
        return packed.open("rb")

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        Host.sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)

    def log_message(self, *said: object) -> None:
        """Say nothing."""


class Site:
    """A built site at a host."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(Host, directory=str(folder)), bind_and_activate=False
        )
        self.server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.server.server_bind()
        self.server.server_activate()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self) -> None:
        """Serve no more."""
        self.server.shutdown()
        self.server.server_close()

    def visit(self, browser: Browser, size: str, **options: Any) -> SiteVisitor:
        """Have somebody come for the first time, and cut the net."""
        self.connect()
        visitor = SiteVisitor(browser, self, size, **options)
        visitor.page.goto("/")
        visitor.page.get_by_role("heading", name="My armies").wait_for(timeout=120_000)
        self.disconnect()
        return visitor

    def connect(self) -> None:
        """Have a net."""
        Host.cut = False

    def disconnect(self) -> None:
        """Cut the net."""
        Host.cut = True

    @property
    def sent(self) -> int:
        """Bytes of files that were sent."""
        return Host.sent


class SiteVisitor(Visitor):
    """Somebody whose armies are in his browser."""

    def keep(self, key: str, data: bytes) -> str:
        page = self.tab()
        page.goto("/")
        file: FilePayload = {"name": f"{key}.json", "mimeType": "application/json", "buffer": data}
        page.locator("input[type=file]").set_input_files([file])
        page.get_by_role("button", name="Import").click()
        page.wait_for_url("**/army/**")
        found = re.search(r"/army/([^/?#]+)", page.url)
        page.close()
        assert found
        return found[1]

    def keys(self) -> set[str]:
        page = self.tab()
        page.goto("/")
        links = page.locator(".armies h2 a")
        found = {links.nth(at).get_attribute("href") or "" for at in range(links.count())}
        page.close()
        return {href.split("/army/")[1].split("/")[0] for href in found}

    def file(self, key: str) -> bytes:
        text: str = self.page.evaluate(
            "async (key) => (await fetch(`/army/${key}/export`)).text()", key
        )
        return text.encode()

    def stop_worker(self) -> None:
        """End Python in the middle of what it does, as a browser may that needs room."""
        session = self.context.new_cdp_session(self.page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        session.detach()

    def printed(self) -> str:
        self.page.get_by_role("link", name="Print", exact=True).click()
        self.page.get_by_role("button", name="Print", exact=True).wait_for()
        return self.page.frame_locator("iframe.preview").locator("body").inner_text()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Build the site of a keeper with a small game of his own, by the step for GitHub."""
    if shutil.which("npm") is None:
        pytest.skip("needs npm")
    runner = Runner(tmp_path_factory.mktemp("site"))
    Gate(runner.tree / "catalogues")
    address = f"https://example.org{BELOW}"
    code, said = runner.run(DATA="catalogues", SITE="site", ADDRESS=address)
    assert code == 0, said
    started = Site(runner.tree / "site")
    yield started
    started.end()
