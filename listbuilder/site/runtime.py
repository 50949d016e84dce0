"""Pyodide (Python for browsers) and HiGHS: loaded once, and used only with known hashes."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import attrs

from listbuilder.errors import ListbuilderError
from listbuilder.messages import gettext
from listbuilder.site.packs import SiteFile, pack, unpack


class PyodideError(ListbuilderError):
    """Pyodide or HiGHS can't be loaded, or is not the known version."""


@attrs.frozen
class NpmPackage:
    """A package of npm's registry, in the only version that is used.

    Attributes:
        name: the package's name.
        version: its version.
        hashes: the SHA-256 hashes of the files needed, by path.
    """

    name: str
    version: str
    hashes: Mapping[str, str]

    def read(self, folder: Path, path: str) -> bytes:
        """Read a file of the package, and check its hash.

        Args:
            folder: the folder of the unpacked package.
            path: the file's path in it.

        Raises:
            PyodideError: the file can't be read, or has another hash.
        """
        try:
            data = (folder / path).read_bytes()
        except OSError as error:
            raise PyodideError(
                gettext(
                    "{folder} can't be read: {strerror}.",
                    folder=folder / path,
                    strerror=error.strerror,
                )
            ) from error
        if hashlib.sha256(data).hexdigest() != self.hashes[path]:
            raise PyodideError(
                gettext(
                    "{folder} is not that of {name} {version}, the only version that this "
                    "Listbuilder was tried with.",
                    folder=folder / path,
                    name=self.name,
                    version=self.version,
                )
            )
        return data


PYODIDE = NpmPackage(
    "pyodide",
    "314.0.7",
    {
        "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
        "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
        "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
        "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
        "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    },
)
HIGHS = NpmPackage(
    "highs",
    "1.15.3",
    {
        "build/highs.mjs": "f2bdfd071d19c3745756a087026589e9240f329e38315a86f626823ae78a4036",
        "build/highs.wasm": "528be4365bea1d4188988646b244263f50320df55782e14d6af5bce7cd45c840",
        "LICENSE": "9f8d8dcf27789ac59c0d7c732d6682f148804a5e99d83e9f207d6c1882b98bfa",
    },
)
"""HiGHS, the solver, as WebAssembly."""

UNUSED = (
    "_aix_support.py _android_support.py _apple_support.py _ios_support.py _osx_support.py"
    " _pydecimal.py _pydatetime.py _pyio.py _pyrepl antigravity.py bdb.py cProfile.py cmd.py"
    " compileall.py concurrent/interpreters ctypes curses dbm doctest.py ensurepip"
    " filecmp.py fileinput.py ftplib.py getpass.py http/server.py idlelib imaplib.py lib2to3"
    " mailbox.py modulefinder.py multiprocessing netrc.py nntplib.py optparse.py pdb.py"
    " pickletools.py plistlib.py poplib.py profile.py profiling pstats.py pty.py pyclbr.py pydoc.py"
    " pydoc_data rlcompleter.py sched.py shelve.py smtplib.py socketserver.py sqlite3/__main__.py"
    " sysconfig/__main__.py tarfile.py test tkinter trace.py tracemalloc.py turtle.py turtledemo"
    " asyncio/windows_events.py asyncio/windows_utils.py email/_header_value_parser.py"
    " email/contentmanager.py email/headerregistry.py email/mime email/policy.py"
    " http/cookiejar.py logging/config.py logging/handlers.py symtable.py tabnanny.py wave.py"
    " unittest venv webbrowser.py wsgiref xml/dom xmlrpc zipapp.py zoneinfo"
)
"""Files of Python's library that no page needs, and folders with all their contents."""

ENCODINGS = (
    "__init__ aliases ascii charmap cp437 cp1252 idna latin_1 punycode raw_unicode_escape"
    " unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_8 utf_8_sig"
)
"""Python's encodings that are needed for files of ours and of other programs."""

STAND_INS = {
    "concurrent/interpreters.py": (
        b"class ExecutionFailed(Exception):\n    pass\n\n"
        b"def create():\n    raise RuntimeError('A browser has one interpreter.')\n"
    ),
}
"""Stand-ins for modules left out that anyio imports on Python 3.14 and later, but never calls."""


@attrs.frozen
class Pyodide:
    """The files of Pyodide.

    Attributes:
        folder: the folder with the files.
    """

    folder: Path

    def read(self, name: str) -> bytes:
        """Read a file, and check its hash.

        Raises:
            PyodideError: the file can't be read, or has another hash.
        """
        return PYODIDE.read(self.folder, name)

    def library(self) -> list[SiteFile]:
        """Read the sources of Python's own library that a page may need, by path."""
        with ZipFile(BytesIO(self.read("python_stdlib.zip"))) as archive:
            files = {
                name: archive.read(name)
                for name in sorted(archive.namelist())
                if name.endswith(".py") and not is_unused(name)
            }
        return [*{**files, **STAND_INS}.items()]

    def lock(self) -> str:
        """Read Pyodide's list of packages, and empty it: none is loaded."""
        return json.dumps(
            {"info": json.loads(self.read("pyodide-lock.json"))["info"], "packages": {}}
        )


def is_unused(path: str) -> bool:
    """Whether a file of Python's library is left out."""
    folder, _, name = path.partition("/")
    if folder == "encodings":
        return name.removesuffix(".py") not in ENCODINGS.split()
    return any(path == name or path.startswith(f"{name}/") for name in UNUSED.split())


def bring(package: NpmPackage, folder: Path, option: str) -> Path:
    """Load a package from npm's registry.

    Args:
        package: the package.
        folder: the folder to load it into.
        option: the command's option that names a folder instead, for the error.

    Returns:
        The folder of the unpacked package.

    Raises:
        PyodideError: the package can't be loaded.
    """
    named = f"{package.name} {package.version}"
    npm = shutil.which("npm")
    if npm is None:
        raise PyodideError(
            gettext(
                "{named} is brought by npm, which is not installed. Install it, or unpack "
                "the package and name its folder with {option}.",
                named=named,
                option=option,
            )
        )
    done = subprocess.run(
        [npm, "pack", "--silent", f"{package.name}@{package.version}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    packed = folder / f"{package.name}-{package.version}.tgz"
    if done.returncode or not packed.is_file():
        said = done.stderr.strip().splitlines()
        why = said[-1] if said else gettext("npm didn't say why")
        raise PyodideError(gettext("npm can't bring {named}: {why}", named=named, why=why))
    unpacked = folder / package.name
    with tarfile.open(packed) as archive:
        for path in package.hashes:
            archive.extract(f"package/{path}", unpacked, filter="data")
    return unpacked / "package"


def run_node(script: Path, *args: str) -> bool:
    """Run a script by Node; tell whether Node is installed.

    Raises:
        PyodideError: the script failed.
    """
    node = shutil.which("node")
    if node is None:
        return False
    done = subprocess.run([node, str(script), *args], capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise PyodideError(
            gettext(
                "{name} failed: {said}",
                name=script.name,
                said=said[-1] if said else gettext("it did not say why"),
            )
        )
    return True


def compiled(pyodide: Pyodide, script: Path, files: list[SiteFile]) -> list[SiteFile]:
    """Compile the Python sources among files; without Node they stay sources.

    Raises:
        PyodideError: Node can't compile them.
    """
    with TemporaryDirectory() as folder:
        sources, made = Path(folder, "sources"), Path(folder, "compiled")
        sources.write_bytes(pack(files))
        if not run_node(script, str(pyodide.folder.resolve()), str(sources), str(made)):
            return files
        return unpack(made.read_bytes())
