"""The changes that a solution of a repair makes, described one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from listbuilder.editing.distinct_names import numbered
from listbuilder.editing.find import number_of
from listbuilder.messages import gettext
from listbuilder.rules.army import Node
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.model.cpsat import Solution
from listbuilder.solve.model.linear import BoolLiteral, LinearExpr, of_literal
from listbuilder.solve.outcomes import ChangeKind, RosterChange
from listbuilder.solve.search.decode import MergedAdditions, int_value
from listbuilder.solve.tasks.changes import Changes


class MadeChanges:
    """The changes that a solution makes."""

    def __init__(self, changes: Changes, solution: Solution, nodes: Sequence[Node]) -> None:
        """Look at a solution.

        Args:
            changes: the changes that the model allows.
            solution: a solution of the model.
            nodes: the player's selections, by number.
        """
        self._changes = changes
        self._solution = solution
        self._nodes = nodes

    def told(self, merged: MergedAdditions) -> Iterator[RosterChange]:
        """Yield the changes of a solution: to the player's selections, then additions.

        A selection that goes, but not with all that it holds, comes last of the first.

        Additions that others are moved to come before all other changes, unless these are what is
        left in who goes.

        Args:
            merged: additions that are further copies of the player's selections.
        """
        there = [one for one in self._changes.additions if self._number(one.count)]
        first = [one for one in there if self._is_moved_into(one) and not self._taken_over(one)]
        along, stood = self._gone_along()
        yield from (self._added(one, merged) for one in first)
        changed = [
            change
            for node, candidates in zip(self._nodes, self._changes.tree.owned, strict=True)
            for change in self._changed(node, candidates, along[node.start], stood[node.start])
        ]
        # Who goes comes after those who are moved out: read in order, nothing is thrown away.
        yield from sorted(changed, key=lambda one: one.done == "remove" and not one.is_whole)
        others = (one for one in there if one not in first)
        yield from (self._added(one, merged) for one in others)

    def _changed(
        self, node: Node, candidates: list[Candidate], along: Counter[str], stood: int
    ) -> Iterator[RosterChange]:
        """Yield the changes to one of the player's selections."""
        done: ChangeKind
        left = sum(self._number(candidate.count) for candidate in candidates)
        if self._holds(self._changes.fewer[node.start]):
            done = "reduce" if left else "remove"
            change = _change(done, node, node.count, left, along=_counted(along))
            inside = self._changes.tree.owned[node.start : node.end]
            parted = inside[:1] if left else inside[1:]
            yield attrs.evolve(change, is_whole=not self._is_some_moved(parted), stood=stood)
        if self._holds(self._changes.raised[node.start]):
            yield _change("raise", node, node.count, left)
        if self._holds(self._changes.resized[node.start]):
            found = [size for one in candidates if (size := self._number(one.size))]
            size = next((size for size in found if size != node.size), 0)
            yield _change("resize", node, node.size, size)
        for candidate in candidates:
            copies = self._number(candidate.count)
            if copies and candidate.is_moved_itself and not self._is_taken_over(candidate):
                held = _counted(self._held(candidate)) if copies < node.count else ()
                beside = candidate.holder is candidates[0].holder
                done = "split" if beside and candidate.place is candidates[0].place else "move"
                to = _slot(candidate.place) if beside else self._to(candidate)
                yield _change(done, node, node.count, copies, to=to, along=held)
        if self._holds(self._changes.placed[node.start]):
            homes = self._changes.tree.placements.home(candidates[0])
            change = _change("place", node, node.count, left, to=self._place_of(candidates))
            yield attrs.evolve(change, at=self._described(homes[0]) if homes else "")

    def _is_taken_over(self, candidate: Candidate) -> bool:
        """Whether copies come to a candidate with all that is left in their holder."""
        return self._holds(self._changes.taken_over(candidate))

    def _taken_over(self, candidate: Candidate) -> tuple[str, ...]:
        """Number and name of each who goes and whose contents come to an addition."""
        former = {
            self._changes.former_holder(child): None
            for child in candidate.children
            if child.moved and self._number(child.count) and self._is_taken_over(child)
        }
        return tuple(self._described_own(number) for number in former if number is not None)

    def _place_of(self, candidates: list[Candidate]) -> str:
        """Number and name of the selection at which a selection is placed; empty: nowhere."""
        return next(
            (
                self._described(target)
                for candidate in candidates
                for target, literal in self._changes.tree.placements.literals[candidate].items()
                if literal is not None and self._holds(literal)
            ),
            "",
        )

    def _gone_along(self) -> tuple[list[Counter[str]], list[int]]:
        """What is gone with each selection and is no change of its own: contents, garrisons.

        Returns:
            All that is gone, and how many of these stood there and belong to others.
        """
        gone: list[Counter[str]] = [Counter() for _ in self._nodes]
        stood = [0] * len(self._nodes)
        less = [
            node.count - sum(self._number(candidate.count) for candidate in candidates)
            for node, candidates in zip(self._nodes, self._changes.tree.owned, strict=True)
        ]

        def taken_out(node: Node) -> Node:
            """The selection around whose removal takes a selection out; itself if there is none."""
            holder = node
            while less[holder.start] > 0 and not self._holds(self._changes.fewer[holder.start]):
                if holder.holder is None or holder.holder.holder is None:
                    break
                holder = holder.holder
            return holder if less[holder.start] > 0 else node

        named = {node.selection.id: node for node in self._nodes if node.selection.id}
        for node in self._nodes:
            if less[node.start] <= 0 or self._holds(self._changes.fewer[node.start]):
                continue
            holder, name = taken_out(node), node.name
            if holder is node and node.selection.at in named and node.holder is not None:
                holder = taken_out(named[node.selection.at])
                name = gettext("{unit} ({holder})", unit=name, holder=node.holder.name)
                stood[holder.start] += less[node.start] if holder is not node else 0
            if holder is not node:
                gone[holder.start][name] += less[node.start]
        return gone, stood

    def _is_some_moved(self, owned: Iterable[list[Candidate]]) -> bool:
        """Whether something of some of the player's selections is moved elsewhere."""
        candidates = (one for several in owned for one in several if one.moved)
        return any(self._number(one.count) for one in candidates)

    def _is_moved_into(self, candidate: Candidate) -> bool:
        """Whether a selection is moved to a candidate or to one of its contents."""
        return any(
            child.moved or self._is_moved_into(child)
            for child in candidate.children
            if self._number(child.count)
        )

    def _added(self, candidate: Candidate, merged: MergedAdditions) -> RosterChange:
        """The change that copies of a candidate are added."""
        copies, held = self._number(candidate.count), _counted(self._held(candidate))
        if candidate in merged:
            node = self._nodes[merged[candidate].number or 0]
            before = self._number(merged[candidate].count)
            return _change("raise", node, before, before + copies, along=held)
        to, size = self._to(candidate), self._number(candidate.size)
        change = RosterChange("add", _name(candidate), to=to, after=copies, models=size, along=held)
        renewals = self._changes.tree.placements.renewals.items()
        ids = (
            name
            for (name, target), literal in renewals
            if target is candidate and self._holds(literal)
        )
        at = self._place_of([candidate])
        again = next(ids, "")
        return attrs.evolve(change, takes_over=self._taken_over(candidate), again=again, at=at)

    def _held(self, candidate: Candidate) -> Counter[str]:
        """The contents of a candidate, by name, without those that are changes of their own."""
        held: Counter[str] = Counter()
        for child in candidate.children:
            if child.is_moved_itself or (child.is_added and candidate.selection is not None):
                continue
            if copies := self._number(child.count):
                held[self._called(child)] += copies
                held += self._held(child)
        return held

    def _called(self, candidate: Candidate) -> str:
        """The name of an addition, of a unit with its models."""
        models = self._number(candidate.size)
        if candidate.selection is not None or not models:
            return _name(candidate)
        return gettext("{unit} of {models}", unit=_name(candidate), models=models)

    def _to(self, candidate: Candidate) -> str:
        """Number and name of a candidate's holder; empty: the army."""
        if candidate.holder is None or candidate.holder.place.entry is None:
            return ""
        return self._described(candidate.holder)

    def _described(self, candidate: Candidate) -> str:
        """Number and name of a candidate."""
        if candidate.number is None:
            return gettext("the new {name}", name=_name(candidate))
        return self._described_own(candidate.number)

    def _described_own(self, number: int) -> str:
        """Number and name of one of the player's selections."""
        node = self._nodes[number]
        return f"{numbered(number_of(node))}{node.name}"

    def _holds(self, literal: BoolLiteral) -> bool:
        return bool(self._solution.value(of_literal(literal)))

    def _number(self, quantity: LinearExpr) -> int:
        return int_value(self._solution, quantity)


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


def _slot(place: Place) -> str:
    return (place.slot.title or place.slot.id) if place.slot else ""


def _name(candidate: Candidate) -> str:
    if candidate.selection is not None and candidate.selection.name:
        return candidate.selection.name
    return candidate.place.entry.name if candidate.place.entry else ""


def _counted(names: Counter[str]) -> tuple[tuple[int, str], ...]:
    return tuple((number, name) for name, number in names.items())
