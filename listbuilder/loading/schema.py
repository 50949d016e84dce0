"""Explaining a file that the model refuses, by the JSON Schemas that editors use."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from listbuilder.findings import Finding, Severity
from listbuilder.loading.folders import data_folder
from listbuilder.loading.json_pointer import pointer_of
from listbuilder.loading.parse import Parsed
from listbuilder.loading.scalars import fraction
from listbuilder.loading.schema_errors import SchemaError, SchemaProblem, problems
from listbuilder.loading.source_map import SourceMap
from listbuilder.messages import gettext

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator
    from referencing import Registry

FileKind = Literal["ruleset", "catalogue", "roster", "event"]

SCHEMAS = ("language", "odds", "ruleset", "catalogue", "roster", "event")

KEYS_ALONE = ("type", "required", "additionalProperties", "minProperties")
"""Keywords of a schema about an object's keys."""

MOST_PROBLEMS = 1000
"""Most problems that are told of a file, and of a list or object in it."""


def schema_findings(parsed: Parsed, kind: FileKind) -> tuple[Finding, ...]:
    """List the findings about a file that the model refuses, in file order; at least one."""
    try:
        found = find_problems(parsed.data, kind)
        why = ""
    except RecursionError:
        found, why = (), ""
    except ImportError:  # in a browser: a part of it is compiled for one machine
        found, why = (), gettext(" without jsonschema; “listbuilder check” on a computer tells it")
    if not found:
        message = gettext(
            "This is no good {kind}, but what is wrong with it can't be told{why}.",
            kind=kind,
            why=why,
        )
        return (Finding("unusable", Severity.ERROR, message, line=1, column=1),)
    positions = SourceMap(parsed.text)
    findings = []
    for problem in found:
        pointer = pointer_of(problem.path)
        find = positions.locate_key if problem.code == "unknown-key" else positions.locate
        line, column = find(pointer) or (None, None)
        findings.append(
            Finding(problem.code, Severity.ERROR, problem.message, pointer, line, column)
        )
    return tuple(sorted(findings, key=lambda finding: (finding.line or 0, finding.column or 0)))


def find_problems(data: Any, kind: FileKind) -> tuple[SchemaProblem, ...]:
    """List the problems of JSON values by the schema; none if they are a valid file."""
    errors = islice(_validator(kind).iter_errors(data), MOST_PROBLEMS)
    found = (problem for error in errors for problem in problems(_read(error)))
    return tuple(_tidy(tuple(dict.fromkeys(islice(found, MOST_PROBLEMS)))))


def _tidy(found: tuple[SchemaProblem, ...]) -> Iterator[SchemaProblem]:
    """Drop problems that another one explains: a missing key for which a misspelt one stands."""
    misspelt = {
        (*problem.path[:-1], key)
        for problem in found
        if problem.code == "unknown-key"
        for key in problem.keys
    }
    mistyped = {problem.path for problem in found if problem.code == "wrong-type"}
    for problem in found:
        explained = problem.code == "wrong-value" and problem.path in mistyped
        if problem.code == "missing-key":
            explained = any((*problem.path, key) in misspelt for key in problem.keys)
        if not explained:
            yield problem


@cache
def _validator(kind: FileKind) -> Validator:
    from jsonschema import Draft202012Validator, FormatChecker
    from jsonschema.validators import extend
    from referencing import Registry, Resource

    folder = data_folder("schemas")
    schemas = {
        f"{name}.schema.json": json.loads((folder / f"{name}.schema.json").read_text("utf-8"))
        for name in SCHEMAS
    }
    registry: Registry[Any] = Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in schemas.items()
    )
    formats = FormatChecker(formats=())
    formats.checks("fraction", raises=ValueError)(_is_fraction)
    bounded = {
        keyword: _bounded(Draft202012Validator.VALIDATORS[keyword])
        for keyword in ("items", "additionalProperties")
    }
    bounded["anyOf"] = _any_of(
        {id(one): made for name in schemas for one, made in _unions(name, schemas[name], registry)}
    )
    # JSON Schema takes 2.0 for a whole number; the model does not.
    types = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int
    )
    ours = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, validators=bounded, type_checker=types
    )
    validator: Validator = ours(
        schemas[f"{kind}.schema.json"], registry=registry.crawl(), format_checker=formats
    )
    return validator


def _is_fraction(value: object) -> bool:
    return not isinstance(value, str) or bool(fraction(value))


def _unions(
    name: str, schema: Any, registry: Registry[Any]
) -> Iterator[tuple[list[Any], list[Mapping[str, Any]]]]:
    """Yield the unions of a schema, each with its branches reduced to an object's keys."""
    if isinstance(schema, Mapping):
        if "anyOf" in schema:
            keys = [_keys_alone(branch, registry.resolver(name)) for branch in schema["anyOf"]]
            yield schema["anyOf"], keys
        for part in schema.values():
            yield from _unions(name, part, registry)
    elif isinstance(schema, list):
        for part in schema:
            yield from _unions(name, part, registry)


def _keys_alone(branch: Any, resolver: Any) -> Mapping[str, Any]:
    """Reduce a branch to what it says about an object's keys, without their values."""
    while "$ref" in branch:
        resolved = resolver.lookup(branch["$ref"])
        branch, resolver = resolved.contents, resolved.resolver
    said = {key: branch[key] for key in KEYS_ALONE if key in branch}
    return said | {"properties": dict.fromkeys(branch.get("properties", ()), True)}


def _any_of(unions: Mapping[int, Sequence[Mapping[str, Any]]]) -> Callable[..., Any]:
    """Check only those branches of a union whose keys a value has.

    Values of unions hold such values again: to check each branch at every level would take time
    exponential in the depth.
    """
    from jsonschema import ValidationError

    def check(
        validator: Any, branches: list[Any], value: Any, schema: Mapping[str, Any]
    ) -> Iterator[ValidationError]:
        errors: list[ValidationError] = []
        for index, (branch, keys) in enumerate(zip(branches, unions[id(branches)], strict=True)):
            found = []
            if isinstance(value, Mapping):
                found = [*validator.descend(value, keys, schema_path=index)]
            found = found or [*validator.descend(value, branch, schema_path=index)]
            if not found:
                return
            errors += found
        yield ValidationError(gettext("no branch fits"), context=errors)

    return check


def _bounded(check: Callable[..., Iterable[ValidationError]]) -> Callable[..., Any]:
    """Stop early in a list or object of a million mistakes."""
    return lambda *args: islice(check(*args), MOST_PROBLEMS)


def _read(error: ValidationError) -> SchemaError:
    branches: dict[object, list[SchemaError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.relative_schema_path[0], []).append(_read(inner))
    return SchemaError(
        str(error.validator),
        tuple(error.absolute_path),
        error.instance,
        error.validator_value,
        error.schema if isinstance(error.schema, Mapping) else {},
        tuple(map(tuple, branches.values())),
    )
