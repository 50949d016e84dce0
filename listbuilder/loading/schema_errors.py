"""Errors of a schema in words.

Branches of a union differ in type or in keys in our schemas, so a value that fits no branch is
explained by the branch that its author meant: the nearest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from listbuilder.loading.json_pointer import JsonPath
from listbuilder.loading.names import MOST_QUOTED, near_misses, quoted
from listbuilder.messages import either, gettext, joined, numeral

MOST_TRIED = 20
"""Most unknown keys of an object by which its nearest branch is found."""

CLOSE = 0.7
"""Least likeness of a key that is taken for a misspelling of another, as ``difflib`` counts."""

TYPES = {
    "string": gettext("text"),
    "integer": gettext("a whole number"),
    "boolean": gettext("true or false"),
    "array": gettext("a list […]"),
    "object": gettext("an object {{…}}"),
}
VARIABLE = gettext(
    " No two numbers that vary are multiplied: that could not be solved. Look "
    "one up in a “table”, or say each case with “if”."
)
"""Reasons for which a constant can't be a quantity, by type."""

FRACTION = gettext("a fraction in quotes such as “1/3”")


class SchemaProblem(NamedTuple):
    """A problem of a value.

    Attributes:
        path: keys and indices down to the value.
        keys: near misses of an unknown key; or the missing keys, of which any would do.
    """

    code: str
    path: JsonPath
    message: str
    keys: tuple[str, ...] = ()


class SchemaError(NamedTuple):
    """A value that breaks one keyword of a schema.

    Attributes:
        keyword: the schema's keyword, such as ``type``.
        wanted: the keyword's value in the schema.
        schema: the schema around the keyword.
        branches: for a union, the errors of each branch; else empty.
    """

    keyword: str
    path: JsonPath
    found: Any
    wanted: Any
    schema: Mapping[str, Any]
    branches: tuple[tuple[SchemaError, ...], ...]


class BranchDistance(NamedTuple):
    """The distance of a value from a branch of a union; the nearest branch was meant."""

    mistyped: bool
    unknown: int
    missing: int


def problems(breach: SchemaError) -> Iterator[SchemaProblem]:
    """Yield the problems of a value."""
    if breach.branches:
        yield from _union_problems(breach)
    else:
        yield from PROBLEMS[breach.keyword](breach)


def _union_problems(union: SchemaError) -> Iterator[SchemaProblem]:
    """Yield the problems of the nearest branch, or of all that are equally near."""
    fits = [_fit(union.path, branch) for branch in union.branches]
    meant = [branch for branch, fit in zip(union.branches, fits, strict=True) if fit == min(fits)]
    told = []
    if min(fits).mistyped:
        told = [_mistyped(union, meant)]
    elif len(meant) > 1:
        likely = [
            breach
            for branch, fit in zip(union.branches, fits, strict=True)
            if fit[:2] == min(fits)[:2]
            for breach in branch
            if breach.path == union.path
        ]
        told = list(_key_problems(union, likely))
    yield from told or (found for breach in meant[0] for found in problems(breach))


def _mistyped(union: SchemaError, branches: Iterable[Iterable[SchemaError]]) -> SchemaProblem:
    expected = [
        words
        for branch in branches
        for breach in branch
        if breach.path == union.path and breach.keyword == "type"
        for words in _expected(breach)
    ]
    return _wrong_type_problem(union.path, expected, union.found)


def _key_problems(union: SchemaError, breaches: Iterable[SchemaError]) -> Iterator[SchemaProblem]:
    """Yield the missing or unknown keys that keep an object from its nearest branches."""
    closed = [breach for breach in breaches if breach.keyword == "additionalProperties"]
    unknown = [key for key in union.found if closed and all(key in _unknown(b) for b in closed)]
    known = {key for breach in closed for key in breach.schema.get("properties", ())}
    for key in unknown:
        yield _unknown_key_problem(union.path, key, known - set(union.found))
    named = [breach.schema.get("required", ("",))[0] for breach in closed]
    there = tuple(key for key in named if key in union.found)
    first = [_missing(breach)[0] for breach in breaches if breach.keyword == "required"]
    if len(there) > 1:
        yield _conflict(union.path, there)
    elif first:
        yield _missing_key_problem(union.path, tuple(dict.fromkeys(first)))


def _fit(path: JsonPath, branch: Iterable[SchemaError]) -> BranchDistance:
    here = [breach for breach in branch if breach.path == path]
    unknown = [key for b in here if b.keyword == "additionalProperties" for key in _unknown(b)]
    missing = {key for b in here if b.keyword == "required" for key in _missing(b)}
    misspelt = sum(bool(_close(key, missing)) for key in unknown[:MOST_TRIED])
    inside = [min(_fit(path, inner) for inner in b.branches) for b in here if b.branches]
    return BranchDistance(
        any(b.keyword == "type" for b in here) or any(fit.mistyped for fit in inside),
        len(unknown) + sum(fit.unknown for fit in inside),
        max(0, len(missing) - misspelt) + sum(fit.missing for fit in inside),
    )


def _close(key: str, known: Iterable[str]) -> tuple[str, ...]:
    """Find the known key that an unknown key may stand for."""
    return near_misses(key, known, likeness=CLOSE)


def _unknown(breach: SchemaError) -> list[str]:
    named, forms = breach.schema.get("properties", ()), breach.schema.get("patternProperties", ())
    return [
        key
        for key in breach.found
        if key not in named and not any(re.search(form, key) for form in forms)
    ]


def _missing(breach: SchemaError) -> list[str]:
    return [key for key in breach.wanted if key not in breach.found]


def _unknown_key(breach: SchemaError) -> Iterator[SchemaProblem]:
    known = set(breach.schema.get("properties", ())) - set(breach.found)
    for key in _unknown(breach):
        yield _unknown_key_problem(breach.path, key, known)


def _unknown_key_problem(path: JsonPath, key: str, known: Iterable[str]) -> SchemaProblem:
    close = _close(key, known)
    hint = gettext(" Did you mean “{name}”?", name=close[0]) if close else ""
    return SchemaProblem(
        "unknown-key",
        (*path, key),
        gettext("Unknown key {key}.{hint}", key=quoted(key), hint=hint),
        close,
    )


def _missing_key(breach: SchemaError) -> Iterator[SchemaProblem]:
    for key in _missing(breach):
        yield _missing_key_problem(breach.path, (key,))


def _missing_key_problem(path: JsonPath, keys: tuple[str, ...]) -> SchemaProblem:
    return SchemaProblem(
        "missing-key",
        path,
        gettext("{start} lacks {what}.", start=_start(path), what=_either(keys)),
        keys,
    )


def _conflicting_keys(breach: SchemaError) -> Iterator[SchemaProblem]:
    if isinstance(breach.found, dict):  # else its type is wrong, which is told for itself
        named = [branch["required"][0] for branch in breach.wanted]
        yield _conflict(breach.path, [key for key in named if key in breach.found])


def _conflict(path: JsonPath, keys: Iterable[str]) -> SchemaProblem:
    both = joined(gettext(" and "), [gettext("“{name}”", name=key) for key in keys])
    return SchemaProblem(
        "conflicting-keys",
        path,
        gettext("{start} has {both}; only one may be there.", start=_start(path), both=both),
    )


def _wrong_type(breach: SchemaError) -> Iterator[SchemaProblem]:
    yield _wrong_type_problem(breach.path, _expected(breach), breach.found)


def _wrong_type_problem(path: JsonPath, expected: Iterable[str], found: object) -> SchemaProblem:
    wanted = either(tuple(dict.fromkeys(expected)))
    hint = gettext(" Leave the key out for what is unsaid.") if found is None else ""
    if isinstance(found, dict) and wanted == either((TYPES["integer"], FRACTION)):
        hint = VARIABLE
    message = gettext(
        "{start} must be {wanted}, not {shown}.{hint}",
        start=_start(path),
        wanted=wanted,
        shown=_shown(found),
        hint=hint,
    )
    return SchemaProblem("wrong-type", path, message)


def _expected(breach: SchemaError) -> list[str]:
    words: dict[str, str] = dict(TYPES)
    if "const" in breach.schema:
        words["string"] = f"“{breach.schema['const']}”"
    if "format" in breach.schema:
        words["string"] = FRACTION
    types = [breach.wanted] if isinstance(breach.wanted, str) else breach.wanted
    return [words[name] for name in types]


def _wrong_fraction(breach: SchemaError) -> Iterator[SchemaProblem]:
    wanted = gettext("a whole number or {fraction}", fraction=FRACTION)
    message = gettext(
        "{start} must be {wanted}, not {shown}.",
        start=_start(breach.path),
        wanted=wanted,
        shown=_shown(breach.found),
    )
    yield SchemaProblem("wrong-value", breach.path, f"{message}{_exact_hint(breach.found)}")


def _exact_hint(text: str) -> str:
    """Write how a number has to be written, if the text is a number in another form."""
    if len(text) > MOST_QUOTED or not set(text) <= set("0123456789./-+ "):
        return ""
    try:
        exact = str(Fraction(text))
    except (ValueError, ZeroDivisionError):
        return ""
    return (
        gettext(" Write “{exact}”.", exact=exact)
        if "/" in exact
        else gettext(" Write {exact} without quotes.", exact=exact)
    )


def _wrong_range(breach: SchemaError) -> Iterator[SchemaProblem]:
    least, most = breach.schema["minimum"], breach.schema["maximum"]
    message = gettext(
        "{start} must be from {least} to {most}, not {found}.",
        start=_start(breach.path),
        least=numeral(f"{least:,}"),
        most=numeral(f"{most:,}"),
        found=numeral(f"{breach.found:,}"),
    )
    yield SchemaProblem("wrong-value", breach.path, message)


def _wrong_word(breach: SchemaError) -> Iterator[SchemaProblem]:
    options = (breach.wanted,) if breach.keyword == "const" else tuple(breach.wanted)
    close = _close(breach.found, options) if isinstance(breach.found, str) else ()
    hint = gettext(" Did you mean “{name}”?", name=close[0]) if close and len(options) > 1 else ""
    message = gettext(
        "{start} must be {either}, not {shown}.{hint}",
        start=_start(breach.path),
        either=_either(options),
        shown=_shown(breach.found),
        hint=hint,
    )
    yield SchemaProblem("wrong-value", breach.path, message)


def _empty(breach: SchemaError) -> Iterator[SchemaProblem]:
    yield SchemaProblem(
        "wrong-value", breach.path, gettext("{start} must not be empty.", start=_start(breach.path))
    )


def _too_many(breach: SchemaError) -> Iterator[SchemaProblem]:
    message = gettext(
        "{start} may have {wanted} items, not {found}.",
        start=_start(breach.path),
        wanted=breach.wanted,
        found=len(breach.found),
    )
    yield SchemaProblem("wrong-value", breach.path, message)


PROBLEMS: Mapping[str, Callable[[SchemaError], Iterator[SchemaProblem]]] = {
    "additionalProperties": _unknown_key,
    "required": _missing_key,
    "oneOf": _conflicting_keys,
    "type": _wrong_type,
    "pattern": _wrong_fraction,
    "format": _wrong_fraction,
    "minimum": _wrong_range,
    "maximum": _wrong_range,
    "const": _wrong_word,
    "enum": _wrong_word,
    "minItems": _empty,
    "maxItems": _too_many,
    "minProperties": _empty,
}


def _start(path: JsonPath) -> str:
    """Name a value, to begin a sentence."""
    if not path:
        return gettext("The file")
    if isinstance(path[-1], str):
        return quoted(path[-1])
    return gettext("Item {number} of {list}", number=path[-1] + 1, list=quoted(str(path[-2])))


def _shown(value: object) -> str:
    """Write a wrong value for a message."""
    if isinstance(value, str):
        return gettext("the text {value}", value=quoted(value))
    if isinstance(value, list):
        return TYPES["array"]
    if isinstance(value, dict):
        return TYPES["object"]
    return json.dumps(value)


def _either(words: tuple[str, ...]) -> str:
    return either(gettext("“{name}”", name=word) for word in words)
