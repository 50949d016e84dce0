"""The data folders are found in a checkout and in a wheel, which works wherever it is installed."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from pypdf import PdfReader

import listbuilder
from listbuilder.loading import folders
from listbuilder.loading.folders import catalogue_folders, data_folder

CHECKOUT = Path(listbuilder.__file__).parent.parent
RULESETS = sorted(path.parent.name for path in CHECKOUT.glob("catalogues/*/ruleset.json"))


def test_checkout_has_the_folders_beside_the_package() -> None:
    assert data_folder("catalogues") == CHECKOUT / "catalogues"
    assert data_folder("docs") == CHECKOUT / "docs"
    assert data_folder("schemas") == CHECKOUT / "schemas"
    assert data_folder("templates") == CHECKOUT / "templates"


def test_folders_inside_the_package_go_before_those_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "_PACKAGE", tmp_path / "listbuilder")
    (tmp_path / "templates").mkdir()
    assert data_folder("templates") == tmp_path / "templates"
    (tmp_path / "listbuilder/data/templates").mkdir(parents=True)
    assert data_folder("templates") == tmp_path / "listbuilder/data/templates"
    with pytest.raises(FileNotFoundError, match="'schemas'"):
        data_folder("schemas")


def test_named_folders_go_before_the_environments_and_the_shipped_one_comes_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shipped = data_folder("catalogues")
    monkeypatch.delenv("LISTBUILDER_DATA", raising=False)
    assert catalogue_folders() == (shipped,)
    monkeypatch.setenv("LISTBUILDER_DATA", os.pathsep.join(["club", "", "house"]))
    assert catalogue_folders() == (Path("club"), Path("house"), shipped)
    assert catalogue_folders([Path("own"), Path("house")]) == (
        Path("own"),
        Path("house"),
        Path("club"),
        shipped,
    )


class Installed:
    """A wheel's package in an environment of its own, away from the checkout."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bin = root / "env" / "bin"
        (packages,) = root.glob("env/lib/python*/site-packages")
        self.package = packages / "listbuilder"

    def run(self, *command: str) -> str:
        """Run a command of the environment, in an empty folder; it must succeed."""
        place = self.root / "elsewhere"
        place.mkdir(exist_ok=True)
        environment = {**os.environ, "PYTHONUTF8": "1"}
        environment.pop("PYTHONPATH", None)
        environment.pop("LISTBUILDER_DATA", None)
        result = subprocess.run(
            [self.bin / command[0], *command[1:]],
            cwd=place,
            env=environment,
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def folder(self, kind: str) -> Path:
        """Ask the installed package for a data folder."""
        code = f"from listbuilder.loading.folders import *; print(data_folder({kind!r}))"
        return Path(self.run("python", "-c", code).strip())


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    root = tmp_path_factory.mktemp("wheel")

    def python(*arguments: str | Path) -> None:
        subprocess.run([sys.executable, *arguments], cwd=CHECKOUT, check=True)

    python("-m", "hatchling", "build", "--target", "wheel", "--directory", root)
    python("-m", "venv", "--without-pip", root / "env")
    # The dependencies are those of this environment, but not its editable Listbuilder: a folder
    # named in a .pth file is searched for packages, not for further .pth files.
    installed = Installed(root)
    packages = installed.package.parent
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    pip = ("-m", "pip", "--python", root / "env/bin/python", "--disable-pip-version-check")
    python(*pip, "install", "--no-index", "--no-deps", *root.glob("*.whl"))
    return installed


def test_wheel_is_what_gets_imported(installed: Installed) -> None:
    code = "import listbuilder; print(listbuilder.__file__)"
    assert Path(installed.run("python", "-c", code).strip()).parent == installed.package
    assert (installed.package / "py.typed").is_file()


@pytest.mark.parametrize("kind", ["catalogues", "docs", "schemas", "templates"])
def test_wheel_holds_every_data_file(installed: Installed, kind: str) -> None:
    def files(folder: Path) -> dict[Path, bytes]:
        found = (path for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(folder): path.read_bytes() for path in found}

    folder = installed.folder(kind)
    assert folder == installed.package / "data" / kind
    assert files(CHECKOUT / kind)
    assert files(folder) == files(CHECKOUT / kind)


def test_wheel_checks_and_prints_its_own_rosters(installed: Installed) -> None:
    catalogues = installed.folder("catalogues")
    rosters = {name: sorted((catalogues / name / "rosters").glob("*.json")) for name in RULESETS}
    assert all(rosters.values())
    every = [str(path) for paths in rosters.values() for path in paths]
    installed.run("python", "-m", "listbuilder", "check", *every)

    pdf = installed.root / "one-of-each.pdf"
    one_of_each = [str(paths[0]) for paths in rosters.values()]
    installed.run("listbuilder", "print", *one_of_each, "--sheets", "army", "-o", str(pdf))
    lines = "\n".join(page.extract_text() for page in PdfReader(pdf).pages)
    text = " ".join(lines.split())  # a long name takes two
    names = [json.loads(Path(one).read_text(encoding="utf-8"))["name"] for one in one_of_each]
    assert [name for name in names if name not in text] == []


NO_PANGO = """
import cffi.api
_found = cffi.api.FFI.dlopen
def dlopen(ffi, name, flags=0):
    if any(library in str(name) for library in ("gobject", "harfbuzz", "pango")):
        raise OSError(f"cannot load library {name!r}")
    return _found(ffi, name, flags)
cffi.api.FFI.dlopen = dlopen
from listbuilder.cli import main
main()
"""


def test_without_pango_the_same_pages_are_for_a_browser(installed: Installed) -> None:
    roster = min((installed.folder("catalogues") / RULESETS[0] / "rosters").glob("*.json"))
    code = f"import sys; sys.argv[1:] = ['print', {str(roster)!r}, '-o', 'army.pdf']\n{NO_PANGO}"
    with pytest.raises(AssertionError, match=r"Print army\.html from a browser") as failed:
        installed.run("python", "-c", code)
    assert "This computer makes no PDF" in str(failed.value)
    assert "Traceback" not in str(failed.value)
    page = (installed.root / "elsewhere" / "army.html").read_text(encoding="utf-8")
    assert json.loads(roster.read_text(encoding="utf-8"))["name"] in page
    code = f"import sys; sys.argv[1:] = ['check', {str(roster)!r}]\n{NO_PANGO}"
    assert "legal" in installed.run("python", "-c", code)
