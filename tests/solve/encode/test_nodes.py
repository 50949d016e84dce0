"""What the judge knows of the rule language the solver knows too."""

import ast
from pathlib import Path
from typing import get_args

import attrs
import pytest

from listbuilder.model.language import (
    Comparison,
    Constraint,
    Count,
    Distinct,
    GreatestOf,
    If,
    KeywordChange,
    LeastOf,
    Limit,
    LookUp,
    Op,
    Outside,
    Plus,
    Quantity,
    Selector,
    Sum,
    Taker,
    Test,
    Times,
    Unassigned,
    Value,
)

PACKAGE = Path(__file__).resolve().parents[3] / "listbuilder"
NODES = [
    KeywordChange,
    Comparison,
    Constraint,
    Count,
    Distinct,
    GreatestOf,
    LeastOf,
    If,
    Limit,
    LookUp,
    Outside,
    Plus,
    Selector,
    Sum,
    Taker,
    Test,
    Times,
    Unassigned,
    Value,
]
SAID_ONLY = {"id", "title", "source", "shown", "ruling"}
READ_AS = {"fixed": "once", "by_size": "once"}
"""Parts that are read together, as a property of their node."""


Read = tuple[set[str], set[str], set[str]]
"""Attributes, names of classes in patterns, and strings in patterns or comparisons."""


def read_in(folder: str) -> Read:
    """Read what a room of the package reads."""
    attributes, classes, strings = set(), set(), set()
    for path in (PACKAGE / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(attr=attr):
                    attributes.add(attr)
                case ast.MatchClass(cls=ast.Name(id=name)):
                    classes.add(name)
                case ast.Constant(value=str() as value):
                    strings.add(value)
    return attributes, classes, strings


@pytest.fixture(scope="module")
def judge() -> Read:
    return read_in("rules")


@pytest.fixture(scope="module")
def solver() -> Read:
    return read_in("solve")


@pytest.mark.parametrize("node", get_args(Quantity), ids=lambda node: node.__name__)
def test_every_quantity_is_compiled(judge: Read, solver: Read, node: type) -> None:
    assert node.__name__ in judge[1]
    assert node.__name__ in solver[1]


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_every_part_of_a_node_is_read(judge: Read, solver: Read, node: type) -> None:
    if node.__name__ in judge[1] & solver[1]:
        return  # a pattern names its parts
    fields = {field.name for field in attrs.fields(node)} - SAID_ONLY
    assert {READ_AS.get(field, field) for field in fields} <= judge[0] & solver[0]


@pytest.mark.parametrize("op", get_args(Op))
def test_every_comparison_is_compiled(judge: Read, solver: Read, op: str) -> None:
    assert op in judge[2]
    assert op in solver[2]


def test_every_place_is_compiled(solver: Read) -> None:
    tree = ast.parse((PACKAGE / "rules/selectors.py").read_text(encoding="utf-8"))
    places = next(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "place_of"
    )
    named = {
        node.value.value
        for node in ast.walk(places)
        if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant)
    }
    assert len(named) > 5
    assert named <= solver[2]
