"""Messages that are kept in a database, to be translated for whoever reads them later."""

from __future__ import annotations

import json
from string import Formatter
from typing import Any

from listbuilder.messages import Capitalised, Joined, Lowered, Message, Text, Titled

DEEPEST = 20
"""Most messages within one another; no sentence of ours has so many."""


class NotKeptError(ValueError):
    """A value is no message that ``kept`` wrote."""


def kept(text: str) -> str:
    """Write a message with its parts; a text that is the same in all languages stays itself."""
    return json.dumps(_data(text), ensure_ascii=False) if isinstance(text, Text) else str(text)


def read_kept(kept: str) -> str:
    """Read a kept message; a text of another form is given as it is."""
    if not kept.startswith("{"):
        return kept
    try:
        return str_or_text(_text(json.loads(kept), DEEPEST))
    except (ValueError, RecursionError):
        return kept


def _data(value: object) -> Any:
    """Make JSON values of a message's part: numbers stay numbers, all else becomes text."""
    match value:
        case Message():
            values = {name: _data(one) for name, one in value.values.items()}
            return {"say": value.msgid, "many": value.plural, "of": value.number, "with": values}
        case Joined():
            return {"join": [*map(_data, value.parts)], "by": _data(value.separator)}
        case Titled():
            titles = {key: known[value] for key, known in value.titles.items() if value in known}
            return {"title": str(value), "in": titles, "or": value.whole and _data(value.whole)}
        case Lowered():
            return {"small": str(value), "whole": _data(value.whole)}
        case Capitalised():
            return {"begin": _data(value.whole)}
        case int():
            return int(value)
        case _:
            return str(value)


def _text(data: Any, deepest: int) -> Any:
    """Read JSON values that ``_data`` made.

    Raises:
        NotKeptError: the values were not made by ``_data``.
    """
    if not deepest:
        raise NotKeptError
    match data:
        case str() | int():
            return data
        case {"say": str(one), "many": str(many), "of": int(count), "with": dict(values)}:
            if not all(map(_is_plain, (one, many))):
                raise NotKeptError
            read = {str(name): _text(value, deepest - 1) for name, value in values.items()}
            try:
                return Message(one, many, count, read)
            except (KeyError, IndexError) as error:
                raise NotKeptError from error
        case {"join": list(parts), "by": separator}:
            by, *told = (str_or_text(_text(part, deepest - 1)) for part in (separator, *parts))
            return Joined(by, told)
        case {"title": str(title), "in": dict(known), "or": whole}:
            titles = {str(key): {title: str(said)} for key, said in known.items()}
            form = _text(whole, deepest - 1) if whole else None
            return Titled(title, titles, form if isinstance(form, Titled) else None)
        case {"small": str(small), "whole": whole}:
            text = _text(whole, deepest - 1)
            return Lowered(small, text) if isinstance(text, Text) else small
        case {"begin": whole}:
            text = _text(whole, deepest - 1)
            return text.begun() if isinstance(text, Text) else text
        case _:
            raise NotKeptError


def str_or_text(value: object) -> str:
    """Give a value as text."""
    return value if isinstance(value, str) else str(value)


def _is_plain(msgid: str) -> bool:
    """Whether a sentence has only names in its braces, as all of ours."""
    return all(
        name is None or (name.isidentifier() and not spec and not conversion)
        for _, name, spec, conversion in Formatter().parse(msgid)
    )
