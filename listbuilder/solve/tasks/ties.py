"""Which of two equally good repairs is the more natural one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from functools import cached_property
from itertools import chain

from listbuilder.editing.bearers import is_free_mark
from listbuilder.model.entries import Selection
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.model.linear import BoolLiteral, LinearExpr, constant, of_literal, total
from listbuilder.solve.tasks.changes import (
    Changes,
    SlotAndEntry,
    models_of,
    slot_and_entry,
)

PLAIN = 20
"""A thing that a new selection holds counts as much as so many models.

So a repair adds a plain unit of some more models rather than a unit with a banner.
"""

FURTHEST = 20
"""Holders further on than so many are alike."""


class Ties:
    """What a repair touches, weighted so that the more natural of two repairs touches less."""

    def __init__(self, changes: Changes, blamed: Collection[int] = ()) -> None:
        """Look at the changes that a model allows.

        Args:
            changes: the changes.
            blamed: the numbers of the selections that broken rules count, if not the whole army.
        """
        self._changes = changes
        self._blamed = blamed
        self._tree = changes.tree
        self._own = changes.tree.relocations.owned
        self._together = {(one.selection.entry, one.holder) for one in self._own}

    def touched(self) -> LinearExpr:
        """The number of copies and models that come, go or are moved, weighted.

        - A copy or model that comes or is moved counts once, one that goes twice.
        - A changed placing counts three: one model too many at a place goes, but where two are too
          many, both are placed elsewhere.
        - Three more count where the place was misspelt, for any other than the one that was meant.
        - One counts for what comes in a slot that a broken rule counts, unless something goes from
          that slot there: a fire that is flipped stays with its unit.
        - One counts for what comes in the place of something that is gone under another name.
        - A touched selection that the player named or wrote a note at counts three more.
        - A touched selection that no broken rule counts, three more, if there are others: of two
          items that are too dear, those go that their bearer may not have.
        - Models that go, three more: an option goes rather than a man who costs as much.
        - Each thing that a new selection holds counts ``PLAIN``.
        - One counts where all of several men go: of four here two go, and not both there.
        - One more counts for a touched selection that has an equal later in the roster, or one
          that its holder has in the same slot (the later one goes), and for one that has fewer
          copies than another beside it.
        - Each place counts one at which some are placed anew who stood together elsewhere.
        - A move past the first holder that could take the copies counts as ``_moved_further`` says.
        - A mark that comes, such as “army leader”, counts one for each bearer before its own that
          could have it: the first hero leads, not the engineer at the last engine.
        """
        changes = self._changes
        more, excess = total(changes.more), total(changes.excess)
        added, kept = [*self._tree.added()], {None, self._tree.root, *changes.kept}
        come = total([one.count + one.size for one in (*added, *changes.relocations)])
        held = total([one.count for one in added if one.holder not in kept]).times(PLAIN - 1)
        gone = [*map(self._models_gone, self._tree.owned), (excess - more).times(2)]
        thrice = (
            *changes.placed,
            *self._touched(self._is_own),
            *self._blameless(),
            *self._not_as_meant(),
            *self._models_leave(),
        )
        ties = (
            *self._touched(self._sooner()),
            *self._touched(self._few()),
            *self._all_gone(),
            *self._parted(),
            *self._unlike_gone(),
            *self._not_in_its_place(),
        )
        literals = [of_literal(one, 3) for one in thrice], map(of_literal, ties)
        late = (*self._moved_further(), *self._marked_late())
        return total([come, held, excess, *gone, *late, *chain(*literals)])

    def _blameless(self) -> Iterator[BoolLiteral]:
        """Yield literals: a selection that no broken rule counts goes, moves or changes its size.

        What stands in a selection that is counted is, too.
        """
        if not self._blamed:
            return
        blamed = {
            inside for number in self._blamed for inside in range(number, self._own[number].end)
        }
        yield from self._touched(lambda number: number not in blamed)
        yield from (
            literal for number, literal in enumerate(self._changes.resized) if number not in blamed
        )

    def _models_leave(self) -> Iterator[BoolLiteral]:
        """Yield literals: some copies of a piece go, or a unit becomes smaller."""
        for fewer, candidates in zip(self._changes.fewer, self._tree.owned, strict=True):
            if candidates[0].place.is_piece:
                smaller = self._changes.model.is_at_least_0(_models_less(candidates) - constant(1))
                yield self._changes.model.any_of((fewer, smaller))

    def _all_gone(self) -> Iterator[BoolLiteral]:
        """Yield literals: all copies of a piece go, where there are several."""
        for one, candidates in zip(self._own, self._tree.owned, strict=True):
            if one.selection.count > 1 and candidates[0].place.is_piece:
                yield self._changes.model.all_of(~other.present for other in candidates)

    def _not_as_meant(self) -> Iterator[BoolLiteral]:
        """Yield literals: a selection is placed elsewhere than at the id that was meant."""
        placements = self._tree.placements
        for candidates in self._tree.owned:
            lost = placements.lost(candidates[0])
            meant = None if lost is None else placements.meant[lost]
            if meant is not None:
                homes = self._tree.owned[self._tree.numbers[meant]]
                for there in chain(*map(placements.at, candidates)):
                    if there.candidate not in homes:
                        yield there.literal

    def _unlike_gone(self) -> Iterator[BoolLiteral]:
        """Yield literals: something is added for an id that is gone, and is not called like it."""
        for (name, target), literal in self._tree.placements.renewals.items():
            entry = target.place.entry
            if entry is not None and entry.id not in name:
                yield literal

    def _not_in_its_place(self) -> Iterator[BoolLiteral]:
        """Yield literals: something comes where nothing goes that was counted in its slot."""
        raised = zip(self._changes.raised, (homes[0] for homes in self._tree.owned), strict=True)
        come = [*raised, *((one.present, one) for one in self._changes.additions)]
        slots = {slot for _, slot in self._goes}
        for literal, candidate in come:
            where = _slot_of(candidate)
            if where is not None and where[1] in slots:
                yield self._unless_in_its_place(literal, candidate)

    def _unless_in_its_place(self, comes: BoolLiteral, candidate: Candidate) -> BoolLiteral:
        where, model = _slot_of(candidate), self._changes.model
        leaves = self._goes.get(where, ()) if where is not None else ()
        return model.all_of((comes, ~model.any_of(leaves))) if leaves else comes

    @cached_property
    def _goes(self) -> Mapping[tuple[int, str], list[BoolLiteral]]:
        """By the player's selections and their slots: whether something goes that is counted."""
        goes: defaultdict[tuple[int, str], list[BoolLiteral]] = defaultdict(list)
        for number in self._blamed:
            if (where := _slot_of(self._tree.owned[number][0])) is not None:
                goes[where].append(self._changes.fewer[number])
        return goes

    def _parted(self) -> Iterator[BoolLiteral]:
        """Yield literals: some are placed at a selection who stood elsewhere, with others.

        The garrison of a wall that is gone stays together, if another wall has room for all.
        """
        placements = self._tree.placements
        together: defaultdict[str, list[list[Candidate]]] = defaultdict(list)
        for one, candidates in zip(self._own, self._tree.owned, strict=True):
            if one.selection.at is not None:
                together[one.selection.at].append(candidates)
        for groups in together.values():
            if len(groups) > 1:
                anew: defaultdict[Candidate, list[BoolLiteral]] = defaultdict(list)
                for candidate in chain(*groups):
                    homes = placements.home(candidate)
                    for target, literal, _ in placements.at(candidate):
                        if target not in homes:
                            anew[target].append(literal)
                yield from map(self._changes.model.any_of, anew.values())

    def _moved_further(self) -> Iterator[LinearExpr]:
        """Yield a cost for each selection that is moved past the first holder that could take it.

        Where some have to be moved on, units are, rather than single models, and the last units:
        the core of an army is written first. So the last unit in a holder costs 1, the unit before
        it 2, and so on; a single model costs one more than the first unit. Past two holders it is
        twice as much, up to ``FURTHEST`` times. Holders that have more of its entry are the first,
        then those of the same entry as its own.
        """
        units = Counter(one.holder for one in self._own if not _is_single(one.selection))
        most = {holder: 1 + number for holder, number in units.items()}
        for one, candidates in zip(self._own, self._tree.owned, strict=True):
            times = most.get(one.holder, 1)
            if not _is_single(one.selection):
                times = units[one.holder]
                units[one.holder] -= 1
            itself = (one for one in candidates if one.is_moved_itself)
            moved = sorted(itself, key=self._strangeness)
            for further, other in enumerate(moved[1:], 1):
                yield of_literal(other.present, times * min(further, FURTHEST))

    def _strangeness(self, moved: Candidate) -> tuple[bool, bool]:
        """Whether a selection is moved where nothing like it is; to another kind of holder.

        The first is asked only of holders that are no pieces: cavalry goes to the courtyard, where
        other cavalry is, not to a tower. But a fire goes to a bearer who has none.
        """
        number, holder = moved.number or 0, moved.holder
        home = self._tree.owned[number][0].holder
        entry = holder.place.entry if holder else None
        is_area = holder is not None and not holder.place.is_piece
        alike = self._own[number].selection.entry, holder and holder.number
        is_other = not (home and home.place.entry is entry)
        return is_area and alike not in self._together, is_other

    def _marked_late(self) -> Iterator[LinearExpr]:
        """Yield a cost for each mark that is added past the first bearer that could have it.

        Not where it comes in the place of something that goes.
        """
        passed: Counter[SlotAndEntry] = Counter()
        for candidate in self._changes.additions:
            if candidate.holder is not self._tree.root and is_free_mark(candidate.place):
                kind = slot_and_entry(candidate)
                literal = self._unless_in_its_place(candidate.present, candidate)
                yield of_literal(literal, passed[kind])
                passed[kind] += 1

    def _touched(self, which: Callable[[int], bool]) -> Iterator[BoolLiteral]:
        """Yield literals: copies of some of the player's selections go, or are moved."""
        for number in filter(which, range(len(self._own))):
            yield self._changes.fewer[number]
            yield from (one.present for one in self._tree.owned[number] if one.is_moved_itself)

    def _is_own(self, number: int) -> bool:
        """Whether the player gave a selection a name or a note."""
        selection = self._own[number].selection
        return bool(selection.name or selection.notes)

    def _sooner(self) -> Callable[[int], bool]:
        """Return a test: whether a selection has one like it further down.

        That is an equal one (entry, copies, models), or one in the same slot of the same holder.
        """
        last = {kind: number for number in range(len(self._own)) for kind in self._kinds(number)}
        return lambda number: any(last[kind] > number for kind in self._kinds(number))

    def _kinds(self, number: int) -> Iterator[Hashable]:
        own, slot = self._own[number], self._tree.owned[number][0].place.slot
        yield own.selection.entry, own.selection.count, own.selection.size
        if slot is not None and own.holder is not None:
            yield own.holder, slot.id

    def _few(self) -> Callable[[int], bool]:
        """Return a test: whether another selection in the same holder has more copies."""
        most: dict[int | None, int] = {}
        for one in self._own:
            most[one.holder] = max(one.selection.count, most.get(one.holder, 0))
        return lambda number: self._own[number].selection.count < most[self._own[number].holder]

    def _models_gone(self, candidates: list[Candidate]) -> LinearExpr:
        """Twice the number of models that a unit loses, whether it goes or becomes smaller."""
        model, less = self._changes.model, _models_less(candidates)
        return model.gate(model.is_at_least_0(less), less).times(2)


def _models_less(candidates: list[Candidate]) -> LinearExpr:
    """The models that a unit loses; 0 for an entry without a size, and where copies are split."""
    said = models_of(candidates)
    if not said or (candidates[0].selection and candidates[0].selection.count > 1):
        return constant(0)
    return constant(said) - total([one.size for one in candidates])


def _slot_of(candidate: Candidate) -> tuple[int, str] | None:
    """The number of the player's selection in which something stands, and the slot."""
    holder, slot = candidate.holder, candidate.place.slot
    if slot is None or holder is None or holder.number is None:
        return None
    return holder.number, slot.id


def _is_single(selection: Selection) -> bool:
    return max(selection.count, selection.size or 0) == 1
