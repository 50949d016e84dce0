"""The imports of the package, as its source says them: read, never run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent / "listbuilder"


class Import(NamedTuple):
    """One import of a module of ours.

    Attributes:
        module: the module that is imported, such as ``loading.parse``.
        late: it stands inside a function, and is done when that is called.
        typing: it is for types only, and never done.
    """

    module: str
    late: bool
    typing: bool


@cache
def modules() -> dict[str, Path]:
    """The package's modules by name; ``loading.parse``, ``cli`` for its ``__init__``."""
    return {_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def tree(module: str) -> ast.Module:
    """The source of a module."""
    return ast.parse(modules()[module].read_text(encoding="utf-8"))


def types(module: str) -> list[str]:
    """The names of a module's classes and of its other types, without a leading underscore.

    A type's parameters are left out: ``Item`` may stand for something else everywhere.
    """
    names = [node.name for node in tree(module).body if isinstance(node, ast.ClassDef)]
    for node in tree(module).body:
        if isinstance(node, ast.Assign) and not _is_parameter(node.value):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
    names = [name.lstrip("_") for name in names]
    return [name for name in names if name[0].isupper() and not name.isupper()]


def _is_parameter(value: ast.expr) -> bool:
    """Whether a value is made by ``TypeVar``, ``ParamSpec`` or ``TypeVarTuple``."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) in (
        "TypeVar",
        "ParamSpec",
        "TypeVarTuple",
    )


@cache
def imports(module: str) -> tuple[Import, ...]:
    """The modules of ours that a module imports."""
    return tuple(_imports(tree(module), late=False, typing=False))


def imported_by(path: Path) -> set[str]:
    """The modules of ours that a file outside the package imports."""
    source = ast.parse(path.read_text(encoding="utf-8"))
    return {one.module for one in _imports(source, late=False, typing=False)}


def cycles() -> list[list[str]]:
    """Groups of modules that import each other, by Tarjan's strongly connected components."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        stack.append(module)
        for one in imports(module):
            if one.typing:
                continue
            if one.module not in number:
                visit(one.module)
                low[module] = min(low[module], low[one.module])
            elif one.module in stack:
                low[module] = min(low[module], number[one.module])
        if low[module] == number[module]:
            group = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in modules():
        if module not in number:
            visit(module)
    return found


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(node: ast.AST, late: bool, typing: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        inside = late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        types = typing or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test))
        if isinstance(child, ast.ImportFrom) and child.module:
            for module in _ours(child):
                yield Import(module, late, typing)
        yield from _imports(child, inside, types)


def _ours(node: ast.ImportFrom) -> Iterator[str]:
    package, _, module = (node.module or "").partition(".")
    if package == PACKAGE.name:
        for alias in node.names:
            inner = f"{module}.{alias.name}".lstrip(".")
            yield inner if inner in modules() else module
