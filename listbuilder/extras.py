"""Libraries that an installation may be without, and the extra that brings each."""

from __future__ import annotations

from importlib.util import find_spec

from listbuilder.errors import ListbuilderError
from listbuilder.messages import gettext

EXTRAS = {
    "solve": {"ortools": "OR-Tools"},
    "batch": {"pyarrow": "PyArrow"},
    "lsp": {"pygls": "pygls", "lsprotocol": "lsprotocol"},
    "png": {"pypdfium2": "PDFium"},
    "web": {
        "markdown_it": "markdown-it-py",
        "python_multipart": "python-multipart",
        "starlette": "Starlette",
        "uvicorn": "uvicorn",
    },
}
"""The libraries of each extra: the package that is imported, and the library's usual name."""


class MissingLibraryError(ListbuilderError, ImportError):
    """A library is not installed that an extra would bring."""

    def __init__(self, package: str) -> None:
        extra = next(extra for extra, libraries in EXTRAS.items() if package in libraries)
        super().__init__(
            gettext(
                "This needs {library}, which is not installed: {command}.",
                library=EXTRAS[extra][package],
                command=f"pip install 'listbuilder[{extra}]'",
            )
        )


def need(extra: str) -> None:
    """Make sure that all libraries of an extra are there, before any work is done with them.

    Raises:
        MissingLibraryError: one is not.
    """
    for package in EXTRAS[extra]:
        if find_spec(package) is None:
            raise MissingLibraryError(package)


def missing_library(error: BaseException) -> MissingLibraryError | None:
    """Say which extra an import failed for; None for any other error."""
    package = (error.name or "").partition(".")[0] if isinstance(error, ImportError) else ""
    known = any(package in libraries for libraries in EXTRAS.values())
    return MissingLibraryError(package) if known else None
