"""What a repair changes: counted in the solver's terms, and told one by one.

Of the player's selections some copies may be gone and some moved; the rest stays where it is.
What a selection holds goes with it, and is no change of its own unless it stands alone: unless it
is a piece and no builder would have put it there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from listbuilder.editing.find import number_of
from listbuilder.rules.army import Node
from listbuilder.rules.places import Place
from listbuilder.solve.decode import Raised, whole
from listbuilder.solve.engine import Found
from listbuilder.solve.linear import FALSE, Linear, Lit, constant, of_literal, total
from listbuilder.solve.outcomes import Change, Done, Mark
from listbuilder.solve.spots import Spot, Tree

Kind = tuple[str, str]


class Changes:
    """The changes that a model allows.

    Attributes:
        fewer: of each of the player's selections, by number, whether copies of it are gone.
        raised: whether there are more.
        resized: whether it is there with another size.
        moves: spots to which copies are moved.
        additions: spots of what is added to the army or to a selection of the player's.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.program = tree.program
        kept = [spot for spots in self.tree.own for spot in spots]
        self.moves = [spot for spot in kept if _is_moved_itself(spot)]
        holders = {self.tree.root, *kept}
        self.additions = [spot for spot in self.tree.added() if spot.holder in holders]
        # Of each of the player's selections, how many copies are there more than said.
        self._more = [
            total([*(spot.count for spot in spots), constant(-_copies(spots))])
            for spots in self.tree.own
        ]
        self.raised = [self.program.is_at_least_0(more - constant(1)) for more in self._more]
        self._excess = list(map(self.program.gate, self.raised, self._more))
        self.fewer = [self._fewer(number) for number in range(len(self.tree.own))]
        self.resized = [self._resized(spots) for spots in self.tree.own]

    def number(self) -> Linear:
        """How many changes there are: of what is added, a plain entry's copies are one."""
        added = (
            spot.count if spot.place.copies == 1 else of_literal(spot.there)
            for spot in self.additions
        )
        moved = [spot.there for spot in self.moves]
        lits = (*self.fewer, *self.raised, *self.resized, *moved)
        return total([*map(of_literal, lits), *added])

    def copies(self) -> Linear:
        """How many copies and models come, go or are moved; those that go count twice."""
        more, excess = total(self._more), total(self._excess)
        come = total([spot.count + spot.size for spot in (*self.tree.added(), *self.moves)])
        return come + excess + (excess - more).times(2)

    def marks(self) -> dict[Mark, Lit]:
        """Of which selections copies leave their holder, and which entries come to which.

        What a new selection of the same entry has comes to the one that is gone: an answer that
        does no more than put another in its place is not a different one.
        """
        marks: dict[Mark, Lit] = {}
        for number, spots in enumerate(self.tree.own):
            stay = total([spot.count for spot in spots if not _is_moved_itself(spot)])
            left = self.program.is_at_least_0(constant(_copies(spots) - 1) - stay)
            marks[number] = self.program.any_of((left, self.resized[number]))
        come: dict[tuple[int | None, Kind], list[Lit]] = {}
        own = self.tree.moves.own
        for number, raised in enumerate(self.raised):
            if raised != FALSE:
                kind = _kind(self.tree.own[number][0])
                come.setdefault((own[number].holder, kind), []).append(raised)
        for spot in (*self.moves, *self.additions):
            to = spot.holder.number if spot.holder else None
            come.setdefault((to, _kind(spot)), []).append(spot.there)
        new: dict[tuple[str, Kind], list[Spot]] = {}
        for spot in self.tree.added():
            if spot.holder and spot.holder.selection is None:
                new.setdefault((_kind(spot.holder)[1], _kind(spot)), []).append(spot)
        for (holder, kind), lits in come.items():
            if holder is not None:
                instead = new.get((own[holder].selection.entry, kind), ())
                renewed = self.program.any_of(spot.there for spot in instead)
                lits.append(self.program.all_of((marks[holder], renewed)))
            marks[holder, kind] = self.program.any_of(lits)
        return marks

    def tell(self, found: Found, raised: Raised, nodes: Sequence[Node]) -> Iterator[Change]:
        """Say what a solution changes: what becomes of the player's selections, then additions.

        Args:
            found: the solution.
            raised: additions that are more copies of what the player has.
            nodes: the player's selections, by number.
        """
        along = self._gone_along(found, nodes)
        for node, spots in zip(nodes, self.tree.own, strict=True):
            yield from self._changed(node, spots, along[node.start], found, nodes)
        for spot in self.additions:
            copies, held = whole(found, spot.count), _counted(_held(spot, found))
            if not copies:
                continue
            if spot in raised:
                node = nodes[raised[spot].number or 0]
                before = whole(found, raised[spot].count)
                yield _change("raise", node, before, before + copies, along=held)
            else:
                to, size = _to(spot, nodes), whole(found, spot.size)
                yield Change("add", _name(spot), to=to, after=copies, models=size, along=held)

    def _changed(
        self,
        node: Node,
        spots: list[Spot],
        along: Counter[str],
        found: Found,
        nodes: Sequence[Node],
    ) -> Iterator[Change]:
        """Say what becomes of one of the player's selections."""
        done: Done
        left = sum(whole(found, spot.count) for spot in spots)
        if _holds(found, self.fewer[node.start]):
            done = "reduce" if left else "remove"
            yield _change(done, node, node.count, left, along=_counted(along))
        if _holds(found, self.raised[node.start]):
            yield _change("raise", node, node.count, left)
        if _holds(found, self.resized[node.start]):
            yield _change("resize", node, node.size, sum(whole(found, spot.size) for spot in spots))
        for spot in spots:
            copies = whole(found, spot.count)
            if copies and _is_moved_itself(spot):
                held = _counted(_held(spot, found)) if copies < node.count else ()
                beside = spot.holder is spots[0].holder
                done = "split" if beside and spot.place is spots[0].place else "move"
                to = _slot(spot.place) if beside else _to(spot, nodes)
                yield _change(done, node, node.count, copies, to=to, along=held)

    def _gone_along(self, found: Found, nodes: Sequence[Node]) -> list[Counter[str]]:
        """What is gone with each of the player's selections, and is no change of its own."""
        gone: list[Counter[str]] = [Counter() for _ in nodes]
        for node, spots in zip(nodes, self.tree.own, strict=True):
            less = node.count - sum(whole(found, spot.count) for spot in spots)
            holder = node
            while holder.holder and not _holds(found, self.fewer[holder.start]):
                holder = holder.holder
            if less and holder.holder and holder is not node:
                gone[holder.start][node.name] += less
        return gone

    def _fewer(self, number: int) -> Lit:
        """Whether more copies are gone than go along with those of the holder."""
        spots = self.tree.own[number]
        holder = self.tree.moves.own[number].holder
        gone = self._more[number].times(-1)
        if holder is not None and not _stands_alone(spots[0].place):
            each = -(-_copies(spots) // _copies(self.tree.own[holder]))
            gone -= (self._excess[holder] - self._more[holder]).times(each)
        return self.program.is_at_least_0(gone - constant(1))

    def _resized(self, spots: list[Spot]) -> Lit:
        size = total([spot.size for spot in spots])
        said = spots[0].selection.size if spots[0].selection else None
        there = self.program.any_of(spot.there for spot in spots)
        return self.program.all_of((there, ~self.program.is_0(size - constant(said or 0))))


def _kind(spot: Spot) -> Kind:
    """Slot and entry of what a spot has."""
    slot, entry = spot.place.slot, spot.place.entry
    return slot.id if slot else "", entry.id if entry else ""


def _is_moved_itself(spot: Spot) -> bool:
    """Whether it is where a selection is moved to, not where what it holds comes along."""
    return spot.moved and not (spot.holder and spot.holder.moved)


def _stands_alone(place: Place) -> bool:
    """Whether losing it is a change even where its holder goes: a builder would not put it in."""
    entry, slot = place.entry, place.slot
    if entry is None or slot is None or not place.book.is_piece(entry):
        return False
    return not slot.default and slot.min is None and slot.exactly is None


def _copies(spots: list[Spot]) -> int:
    """How many copies the player's selection has."""
    return spots[0].selection.count if spots[0].selection else 0


def _holds(found: Found, lit: Lit) -> bool:
    return bool(found.of(of_literal(lit)))


def _change(
    done: Done,
    node: Node,
    before: int,
    after: int,
    to: str = "",
    along: tuple[tuple[int, str], ...] = (),
) -> Change:
    holder = node.holder.name if node.holder else ""
    return Change(done, node.name, number_of(node), holder, to, before, after, along=along)


def _to(spot: Spot, nodes: Sequence[Node]) -> str:
    """Number and name of what a spot is held by; none for the army."""
    if spot.holder is None or spot.holder.number is None:
        return ""
    node = nodes[spot.holder.number]
    return f"{number_of(node)} {node.name}"


def _slot(place: Place) -> str:
    return (place.slot.title or place.slot.id) if place.slot else ""


def _name(spot: Spot) -> str:
    if spot.selection is not None and spot.selection.name:
        return spot.selection.name
    return spot.place.entry.name if spot.place.entry else ""


def _held(spot: Spot, found: Found) -> Counter[str]:
    """How many of what a spot holds, by name."""
    held: Counter[str] = Counter()
    for child in spot.children:
        if copies := whole(found, child.count):
            held[_name(child)] += copies
            held += _held(child, found)
    return held


def _counted(names: Counter[str]) -> tuple[tuple[int, str], ...]:
    return tuple((number, name) for name, number in names.items())
