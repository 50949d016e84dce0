"""For all tests: shipped data read once, quick collections of garbage, and what was measured told.

A test says what it measured by ``record_property("measured", …)``.
"""

import gc
import signal
from collections.abc import Iterator
from functools import wraps
from typing import Any

import pytest

import tests.sampling  # noqa: F401  registers Hypothesis' profiles before one is chosen
from listbuilder.loading.library import Library
from tests.shipped import LIBRARY

MEASURED = "measured"


@pytest.fixture(scope="session", autouse=True)
def shipped_data_is_read_once() -> Iterator[None]:
    """Each command and each server reads the shipped data anew, in one process a thousand times.

    Those that have no other data share its books, and so its judges and what these have worked out.
    """
    read, (folder, *_) = Library._read, LIBRARY.folders[::-1]
    begin = Library.__init__
    kept: dict[Any, Any] = {}

    @wraps(read)
    def read_once(self: Library, path: Any, kind: Any, *titles: Any) -> Any:
        if not path.is_relative_to(folder):
            return read(self, path, kind, *titles)
        if path not in kept:
            kept[path] = read(self, path, kind, *titles)
        return kept[path]

    @wraps(begin)
    def begin_with_books(self: Library, *data: Any, **named: Any) -> None:
        begin(self, *data, **named)
        if self.folders == LIBRARY.folders and not self._index._given:
            for kept_by in ("_rulesets", "_catalogues", "_books"):
                setattr(self, kept_by, getattr(LIBRARY, kept_by))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Library, "_read", read_once)
        patch.setattr(Library, "__init__", begin_with_books)
        yield


def pytest_collection_finish() -> None:
    """Let no collection look at what all tests' modules hold for good, some 500,000 objects.

    What tests hold for long is much, and looked at seldom: a sixth of their time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Write it below the outcome, from whichever process it comes."""
    told = [
        said
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, said in getattr(report, "user_properties", ())
        if name == MEASURED and getattr(report, "when", "") == "call"
    ]
    if told:
        terminalreporter.section("measured")
    for said in told:
        terminalreporter.write_line(said)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl+C ends Python, even where a shell has begun the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
