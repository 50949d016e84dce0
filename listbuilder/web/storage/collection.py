"""The models that the player owns: numbers by entry, in the form of ``complete --owned``."""

from __future__ import annotations

import json
from collections.abc import Mapping

from listbuilder.errors import EditError, LoadError
from listbuilder.loading.parse import parse_bytes
from listbuilder.loading.write import write
from listbuilder.messages import gettext
from listbuilder.web.storage.files import NoRosterError, ReadOnlyError, Store

FOLDER = ".collection"
NAME = "owned"
MOST_KINDS = 5_000
MOST_MODELS = 100_000


class Collection:
    """The player's own, beside a folder's armies."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def read(self) -> dict[str, int]:
        """Read the numbers by entry; empty where no file can be read."""
        try:
            found = parse_bytes(
                Store(self.store.folder / FOLDER).read(NAME), gettext("This file")
            ).data
        except (NoRosterError, LoadError):
            return {}
        good = isinstance(found, dict) and all(type(many) is int for many in found.values())
        return found if good else {}

    def write(self, owned: Mapping[str, int]) -> None:
        """Write the numbers.

        Raises:
            EditError: the collection is too large.
            ReadOnlyError: nothing may be changed.
            SaveError: the file can't be written.
        """
        if self.store.read_only:
            raise ReadOnlyError
        if len(owned) > MOST_KINDS or any(many > MOST_MODELS for many in owned.values()):
            raise EditError(gettext("Nobody owns so much."))
        folder = self.store.folder / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / f"{NAME}.json", json.dumps(owned, indent=2).encode())
