"""Proofs of earlier runs, kept by the content that they depend on.

A cache that is damaged, or can't be read or written, is taken for empty: all is proved anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from listbuilder.errors import SaveError
from listbuilder.loading.folders import data_folder
from listbuilder.loading.write import write

MOST_KEPT = 1000
"""Most answers in a folder; then the oldest are deleted."""


class Cache(Protocol):
    """Keeps answers by the bytes of their questions."""

    def get(self, *parts: bytes) -> Any:
        """Give the answer about these, or None."""

    def put(self, answer: Any, *parts: bytes) -> None:
        """Keep an answer that JSON can say."""


class NoCache:
    """A cache that is always empty."""

    def get(self, *parts: bytes) -> Any:
        """Give no answer."""
        return None

    def put(self, answer: Any, *parts: bytes) -> None:
        """Drop an answer."""


class FolderCache:
    """Keeps answers in a folder, a file each.

    An answer is found only by the Listbuilder that gave it: any change of its own files counts.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, *parts: bytes) -> Any:
        """Give the answer about these, or None."""
        try:
            return json.loads(self._path(parts).read_bytes())
        except (OSError, ValueError):
            return None

    def put(self, answer: Any, *parts: bytes) -> None:
        """Keep an answer that JSON can say."""
        with suppress(OSError, SaveError):
            self._folder.mkdir(parents=True, exist_ok=True)
            write(self._path(parts), json.dumps(answer).encode())
            self._thin_out()

    def _path(self, parts: Iterable[bytes]) -> Path:
        whole = hashlib.sha256(self._own)
        for part in parts:
            whole.update(hashlib.sha256(part).digest())
        return self._folder / f"{whole.hexdigest()}.json"

    @cached_property
    def _own(self) -> bytes:
        """Hash the program itself: names, sizes and times of all its files."""
        return "".join(_stamps()).encode()

    def _thin_out(self) -> None:
        kept = [path for path in self._folder.iterdir() if path.suffix == ".json"]
        if len(kept) > MOST_KEPT:
            kept.sort(key=lambda path: path.stat().st_mtime_ns)
            for path in kept[: len(kept) // 2]:
                path.unlink(missing_ok=True)


def _stamps() -> Iterator[str]:
    package = Path(__file__).parent.parent
    for folder in (package, data_folder("schemas")):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json"):
                status = path.stat()
                yield f"{path.relative_to(folder)} {status.st_size} {status.st_mtime_ns}\n"


def user_cache() -> Cache:
    """Open the cache in the user's cache folder; an empty one where there is no such folder.

    The environment variable ``LISTBUILDER_CACHE`` names another folder.
    """
    named = os.environ.get("LISTBUILDER_CACHE")
    if named:
        return FolderCache(Path(named))
    try:
        return FolderCache(_caches() / "listbuilder" / "lint")
    except RuntimeError:  # the user has no home
        return NoCache()


def _caches() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    named = os.environ.get("XDG_CACHE_HOME", "")
    return Path(named) if Path(named).is_absolute() else Path.home() / ".cache"
