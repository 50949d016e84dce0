"""Packs: many small files in one, for a browser to unpack; and the choice of Python's files."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from listbuilder.errors import ListbuilderError
from listbuilder.messages import gettext

PACKAGES = (
    "anyio",
    "attrs",
    "cattrs",
    "filelock",
    "icepool",
    "idna",
    "jinja2",
    "markupsafe",
    "python-multipart",
    "segno",
    "starlette",
    "typing-extensions",
)
"""The packages that pages import, without jsonschema: a part of that is compiled for a machine."""

LEFT_OUT = (
    "checking/batch",
    "checking/battle",
    "checking/inbox",
    "checking/pairings",
    "checking/submissions",
    "cli",
    "editing/compare",
    "editing/deltas",
    "editing/version_diff",
    "lint",
    "loading/git",
    "loading/version_pairs",
    "lsp",
    "report/diff",
    "report/github",
    "report/junit",
    "report/mail",
    "report/sarif",
    "report/submissions",
    "site/build",
    "site/packs",
    "site/runtime",
    "solve/proofs",
    "web/server",
)
"""The rooms and modules of Listbuilder that no page needs."""

UNUSED = (
    "anyio/_backends/_trio.py anyio/pytest_plugin.py anyio/streams/file.py cattr/ cattrs/preconf/"
    " filelock/_async.py filelock/_read_write.py filelock/_soft filelock/_strict.py"
    " filelock/asyncio.py jinja2/ext.py jinja2/meta.py jinja2/nativetypes.py jinja2/sandbox.py"
    " multipart/ starlette/authentication.py starlette/middleware/authentication.py"
    " starlette/middleware/cors.py starlette/middleware/httpsredirect.py"
    " starlette/middleware/sessions.py starlette/middleware/trustedhost.py"
    " starlette/middleware/wsgi.py starlette/schemas.py starlette/staticfiles.py"
    " starlette/templating.py starlette/testclient.py"
)
"""The beginnings of paths in the packages that no page needs."""

LICENCES = ("licen", "copying", "notice")
"""The beginnings of the names of licence files."""

SiteFile = tuple[str, bytes]


class PackageMissingError(ListbuilderError):
    """A package that goes into a site is not installed."""


def pack(files: Iterable[SiteFile]) -> bytes:
    """Put files into one: the length of a list, the list of paths and sizes, the contents."""
    listed = list(files)
    head = json.dumps([(path, len(data)) for path, data in listed]).encode()
    return b"".join([struct.pack("<I", len(head)), head, *(data for _, data in listed)])


def unpack(data: bytes) -> list[SiteFile]:
    """Take the files out of a pack."""
    (length,) = struct.unpack("<I", data[:4])
    at = 4 + length
    files = []
    for path, size in json.loads(data[4:at]):
        files.append((path, data[at : at + size]))
        at += size
    return files


def packages() -> Iterator[SiteFile]:
    """Yield the Python files of all packages, as they are installed.

    Raises:
        PackageMissingError: a package is not installed.
    """
    for name in PACKAGES:
        for path, source in _files(name):
            if path.endswith(".py") and not path.startswith(("..", *UNUSED.split())):
                yield path, source.read_bytes()


def licences() -> Iterator[SiteFile]:
    """Yield the licence files of packages, by package and name.

    Raises:
        PackageMissingError: a package is not installed.
    """
    for name in PACKAGES:
        for path, source in _files(name):
            file = PurePosixPath(path).name
            if ".dist-info/" in path and file.lower().startswith(LICENCES):
                yield f"{name}-{file}", source.read_bytes()


def _files(name: str) -> Iterator[tuple[str, Path]]:
    try:
        files = distribution(name).files or []
    except PackageNotFoundError as error:
        raise PackageMissingError(
            gettext(
                "A site holds the package {name}, which is not installed: pip install "
                "'listbuilder[web]'.",
                name=name,
            )
        ) from error
    for file in files:
        yield file.as_posix(), Path(str(file.locate()))


def listbuilder(package: Path) -> Iterator[SiteFile]:
    """Yield Listbuilder's modules and messages, without those that no page needs."""
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.mo")]):
        inside = path.relative_to(package)
        if not inside.as_posix().startswith(LEFT_OUT):
            yield f"listbuilder/{inside.as_posix()}", path.read_bytes()


def tree(folder: Path, before: str, kinds: str = "*") -> Iterator[SiteFile]:
    """Yield the files of a folder, with paths below ``before``, without hidden files and links."""
    for path in sorted(folder.rglob(kinds)):
        inside = path.relative_to(folder)
        is_hidden = any(part.startswith(".") for part in inside.parts)
        if path.is_file() and not path.is_symlink() and not is_hidden:
            yield f"{before}/{inside.as_posix()}", path.read_bytes()
