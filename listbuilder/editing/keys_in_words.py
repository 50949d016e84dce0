"""The keys that an edit has set, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from listbuilder.messages import gettext, joined, lowered_title
from listbuilder.model.ruleset import Book

KEYS: Mapping[str, str] = {
    "count": gettext("count"),
    "size": gettext("size"),
    "name": gettext("name"),
    "id": gettext("id"),
    "at": gettext("at"),
    "notes": gettext("notes"),
    "to": gettext("holder"),
    "after": gettext("after"),
}
"""The words for the keys of selections."""


def settings_in_words(book: Book, pairs: Sequence[tuple[str, str]]) -> str:
    """Say what keys were set to; those of the roster and their options by their titles."""
    return joined(", ", [_setting(book, key, value) for key, value in pairs])


def _setting(book: Book, key: str, value: str) -> str:
    limit, choice = book.ruleset.limits.get(key), book.choices.get(key)
    if limit is not None:
        key = lowered_title(key, limit.title)
    elif choice is not None:
        key, value = (
            lowered_title(key, choice.title),
            lowered_title(value, choice.options.get(value, value)),
        )
    else:
        key = KEYS.get(key, key)
    return gettext("{key} to {value}", key=key, value=value or gettext("nothing"))
