"""Memory: results that are kept for later requests are forgotten once they take too much."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

MOST_BLOCKS = 2_000_000
"""Blocks of Python's memory that may be added before all kept results are forgotten.

They are some 200 MB. All pages of all shipped armies take 500,000 blocks. A hostile roster of a
thousand selections takes up to 60,000 for as long as its judge is kept, and there is no end of such
rosters.
"""

MOST_BYTES = 30_000_000
"""Bytes that may be added in a browser, where Python counts no blocks and frees no memory."""


class MemoryMiddleware:
    """Forgets kept results after the request that made them too much."""

    def __init__(
        self, app: ASGIApp, forget: Callable[[], None], size: Callable[[], int] | None = None
    ) -> None:
        """Wrap an application.

        Args:
            app: the application.
            forget: drops all kept results.
            size: gives the bytes of memory that Python holds; None: its blocks are counted.
        """
        self.app = app
        self.forget = forget
        self.size = size
        self.before = self._held()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, then forget kept results if they are too much."""
        try:
            await self.app(scope, receive, send)
        finally:
            most = MOST_BYTES if self.size else MOST_BLOCKS
            if self._held() - self.before > most:
                self.forget()
                gc.collect()  # a judge and what it has worked out hold each other
                self.before = self._held()

    def _held(self) -> int:
        return self.size() if self.size else sys.getallocatedblocks()
