"""A server in a process of its own, and Debian's Chromium at it, best without a window."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from pypdf import PdfReader

from tests.shipped import LIBRARY

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The same browser; the first has no window to draw and needs half the processor time."""

NO_CHROMIUM = "needs Chromium: apt-get install chromium-headless-shell"

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "landscape": {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
PATIENCE = 30_000
"""Milliseconds that anything may take on a busy machine; most take fifty."""


BURST = 800
"""Milliseconds after which a click on the spot of the last means the page that is there now."""

PATIENT = (
    "from listbuilder.web.routes import solving; solving.LONGEST = 600;"
    "from listbuilder.cli import main; main()"
)
"""The command, whose searches end by their work and, here, by no clock."""


PYTHON = "LISTBUILDER_PYTHON"
"""Of the environment: an interpreter with another Listbuilder installed, such as a release."""


class Server:
    """``listbuilder serve`` over a folder; it can be killed and started again at its port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, and wait until it says its address."""
        command = [
            os.environ.get(PYTHON, sys.executable),
            "-P",
            "-c",
            PATIENT,
            "serve",
            "--no-browser",
        ]
        command += ["--rosters", str(self.folder), "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.url = self.process.stdout.readline().split(" at ")[1].split("/ ")[0]
        self.port = int(self.url.rpartition(":")[2])

    def visit(self, browser: Browser, size: str, **options: Any) -> ServedVisitor:
        """Have somebody come with a fresh profile."""
        return ServedVisitor(browser, self, size, **options)

    def kill(self) -> None:
        """End it as a crash would."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it."""
        self.process.send_signal(how)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(ARGUMENTS), env={**os.environ, "LANG": "C.UTF-8"}
        )
        yield browser
        browser.close()


class Place(Protocol):
    """Where a builder is."""

    url: str


class Visitor(ABC):
    """Somebody with a browser profile of his own; what goes wrong in his pages is kept."""

    def __init__(self, browser: Browser, server: Place, size: str, **options: Any) -> None:
        self.server = server
        self.size = size
        self.complaints: list[str] = []
        self.outside: list[str] = []
        self.context: BrowserContext = browser.new_context(
            base_url=server.url, **SIZES[size], **options
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = self.tab()

    def tab(self) -> Page:
        """Open a tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self._complain(said.type, said.text),
        )
        page.on("request", self._note)
        return page

    def _complain(self, kind: str, text: str) -> None:
        """Keep what went wrong; that an answer was 409 or 422 is meant, and shown."""
        if kind == "error" and not any(f"status of {code}" in text for code in (409, 422)):
            self.complaints.append(text)

    def _note(self, request: Any) -> None:
        if not request.url.startswith((self.server.url, "data:", "blob:")):
            self.outside.append(request.url)

    def fits(self) -> bool:
        """Whether the page is no wider than the window."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wide <= 0

    def bring(self, name: str) -> str:
        """Have an army that comes along among one's own; its key."""
        path = next(path for path in LIBRARY.rosters() if path.stem == name)
        return self.keep(name, path.read_bytes())

    @abstractmethod
    def keep(self, key: str, data: bytes) -> str:
        """Have a roster among one's own; its key."""

    def keys(self) -> set[str]:
        """What armies there are."""
        raise NotImplementedError

    @abstractmethod
    def file(self, key: str) -> bytes:
        """The file of an army, as it is kept."""

    @abstractmethod
    def printed(self) -> str:
        """Print by the dialog; the text of the first page."""


class ServedVisitor(Visitor):
    """Somebody at ``listbuilder serve``: the armies are files of its folder."""

    def __init__(self, browser: Browser, server: Server, size: str, **options: Any) -> None:
        super().__init__(browser, server, size, **options)
        self.folder = server.folder

    def keep(self, key: str, data: bytes) -> str:
        self.folder.mkdir(exist_ok=True)
        (self.folder / f"{key}.json").write_bytes(data)
        return key

    def keys(self) -> set[str]:
        return {path.stem for path in self.folder.glob("*.json")}

    def file(self, key: str) -> bytes:
        return (self.folder / f"{key}.json").read_bytes()

    def printed(self) -> str:
        return self.pdf().pages[0].extract_text()

    def pdf(self) -> PdfReader:
        """Print the army's own sheets by the dialog."""
        self.page.get_by_role("link", name="Print", exact=True).click()
        self.page.get_by_role("button", name="Make the PDF").wait_for()
        address = self.page.locator("form.printing").get_attribute("action")
        asked = f"{address}?paper=a4&reader=me&sheets=army"
        answer = self.context.request.get(asked, timeout=60_000)
        assert answer.headers["content-type"] == "application/pdf"
        return PdfReader(io.BytesIO(answer.body()))
