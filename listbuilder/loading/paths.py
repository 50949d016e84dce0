"""Kinds of paths from outside; a path that the system refuses to look at is of no kind.

``pathlib`` raises for a name that is too long, a link in a circle and a folder that can't be looked
into, until Python 3.14.
"""

from __future__ import annotations

import stat
from pathlib import Path


def is_file(path: Path) -> bool:
    """Tell whether there is a file, or a link to one: no folder, pipe or device."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Tell whether there is a folder, or a link to one."""
    return stat.S_ISDIR(_mode(path))


def is_there(path: Path) -> bool:
    """Tell whether there is anything."""
    return _mode(path) != 0


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0
