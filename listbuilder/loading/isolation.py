"""Isolating files: an error with one of many is told of this file, and the others go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from listbuilder.errors import ListbuilderError, LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.names import shortened
from listbuilder.messages import gettext, message_of

BUG = "internal-error"
"""Code of a finding about a file that has shown a bug of this program."""

Made = TypeVar("Made")


class Isolation:
    """Keeps the errors of one file away from the others.

    Attributes:
        bugs: bugs of this program; the caller raises them in the end (``end``), or logs them.
    """

    def __init__(self) -> None:
        self.bugs: list[Exception] = []

    def run(self, path: str, work: Callable[[], Made]) -> Made | LoadError:
        """Work on a file; give the result, or the error that kept it from being used.

        Args:
            path: the file's name in an error that names no other file.
            work: reads the file, and makes the result.
        """
        try:
            return work()
        except LoadError as error:
            return error
        except ListbuilderError as error:
            return _refused(path, "unusable", message_of(error))
        except OSError as error:
            why = error.strerror or gettext("the disk failed")
            return _refused(path, "unreadable", gettext("The file can't be read: {why}.", why=why))
        except MemoryError:
            return _refused(path, "too-large", gettext("There is not enough memory for this file."))
        except Exception as bug:  # noqa: BLE001 - kept, and raised where all files had their turn
            self.bugs.append(bug)
            name = shortened(f"{type(bug).__name__}: {bug}".splitlines()[0])
            return _refused(path, BUG, gettext("A bug of ours, sorry: {name}.", name=name))

    def end(self) -> None:
        """Raise the first bug, if there was any."""
        if self.bugs:
            raise self.bugs[0]


def _refused(path: str, code: str, message: str) -> LoadError:
    return LoadError(path, [Finding(code, Severity.ERROR, message)])
