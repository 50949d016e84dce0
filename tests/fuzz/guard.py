"""A bound on the work of one thing that is tried, in processor time; the slowest is remembered."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import attrs

HANG = 5.0
"""Seconds of a processor after which a try counts as hung; the slowest of 5,000 took under 2."""


class HungError(BaseException):
    """It went on for too long; no ``except Exception`` takes it for a mistake of a file."""


@contextmanager
def guarded(seconds: float = HANG) -> Iterator[None]:
    """End what goes on for too long. The time is the processor's, so others' work does not count.

    Raises:
        HungError: it did.
    """

    def end(*_: object) -> None:
        raise HungError(f"more than {seconds:g} seconds of work")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@attrs.define
class Slowest:
    """What took longest of all that was tried, and how many were.

    Attributes:
        tried: how many.
        seconds: of a processor, that each door took at most.
        total: and in all.
    """

    tried: int = 0
    seconds: dict[str, float] = attrs.field(factory=dict)

    total: dict[str, float] = attrs.field(factory=dict)

    @contextmanager
    def timed(self, door: str) -> Iterator[None]:
        """Measure one try."""
        start = time.process_time()
        try:
            yield
        finally:
            took = time.process_time() - start
            self.total[door] = self.total.get(door, 0.0) + took
            self.seconds[door] = max(took, self.seconds.get(door, 0.0))

    def __str__(self) -> str:
        slow = sorted(self.seconds.items(), key=lambda one: -one[1])
        told = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in slow)
        return f"{self.tried} games in {sum(self.total.values()):.0f} s; slowest: {told}"
