"""Docstrings: errors of ours are told, every class has one, and what they name is there."""

import ast
import re

import pytest

from tests.imports import modules, tree
from tests.raises import docstring, raised

ANSWERED = ("cli", "web.routes")
"""Rooms whose functions are called by click and Starlette, which answer with the error's text."""


@pytest.fixture(scope="module")
def public() -> dict[tuple[str, str], set[str]]:
    """The errors of each function that other modules may call."""
    return {
        (module, name): errors
        for (module, name), errors in raised().items()
        if not f".{module}".startswith(tuple(f".{room}" for room in ANSWERED))
        and not any(part.startswith("_") and part != "__init__" for part in name.split("."))
    }


def test_a_function_says_which_errors_it_raises(public: dict[tuple[str, str], set[str]]) -> None:
    unsaid = {
        f"{module}.{name}": sorted(missing)
        for (module, name), errors in public.items()
        if (missing := {one for one in errors if one not in docstring(module, name)})
    }
    assert unsaid == {}


def test_errors_are_found_in_what_functions_call(public: dict[tuple[str, str], set[str]]) -> None:
    assert public["loading.write", "write"] == {"ChangedError", "SaveError"}
    assert public["odds.budget", "Budget.times"] == {"OddsBudgetError"}
    assert public["web.storage.kept_text", "read_kept"] == set(), "NotKeptError is a ValueError"


def test_every_class_and_module_has_a_docstring() -> None:
    bare = [
        f"{module}.{getattr(node, 'name', '')}"
        for module in modules()
        for node in (tree(module), *ast.walk(tree(module)))
        if isinstance(node, ast.Module | ast.ClassDef) and not ast.get_docstring(node)
    ]
    assert bare == []


ELSEWHERE = {
    "Shield": "the name of an option",
    "de_DE": "a name of a locale",
    "flock": "a call of the operating system",
    "point": "the name of a cost",
}
"""Words that docstrings set as code, and that are not in ours."""


def test_docstrings_name_what_is_there() -> None:
    known = {*ELSEWHERE, *(part for module in modules() for part in module.split("."))}
    named: list[tuple[str, str]] = []
    for module in modules():
        nodes = [*ast.walk(tree(module))]
        told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            match node:
                case ast.Constant(value=str(text)) if id(node) in told:
                    found = re.findall(r"``([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)``", text)
                    named += [(module, name) for name in found]
                case ast.Constant(value=str(text)):
                    known.update(re.findall(r"\w+", text))
                case ast.ImportFrom(module=str(name)):
                    known.update(name.split("."))
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                    known.add(name)
                case ast.AsyncFunctionDef(name=name) | ast.alias(name=name):
                    known.add(name)
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                    known.add(name)
    assert [one for one in named if not known.issuperset(one[1].split("."))] == []
