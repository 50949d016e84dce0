"""Bugs with one item of many: the page shows the other items, and the log has the bug."""

from __future__ import annotations

import logging

from listbuilder.loading.isolation import Isolation

log = logging.getLogger("listbuilder")


def log_bugs(isolation: Isolation) -> None:
    """Write the bugs that an isolation caught to the log."""
    for bug in isolation.bugs:
        log.error("with one of many", exc_info=bug)
