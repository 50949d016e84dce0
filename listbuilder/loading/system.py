"""Differences of systems: POSIX, Windows and the browser differ here alone.

Sources: the documentation of ``os``, ``multiprocessing`` and ``io``, where each name says
"Availability"; of Windows: files that are open can neither be moved nor deleted nor replaced, and
``GetUserDefaultUILanguage`` numbers the language of its menus as ``locale.windows_locale`` does.
"""

from __future__ import annotations

import os
import stat
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext

IS_WINDOWS = os.name == "nt"

MOVES_OPEN_FILES = not IS_WINDOWS
"""Whether a file that somebody has open can be moved, deleted and replaced."""

AS_BYTES: int = getattr(os, "O_BINARY", 0)
"""Flags of opening a file as bytes: Windows would change the ends of lines."""

PLAIN_FILE: int = AS_BYTES | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags of opening a plain file: links are refused, and pipes not waited for."""

THREADS = Path("/proc/self/task")
"""The folder in which Linux lists the threads of a process."""


def keep_owner(handle: int, old: os.stat_result) -> None:
    """Give a new file the old one's owner and permissions, where there are such and we may."""
    with suppress(OSError, AttributeError):
        os.fchown(handle, old.st_uid, old.st_gid)
    with suppress(OSError, AttributeError):
        os.fchmod(handle, stat.S_IMODE(old.st_mode))


def processors() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def may_fork() -> bool:
    """Tell whether a copy of this process can work on: nothing of it runs beside, nor is lost.

    Copies of a Mac's processes are not safe: its libraries keep threads that Python doesn't know.
    """
    if sys.platform != "linux" or not hasattr(os, "fork"):
        return False
    try:
        return len([*THREADS.iterdir()]) == 1
    except OSError:
        return threading.active_count() == 1


def fork_context() -> ForkContext:
    """Give the context that makes copies of this process, where ``may_fork``."""
    from multiprocessing import get_context

    return get_context("fork")


def write_somewhere() -> None:
    """Write nowhere where a shell has closed an output (``>&-``): Python has no stream then."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # to the end
            setattr(sys, name, nowhere)


def write_any_letter() -> None:
    """Let output have any letter: “?” stands for letters that the console's code page lacks.

    Example: a pipe on Windows in code page 1252 has no ``━``.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):  # a stream of somebody's own
            if stream.encoding.lower().replace("-", "") != "utf8":
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def language_of_menus() -> str:
    """The language in which Windows speaks with its user, such as ``de_DE``.

    Empty if it is not known, and on other systems, where environment variables say it.
    """
    if not IS_WINDOWS:
        return ""
    import ctypes
    from locale import windows_locale

    library = ctypes.windll.kernel32  # type: ignore[attr-defined]
    return windows_locale.get(library.GetUserDefaultUILanguage(), "")
