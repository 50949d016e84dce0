"""What takes long: printing and solving, each in a process of its own that can be ended.

No more than a few run at once, none longer than its time; whoever comes when too many wait is told
to come again. The pages go on meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from listbuilder.errors import ListbuilderError
from listbuilder.web.http.turns import FairSlots

MOST_AT_ONCE = 3
MOST_WAITING = 8
MOST_OF_ONE = 2
"""At once, of one address."""

MOST_ASKED_OF_ONE = 5
"""At once and waiting, of one address."""

MODULE = "listbuilder.web.storage.job"


class BusyError(ListbuilderError):
    """Too many wait already, or too many of one address."""

    def __init__(self) -> None:
        super().__init__("Too much is being printed and solved at the moment. Try again soon.")


class TooLongError(ListbuilderError):
    """A job took longer than it may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"It was stopped after {seconds:g} seconds. The army is as it was.")


class StoppedError(ListbuilderError):
    """Whoever asked for a job had it stopped."""

    def __init__(self) -> None:
        super().__init__("It was stopped. The army is as it was.")


class JobError(ListbuilderError):
    """A job failed."""


class NoProcessError(ListbuilderError):
    """There are no processes here."""

    def __init__(self) -> None:
        super().__init__(
            "This takes a program that no browser has: the solver, or one that makes PDFs. "
            "Listbuilder on a computer has both."
        )


class Jobs:
    """Runs jobs, a few at a time."""

    def __init__(self, at_once: int = MOST_AT_ONCE, waiting: int = MOST_WAITING) -> None:
        self._slots = FairSlots(at_once, MOST_OF_ONE)
        self._room = at_once + waiting
        self._asked: Counter[str] = Counter()
        self._running: dict[str, list[asyncio.subprocess.Process]] = {}
        self._stopped: set[asyncio.subprocess.Process] = set()

    def stop(self, address: str) -> None:
        """End all jobs that an address asked for and that have begun."""
        for process in self._running.get(address, ()):
            self._stopped.add(process)
            with suppress(ProcessLookupError):
                process.kill()

    async def run(self, address: str, kind: str, job: Mapping[str, Any], seconds: float) -> bytes:
        """Run a job (``storage.job``) to its end.

        Args:
            address: who asks for it.
            kind: what is done.
            job: what JSON can say.
            seconds: that it may take, once it has begun.

        Raises:
            BusyError: too many wait already, or of this address; nothing was begun.
            TooLongError: it took longer, and was ended.
            StoppedError: who asked for it had it ended.
            JobError: it failed, and says why.
        """
        if self._asked.total() == self._room or self._asked[address] == MOST_ASKED_OF_ONE:
            raise BusyError
        self._asked[address] += 1
        try:
            async with self._slots.slot(address):
                return await self._run(address, json.dumps({"kind": kind, **job}).encode(), seconds)
        finally:
            self._asked[address] -= 1
            self._asked += Counter()  # without those that ask for nothing

    async def _run(self, address: str, data: bytes, seconds: float) -> bytes:
        here = str(Path(__file__).resolve().parents[2])
        paths = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            MODULE,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )
        self._running.setdefault(address, []).append(process)
        try:
            async with asyncio.timeout(seconds):
                out, said = await process.communicate(data)
        except TimeoutError:
            raise TooLongError(seconds) from None
        finally:
            self._running[address].remove(process)
            if not self._running[address]:
                del self._running[address]
            stopped = process in self._stopped
            self._stopped.discard(process)
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if stopped:
            raise StoppedError
        if process.returncode:
            lines = said.decode(errors="replace").strip().splitlines()
            raise JobError(lines[-1] if lines else "It failed and didn't say why.")
        return out


class NoJobs(Jobs):
    """Runs none: it is in a browser, which starts no other programs."""

    async def run(self, address: str, kind: str, job: Mapping[str, Any], seconds: float) -> bytes:
        """Refuse a job.

        Raises:
            NoProcessError: always.
        """
        raise NoProcessError
