"""For all tests: a quick collector of garbage, and what they measured told at the end of a run.

A test says what it measured by ``record_property("measured", …)``.
"""

import gc
from typing import Any

MEASURED = "measured"


def pytest_collection_finish() -> None:
    """Let no collection look at what all tests' modules hold for good, some 500,000 objects."""
    gc.collect()
    gc.freeze()


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
