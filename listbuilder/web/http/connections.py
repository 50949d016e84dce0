"""Connections with deadlines: a client that is too slow is cut off, so that nobody waits for it."""

from __future__ import annotations

import struct
from asyncio import BaseTransport, TimerHandle
from socket import SO_LINGER, SOL_SOCKET
from typing import Literal, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

Owed = Literal["head", "body", "reading", ""]
"""The client's next duty: to send a request's head, to send its body, to read the answer; none."""

AT_ONCE = struct.pack("ii", 1, 0)
"""Value of the socket option SO_LINGER: on, for 0 seconds."""


class Connection(H11Protocol):
    """uvicorn's protocol, with a deadline for each duty of the client.

    Attributes:
        MOST: most connections at once.
        MOST_OF_ONE: most connections at once of one address. A browser has six.
        PATIENCE: seconds for a whole head, or for ``LEAST`` bytes of a body or an answer.
        LEAST: bytes of a body to send, or of an answer to read, in this time.
        owed: the client's duty now.
        since: time of the event loop, in seconds, at which the duty began.
    """

    MOST = 200
    MOST_OF_ONE = 100
    PATIENCE = 5.0
    LEAST = 10_000

    owed: Owed = ""
    since = 0.0
    _received = 0
    _moved = 0
    _deadline: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Accept a connection; where there are too many, another one is cut off."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.transport.set_write_buffer_limits(0)  # any byte that waits is told to pause_writing
        self._make_room()
        self._watch()

    @property
    def address(self) -> str:
        """The client's address."""
        return self.client[0] if self.client else ""

    def _make_room(self) -> None:
        """Cut off the client that is slowest, or answer 503 where all are working.

        Clients that send a body or read an answer are cut off last: a browser sends a head in one
        piece, so a head that is incomplete is nobody's loss.
        """
        for address, most in ((self.address, self.MOST_OF_ONE), (None, self.MOST)):
            there = [one for one in self.connections if isinstance(one, Connection)]
            crowd = [one for one in there if address in (None, one.address)]
            if len(crowd) <= most:
                continue
            late = [one for one in crowd if one.owed]
            if late:
                min(late, key=lambda one: (one.owed != "head", one.since)).cut_off()
            else:
                self.limit_concurrency = 0  # for this connection alone

    def cut_off(self) -> None:
        """End the connection, and drop all that its client has not read."""
        self.connections.discard(self)
        if self.owed == "reading":
            self.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, AT_ONCE)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Receive bytes of the client."""
        self._received += len(data)
        super().data_received(data)
        self._watch()

    def pause_writing(self) -> None:
        """Wait for the client to read the answer."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Go on: the client has read all."""
        super().resume_writing()
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the deadline of a closed connection."""
        self._expect("")
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Set a new deadline where the client's duty has changed."""
        owed = self._owed_now()
        if owed != self.owed:
            self._expect(owed)

    def _owed_now(self) -> Owed:
        cycle = cast(RequestResponseCycle | None, self.cycle)
        if self.flow.write_paused:
            return "reading"
        if cycle is None or cycle.response_complete:
            return "head"
        return "body" if cycle.more_body else ""

    def _expect(self, owed: Owed) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self.owed = owed
        self.since, self._moved = self.loop.time(), self._progress()
        self._deadline = self.loop.call_later(self.PATIENCE, self._check) if owed else None

    def _progress(self) -> int:
        """Count the bytes that the client has sent or read."""
        if self.owed == "reading":
            return -self.transport.get_write_buffer_size()
        return self._received

    def _check(self) -> None:
        """Cut the client off, or set the next deadline if it has made progress."""
        ours = self.owed == "body" and self.flow.read_paused  # we have not looked at it yet
        if ours or (self.owed != "head" and self._progress() - self._moved >= self.LEAST):
            self._expect(self.owed)
        else:
            self.cut_off()
