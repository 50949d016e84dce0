"""What is said where a library is missing that an extra brings."""

import ast
import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest

from listbuilder.extras import EXTRAS, MissingLibraryError, missing_library, need
from tests.cli.conftest import ROSTERS, Run, run
from tests.imports import modules

__all__ = ["run"]

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]

LIBRARIES = {library: extra for extra, libraries in EXTRAS.items() for library in libraries}

IMPORTED_AS = {"markdown_it_py": "markdown_it", "pillow": "pil"}
"""Of libraries that are imported by another name than they are installed by."""

BESIDES = {
    "lsprotocol": "pygls",
    "markupsafe": "jinja2",
    "referencing": "jsonschema",
    "cssselect2": "weasyprint",
    "pydyf": "weasyprint",
    "js": "",
    "pyodide": "",
}
"""What a dependency brings along, and what only a browser has."""

COMMANDS: dict[str, list[list[str | Path]]] = {
    "solve": [["complete", ROSTERS[0]], ["why", ROSTERS[0]]],
    "lsp": [["lsp"]],
    "png": [["print", ROSTERS[0], "--png", "-o", "cards"]],
    "web": [["serve", "--no-browser"], ["site", "-o", "site"]],
}


def hide(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    for name in [library, *sys.modules]:
        if name.partition(".")[0] == library:
            monkeypatch.setitem(sys.modules, name, None)


def installed(extra: str) -> set[str]:
    wanted = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    names = [re.split(r"[>=<~]", one)[0].lower().replace("-", "_") for one in wanted]
    return {IMPORTED_AS.get(name, name) for name in names}


def test_extras_bring_what_is_said_of_them() -> None:
    assert PROJECT["optional-dependencies"].keys() - {"dev"} == EXTRAS.keys()
    for extra, libraries in EXTRAS.items():
        assert {BESIDES.get(library, library) for library in libraries} == installed(extra)


def test_all_that_is_imported_is_a_dependency_or_of_an_extra() -> None:
    imported = set()
    for path in modules().values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names):
                    imported |= {one.name.partition(".")[0] for one in names}
                case ast.ImportFrom(module=str(module), level=0):
                    imported.add(module.partition(".")[0])
    others = imported - sys.stdlib_module_names - {"listbuilder"}
    known = installed("") | LIBRARIES.keys() | BESIDES.keys() | {"fontTools", "PIL"}
    assert others - known == set()


@pytest.mark.parametrize(("library", "extra"), LIBRARIES.items())
def test_missing_library_is_named_with_the_extra_that_brings_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, library: str, extra: str
) -> None:
    hide(monkeypatch, library)
    with pytest.raises(MissingLibraryError):
        need(extra)
    for command in COMMANDS.get(extra, ()):
        said = run(*command)
        assert said.code == 2
        assert EXTRAS[extra][library] in said.err
        assert f"pip install 'listbuilder[{extra}]'" in said.err
        assert "bug" not in said.err
    assert not [*Path.cwd().iterdir()], "nothing was begun"


def test_batches_name_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "pyarrow")
    monkeypatch.delitem(sys.modules, "listbuilder.checking.batch", raising=False)
    with pytest.raises(ImportError, match=r"listbuilder\[batch\]"):
        importlib.import_module("listbuilder.checking.batch")


def test_import_that_nobody_asked_about_before_is_no_bug(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(monkeypatch, "markdown_it")
    monkeypatch.setattr("listbuilder.extras.need", lambda extra: None)
    monkeypatch.setattr(
        "listbuilder.site.build.build",
        lambda *_: importlib.import_module("listbuilder.web.views.guide_pages")._markdown(),
    )
    said = run("site", "-o", "site")
    assert (said.code, "pip install 'listbuilder[web]'" in said.err) == (2, True)


def test_other_errors_stay_as_they_are() -> None:
    assert missing_library(ModuleNotFoundError("no", name="listbuilder.nowhere")) is None
    assert missing_library(ImportError("no")) is None
    assert missing_library(ValueError("no")) is None
