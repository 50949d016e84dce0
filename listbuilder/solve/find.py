"""Where a selector looks: the spots at its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.model.language import Selector
from listbuilder.solve.spots import Spot, Tree

FEW = 50


def anchor_of(tree: Tree, in_: str, spot: Spot) -> Spot | None:
    """The spot that a place hangs on: the same for all that find the same; None: no place."""
    if in_ == "roster":
        return tree.root
    if in_ in ("whole", "below", "children", "self", "parent", "at", "placed", "beside"):
        return spot
    return next((one for one in around(spot) if in_ in one.place.keywords), None)


def _places(tree: Tree, in_: str, spot: Spot) -> Iterable[Spot]:
    spots = tree.spots
    root = tree.root
    match in_:
        case "whole":
            return spots[spot.start : spot.end]
        case "below":
            return spots[spot.start + (spot is not root) : spot.end]
        case "children":
            return spot.children
        case "self":
            return () if spot is root else (spot,)
        case "parent":
            holder = spot.holder
            return () if holder is None or holder is root else (holder,)
        case "roster":
            return spots
        case "at":
            at = tree.named.get((spot.selection and spot.selection.at) or "")
            return () if at is None else (at,)
        case "placed":
            name = spot.selection.id if spot.selection else None
            return _placed_at(tree, name) if name is not None else ()
        case "beside":
            return _beside(tree, spot)
        case _:
            anchor = anchor_of(tree, in_, spot)
            return () if anchor is None else spots[anchor.start : anchor.end]


def candidates(tree: Tree, selector: Selector, spot: Spot) -> Iterable[Spot]:
    """Those at a selector's place; in a large one without those of other entries."""
    places = _places(tree, selector.in_, spot)
    if not selector.test.entry or not isinstance(places, list) or len(places) < FEW:
        return places
    first, end = places[0].start, places[-1].start
    alike = [other for name in selector.test.entry for other in tree.of_entry.get(name, ())]
    inside = {other.start: other for other in alike if first <= other.start <= end}
    return [inside[start] for start in sorted(inside)]


def _placed_at(tree: Tree, name: str) -> Iterator[Spot]:
    for other in tree.spots:
        if other.selection is not None and other.selection.at == name:
            yield other


def _beside(tree: Tree, spot: Spot) -> Iterator[Spot]:
    """Those beside it in the player's roster: who stands where is left to him."""
    if spot.number is not None and not spot.moved:
        army = tree.judge.lay_out(tree.roster)
        find = tree.judge.compiler.select(Selector("beside"))
        for node in find(army.nodes[spot.number], army):
            yield tree.own[node.start][0]


def around(spot: Spot) -> Iterator[Spot]:
    """Yield a spot and those around it, inside out, without the roster's."""
    outer: Spot | None = spot
    while outer is not None and outer.holder is not None:
        yield outer
        outer = outer.holder
