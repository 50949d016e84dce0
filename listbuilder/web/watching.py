"""Watching the data: pages are loaded anew when its keeper saves a file."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from listbuilder.loading.index import SUFFIX
from listbuilder.web.http.context import context_of

PAUSE = 0.5
"""Seconds between two looks at the folders."""


def mark_of(folders: Sequence[Path]) -> str:
    """Make a mark of folders, which changes when a file in them is saved, added or deleted."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob(f"*{SUFFIX}")):
            try:
                said = path.stat()
            except OSError:
                continue  # it went away meanwhile
            found.update(f"{path}\0{said.st_mtime_ns}\0{said.st_size}\n".encode())
    return found.hexdigest()[:16]


def watch(folders: Sequence[Path], mark: str, changed: Callable[[], object]) -> threading.Event:
    """Watch folders in a thread until they change for the first time.

    Args:
        folders: the folders.
        mark: their mark now (``mark_of``).
        changed: called once, from the thread.

    Returns:
        An event that ends the watching when it is set.
    """
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(PAUSE):
            if mark_of(folders) != mark:
                changed()
                return

    threading.Thread(target=look, daemon=True).start()
    return ended


async def show_mark(request: Request) -> Response:
    """Answer with the mark of the served data, so that a page knows when it is out of date."""
    return PlainTextResponse(context_of(request).watched, headers={"Cache-Control": "no-store"})
