"""Titles in other languages: a file lists each once, for all parts with this title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

from listbuilder.loading.scalars import Hook
from listbuilder.messages import Titled

Titles = Mapping[str, Mapping[str, str]]
"""Titles in other languages, by language and title."""

TITLED = frozenset(
    {"title", "name", "plural", "shown", "text", "summary", "options", "rows", "marks"}
)
"""Attributes with text for people."""

_known: ContextVar[Mapping[str, Titled]] = ContextVar("known", default=MappingProxyType({}))
"""The translated titles of the file that is being read."""


@contextmanager
def titled(*tables: Titles) -> Iterator[None]:
    """Read a file with translated titles; the last table that has a title counts."""
    together: dict[str, dict[str, str]] = {}
    for table in tables:
        for language, called in table.items():
            together.setdefault(language, {}).update(called)
    known = dict.fromkeys(title for called in together.values() for title in called)
    token = _known.set({title: Titled(title, together) for title in known})
    try:
        yield
    finally:
        _known.reset(token)


def _title(value: Any, _: Any) -> str:
    if type(value) is not str:
        raise TypeError("str")
    return _known.get().get(value, value)


def _titles(value: Any, _: Any) -> tuple[str, ...]:
    if type(value) is not list:
        raise TypeError("list")
    return tuple([_title(part, None) for part in value])


def _titles_by_name(value: Any, _: Any) -> dict[str, str]:
    if type(value) is not dict:
        raise TypeError("object")
    return {key: _title(part, None) for key, part in value.items()}


TITLE_HOOKS: dict[Any, Hook] = {
    str: _title,
    str | None: _title,
    tuple[str, ...]: _titles,
    Mapping[str, str]: _titles_by_name,
}
"""Hooks of attributes with text for people, by type."""
