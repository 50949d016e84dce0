"""Bugs that came up with one of many: the page shows the others, the log says the rest."""

from __future__ import annotations

import logging

from listbuilder.loading.isolation import Isolation

log = logging.getLogger("listbuilder")


def log_bugs(isolation: Isolation) -> None:
    """Write the bugs that were kept away from the others to the log."""
    for bug in isolation.bugs:
        log.error("with one of many", exc_info=bug)
