"""Old findings, written down so that only new ones are told.

A finding is known by its file, code and message: lines move when something is written above them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.lint.run import Linted
from listbuilder.loading.layout import laid_out
from listbuilder.loading.parse import parse

VERSION = 1
KEYS = {"path", "code", "message"}

Known = tuple[str, str, str]
"""A finding's file, from the baseline's folder, its code and its message."""


class Baseline:
    """Findings that were there before; each is forgiven as often as it was there."""

    def __init__(self, path: Path, known: Iterable[Known]) -> None:
        self._folder = path.absolute().parent
        self._left = Counter(known)

    @property
    def gone(self) -> int:
        """How many of them were not found again so far."""
        return self._left.total()

    def new(self, linted: Linted) -> Linted:
        """Leave the old findings of a file out."""
        return attrs.evolve(linted, findings=tuple(self._new(linted)))

    def _new(self, linted: Linted) -> Iterator[Finding]:
        for finding in linted.findings:
            known = _known(linted.path, finding, self._folder)
            if self._left[known]:
                self._left[known] -= 1
            else:
                yield finding


def read_baseline(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        LoadError: it is none.
    """
    data = parse(path).data
    findings = data.get("findings") if isinstance(data, dict) else None
    if not isinstance(findings, list) or not all(map(_is_known, findings)):
        message = "This is no baseline; --write-baseline writes one."
        raise LoadError(os.fspath(path), [Finding("no-baseline", Severity.ERROR, message)])
    known = [(one["path"], one["code"], one["message"]) for one in findings]
    return Baseline(path, known)


def baseline_text(path: Path, linted: Iterable[Linted]) -> str:
    """Write down what was found, as a file for ``path``."""
    folder = path.absolute().parent
    known = sorted(_known(one.path, finding, folder) for one in linted for finding in one.findings)
    findings = [{"path": file, "code": code, "message": message} for file, code, message in known]
    return laid_out({"version": VERSION, "findings": findings})


def _known(path: str, finding: Finding, folder: Path) -> Known:
    """Name a finding so that it is known again, wherever the command is called from."""
    try:
        file = Path(os.path.relpath(Path(path).absolute(), folder)).as_posix()
    except ValueError:  # on another drive
        file = path
    return file, finding.code, finding.message


def _is_known(one: object) -> bool:
    return (
        isinstance(one, dict)
        and one.keys() == KEYS
        and all(isinstance(value, str) for value in one.values())
    )
