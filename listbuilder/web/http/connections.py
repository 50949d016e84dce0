"""Connections that keep nobody waiting: one whose client does not get on is cut off."""

from __future__ import annotations

import struct
from asyncio import BaseTransport, TimerHandle
from socket import SO_LINGER, SOL_SOCKET
from typing import Literal, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

Owed = Literal["head", "body", "reading", ""]
"""What a client has to do next: send a request's head, send its body, read the answer; nothing."""

AT_ONCE = struct.pack("ii", 1, 0)
"""Of the option SO_LINGER: on, for no seconds."""


class Connection(H11Protocol):
    """uvicorn's protocol, with a deadline for all that the client has to do.

    Attributes:
        MOST: connections at once.
        MOST_OF_ONE: connections at once of one address. A browser has six.
        PATIENCE: seconds for a whole head, or for ``LEAST`` of what comes next.
        LEAST: bytes of a body to send, or of an answer to read, in this time.
        owed: what the client has to do now.
        since: time of the event loop, in seconds, from which it has had to.
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
        """Take a connection on, in the place of another where there are too many."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.transport.set_write_buffer_limits(0)  # any byte that waits is told to pause_writing
        self._make_room()
        self._watch()

    @property
    def address(self) -> str:
        """Whose connection it is."""
        return self.client[0] if self.client else ""

    def _make_room(self) -> None:
        """Cut off whom we have waited for longest, or answer with a 503 where we wait for none.

        Who sends a body or reads goes last: a head comes in one piece, or from no browser.
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
        """End the connection; what its client does not read is dropped, by the system too."""
        self.connections.discard(self)
        if self.owed == "reading":
            self.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, AT_ONCE)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what the client sends."""
        self._received += len(data)
        super().data_received(data)
        self._watch()

    def pause_writing(self) -> None:
        """Let the client read first."""
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
        """Wait for nothing more."""
        self._expect("")
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Set a deadline where something else is owed than before."""
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
        """Bytes received, or read: a number that grows."""
        if self.owed == "reading":
            return -self.transport.get_write_buffer_size()
        return self._received

    def _check(self) -> None:
        """Cut the client off, or give it as much time again for the rest."""
        ours = self.owed == "body" and self.flow.read_paused  # we have not looked at it yet
        if ours or (self.owed != "head" and self._progress() - self._moved >= self.LEAST):
            self._expect(self.owed)
        else:
            self.cut_off()
