"""The scopes of selectors, and the anchors of scopes: selections with equal anchors share them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from listbuilder.rules.army import Army, Node

Around = Callable[[Node, Army], Node | None]
"""Finds the anchor of a scope, the selection that fixes it, from the asking selection.

None: there is no such selection around it.
"""


def place_of(name: str) -> Callable[[Node, Army], Sequence[Node]]:
    """The function that finds the selections in a scope; none in a scope that is not there."""
    match name:
        case "whole":
            return lambda node, army: army.nodes[node.start : node.end]
        case "below":
            return lambda node, army: army.nodes[node.below : node.end]
        case "children":
            return lambda node, army: node.children
        case "self":
            return lambda node, army: (node,) if node.holder else ()
        case "parent":
            return lambda node, army: (node.holder,) if node.holder and node.holder.holder else ()
        case "roster":
            return lambda node, army: army.nodes
        case "at":
            return _at
        case "placed":
            return _placed
        case _:
            around = nearest(name)

            def whole(node: Node, army: Army) -> Sequence[Node]:
                found = around(node, army)
                return () if found is None else army.nodes[found.start : found.end]

            return whole


def shared_by(name: str) -> Around | None:
    """The function that finds a scope's anchor; None: each selection has a scope of its own."""
    match name:
        case "whole" | "below" | "children" | "self" | "placed" | "beside":
            return None
        case "parent":
            return lambda node, army: node.holder
        case "roster":
            return lambda node, army: army.root
        case "at":
            return lambda node, army: next(iter(_at(node, army)), None)
        case _:
            return nearest(name)


def nearest(name: str) -> Around:
    """The function that finds the nearest selection with a keyword: itself or around it."""

    def find(node: Node, army: Army) -> Node | None:
        around = node
        while around.holder is not None:
            if name in around.place.keywords:
                return around
            around = around.holder
        return None

    return find


def _at(node: Node, army: Army) -> Sequence[Node]:
    at = node.selection.at if node.holder else None
    return (army.named[at],) if at is not None and at in army.named else ()


def _placed(node: Node, army: Army) -> Sequence[Node]:
    own = node.selection.id if node.holder else None
    return army.placed.get(own, ()) if own is not None else ()


def outwards(node: Node) -> Iterator[Node]:
    """Yield a selection and its holders, inside out, without the roster."""
    around: Node | None = node
    while around is not None and around.holder is not None:
        yield around
        around = around.holder


def wholes(found: Iterable[Node], army: Army) -> list[Node]:
    """The selections found with all below them, each once.

    Args:
        found: selections in the roster's order.
        army: their army.
    """
    parts: list[Node] = []
    end = 0
    for node in found:
        if node.start >= end:
            parts += army.nodes[node.start : node.end]
            end = node.end
    return parts


def group_by(per: str) -> Callable[[Node], str | None]:
    """Compile the key of ``per``: a selection's entry id, or its keyword of a family."""
    if per == "entry":
        return lambda node: node.place.entry.id if node.place.entry else None
    known: dict[frozenset[str], str | None] = {}

    def keyword(node: Node) -> str | None:
        names = node.keywords
        if names not in known:
            all_ = node.place.book.keywords
            of_it = (name for name in names if name in all_ and all_[name].family == per)
            known[names] = next(of_it, None)
        return known[names]

    return keyword
