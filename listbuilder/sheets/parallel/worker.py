"""Work beside our own, in steps: in a process of its own where there is a processor for it."""

from __future__ import annotations

import signal
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from listbuilder.loading.system import fork_context

Job = Generator[Any, Any, None]
"""Work that hands something out at each step, and is handed something for the next."""


class Worker(Protocol):
    """Who does it: take what it hands out, and hand it something, in turns."""

    def recv(self) -> Any:
        """Wait for the next step."""

    def send(self, told: Any, /) -> None:
        """Let it go on."""


class InlineWorker:
    """The work is done here, each step when it is asked for."""

    def __init__(self, work: Callable[[], Job]) -> None:
        self.steps = work()
        self.told: Any = None

    def recv(self) -> Any:
        """Do the next step."""
        return self.steps.send(self.told)

    def send(self, told: Any, /) -> None:
        """Keep what the next step is told."""
        self.told = told


@contextmanager
def forked(work: Callable[[], Job]) -> Iterator[Worker]:
    """Let a copy of this process do the work; what is handed to and fro is pickled.

    Raises:
        EOFError, ConnectionError: it ended before its time.
    """
    fork = fork_context()
    ours, theirs = fork.Pipe()
    process = fork.Process(target=_do, args=(work, theirs, ours), daemon=True)
    process.start()
    theirs.close()
    try:
        yield ours
    except BaseException:
        process.terminate()
        raise
    finally:
        ours.close()
        process.join()


def _do(work: Callable[[], Job], pipe: Any, others_end: Any) -> None:
    """Do the work; when it fails, end without a word: who waits for it then does it again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who waits for it is told as well, and ends it
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    others_end.close()  # or we would not see that it is closed there
    with suppress(Exception), tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder  # a copied process does not tidy up at its end
        here = InlineWorker(work)
        while True:
            pipe.send(here.recv())
            here.send(pipe.recv())
