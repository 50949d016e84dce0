"""Refusing a file of another program, in a sentence."""

from __future__ import annotations

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity


def refusal(path: str, code: str, message: str) -> LoadError:
    """Make the error that says why a file can't be used; the caller raises it."""
    return LoadError(path, [Finding(code, Severity.ERROR, message)])
