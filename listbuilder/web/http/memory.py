"""Memory: what was worked out of rosters is kept for the next request, but not without end."""

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


class MemoryMiddleware:
    """Forgets what can be made anew, after the request by which it has become too much."""

    def __init__(self, app: ASGIApp, forget: Callable[[], None]) -> None:
        """Watch over an application.

        Args:
            app: what is watched over.
            forget: lets go of all that can be made anew.
        """
        self.app = app
        self.forget = forget
        self.blocks = sys.getallocatedblocks()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and tidy up."""
        try:
            await self.app(scope, receive, send)
        finally:
            if sys.getallocatedblocks() - self.blocks > MOST_BLOCKS:
                self.forget()
                gc.collect()  # a judge and what it has worked out hold each other
                self.blocks = sys.getallocatedblocks()
