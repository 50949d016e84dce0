"""Building a folder of static files that is the whole builder, for any web host."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import attrs

from listbuilder.errors import ListbuilderError
from listbuilder.loading.folders import catalogue_folders, data_folder
from listbuilder.messages import ENGLISH, gettext, spoken
from listbuilder.sheets.render.advances import FILES, list_of_advances
from listbuilder.site.bridge import ADDRESS, PACKS
from listbuilder.site.packs import SiteFile, licences, listbuilder, pack, packages, tree
from listbuilder.site.runtime import HIGHS, PYODIDE, Pyodide, bring, compiled, run_node
from listbuilder.web.http.assets import Assets
from listbuilder.web.http.context import rendered
from listbuilder.web.views.guide_pages import START, guide_page, guide_pages, guide_pictures

TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".pack": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
SCRIPTS = ("app/python.mjs", "app/pyodide.mjs", "app/pyodide.asm.mjs")
"""The scripts of the worker besides its own file, which browsers keep with the worker."""

SOLVER = ("app/search.mjs", "app/highs.mjs", "app/highs.wasm")
"""The files that a browser loads when the solver is first asked."""

HOME = "lib/python3.14/site-packages/listbuilder/data"
"""The folder in which the application looks for its data, as in a wheel."""

SMALL = 2_000
"""The size in bytes below which a file is not worth packing."""

LARGE = 300_000
"""The size in bytes above which packing takes so long that progress is told after each file."""

COMPILED = 0.25
"""The share (from 0 to 1) of the time before packing: an estimate for the progress told."""

PACKED_ALREADY = frozenset({".png", ".woff2"})
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of all files, for hosts that take one; the worker needs ``wasm``."""


class FolderTakenError(ListbuilderError):
    """The folder holds files that are no site of ours."""


@attrs.frozen
class Built:
    """The result of building a site.

    Attributes:
        files: the number of files.
        sizes: the bytes that a first visit loads, by the packing's file ending; "": unpacked.
        solver: the further bytes that the first question to the solver loads.
        compiled: whether the Python files are compiled.
    """

    files: int
    sizes: dict[str, int]
    solver: dict[str, int]
    compiled: bool


def build(
    out: Path,
    data: Sequence[Path] = (),
    pyodide: Path | None = None,
    highs: Path | None = None,
    public_url: str = "",
    packs: Sequence[Path] = (),
    tell: Callable[[float], None] = lambda share: None,
) -> Built:
    """Build the site.

    Args:
        out: the folder; an older site in it is written over.
        data: folders with rulesets and army lists, besides those of the environment variable
            ``LISTBUILDER_DATA`` and those shipped.
        pyodide, highs: the folders of the unpacked packages; None: they are loaded from npm's
            registry.
        public_url: the address that the site will have, for hosts that show ``404.html`` for
            missing files; empty for the root of a host.
        packs: the packs of the event for which armies are built.
        tell: called with the share (from 0 to 1) that is done.

    Raises:
        FolderTakenError: the folder holds other files.
        PyodideError: Pyodide or HiGHS can't be loaded, or is not the known version.
        PackageMissingError: a package that goes into the site is not installed.
    """
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not is_site(out))):
        raise FolderTakenError(
            gettext("{out} holds something else than a site; nothing was written.", out=out)
        )
    with TemporaryDirectory() as folder:
        runtime = Pyodide(pyodide or bring(PYODIDE, Path(folder), "--pyodide"))
        solver = highs or bring(HIGHS, Path(folder), "--highs")
        made = _Site(Path(folder, "site"), runtime, solver, packs)
        made.write_all(catalogue_folders(data)[:-1], public_url, tell)
        built = made.built()
        if out.exists():
            shutil.rmtree(out)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(Path(folder, "site"), out)
    return built


def is_site(folder: Path) -> bool:
    """Whether a folder holds a site that this module has built."""
    return all((folder / name).is_file() for name in ("index.html", "worker.js", "app/shell.js"))


class _Site:
    """A site that is being written."""

    def __init__(self, folder: Path, pyodide: Pyodide, highs: Path, packs: Sequence[Path]) -> None:
        self.folder = folder
        self.pyodide = pyodide
        self.highs = highs
        self.packs = packs
        self.sources = data_folder("templates") / "site"
        self.needed: dict[str, bytes] = {}
        self.compiled = False
        self.placed: dict[str, str] = {}

    def write_all(
        self, data: Sequence[Path], public_url: str, tell: Callable[[float], None]
    ) -> None:
        """Write all files, and tell the share that is done."""
        for name, content in self._needed(data):
            self.needed[name] = content
            self._write(name, content)
        tell(COMPILED)
        packed = self._pack_all(tell)
        worker = self._worker(packed, [f"/data/{number}" for number in range(len(data))])
        self._write("worker.js", worker.encode())
        shell = self.needed["index.html"].decode()
        where = urlsplit(public_url).path.strip("/")
        root = f"/{where}/" if where else "/"
        for name, base in (("shared/index.html", "../"), ("404.html", root)):
            self._write(name, shell.replace('<base href="./">', f'<base href="{base}">').encode())
        self._write("_headers", f"/*\n  Content-Security-Policy: {POLICY}\n".encode())
        self._write(".nojekyll", b"")
        for name, text in licences():
            self._write(f"licences/{name}", text)
        self._write("licences/highs-LICENSE.txt", HIGHS.read(self.highs, "LICENSE"))
        templates = data_folder("templates")
        for kind in ("*-LICENSE.txt", "*OFL*", "LICENSE*"):
            for source in sorted(templates.glob(f"*/{kind}")):
                self._write(f"licences/{source.name}", source.read_bytes())

    def built(self) -> Built:
        """Count the files and bytes written."""
        first = [*(name for name in self.needed if name not in SOLVER), "worker.js"]
        sizes, solver = (
            {tail: sum(self._size(name, tail) for name in names) for tail in ("", ".gz", ".br")}
            for names in (first, (*SOLVER, *SCRIPTS))
        )
        files = sum(path.is_file() for path in self.folder.rglob("*"))
        return Built(files, sizes, solver, self.compiled)

    def _size(self, name: str, tail: str) -> int:
        packed = self.folder / f"{name}{tail}"
        return (packed if packed.exists() else self.folder / name).stat().st_size

    def _needed(self, data: Sequence[Path]) -> Iterator[SiteFile]:
        """Yield the files that a browser keeps, so that it needs no network later."""
        shell = (self.sources / "shell.html").read_text(encoding="utf-8")
        yield "index.html", shell.replace("@BASE@", "./").encode()
        for name in (
            "shell.css",
            "shell.js",
            "page.js",
            "python.mjs",
            "search.mjs",
            "manifest.webmanifest",
        ):
            yield f"app/{name}", (self.sources / name).read_bytes()
        for path in sorted(self.sources.glob("*.png")):
            yield f"app/{path.name}", path.read_bytes()
        web, fonts = (data_folder("templates") / name for name in ("web", "fonts"))
        yield "app/icon.svg", (web / "icon.svg").read_bytes()
        assets = Assets()
        for name in assets.names():
            path = next(each / name for each in (web, fonts) if (each / name).exists())
            # The style sheet names fonts by their addresses beside it.
            mark = assets.url("web.css" if path.parent == fonts else name).rpartition("/")[0]
            address = f"{mark.lstrip('/')}/{name}"
            self.placed[address] = f"/{HOME}/templates/{path.parent.name}/{name}"
            yield address, path.read_bytes()
        for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
            yield f"app/{name}", self.pyodide.read(name)
        for name in ("highs.mjs", "highs.wasm"):
            yield f"app/{name}", HIGHS.read(self.highs, f"build/{name}")
        yield from _guide(assets)
        yield from self._code()
        yield "app/data.pack", pack(_data(data, self.packs))

    def _code(self) -> Iterator[SiteFile]:
        """Yield Python's own library, and the packages with our own modules."""
        library = self.pyodide.library()
        ours = [*packages(), *listbuilder(Path(__file__).parent.parent)]
        files = compiled(self.pyodide, self.sources / "compile.mjs", [*library, *ours])
        self.compiled = any(path.endswith(".pyc") for path, _ in files)
        yield "app/python.zip", _zipped(files[: len(library)])
        yield "app/listbuilder.pack", pack(files[len(library) :])

    def _write(self, name: str, data: bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def _pack_all(self, tell: Callable[[float], None]) -> set[str]:
        """Pack files that are worth it, beside the originals; the names of these files."""
        names = {
            name
            for name, data in self.needed.items()
            if len(data) > SMALL and Path(name).suffix not in PACKED_ALREADY
        }
        alone = sorted(name for name in names if len(self.needed[name]) > LARGE)
        whole = sum(len(self.needed[name]) for name in names)
        done = 0
        for some in (sorted(names.difference(alone)), *([name] for name in alone)):
            for name in some:
                self._write(f"{name}.gz", gzip.compress(self.needed[name], 9, mtime=0))
                done += len(self.needed[name])
            run_node(self.sources / "brotli.mjs", *(str(self.folder / name) for name in some))
            tell(COMPILED + (1 - COMPILED) * done / whole)
        return names

    def _worker(self, packed: set[str], folders: list[str]) -> str:
        files = {
            name: {
                "sha256": hashlib.sha256(data).hexdigest(),
                "size": len(data),
                "packed": name in packed,
                "headers": {
                    "Content-Type": TYPES[Path(name).suffix],
                    **({"Content-Security-Policy": POLICY} if name.endswith(".html") else {}),
                },
                "later": name in (*SCRIPTS, *SOLVER),
            }
            for name, data in self.needed.items()
        }
        text = (self.sources / "worker.js").read_text(encoding="utf-8")
        version = hashlib.sha256(f"{text}{json.dumps(files)}".encode()).hexdigest()
        site = {
            "files": files,
            "lock": self.pyodide.lock(),
            "data": folders,
            "placed": self.placed,
            "version": version,
        }
        return text.replace('"@SITE@"', json.dumps(site))


def _data(folders: Sequence[Path], packs: Sequence[Path]) -> Iterator[SiteFile]:
    """Yield the data files of the application, at the paths where it looks for them."""
    for kind in ("catalogues", "schemas"):
        yield from tree(data_folder(kind), f"{HOME}/{kind}", "*.json")
    templates = data_folder("templates")
    yield from tree(templates / "sheets", f"{HOME}/templates/sheets")
    yield from tree(templates / "web", f"{HOME}/templates/web", "*.html")
    for name in sorted({name for names in FILES.values() for name in names}):
        font = templates / "fonts" / f"{name}.woff2"
        yield f"{HOME}/templates/fonts/{name}.json", list_of_advances(font)
    for number, folder in enumerate(folders):
        yield from tree(folder, f"data/{number}", "*.json")
    for number, path in enumerate(packs):
        yield f"{PACKS.name}/{number:03}.json", path.read_bytes()


def _guide(assets: Assets) -> Iterator[SiteFile]:
    """Yield the pages of the guide, which need no Python to be shown, and their pictures."""
    for name in guide_pages():
        with spoken(ENGLISH):  # whatever the language of whoever builds the site
            text = rendered(
                "guide.html",
                assets,
                f"/guide/{name}",
                in_browser=True,
                guide=guide_page(name),
                is_start=name == START,
            )
        yield f"guide/{name}", ADDRESS.sub(r"\g<1>../", text).encode()
    for name, path in guide_pictures().items():
        yield f"guide/{name}", path.read_bytes()


def _zipped(files: Iterable[SiteFile]) -> bytes:
    """Zip files uncompressed: the archive is packed as a whole, and is read faster so."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data)
    return made.getvalue()
