"""A module imports only from those above its own."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "listbuilder"
LAYERS = (
    "record",
    "findings",
    "errors",
    "model",
    "loading",
    "rules",
    "editing",
    "solve",
    "odds",
    "lint",
    "redaction",
    "content",
    "sheets",
    "report",
    "cli",
    "web",
)
ROOT = ("__init__", "__main__")
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def layer_of(module: Path) -> str:
    return module.parts[0].removesuffix(".py")


def imports(module: Path) -> set[str]:
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("listbuilder.")}


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_module_imports_only_from_above(module: Path) -> None:
    layer = layer_of(module)
    if layer in ROOT:
        return
    allowed = set(LAYERS[: LAYERS.index(layer) + 1])
    if layer == "web":
        allowed.remove("cli")
    assert imports(module) <= allowed


def test_layers_are_those_of_the_package() -> None:
    assert {layer_of(module) for module in MODULES} - {*ROOT} <= {*LAYERS}


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_module_can_be_read_in_a_sitting(module: Path) -> None:
    assert len((PACKAGE / module).read_text(encoding="utf-8").splitlines()) <= 400
