"""The parts of a roster that are played, and their hash: equal armies have equal hashes.

Names, notes, ids and the order of selections do not count, but for the order in a row: it says
which selections stand beside each other.
"""

from __future__ import annotations

from listbuilder.rules.army import Army, Node

FORM = "2"
"""The version of the hashed text: raised whenever the same army would get another hash."""

SHOWN = 12
"""The number of hexadecimal digits that people compare by eye: 48 bits."""


def played_hash(army: Army) -> str:
    """Hash the played parts of an army: ``2-`` and 64 hexadecimal digits.

    Args:
        army: the roster laid out; defaults count as if they were written.
    """
    import hashlib  # takes 5 ms, and most commands ask for no hash

    root = army.root
    ruleset = root.place.book.ruleset
    choices = root.place.book.choices
    unsaid = {key: one.default for key, one in choices.items() if one.default is not None}
    settings = [
        f"{kind} {key}={said}"
        for kind, values in (("limit", army.limits), ("choice", {**unsaid, **army.choices}))
        for key, said in sorted(values.items())
    ]
    alone = {node: _alone(node) for node in army.nodes if node.selection.id in army.placed}
    held = [_whole(node, army, alone) for node in root.children]
    text = "\n".join([ruleset.id, *settings, *sorted(held)])
    return f"{FORM}-{hashlib.sha256(text.encode()).hexdigest()}"


def shown_hash(whole: str) -> str:
    """The beginning of a hash, for people."""
    return whole[: len(FORM) + 1 + SHOWN]


def _said(node: Node) -> str:
    """A selection without its contents and its place, as text; ids hold none of these signs."""
    place = node.place
    slot = place.slot.id if place.slot else node.selection.slot or ""
    size = f"*{node.size}" if node.size else ""
    return f"{place.list_id}/{slot}/{node.selection.entry}:{node.count}{size}"


def _alone(node: Node) -> str:
    """A selection with its contents, wherever it stands, as text."""
    return f"{_said(node)}[{','.join(sorted(map(_alone, node.children)))}]"


def _whole(node: Node, army: Army, alone: dict[Node, str]) -> str:
    """A selection with its contents, its place and the selections placed at it, as text."""
    selection = node.selection
    text = _said(node)
    if selection.at is not None:
        to = army.named.get(selection.at)
        text += f"@{alone[to] if to is not None else '?'}"
    if node in alone:
        text += f"<{','.join(sorted(map(_alone, army.placed[selection.id or ''])))}>"
    if not node.children:
        return text
    alike: list[str] = []
    row: list[str] = []
    for one in node.children:
        (row if _in_a_row(one) else alike).append(_whole(one, army, alone))
    alike.sort()
    return f"{text}[{','.join(alike)};{','.join(row)}]"


def _in_a_row(node: Node) -> bool:
    return node.place.slot is not None and node.place.slot.ring is not None
