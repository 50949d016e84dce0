"""The changes of a repair: encoded and counted.

Of each of the player's selections some copies may be gone and some moved; the others stay. Contents
go with their holder, and are no change of their own then: a unit that goes with its banner is one
change, and so are six troops with six bows that become four with four bows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice

from listbuilder.model.entries import Selection
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.model.linear import (
    FALSE,
    BoolLiteral,
    LinearExpr,
    constant,
    of_literal,
    total,
)
from listbuilder.solve.outcomes import Feature

SlotAndEntry = tuple[str, str]

PLAIN = 20
"""As many models more come before one thing that a new selection holds."""

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
        self._kept = [candidate for candidates in self.tree.owned for candidate in candidates]
        self.relocations = [candidate for candidate in self._kept if is_moved_itself(candidate)]
        holders = {self.tree.root, *self._kept}
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
        of them are placed elsewhere; so does what the player named or noted something at. What a
        new selection holds counts as many models: a plain unit comes before one with a banner. Once
        more counts a move elsewhere than to the first that takes it, what others like it follow,
        and what has fewer copies than others beside it.
        """
        more, excess = total(self._more), total(self._excess)
        added, kept = [*self.tree.added()], {None, self.tree.root, *self._kept}
        come = total([one.count + one.size for one in (*added, *self.relocations)])
        held = total([one.count for one in added if one.holder not in kept]).times(PLAIN - 1)
        gone = [*map(self._models_gone, self.tree.owned), (excess - more).times(2)]
        thrice = (*self.placed, *self._touched(self._is_own))
        ties = (*self._touched(self._sooner()), *self._touched(self._few()))
        literals = [of_literal(one, 3) for one in thrice], map(of_literal, ties)
        return total([come, held, excess, *gone, *self._moved_further(), *chain(*literals)])

    def _moved_further(self) -> Iterator[LinearExpr]:
        """Yield whether copies are moved to another holder than the first that takes them.

        Where some have to go further, it is a unit rather than a single model, and a later one: the
        core of an army is written first. So each counts once more than the next unit beside it.
        """
        own = self.tree.relocations.owned
        units = Counter(one.holder for one in own if not _is_single(one.selection))
        most = {holder: 1 + number for holder, number in units.items()}
        for one, candidates in zip(own, self.tree.owned, strict=True):
            times = most.get(one.holder, 1)
            if not _is_single(one.selection):
                times = units[one.holder]
                units[one.holder] -= 1
            moved = filter(is_moved_itself, candidates)
            yield from (of_literal(other.present, times) for other in islice(moved, 1, None))

    def _touched(self, which: Callable[[int], bool]) -> Iterator[BoolLiteral]:
        """Yield whether copies of some of the player's selections go or are moved."""
        for number in filter(which, range(len(self.tree.owned))):
            yield self.fewer[number]
            yield from (one.present for one in filter(is_moved_itself, self.tree.owned[number]))

    def _is_own(self, number: int) -> bool:
        """Whether the player named it, or noted something at it."""
        selection = self.tree.owned[number][0].selection
        return selection is not None and bool(selection.name or selection.notes)

    def _sooner(self) -> Callable[[int], bool]:
        """Tell whether another of the same entry and as many comes later in the roster."""
        own = self.tree.relocations.owned
        last = {_kind(one.selection): one.number for one in own}
        return lambda number: last[_kind(own[number].selection)] > number

    def _few(self) -> Callable[[int], bool]:
        """Tell whether the holder of a selection holds more copies of something."""
        own = self.tree.relocations.owned
        most: dict[int | None, int] = {}
        for one in own:
            most[one.holder] = max(one.selection.count, most.get(one.holder, 0))
        return lambda number: own[number].selection.count < most[own[number].holder]

    def features(self) -> dict[Feature, BoolLiteral]:
        """Literals that tell repairs apart: selections left, and entries that come to each holder.

        The contents of a new selection come to the one that it replaces. Example: to exchange a
        soldier with a shield for another soldier with a shield is no different answer.
        """
        features: dict[Feature, BoolLiteral] = {}
        for number, candidates in enumerate(self.tree.owned):
            stay = total(
                [candidate.count for candidate in candidates if not is_moved_itself(candidate)]
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


def _is_single(selection: Selection) -> bool:
    return max(selection.count, selection.size or 0) == 1


def _kind(selection: Selection) -> tuple[str, int, int | None]:
    return selection.entry, selection.count, selection.size


def _slot_and_entry(candidate: Candidate) -> SlotAndEntry:
    """Slot and entry of a candidate."""
    slot, entry = candidate.place.slot, candidate.place.entry
    return slot.id if slot else "", entry.id if entry else ""


def is_moved_itself(candidate: Candidate) -> bool:
    """Whether copies are moved to a candidate by themselves, not along with their holder."""
    return candidate.moved and not (candidate.holder and candidate.holder.moved)


def _copies(candidates: list[Candidate]) -> int:
    """How many copies the player's selection has."""
    return candidates[0].selection.count if candidates[0].selection else 0


def _models(candidates: list[Candidate]) -> int:
    """How many models the player's selection has, where its size matters."""
    return (candidates[0].selection.size or 0) if candidates[0].selection else 0
