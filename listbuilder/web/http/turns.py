"""Fair scheduling: however much an address asks for, others wait for one of its requests."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send


def address_of(request: HTTPConnection) -> str:
    """Give the address of a request; empty where there is no network."""
    return request.client.host if request.client else ""


LONG = 0.05
"""Seconds of a turn, after which new requests get in line before the next turn begins."""

ROUNDS = 4
"""Rounds of the event loop that bring new requests in line: connect, read, get in line.

With fewer rounds a new request would wait for another's turn at each of these steps.
"""


class FairTurns:
    """Lets one request go on at a time, of each address in turn (round robin)."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._rounds: asyncio.Task[None] | None = None

    async def take(self, address: str) -> None:
        """Wait until it is the turn of an address."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        if self._rounds is None or self._rounds.done():
            self._rounds = asyncio.create_task(self._go_round())
        await turn

    async def _go_round(self) -> None:
        while self._waiting:
            address = next(iter(self._waiting))
            waiting = self._waiting.pop(address)
            turn = waiting.popleft()
            if waiting:
                self._waiting[address] = waiting  # behind the others
            if not turn.done():
                turn.set_result(None)
                begun = time.monotonic()
                await asyncio.sleep(0)  # who it is goes on meanwhile
                if time.monotonic() - begun > LONG:
                    for _ in range(ROUNDS):
                        await asyncio.sleep(0)


class TurnsMiddleware:
    """Begins to answer requests in turns."""

    def __init__(self, app: ASGIApp, turns: FairTurns) -> None:
        self.app = app
        self.turns = turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when it is its turn."""
        await self.turns.take(address_of(HTTPConnection(scope)))
        await self.app(scope, receive, send)


class FairSlots:
    """Slots for work in threads: so many in all, and fewer for one address."""

    def __init__(self, at_once: int, of_one: int) -> None:
        self._all = asyncio.Semaphore(at_once)
        self._of_one = of_one
        self._by_address: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[None]:
        """Wait for a free slot, and take it."""
        ours = self._by_address.get(address)
        if ours is None:
            ours = self._by_address[address] = asyncio.Semaphore(self._of_one)
        async with ours, self._all:
            yield
