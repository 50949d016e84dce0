"""A folder of static files that is the whole builder: any web host serves it."""

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
"""What the worker is made of besides its own file: browsers keep it as that."""

SOLVER = ("app/search.mjs", "app/highs.mjs", "app/highs.wasm")
"""What is brought when the solver is first asked, with the scripts."""

HOME = "lib/python3.14/site-packages/listbuilder/data"
"""Where the application looks for its data, as in a wheel."""

SMALL = 2_000
"""Bytes of a file that is not worth packing."""

LARGE = 300_000
"""Bytes of a file that takes so long to pack that it is told when it is done."""

COMPILED = 0.25
"""Share of the time that all takes but packing; roughly, for those who wait."""

PACKED_ALREADY = frozenset({".png", ".woff2"})
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"
)
"""What a host sends with the files, if it lets us say so: the worker alone compiles WebAssembly."""


class FolderTakenError(ListbuilderError):
    """The folder holds something else."""


@attrs.frozen
class Built:
    """What was built.

    Attributes:
        files: how many.
        sizes: bytes that a first visit takes, by the ending of what is sent: "" is as it is.
        solver: bytes more that the first question to the solver takes.
        compiled: whether Python is compiled already.
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
        out: the folder; one that holds another site is written over.
        data: folders with rulesets and army lists; those of the environment variable
            ``LISTBUILDER_DATA`` and those that come along are there, too.
        pyodide, highs: the unpacked packages; None brings them from npm's registry.
        public_url: the address that the site will have, for hosts that show ``404.html`` where
            they have no file; empty for the root of a host.
        packs: of an event that armies of its game are built for.
        tell: told about what share is done, from 0 to 1.

    Raises:
        FolderTakenError: the folder holds something else.
        PyodideError: Pyodide or HiGHS can't be had, or is another one.
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
    """Whether a folder holds a site that was built by us."""
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
        """Write all files, and tell what share is done."""
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
        """Count what was written."""
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
        """Yield what a browser keeps, so that it needs no net any more."""
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
            # The style sheet asks for fonts beside itself.
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
        """Pack what is worth it, beside the files; name these."""
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
    """Yield the files that the application reads, where it looks for them."""
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
    """Yield the pages of the guide, which no Python has to be there for, and their pictures."""
    for name in guide_pages():
        with spoken(ENGLISH):  # whoever builds, it is written in that
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
    """Zip files as they are: they are packed as a whole, and read faster so."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data)
    return made.getvalue()
