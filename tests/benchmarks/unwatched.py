"""Chromium with nobody watching.

Playwright has Chromium keep each answer, in the memory of the page: 300 edits take 100 MB so.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.web.stories import ARGUMENTS, CHROMIUM

FLAGS = ("--headless", "--remote-debugging-pipe", "--window-size=1440,900")
PATIENCE = 120.0
"""Seconds that a page may take on a busy machine."""


class Unwatched:
    """One page, driven by expressions alone (the DevTools protocol, over a pipe).

    Attributes:
        process: the number of the browser's.
    """

    def __init__(self, profile: str) -> None:
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        command = [CHROMIUM or "", *FLAGS, *ARGUMENTS, f"--user-data-dir={profile}", "about:blank"]
        for end in (theirs_in, theirs_out):
            os.set_inheritable(end, True)
        moved = [
            (os.POSIX_SPAWN_DUP2, theirs_in, 3),
            (os.POSIX_SPAWN_DUP2, theirs_out, 4),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        environment = {**os.environ, "LANG": "C.UTF-8"}
        self.process = os.posix_spawn(command[0], command, environment, file_actions=moved)
        for end in (theirs_in, theirs_out):
            os.close(end)
        self._rest = b""
        self._sent = 0
        targets = self._ask("Target.getTargets")["targetInfos"]
        page = next(one["targetId"] for one in targets if one["type"] == "page")
        attached = self._ask("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]

    def go(self, url: str, until: str) -> None:
        """Go to an address, and wait until an expression is true there."""
        self._ask("Page.navigate", url=url)
        self.wait(until)

    def wait(self, until: str) -> None:
        """Wait until an expression is true.

        Raises:
            TimeoutError: it never was.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.value(f"Boolean({until})"):
                return
            time.sleep(0.1)
        raise TimeoutError(until)

    def value(self, expression: str) -> Any:
        """Evaluate an expression; None while a page goes and another comes."""
        answer = self._ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        return answer.get("result", {}).get("value")

    def stop_workers(self) -> None:
        """End service workers, as a browser may that needs room."""
        for method in ("enable", "stopAllWorkers", "disable"):
            self._ask(f"ServiceWorker.{method}")

    def end(self) -> None:
        """Close the browser."""
        self._ask("Browser.close")
        os.waitpid(self.process, 0)
        os.close(self._in)
        os.close(self._out)

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._sent += 1
        message: dict[str, Any] = {"id": self._sent, "method": method, "params": params}
        if not method.startswith(("Target.", "Browser.")):
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._sent:
                found: dict[str, Any] = answer.get("result", {})
                return found

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            said = os.read(self._in, 1 << 20)
            if not said:
                raise EOFError("Chromium has ended")
            self._rest += said
        one, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(one)
        return message


@contextmanager
def unwatched() -> Iterator[Unwatched]:
    """Start the browser with a fresh profile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Unwatched(profile)
        yield browser
        browser.end()
