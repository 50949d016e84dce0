"""Data that its keeper is writing: served anew when a file of it is saved."""

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
"""Seconds between two looks."""


def mark_of(folders: Sequence[Path]) -> str:
    """A mark of what lies in folders, which is another when a file is saved, comes or goes."""
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
    """Say once, from a thread beside, that something was saved.

    Args:
        folders: to look at.
        mark: of what lies there now.
        changed: is called.

    Returns:
        What ends the looking.
    """
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(PAUSE):
            if mark_of(folders) != mark:
                changed()
                return

    threading.Thread(target=look, daemon=True).start()
    return ended


async def tell(request: Request) -> Response:
    """Tell a page which data is served, so that it knows when it is out of date."""
    return PlainTextResponse(context_of(request).watched, headers={"Cache-Control": "no-store"})
