"""Memory: results that are kept for the next request are forgotten once they take too much."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

MOST_BLOCKS = 2_000_000
"""Python's blocks of memory that may be added before all that can be made anew is forgotten.

That is some 200 MB. All armies that come along, each page looked at, take 500,000. A hostile roster
of a thousand selections takes up to 60,000 for as long as its judge is kept, and there is no end of
such rosters.
"""

MOST_BYTES = 30_000_000
"""Bytes that may be added in a browser, where Python counts no blocks and gives nothing back."""


class MemoryMiddleware:
    """Forgets what can be made anew, after the request by which it has become too much."""

    def __init__(
        self, app: ASGIApp, forget: Callable[[], None], size: Callable[[], int] | None = None
    ) -> None:
        """Watch over an application.

        Args:
            app: what is watched over.
            forget: lets go of all that can be made anew.
            size: tells the bytes of memory that Python holds; None counts its blocks.
        """
        self.app = app
        self.forget = forget
        self.size = size
        self.before = self._held()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and tidy up."""
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
