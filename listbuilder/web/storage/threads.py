"""Work off the event loop: in a thread, where the system has threads."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

HAS_THREADS = sys.platform != "emscripten"
"""Whether the system has threads: a browser has none for Python, and nobody else waits there."""

Given = ParamSpec("Given")
Made = TypeVar("Made")


async def off_loop(work: Callable[Given, Made], *args: Given.args, **named: Given.kwargs) -> Made:
    """Do work in a thread while the event loop goes on; without threads, at once."""
    if HAS_THREADS:
        return await asyncio.to_thread(work, *args, **named)
    return work(*args, **named)
