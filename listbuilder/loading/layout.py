"""The one way in which a file is written: keys in the schema's order, short things on one line.

A list or object that fits a line is written on one. Others are broken: short words and numbers are
filled into lines, all else gets a line each. Only white space, and the order of keys whose order
has no meaning, ever change.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from listbuilder.loading.shape import Shape, shape_of

if TYPE_CHECKING:
    from listbuilder.loading.schema import FileKind

WIDTH = 110
"""Most characters of a line, its comma included; a longer text alone on its line is kept."""

SHORT = 50
"""Most characters of a part, with its key, that shares a broken list's or object's lines."""


def laid_out(data: Any) -> str:
    """Write JSON values, their keys as they stand, as a file's text.

    Raises:
        ValueError: the values are not all JSON.
    """
    return _broken(data, 0, {}) + "\n"


class _Written(float):
    """A number with a point, which is written as it stands in the file."""

    text: str

    def __new__(cls, text: str) -> _Written:
        number = super().__new__(cls, text)
        number.text = text
        return number


ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
DECODER = json.JSONDecoder(parse_float=_Written)


def tidied(text: str, kind: FileKind) -> str:
    """Format a file.

    Args:
        text: JSON that ``loading.parse`` takes.
        kind: the file's kind, whose schema orders the keys; unknown keys come last.
    """
    return laid_out(ordered(DECODER.decode(text), shape_of(kind)))


def ordered(data: Any, shape: Shape | None) -> Any:
    """Sort the keys of all objects by the schema, where it orders them."""
    if shape is None:
        return data
    if isinstance(data, list):
        item = shape.item()
        return [ordered(value, item) for value in data]
    if isinstance(data, dict):
        ranks = shape.ranks(data)
        keys = sorted(data, key=lambda key: ranks.get(key, len(ranks)))
        return {key: ordered(data[key], shape.key(data, key)) for key in keys}
    return data


def _broken(value: Any, indent: int, known: dict[int, str]) -> str:
    """Write a value over as many lines as it takes; its first begins where it stands.

    Args:
        known: objects and lists written on one line, by identity, since deep ones recur.
    """
    if not isinstance(value, dict | list) or not value:
        return _line(value, known)
    inner = " " * (indent + 2)
    room = WIDTH - len(inner)
    heads = (
        [f"{_line(key, known)}: " for key in value]
        if isinstance(value, dict)
        else [""] * len(value)
    )
    parts = list(value.values()) if isinstance(value, dict) else value
    lines = [head + _line(part, known) for head, part in zip(heads, parts, strict=True)]
    if max(map(len, lines)) <= SHORT and not any(isinstance(part, dict | list) for part in parts):
        rows = _filled(lines, room)
    else:
        ends = [1] * (len(parts) - 1) + [0]
        rows = [
            line if len(line) + end <= room else head + _broken(part, indent + 2, known)
            for head, part, line, end in zip(heads, parts, lines, ends, strict=True)
        ]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return "".join((first, "\n", inner, f",\n{inner}".join(rows), "\n", " " * indent, last))


def _filled(parts: list[str], room: int) -> list[str]:
    """Fill short parts into as few lines as they need, each line with its comma."""
    rows = [parts[0]]
    for number, part in enumerate(parts[1:], 2):
        longer = f"{rows[-1]}, {part}"
        if len(longer) + (number < len(parts)) <= room:
            rows[-1] = longer
        else:
            rows.append(part)
    return rows


def _line(value: Any, known: dict[int, str]) -> str:
    """Write a value on one line."""
    if not isinstance(value, dict | list):
        return value.text if isinstance(value, _Written) else ENCODER.encode(value)
    line = known.get(id(value))
    if line is None:
        if isinstance(value, dict):
            pairs = (f"{_line(key, known)}: {_line(part, known)}" for key, part in value.items())
            line = f"{{{', '.join(pairs)}}}"
        else:
            line = f"[{', '.join(_line(part, known) for part in value)}]"
        known[id(value)] = line
    return line
