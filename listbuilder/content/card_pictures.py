"""Pictures that a roster or an army list names for cards."""

from __future__ import annotations

import attrs

from listbuilder.content.pieces import entry_of
from listbuilder.rules.army import Node

ROSTER = "."
"""The home of a picture that a roster names; no army list has such an id."""


@attrs.frozen
class Picture:
    """A picture of a player's.

    Attributes:
        file: its name, as it is written.
        home: the army list that names it, "" for the ruleset, or ``ROSTER``.
        address: of what is printed; empty until it is read.
    """

    file: str
    home: str
    address: str = ""


def picture_of(node: Node) -> Picture | None:
    """The picture that the selection names, else that of its entry."""
    if node.selection.picture:
        return Picture(node.selection.picture, ROSTER)
    entry = entry_of(node)
    return Picture(entry.picture, node.place.list_id) if entry.picture else None
