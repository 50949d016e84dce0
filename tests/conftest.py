"""At the end of a run, what tests measured (``record_property("measured", …)``)."""

from typing import Any

MEASURED = "measured"


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
