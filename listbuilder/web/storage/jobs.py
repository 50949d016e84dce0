"""Jobs: printing and solving, each in a process of its own, so that it can be ended.

They run in processes, and in a browser in a worker.

No more than a few run at once, none longer than its time; whoever comes when too many wait is told
to come again. The pages go on meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import attrs

from listbuilder.errors import ListbuilderError
from listbuilder.messages import gettext, numeral
from listbuilder.web.http.turns import FairSlots
from listbuilder.web.storage.job import SEARCHED

MOST_AT_ONCE = 3
MOST_WAITING = 8
MOST_OF_ONE = 2
"""Most jobs of one address that run at once."""

MOST_ASKED_OF_ONE = 5
"""Most jobs of one address that run or wait."""

MOST_BACKGROUND_OF_ONE = 2
"""Most background jobs of one address that run or wait: one runs, one waits."""

SEARCHES = frozenset({"complete", "repair", "convert", "remedies"})
"""Jobs of a browser's solver, which can't give reasons for impossibilities."""

MODULE = "listbuilder.web.storage.job"


class BusyError(ListbuilderError):
    """Too many jobs wait already, in all or of one address."""

    def __init__(self) -> None:
        super().__init__(
            gettext("Too much is being printed and solved at the moment. Try again soon.")
        )


class TooLongError(ListbuilderError):
    """A job took longer than it may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            gettext(
                "It was stopped after {seconds} seconds. The army is as it was.",
                seconds=numeral(f"{seconds:g}"),
            )
        )


class StoppedError(ListbuilderError):
    """A job was stopped by the player who had asked for it."""

    def __init__(self) -> None:
        super().__init__(gettext("It was stopped. The army is as it was."))


class JobError(ListbuilderError):
    """A job failed."""


class NoProcessError(ListbuilderError):
    """There are no processes here."""

    def __init__(self) -> None:
        super().__init__(
            gettext(
                "This takes a program that no browser has: one that makes PDFs, or that tells "
                "which rules can't all hold. Listbuilder on a computer has both."
            )
        )


@attrs.frozen
class Progress:
    """The progress of a search.

    Attributes:
        steps: steps that are done.
        share: share of the budget that is spent, from 0 to 1; an answer may come earlier.
        begun: its beginning, in seconds by the monotonic clock.
    """

    steps: int = 0
    share: float = 0.0
    begun: float = attrs.field(factory=monotonic, eq=False)

    def after(self, line: str) -> Progress:
        """The progress after a line that tells of one more step."""
        share = float(line.removeprefix(SEARCHED))
        return attrs.evolve(self, steps=self.steps + 1, share=share)


class Jobs:
    """Runs jobs, a few at a time."""

    def __init__(
        self,
        at_once: int = MOST_AT_ONCE,
        waiting: int = MOST_WAITING,
        asked_of_one: int = MOST_ASKED_OF_ONE,
    ) -> None:
        self._slots = FairSlots(at_once, MOST_OF_ONE)
        self._room = at_once + waiting
        self._asked_of_one = asked_of_one
        self._asked: Counter[str] = Counter()
        self._running: dict[str, list[asyncio.subprocess.Process]] = {}
        self._progress: dict[asyncio.subprocess.Process, Progress] = {}
        self._stopped: set[asyncio.subprocess.Process] = set()

    def stop(self, address: str) -> None:
        """End all running jobs of an address."""
        for process in self._running.get(address, ()):
            self._stopped.add(process)
            with suppress(ProcessLookupError):
                process.kill()

    def progress(self, address: str) -> Progress | None:
        """Give the progress of an address's latest search; None where none runs."""
        running = self._running.get(address)
        return self._progress[running[-1]] if running else None

    async def run(self, address: str, kind: str, job: Mapping[str, Any], seconds: float) -> bytes:
        """Run a job (``storage.job``) to its end.

        Args:
            address: the address that asks for it.
            kind: the kind of job.
            job: the job's parameters, as JSON values.
            seconds: most seconds that it may take, once it has begun.

        Raises:
            BusyError: too many jobs wait already, in all or of this address; nothing was begun.
            TooLongError: the job took longer, and was ended.
            StoppedError: the player had the job stopped.
            JobError: the job failed; the error says why.
        """
        if self._asked.total() == self._room or self._asked[address] == self._asked_of_one:
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
        self._progress[process] = Progress()
        try:
            async with asyncio.timeout(seconds):
                out, said = await self._talk(process, data)
        except TimeoutError:
            raise TooLongError(seconds) from None
        finally:
            del self._progress[process]
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
            raise JobError(said or gettext("It failed and didn't say why."))
        return out

    async def _talk(self, process: asyncio.subprocess.Process, data: bytes) -> tuple[bytes, str]:
        """Send a process its job, and note its progress; give its answer and its last line."""
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise JobError(gettext("It has no pipes."))
        with suppress(BrokenPipeError, ConnectionResetError):
            process.stdin.write(data)
            await process.stdin.drain()
        process.stdin.close()
        reading = asyncio.ensure_future(process.stdout.read())
        said = ""
        async for line in process.stderr:
            text = line.decode(errors="replace").strip()
            if text.startswith(SEARCHED):
                self._progress[process] = self._progress[process].after(text)
            else:
                said = text or said
        out = await reading
        await process.wait()
        return out, said


class BrowserJobs(Jobs):
    """Runs searches, one at a time, in a worker of the player's browser; a newer ends an older."""

    def __init__(self) -> None:
        super().__init__()
        self._search: Callable[[str, float], Awaitable[str]] | None = None
        self._end: Callable[[], object] = lambda: None
        self._searched: Progress | None = None

    def connect(
        self, search: Callable[[str, float], Awaitable[str]], end: Callable[[], object]
    ) -> None:
        """Set the functions that run searches.

        Args:
            search: runs a job, given as JSON, for at most so many seconds, and gives JSON with its
                answer (``said``), its error (``failed``), or the reason why it was ``stopped``
                (``asked``, ``time``).
            end: ends the search.
        """
        self._search, self._end = search, end

    def tell(self, line: str) -> None:
        """Read a line of the job's stderr."""
        if line.startswith(SEARCHED) and self._searched is not None:
            self._searched = self._searched.after(line)

    def stop(self, address: str) -> None:
        """End the search."""
        self._end()

    def progress(self, address: str) -> Progress | None:
        """Give the progress of the search; None where none runs."""
        return self._searched

    async def run(self, address: str, kind: str, job: Mapping[str, Any], seconds: float) -> bytes:
        """Run a search to its end, as ``Jobs`` does.

        Raises:
            NoProcessError: a browser's solver can't do this job, or there is no worker.
            TooLongError: the search took longer, and was ended.
            StoppedError: the search was ended.
            JobError: the search failed; the error says why.
        """
        if kind not in SEARCHES or self._search is None:
            raise NoProcessError
        self._searched = Progress()
        try:
            answer = json.loads(await self._search(json.dumps({"kind": kind, **job}), seconds))
        except asyncio.CancelledError:
            self._end()
            raise
        finally:
            self._searched = None
        match answer:
            case {"said": str(said)}:
                return said.encode()
            case {"stopped": "time"}:
                raise TooLongError(seconds)
            case {"stopped": _}:
                raise StoppedError
            case _:
                raise JobError(str(answer.get("failed", gettext("It failed and didn't say why."))))
