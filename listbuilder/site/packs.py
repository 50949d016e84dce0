"""Packs: many small files as one, for a browser to unpack; and which of Python's go into them."""

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
"""What the pages import. jsonschema is not among it: a part of it is compiled for one machine."""

LEFT_OUT = (
    "cli",
    "lint",
    "lsp",
    "site/build",
    "site/packs",
    "site/runtime",
    "solve/proofs",
    "web/server",
)
"""Of Listbuilder: what no page needs."""

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
"""Of the packages: how the paths begin that no page needs."""

LICENCES = ("licen", "copying", "notice")
"""How the names of files begin that packages are given away with."""

SiteFile = tuple[str, bytes]


class PackageMissingError(ListbuilderError):
    """A package that goes into a site is not installed."""


def pack(files: Iterable[SiteFile]) -> bytes:
    """Put files into one: the length of a list, the list of paths and sizes, what is in them."""
    listed = list(files)
    head = json.dumps([(path, len(data)) for path, data in listed]).encode()
    return b"".join([struct.pack("<I", len(head)), head, *(data for _, data in listed)])


def unpack(data: bytes) -> list[SiteFile]:
    """Take files out again."""
    (length,) = struct.unpack("<I", data[:4])
    at = 4 + length
    files = []
    for path, size in json.loads(data[4:at]):
        files.append((path, data[at : at + size]))
        at += size
    return files


def packages() -> Iterator[SiteFile]:
    """Yield the Python files of all packages, from where they are installed.

    Raises:
        PackageMissingError: one is not installed.
    """
    for name in PACKAGES:
        for path, source in _files(name):
            if path.endswith(".py") and not path.startswith(("..", *UNUSED.split())):
                yield path, source.read_bytes()


def licences() -> Iterator[SiteFile]:
    """Yield what packages are given away with, by package and name.

    Raises:
        PackageMissingError: one is not installed.
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
    """Yield our own modules and messages, but for what no page needs."""
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.mo")]):
        inside = path.relative_to(package)
        if not inside.as_posix().startswith(LEFT_OUT):
            yield f"listbuilder/{inside.as_posix()}", path.read_bytes()


def tree(folder: Path, before: str, kinds: str = "*") -> Iterator[SiteFile]:
    """Yield the files of a folder, below another; none that is hidden, and no link."""
    for path in sorted(folder.rglob(kinds)):
        inside = path.relative_to(folder)
        is_hidden = any(part.startswith(".") for part in inside.parts)
        if path.is_file() and not path.is_symlink() and not is_hidden:
            yield f"{before}/{inside.as_posix()}", path.read_bytes()
