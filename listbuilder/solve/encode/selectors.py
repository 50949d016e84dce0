"""Where a selector looks: the spots at its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.model.language import Selector
from listbuilder.solve.domains.candidates import Candidate, CandidateTree

INDEX_FROM = 50


def scope_key(tree: CandidateTree, in_: str, candidate: Candidate) -> Candidate | None:
    """The spot that a place hangs on: the same for all that find the same; None: no place."""
    if in_ == "roster":
        return tree.root
    if in_ in ("whole", "below", "children", "self", "parent", "at", "placed", "beside"):
        return candidate
    return next((one for one in ancestors(candidate) if in_ in one.place.keywords), None)


def _places(tree: CandidateTree, in_: str, candidate: Candidate) -> Iterable[Candidate]:
    candidates = tree.candidates
    root = tree.root
    match in_:
        case "whole":
            return candidates[candidate.start : candidate.end]
        case "below":
            return candidates[candidate.start + (candidate is not root) : candidate.end]
        case "children":
            return candidate.children
        case "self":
            return () if candidate is root else (candidate,)
        case "parent":
            holder = candidate.holder
            return () if holder is None or holder is root else (holder,)
        case "roster":
            return candidates
        case "at":
            at = tree.named.get((candidate.selection and candidate.selection.at) or "")
            return () if at is None else (at,)
        case "placed":
            name = candidate.selection.id if candidate.selection else None
            return _placed_at(tree, name) if name is not None else ()
        case "beside":
            return _beside(tree, candidate)
        case _:
            anchor = scope_key(tree, in_, candidate)
            return () if anchor is None else candidates[anchor.start : anchor.end]


def resolve(tree: CandidateTree, selector: Selector, candidate: Candidate) -> Iterable[Candidate]:
    """Those at a selector's place; in a large one without those of other entries."""
    places = _places(tree, selector.in_, candidate)
    if not selector.test.entry or not isinstance(places, list) or len(places) < INDEX_FROM:
        return places
    first, end = places[0].start, places[-1].start
    alike = [other for name in selector.test.entry for other in tree.of_entry.get(name, ())]
    inside = {other.start: other for other in alike if first <= other.start <= end}
    return [inside[start] for start in sorted(inside)]


def _placed_at(tree: CandidateTree, name: str) -> Iterator[Candidate]:
    for other in tree.candidates:
        if other.selection is not None and other.selection.at == name:
            yield other


def _beside(tree: CandidateTree, candidate: Candidate) -> Iterator[Candidate]:
    """Those beside it in the player's roster: who stands where is left to him."""
    if candidate.number is not None and not candidate.moved:
        army = tree.judge.lay_out(tree.roster)
        find = tree.judge.compiler.select(Selector("beside"))
        for node in find(army.nodes[candidate.number], army):
            yield tree.owned[node.start][0]


def ancestors(candidate: Candidate) -> Iterator[Candidate]:
    """Yield a spot and those around it, inside out, without the roster's."""
    outer: Candidate | None = candidate
    while outer is not None and outer.holder is not None:
        yield outer
        outer = outer.holder
