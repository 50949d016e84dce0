"""Reading files of a git revision from the repository, without touching the work tree."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from shutil import which

from listbuilder.errors import VersionError
from listbuilder.messages import gettext

FILES = frozenset({"100644", "100755"})
"""Modes of plain files, without links and submodules."""

QUIET = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
"""Environment of git: no writing, no fetching, no prompts, messages in English."""


class Revision:
    """A revision of the repository that a folder is in.

    Attributes:
        name: as the caller named it.
    """

    def __init__(self, name: str, folder: Path) -> None:
        """Find the revision.

        Raises:
            VersionError: git, the repository or the revision is missing.
        """
        self.name = name
        self._folder = folder
        program = which("git")
        if program is None:
            raise VersionError(
                gettext(
                    "“{name}” is no file or folder, and git, to look for a revision, is not "
                    "installed.",
                    name=name,
                )
            )
        self._program = program
        asked = self._run("rev-parse", "--git-dir")
        if asked.returncode:
            lines = asked.stderr.decode(errors="replace").splitlines() or [""]
            why = lines[0].removeprefix("fatal: ")
            raise VersionError(
                gettext(
                    "“{name}” is no file or folder, and git finds no repository: {why}.",
                    name=name,
                    why=why,
                )
            )
        commit = f"{name}^{{commit}}"
        found = self._ask("rev-parse", "--verify", "--quiet", "--end-of-options", commit)
        if found is None:
            raise VersionError(
                gettext("“{name}” is no file or folder, and git knows no such revision.", name=name)
            )
        self._commit = found.decode().strip()

    def path(self, path: Path) -> PurePosixPath:
        """Give the repository's path of a file or folder of the work tree.

        Raises:
            VersionError: the path is not in the work tree.
        """
        top = self._ask("rev-parse", "--show-toplevel")
        root = Path(os.fsdecode((top or b"").removesuffix(b"\n")))
        if top is None or not path.resolve().is_relative_to(root.resolve()):
            raise VersionError(
                gettext("“{path}” is not in the repository of {name}.", path=path, name=self.name)
            )
        return PurePosixPath(path.resolve().relative_to(root.resolve()).as_posix())

    def here(self, path: str) -> PurePosixPath:
        """Understand a path as git does: from the top, or with ``./`` from the folder."""
        if not path.startswith(("./", "../")) and path not in (".", ".."):
            return PurePosixPath(path)
        prefix = os.fsdecode((self._ask("rev-parse", "--show-prefix") or b"").strip())
        return PurePosixPath(os.path.normpath(f"{prefix}{path}"))

    def is_file(self, path: PurePosixPath) -> bool:
        """Tell a file from a folder.

        Raises:
            VersionError: the revision has neither file nor folder of this name.
        """
        if path == PurePosixPath():
            return False
        kind = self._ask("cat-file", "-t", f"{self._commit}:{path}")
        if kind is None:
            raise VersionError(gettext("{name} has no “{path}”.", name=self.name, path=path))
        return kind.strip() == b"blob"

    def files(self, folder: PurePosixPath, suffix: str) -> dict[PurePosixPath, str]:
        """List the files below a folder whose names have a suffix, each with its blob.

        A tree that was not made by git can name files outside the folder; they are left out.
        """
        where = [] if folder == PurePosixPath() else ["--", str(folder)]
        listed = self._ask("ls-tree", "-r", "-z", "--full-tree", self._commit, *where) or b""
        named = {}
        for line in filter(None, listed.split(b"\0")):
            head, _, name = line.partition(b"\t")
            mode, _, blob = head.decode().split(" ")
            path = PurePosixPath(os.fsdecode(name))
            inside = not path.is_absolute() and ".." not in path.parts
            if inside and mode in FILES and path.name.endswith(suffix):
                named[path] = blob
        return named

    def contents(self, blobs: Iterable[str]) -> Iterator[bytes]:
        """Yield the contents of blobs, in their order."""
        asked = "".join(f"{blob}\n" for blob in blobs).encode()
        told = self._ask("cat-file", "--batch", told=asked) or b""
        while told:
            said, _, told = told.partition(b"\n")
            size = int(said.split(b" ")[2])
            yield told[:size]
            told = told[size + 1 :]

    def _ask(self, *arguments: str, told: bytes = b"") -> bytes | None:
        """Run a git command, and give its output; None where it fails."""
        done = self._run(*arguments, told=told)
        return done.stdout if done.returncode == 0 else None

    def _run(self, *arguments: str, told: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [self._program, *arguments],
            cwd=self._folder,
            env={**os.environ, **QUIET},
            input=told,
            check=False,
            capture_output=True,
        )
