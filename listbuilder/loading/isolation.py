"""One file of many: whatever goes wrong with it is said of it, and the others have their turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from listbuilder.errors import ListbuilderError, LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.names import shortened
from listbuilder.messages import gettext, message_of

BUG = "internal-error"
"""Code of what is said of a file that a bug of ours came up with."""

Made = TypeVar("Made")


class Isolation:
    """Keeps what goes wrong with one file away from the others.

    Attributes:
        bugs: ours, that came up; who began it raises them in the end (``end``), or logs them.
    """

    def __init__(self) -> None:
        self.bugs: list[Exception] = []

    def run(self, path: str, work: Callable[[], Made]) -> Made | LoadError:
        """Do what is to be done with a file, or say why it can't be.

        Args:
            path: what the file is called where nothing else is known to be at fault.
            work: reads the file, and makes of it what is wanted.
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
