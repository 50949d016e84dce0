"""Docstrings tell which errors of ours a function raises, and every public class has one."""

import ast

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
