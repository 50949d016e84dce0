"""Writing rosters as JSON text, and to files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import attrs

from listbuilder.errors import SaveError
from listbuilder.loading.json_pointer import json_key
from listbuilder.loading.layout import laid_out
from listbuilder.loading.write import Overwrite, write
from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster


def dump(roster: Roster) -> str:
    """Write a roster as JSON text.

    Keys keep the order of the file that they came from; new keys follow their predecessors in the
    model. Default values are left out unless the file had them; an empty ``with`` always is, since
    it remains when the last selection has been moved out.

    Raises:
        ValueError: the notes have a value that is no JSON.
    """
    return laid_out(plain(roster))


def save(
    path: str | os.PathLike[str], roster: Roster, over: bytes | Overwrite = Overwrite.ANYTHING
) -> None:
    """Write a roster to a file (``write``).

    Raises:
        ChangedError: the old file is not the one that may be overwritten.
        SaveError: the file can't be written; the old file is as before.
    """
    try:
        data = dump(roster).encode("utf-8")
    except ValueError as error:  # NaN, or half a character
        raise SaveError(os.fspath(path), gettext("the roster holds what JSON can't say")) from error
    write(path, data, over)


def plain(model: Roster | Selection) -> dict[str, Any]:
    """Turn a model into JSON values, its keys in order."""
    said = {}
    for field in attrs.fields(type(model)):
        key, value = json_key(field.name), getattr(model, field.name)
        if (
            field.name == "keys"
            or (value is None and key != "notes")
            or (key, value) == ("with", ())
        ):
            continue
        if value != _default(field) or key in model.keys:
            said[key] = _plain_value(value)
    order = [key for key in model.keys if key in said]
    after = 0
    for key in (*("$schema",) * ("$schema" in said), *said):
        if key in order:
            after = max(after, order.index(key) + 1)
        else:
            order.insert(after, key)
            after += 1
    return {key: said[key] for key in order}


def _default(field: attrs.Attribute[Any]) -> Any:
    factory = getattr(field.default, "factory", None)
    return factory() if factory else field.default


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [plain(selection) for selection in value]
    return dict(value) if isinstance(value, Mapping) else value
