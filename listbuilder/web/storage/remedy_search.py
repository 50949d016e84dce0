"""Remedies that the solver finds for one state of an army, by one search for all its findings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping

from listbuilder.editing.mend import MOST_ASKED, SearchRemedy
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_text
from listbuilder.loading.rosters import read_roster
from listbuilder.model.roster import Roster
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.solve.model.solver import has_solver
from listbuilder.solve.tasks.remedy import MOST_SELECTIONS
from listbuilder.web.storage import kept_text


class RemedySearch:
    """The remedies that trying changes does not find, and the search for them.

    Findings are counted as ``explain`` orders them.

    Attributes:
        found: by finding, the remedy in words, and the roster after it; None: the solver was not
            asked yet.
    """

    def __init__(self) -> None:
        self.found: Mapping[int, tuple[str, Roster]] | None = None
        self._wanted: set[int] = set()
        self._running: asyncio.Task[bytes] | None = None

    def wants(self, number: int) -> bool:
        """Whether the solver should be asked about a finding that was tried (``asker``)."""
        return self.found is None and number in self._wanted

    def asker(self, number: int) -> SearchRemedy:
        """The function by which ``mended`` asks the solver: it answers, or notes the question."""

        def ask(breach: Check, verdict: Verdict, judge: Judge) -> tuple[str, Roster] | None:
            if self.found is not None:
                return self.found.get(number)
            is_small = len(verdict.army.nodes) <= MOST_SELECTIONS
            if is_small and len(self._wanted) < MOST_ASKED and has_solver():
                self._wanted.add(number)
            return None

        return ask

    async def run(self, job: Callable[[], Awaitable[bytes]], library: Library) -> None:
        """Have the solver asked, and wait for its answer: all who ask wait for one search.

        Args:
            job: runs the job ``remedies`` (``storage.job``).
            library: the library to read the rosters of its answers with.

        Raises:
            BusyError, TooLongError, StoppedError, JobError, NoProcessError: as the job does; then
                it can be asked again.
        """
        if self.found is not None:
            return
        if self._running is None:
            self._running = asyncio.ensure_future(_ended(job))
        running = self._running
        await asyncio.wait([running])
        if self._running is running:
            self._running = None
        if running.cancelled():
            return
        said = running.result()
        if self.found is None:
            self.found = {
                one["finding"]: (
                    kept_text.read_kept(one["words"]),
                    read_roster(parse_text(one["roster"]), library).roster,
                )
                for one in json.loads(said)
            }

    def end(self) -> None:
        """End the search: the army is in another state now."""
        if self._running is not None:
            self._running.cancel()


async def _ended(job: Callable[[], Awaitable[bytes]]) -> bytes:
    return await job()
