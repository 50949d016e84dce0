"""Naming a selection so that no other can be meant."""

from __future__ import annotations

from collections import Counter

from listbuilder.editing.find import number_of
from listbuilder.rules.army import Army, Node
from listbuilder.rules.explain import told


def named(node: Node, army: Army) -> str:
    """A selection's name, with its number where others have that name."""
    if "names" not in army.worked:
        army.worked["names"] = Counter(told(one, army) for one in army.nodes)
    name = told(node, army)
    return f"{number_of(node)} {name}" if army.worked["names"][name] > 1 else name
