"""The errors of ours that functions raise, as their source says: read, never run.

Calls are followed within a module: of its functions, and of methods of ``self``. What they catch is
left out; what functions of other modules raise is not looked for.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import cache

from tests.imports import modules, tree

Function = ast.FunctionDef | ast.AsyncFunctionDef
Key = tuple[str, str]
"""A module, and the name of a function in it (``Class.method``)."""


@cache
def functions() -> dict[Key, Function]:
    """All functions of modules and classes."""
    found: dict[Key, Function] = {}
    for module in modules():
        for node in tree(module).body:
            if isinstance(node, Function):
                found[module, node.name] = node
            elif isinstance(node, ast.ClassDef):
                found |= {
                    (module, f"{node.name}.{one.name}"): one
                    for one in node.body
                    if isinstance(one, Function)
                }
    return found


@cache
def ancestors() -> dict[str, set[str]]:
    """Our errors, each with itself and all classes above it, by their names."""
    bases = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for module in modules()
        for node in tree(module).body
        if isinstance(node, ast.ClassDef)
    }

    def above(name: str) -> set[str]:
        if name in bases:
            return {name}.union(*map(above, bases[name]))
        known = getattr(builtins, name, None)
        return {one.__name__ for one in known.__mro__} if isinstance(known, type) else {name}

    return {name: above(name) for name in bases if "Exception" in above(name)}


@cache
def raised() -> dict[Key, set[str]]:
    """The errors of ours that each function may raise."""
    found: dict[Key, set[str]] = {key: set() for key in functions()}
    bodies = {key: [*_events(node, frozenset())] for key, node in functions().items()}
    changed = True
    while changed:
        changed = False
        for (module, name), events in bodies.items():
            for kind, said, caught in events:
                errors: set[str] = set()
                if kind == "raise":
                    errors |= {said} & ancestors().keys()
                else:
                    errors.update(*(found.get(key, ()) for key in _called(module, name, said)))
                new = {one for one in errors if not ancestors()[one] & caught}
                if not new <= found[module, name]:
                    found[module, name] |= new
                    changed = True
    return found


def docstring(module: str, name: str) -> str:
    """The docstring of a function, with that of its class."""
    holders = [
        ast.get_docstring(node) or ""
        for node in tree(module).body
        if isinstance(node, ast.ClassDef) and name.startswith(f"{node.name}.")
    ]
    return "".join([*holders, ast.get_docstring(functions()[module, name]) or ""])


def _called(module: str, name: str, said: str) -> Iterator[Key]:
    """Yield the functions that a call may mean."""
    holder, _, method = said.rpartition(".")
    if holder == "self":
        yield module, f"{name.partition('.')[0]}.{method}"
    elif said:
        yield module, said
        yield module, f"{said}.__init__"


def _events(node: ast.AST, caught: frozenset[str]) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield raises and calls, each with the names of the errors that are caught around it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.Lambda | ast.ClassDef):
            continue  # it is called elsewhere, if at all
        if isinstance(child, ast.Try):
            inner = caught.union(*map(_names, child.handlers))
            yield from _events(ast.Module(child.body, []), inner)
            rest = [*child.handlers, ast.Module([*child.orelse, *child.finalbody], [])]
            yield from _events(ast.Module(rest, []), caught)  # type: ignore[arg-type]
            continue
        if isinstance(child, ast.With):
            inner = caught.union(*map(_suppressed, child.items))
            yield from _events(ast.Module([*child.items, *child.body], []), inner)  # type: ignore[list-item]
            continue
        if isinstance(child, ast.Raise) and child.exc is not None:
            error = child.exc.func if isinstance(child.exc, ast.Call) else child.exc
            if isinstance(error, ast.Name):
                yield "raise", error.id, caught
        if isinstance(child, ast.Call):
            yield "call", _said(child.func), caught
        yield from _events(child, caught)


def _said(called: ast.expr) -> str:
    """A name, or an attribute of ``self``; empty for anything else."""
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        return f"self.{called.attr}" if called.value.id == "self" else ""
    return called.id if isinstance(called, ast.Name) else ""


def _names(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {"BaseException"}
    return {one.id for one in ast.walk(handler.type) if isinstance(one, ast.Name)}


def _suppressed(item: ast.withitem) -> set[str]:
    call = item.context_expr
    if isinstance(call, ast.Call) and _said(call.func) == "suppress":
        return {_said(one) for one in call.args}
    return set()
