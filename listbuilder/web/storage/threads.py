"""Work off the event loop: in a thread, where the system has threads."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

HAS_THREADS = sys.platform != "emscripten"
"""A browser has none for Python; nobody else waits there."""

Given = ParamSpec("Given")
Made = TypeVar("Made")


async def off_loop(work: Callable[Given, Made], *args: Given.args, **named: Given.kwargs) -> Made:
    """Do something while the event loop goes on; at once, where that can't be."""
    if HAS_THREADS:
        return await asyncio.to_thread(work, *args, **named)
    return work(*args, **named)
