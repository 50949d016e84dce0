"""A module imports only from those below its own, in a line, and late only for a reason."""

import re
from collections import Counter

import pytest

from tests.imports import PACKAGE, cycles, imported_by, imports, modules, types
from tests.map import PICTURE, drawing

LAYERS = (
    "messages",
    "record",
    "findings",
    "errors",
    "extras",
    "model",
    "loading",
    "rules",
    "editing",
    "interop",
    "solve",
    "odds",
    "checking",
    "lint",
    "redaction",
    "templating",
    "content",
    "sheets",
    "report",
    "lsp",
    "cli",
    "web",
    "site",
)
"""The rooms, the lowest first."""

ROOT = ("", "__main__")

LATE = {
    "model.odds": "only what is shown and rolled needs its classes",
    "model.play_aids": "only what is shown and rolled needs its classes",
    "model.profile_types": "only what is shown needs its classes",
    "loading.schema": "jsonschema takes 0.09 s, and only a bad file needs it",
    "loading.source_map": "only a file with something to say about it is read for places",
    "loading.magnitudes": "only added files are asked how large their numbers get",
    "loading.references": "only added files are read for names that mean nothing",
    "loading.share": "zlib, for rosters out of a link or a code",
    "loading.told_changes": "only for rosters of another version",
    "loading.names": "difflib, for near misses",
    "interop.archive": "zipfile, for archives",
    "interop.programs": "expat and zipfile, for files of other programs",
    "loading.save": "only what was made of another program's file is written to be read",
    "editing.mend": "only an illegal roster needs remedies",
    "editing.trials": "only an illegal roster needs remedies",
    "rules.explain": "only an illegal roster is explained",
    "rules.measure": "only an event asks for figures",
    "report.quote": "only a file with findings is quoted",
    "lint.proofs": "OR-Tools takes 0.4 s",
    "solve": "OR-Tools takes 0.4 s",
    "report.solving": "OR-Tools takes 0.4 s",
    "report.repair": "OR-Tools takes 0.4 s",
    "content.odds": "icepool, for those who ask for odds",
    "sheets": "WeasyPrint takes 0.4 s",
    "web.app": "Starlette, for those who serve",
    "web.watching": "Starlette, for those who serve",
    "web.http.connections": "uvicorn, for those who serve",
}
"""Modules and rooms that may be imported inside a function, and why it pays."""

MAPS = ("architecture", "glossary", "solver")
"""Pages that tell where things are."""

MODULES = [module for module in modules() if module]


def layer_of(module: str) -> str:
    return module.partition(".")[0]


def test_modules_import_only_from_below() -> None:
    upward: dict[str, set[str]] = {}
    for module in MODULES:
        layer = layer_of(module)
        if layer in ROOT:
            continue
        allowed = set(LAYERS[: LAYERS.index(layer) + 1])
        if layer in ("web", "site"):
            allowed.remove("cli")
        upward[module] = {layer_of(one.module) for one in imports(module)} - allowed
    assert {module: others for module, others in upward.items() if others} == {}


def test_layers_are_those_of_the_package() -> None:
    assert {layer_of(module) for module in MODULES} - {*ROOT} <= {*LAYERS}


def test_no_modules_import_each_other() -> None:
    assert cycles() == []


def test_late_imports_have_a_reason() -> None:
    """Commands import what they call when they are called: each is started by itself."""
    late = {
        (module, one.module)
        for module in MODULES
        if layer_of(module) not in (*ROOT, "cli")
        for one in imports(module)
        if one.late and not one.typing
    }
    assert {pair for pair in late if not {pair[1], layer_of(pair[1])} & LATE.keys()} == set()


def test_modules_can_be_read_in_a_sitting() -> None:
    lines = {
        module: len(path.read_text(encoding="utf-8").splitlines())
        for module, path in modules().items()
    }
    assert {module: many for module, many in lines.items() if many > 400} == {}


def test_each_module_of_the_solver_has_tests_where_it_is_looked_for() -> None:
    """``solve/encode/values.py`` has its own in ``tests/solve/encode/test_values.py``."""
    tests = PACKAGE.parent / "tests"
    untested = []
    for module, path in modules().items():
        if layer_of(module) != "solve" or path.stem == "__init__":
            continue
        mirrored = tests / path.relative_to(PACKAGE).with_name(f"test_{path.name}")
        if not mirrored.exists() or module not in imported_by(mirrored):
            untested.append(module)
    assert untested == []


def test_picture_of_the_rooms_is_up_to_date() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawing(), "run make map"


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", *map("docs/{}.md".format, MAPS)])
def test_maps_name_modules_that_are_there(page: str) -> None:
    text = (PACKAGE.parent / page).read_text(encoding="utf-8")
    paths = {path.relative_to(PACKAGE).as_posix() for path in modules().values()}
    named = {one.removeprefix("listbuilder/") for one in re.findall(r"`([\w/]+\.py)`", text)}
    there = {one for one in named if any(f"/{path}".endswith(f"/{one}") for path in paths)}
    assert {one for one in named - there if not (PACKAGE.parent / one).exists()} == set()


def test_no_name_of_a_type_is_used_twice() -> None:
    homes: dict[str, list[str]] = {}
    for module in modules():
        for name in types(module):
            homes.setdefault(name, []).append(module)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


TOPICS = (
    "browse check complete diff edit findings games lint odds placements printing profiles"
    " reference repair rosters selectors solving submissions why"
)
"""Modules of these names in several rooms are the same topic's: worked out, told, asked for."""


def test_no_module_name_stands_for_two_things() -> None:
    every = [*modules()]
    folders = {module.rpartition(".")[0] for module in every}
    names = Counter(module.rpartition(".")[2] for module in every if module not in folders)
    assert {name for name, many in names.items() if many > 1} == {*TOPICS.split()}
