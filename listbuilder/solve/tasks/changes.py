"""The changes of a repair: encoded, counted, and described one by one.

Of each of the player's selections some copies may be gone and some moved; the others stay. Contents
go with their holder, and are no change of their own then: a unit that goes with its banner is one
change, and so are six troops with six bows that become four with four bows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from listbuilder.editing.distinct_names import numbered
from listbuilder.editing.find import number_of
from listbuilder.messages import gettext
from listbuilder.rules.army import Node
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.model.cpsat import Solution
from listbuilder.solve.model.linear import (
    FALSE,
    BoolLiteral,
    LinearExpr,
    constant,
    of_literal,
    total,
)
from listbuilder.solve.outcomes import ChangeKind, Feature, RosterChange
from listbuilder.solve.search.decode import MergedAdditions, int_value

SlotAndEntry = tuple[str, str]

PLACED: SlotAndEntry = ("", "placed")
"""Stands for a slot and an entry in the feature that a selection is placed elsewhere."""


class Changes:
    """The changes that a model allows.

    Attributes:
        fewer: by the number of the player's selection, whether copies are gone.
        raised: whether there are more copies.
        resized: whether it has another size.
        placed: whether it is placed elsewhere; where what it was placed at is gone, not if nowhere.
        relocations: candidates to which copies are moved.
        additions: candidates added to the army or to one of the player's selections.
    """

    def __init__(
        self, tree: CandidateTree, goes_along: Callable[[int], bool] = lambda number: False
    ) -> None:
        """Encode the changes.

        Args:
            tree: gets variables for them.
            goes_along: whether nobody misses one of the player's selections if what it is placed at
                goes.
        """
        self.tree = tree
        self._goes_along = goes_along
        self.model = tree.model
        kept = [candidate for candidates in self.tree.owned for candidate in candidates]
        self.relocations = [candidate for candidate in kept if _is_moved_itself(candidate)]
        holders = {self.tree.root, *kept}
        self.additions = [
            candidate for candidate in self.tree.added() if candidate.holder in holders
        ]
        # Of each of the player's selections, how many copies are there more than said.
        self._more = [
            total([*(candidate.count for candidate in candidates), constant(-_copies(candidates))])
            for candidates in self.tree.owned
        ]
        self.raised = [self.model.is_at_least_0(more - constant(1)) for more in self._more]
        self._excess = list(map(self.model.gate, self.raised, self._more))
        self.fewer = [self._fewer(number) for number in range(len(self.tree.owned))]
        self.resized = [self._resized(candidates) for candidates in self.tree.owned]
        self.placed = [self._placed(candidates) for candidates in self.tree.owned]

    def number(self) -> LinearExpr:
        """How many changes there are; all copies of a plain entry that is added are one."""
        added = (
            candidate.count if candidate.place.copies == 1 else of_literal(candidate.present)
            for candidate in self.additions
        )
        moved = [candidate.present for candidate in self.relocations]
        literals = (*self.fewer, *self.raised, *self.resized, *self.placed, *moved)
        return total([*map(of_literal, literals), *added])

    def copies(self) -> LinearExpr:
        """How many copies and models come, go or are moved; those that go count twice.

        A placing counts three times: of one model too many at a place that model goes, of two all
        of them are placed elsewhere. What the player named or noted something at counts one more,
        and so does a move elsewhere than to the first that takes it: of two forces, the first.
        """
        more, excess = total(self._more), total(self._excess)
        come = total(
            [
                candidate.count + candidate.size
                for candidate in (*self.tree.added(), *self.relocations)
            ]
        )
        gone = [*map(self._models_gone, self.tree.owned), (excess - more).times(2)]
        placed = [of_literal(literal, 3) for literal in self.placed]
        once = map(of_literal, (*self._own_touched(), *self._moved_further()))
        return total([come, excess, *gone, *placed, *once])

    def _moved_further(self) -> Iterator[BoolLiteral]:
        """Yield whether copies are moved to another holder than the first that takes them."""
        for candidates in self.tree.owned:
            moved = filter(_is_moved_itself, candidates)
            yield from (one.present for one in islice(moved, 1, None))

    def _own_touched(self) -> Iterator[BoolLiteral]:
        """Yield whether copies of what the player named, or noted something at, go or are moved."""
        for fewer, candidates in zip(self.fewer, self.tree.owned, strict=True):
            selection = candidates[0].selection
            if selection is not None and (selection.name or selection.notes):
                yield fewer
                yield from (one.present for one in candidates if _is_moved_itself(one))

    def features(self) -> dict[Feature, BoolLiteral]:
        """Literals that tell repairs apart: selections left, and entries that come to each holder.

        The contents of a new selection come to the one that it replaces. Example: to exchange a
        soldier with a shield for another soldier with a shield is no different answer.
        """
        features: dict[Feature, BoolLiteral] = {}
        for number, candidates in enumerate(self.tree.owned):
            stay = total(
                [candidate.count for candidate in candidates if not _is_moved_itself(candidate)]
            )
            left = self.model.is_at_least_0(constant(_copies(candidates) - 1) - stay)
            features[number] = self.model.any_of((left, self.resized[number]))
            if self.placed[number] != FALSE:
                features[number, PLACED] = self.placed[number]
        come: dict[tuple[int | None, SlotAndEntry], list[BoolLiteral]] = {}
        own = self.tree.relocations.owned
        for number, raised in enumerate(self.raised):
            if raised != FALSE:
                kind = _slot_and_entry(self.tree.owned[number][0])
                come.setdefault((own[number].holder, kind), []).append(raised)
        for candidate in (*self.relocations, *self.additions):
            to = candidate.holder.number if candidate.holder else None
            come.setdefault((to, _slot_and_entry(candidate)), []).append(candidate.present)
        new: dict[tuple[str, SlotAndEntry], list[Candidate]] = {}
        for candidate in self.tree.added():
            if candidate.holder and candidate.holder.selection is None:
                new.setdefault(
                    (_slot_and_entry(candidate.holder)[1], _slot_and_entry(candidate)), []
                ).append(candidate)
        for (holder, kind), literals in come.items():
            if holder is not None:
                instead = new.get((own[holder].selection.entry, kind), ())
                renewed = self.model.any_of(candidate.present for candidate in instead)
                literals.append(self.model.all_of((features[holder], renewed)))
            features[holder, kind] = self.model.any_of(literals)
        return features

    def describe(
        self, solution: Solution, merged: MergedAdditions, nodes: Sequence[Node]
    ) -> Iterator[RosterChange]:
        """Yield the changes of a solution: to the player's selections, then additions.

        Additions to which something is moved go before all others.

        Args:
            solution: of the model.
            merged: additions that are further copies of the player's selections.
            nodes: the player's selections, by number.
        """
        there = [one for one in self.additions if int_value(solution, one.count)]
        first = [one for one in there if _is_moved_into(one, solution)]
        along = self._gone_along(solution, nodes)
        yield from (_added(one, solution, merged, nodes) for one in first)
        for node, candidates in zip(nodes, self.tree.owned, strict=True):
            yield from self._changed(node, candidates, along[node.start], solution, nodes)
        others = (one for one in there if one not in first)
        yield from (_added(one, solution, merged, nodes) for one in others)

    def _changed(
        self,
        node: Node,
        candidates: list[Candidate],
        along: Counter[str],
        solution: Solution,
        nodes: Sequence[Node],
    ) -> Iterator[RosterChange]:
        """Yield the changes to one of the player's selections."""
        done: ChangeKind
        left = sum(int_value(solution, candidate.count) for candidate in candidates)
        if _holds(solution, self.fewer[node.start]):
            done = "reduce" if left else "remove"
            yield _change(done, node, node.count, left, along=_counted(along))
        if _holds(solution, self.raised[node.start]):
            yield _change("raise", node, node.count, left)
        if _holds(solution, self.resized[node.start]):
            yield _change(
                "resize",
                node,
                node.size,
                sum(int_value(solution, candidate.size) for candidate in candidates),
            )
        for candidate in candidates:
            copies = int_value(solution, candidate.count)
            if copies and _is_moved_itself(candidate):
                held = _counted(_held(candidate, solution)) if copies < node.count else ()
                beside = candidate.holder is candidates[0].holder
                done = "split" if beside and candidate.place is candidates[0].place else "move"
                to = _slot(candidate.place) if beside else _to(candidate, nodes)
                yield _change(done, node, node.count, copies, to=to, along=held)
        if _holds(solution, self.placed[node.start]):
            to = self._place_of(candidates, solution, nodes)
            yield _change("place", node, node.count, left, to=to)

    def _placed(self, candidates: list[Candidate]) -> BoolLiteral:
        placements = self.tree.placements
        anew = []
        for candidate in candidates:
            known = placements.literals[candidate]
            if not known:
                continue
            moved = [candidate.present, ~placements.is_home(candidate)]
            if homes := placements.home(candidate):
                left = self.model.any_of(home.present for home in homes)
                away = self.model.any_of(
                    literal
                    for target, literal in known.items()
                    if literal is not None and target not in homes
                )
                moved.append(self.model.any_of((left, away)))
            anew.append(self.model.all_of(moved))
        return self.model.any_of(anew)

    def _place_of(
        self, candidates: list[Candidate], solution: Solution, nodes: Sequence[Node]
    ) -> str:
        """Number and name of what one of the player's selections is placed at."""
        return next(
            (
                _described(target, nodes)
                for candidate in candidates
                for target, literal in self.tree.placements.literals[candidate].items()
                if literal is not None and _holds(solution, literal)
            ),
            "",
        )

    def _gone_along(self, solution: Solution, nodes: Sequence[Node]) -> list[Counter[str]]:
        """By selection, the contents that are gone with it and are no change of their own."""
        gone: list[Counter[str]] = [Counter() for _ in nodes]
        less = [
            node.count - sum(int_value(solution, candidate.count) for candidate in candidates)
            for node, candidates in zip(nodes, self.tree.owned, strict=True)
        ]
        for node in nodes:
            holder = node
            while less[holder.start] > 0 and not _holds(solution, self.fewer[holder.start]):
                if holder.holder is None or holder.holder.holder is None:
                    break
                holder = holder.holder
            if less[holder.start] > 0 and holder is not node:
                gone[holder.start][node.name] += less[node.start]
        return gone

    def gone(self, number: int) -> LinearExpr:
        """How many copies of one of the player's selections are gone."""
        return self._excess[number] - self._more[number]

    def gone_alone(self, number: int) -> LinearExpr:
        """How many are gone and do not go with copies of their holder; negative where some stay."""
        holder = self.tree.relocations.owned[number].holder
        gone = self._more[number].times(-1)
        if holder is not None:
            each = -(-_copies(self.tree.owned[number]) // _copies(self.tree.owned[holder]))
            gone -= self.gone(holder).times(each)
        return gone

    def _models_gone(self, candidates: list[Candidate]) -> LinearExpr:
        """Twice the models of a unit that are gone, with it or from it."""
        said = _models(candidates)
        if not said:
            return constant(0)
        left = constant(said) - total([candidate.size for candidate in candidates])
        return self.model.gate(self.model.is_at_least_0(left), left).times(2)

    def _fewer(self, number: int) -> BoolLiteral:
        """Whether more copies are gone than go with those of the holder."""
        gone = self.model.is_at_least_0(self.gone_alone(number) - constant(1))
        homes = self.tree.placements.home(self.tree.owned[number][0])
        if not homes or not self._goes_along(number):
            return gone
        return self.model.all_of((gone, self.model.any_of(home.present for home in homes)))

    def _resized(self, candidates: list[Candidate]) -> BoolLiteral:
        size = total([candidate.size for candidate in candidates])
        present = self.model.any_of(candidate.present for candidate in candidates)
        return self.model.all_of((present, ~self.model.is_0(size - constant(_models(candidates)))))


def _slot_and_entry(candidate: Candidate) -> SlotAndEntry:
    """Slot and entry of a candidate."""
    slot, entry = candidate.place.slot, candidate.place.entry
    return slot.id if slot else "", entry.id if entry else ""


def _is_moved_itself(candidate: Candidate) -> bool:
    """Whether copies are moved to a candidate by themselves, not along with their holder."""
    return candidate.moved and not (candidate.holder and candidate.holder.moved)


def _copies(candidates: list[Candidate]) -> int:
    """How many copies the player's selection has."""
    return candidates[0].selection.count if candidates[0].selection else 0


def _models(candidates: list[Candidate]) -> int:
    """How many models the player's selection has, where its size matters."""
    return (candidates[0].selection.size or 0) if candidates[0].selection else 0


def _holds(solution: Solution, literal: BoolLiteral) -> bool:
    return bool(solution.value(of_literal(literal)))


def _change(
    done: ChangeKind,
    node: Node,
    before: int,
    after: int,
    to: str = "",
    along: tuple[tuple[int, str], ...] = (),
) -> RosterChange:
    holder = node.holder.name if node.holder else ""
    return RosterChange(done, node.name, number_of(node), holder, to, before, after, along=along)


def _to(candidate: Candidate, nodes: Sequence[Node]) -> str:
    """Number and name of a candidate's holder; empty: the army."""
    if candidate.holder is None or candidate.holder.place.entry is None:
        return ""
    return _described(candidate.holder, nodes)


def _described(candidate: Candidate, nodes: Sequence[Node]) -> str:
    """Number and name of a candidate."""
    if candidate.number is None:
        return gettext("the new {name}", name=_name(candidate))
    node = nodes[candidate.number]
    return f"{numbered(number_of(node))}{node.name}"


def _slot(place: Place) -> str:
    return (place.slot.title or place.slot.id) if place.slot else ""


def _name(candidate: Candidate) -> str:
    if candidate.selection is not None and candidate.selection.name:
        return candidate.selection.name
    return candidate.place.entry.name if candidate.place.entry else ""


def _is_moved_into(candidate: Candidate, solution: Solution) -> bool:
    """Whether something is moved to a candidate, or to what it holds."""
    return any(
        child.moved or _is_moved_into(child, solution)
        for child in candidate.children
        if int_value(solution, child.count)
    )


def _added(
    candidate: Candidate, solution: Solution, merged: MergedAdditions, nodes: Sequence[Node]
) -> RosterChange:
    """The change that copies of a candidate are added."""
    copies, held = int_value(solution, candidate.count), _counted(_held(candidate, solution))
    if candidate in merged:
        node = nodes[merged[candidate].number or 0]
        before = int_value(solution, merged[candidate].count)
        return _change("raise", node, before, before + copies, along=held)
    to, size = _to(candidate, nodes), int_value(solution, candidate.size)
    return RosterChange("add", _name(candidate), to=to, after=copies, models=size, along=held)


def _held(candidate: Candidate, solution: Solution) -> Counter[str]:
    """The contents of a candidate, by name."""
    held: Counter[str] = Counter()
    for child in candidate.children:
        if child.moved and not candidate.moved:
            continue
        if copies := int_value(solution, child.count):
            held[_name(child)] += copies
            held += _held(child, solution)
    return held


def _counted(names: Counter[str]) -> tuple[tuple[int, str], ...]:
    return tuple((number, name) for name, number in names.items())
