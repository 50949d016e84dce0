"""The changes of a repair: encoded and counted.

Some copies of each of the player's selections may be gone and some moved; the others stay. Contents
that go with their holder are no change of their own. Examples of one change: a unit goes with its
banner; six troops with six bows become four with four bows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Literal, NamedTuple

from listbuilder.editing.bearers import is_free_mark
from listbuilder.model.entries import Selection
from listbuilder.rules.places import Place
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
"""A thing that a new selection holds counts as much as so many models, when ties are broken.

So a repair adds a plain unit of some more models rather than a unit with a banner.
"""

FURTHEST = 20
"""Holders further on than so many are alike, when ties are broken."""

DistinctionKind = Literal["fewer", "resized", "added", "left", "placed", "arrived"]


class Distinction(NamedTuple):
    """A ``Feature`` that tells repairs apart.

    Attributes:
        what: some copies of a selection are gone; it has another size; something is added to a
            holder; some copies of a selection are moved away; it is placed elsewhere; something is
            moved to a holder.
        number: of the selection or holder, in the roster's order; None: the army.
        kind: slot and entry of what is added or moved to a holder; else empty.
    """

    what: DistinctionKind
    number: int | None
    kind: SlotAndEntry = ("", "")

    @property
    def is_rearranged(self) -> bool:
        """Whether nothing goes, comes or changes its size: it only stands elsewhere."""
        return self.what in ("left", "placed", "arrived")


class Changes:
    """The changes that a model allows.

    Attributes:
        fewer: a literal for each of the player's selections, by number: some copies are gone.
        raised: the same: there are more copies.
        resized: the same: it has another size.
        placed: the same: it is placed elsewhere. A selection that is placed nowhere because its
            target is gone does not count.
        relocations: candidates to which copies are moved.
        additions: candidates added to the army or to one of the player's selections.
    """

    def __init__(
        self, tree: CandidateTree, goes_along: Callable[[int], bool] = lambda number: False
    ) -> None:
        """Encode the changes.

        Args:
            tree: gets variables for them.
            goes_along: whether one of the player's selections, by number, may go uncounted together
                with the selection that it is placed at.
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
        # For each of the player's selections: copies in the solution, less those in the roster.
        self._more = [
            total([*(candidate.count for candidate in candidates), constant(-_copies(candidates))])
            for candidates in self.tree.owned
        ]
        self.raised = [self.model.is_at_least_0(more - constant(1)) for more in self._more]
        self._excess = list(map(self.model.gate, self.raised, self._more))
        self.fewer = [self._fewer(number) for number in range(len(self.tree.owned))]
        self.resized = [self._resized(candidates) for candidates in self.tree.owned]
        self.placed = [self._placed(candidates) for candidates in self.tree.owned]

    def rule_out_detours(self) -> None:
        """Exclude roundabout repairs: another does the same, or does it as a player would."""
        self._break_symmetry()
        self._add_nothing_that_goes()
        self._raise_nothing_that_is_moved()
        self._hand_on_from_bearers_that_stay()

    def _break_symmetry(self) -> None:
        """Post that of two equal selections the later loses copies first."""
        for one, other in self.tree.relocations.symmetric_pairs:
            counts = [self.tree.owned[owned.number][0].count for owned in (one, other)]
            self.model.at_least_0(counts[0] - counts[1])

    def _add_nothing_that_goes(self) -> None:
        """Post that no selection is added at a place where one of the player's goes: it can stay.

        Else a selection could go with all its contents as one change, and the contents that are
        still wanted be moved to its successor.
        """
        added: dict[tuple[Candidate | None, Place], list[Candidate]] = {}
        for candidate in self.additions:
            added.setdefault((candidate.holder, candidate.place), []).append(candidate)
        for fewer, (home, *_) in zip(self.fewer, self.tree.owned, strict=True):
            for candidate in added.get((home.holder, home.place), ()):
                self.model.clause((~fewer, ~candidate.present))

    def _raise_nothing_that_is_moved(self) -> None:
        """Post that a selection of which copies are moved gets no more copies where it stands.

        Else bought copies would take the place of the moved ones, and these would carry priced
        options to another holder, where a repair chooses options anew.
        """
        for raised, candidates in zip(self.raised, self.tree.owned, strict=True):
            for candidate in filter(is_moved_itself, candidates):
                self.model.clause((~raised, ~candidate.present))

    def _hand_on_from_bearers_that_stay(self) -> None:
        """Post that an option is handed on only if its bearer stays: else it goes with him."""
        for number, bearers in self.tree.relocations.handed_on.items():
            holder = self.tree.relocations.owned[number].holder
            for candidate in filter(is_moved_itself, self.tree.owned[number]):
                to = candidate.holder and candidate.holder.number
                if to in bearers and holder is not None:
                    self.model.clause((~candidate.present, self.tree.owned[holder][0].present))

    def number(self) -> LinearExpr:
        """The number of changes; all added copies of a plain entry are one."""
        added = (
            candidate.count if candidate.place.copies == 1 else of_literal(candidate.present)
            for candidate in self.additions
        )
        moved = [candidate.present for candidate in self.relocations]
        literals = (*self.fewer, *self.raised, *self.resized, *self.placed, *moved)
        return total([*map(of_literal, literals), *added])

    def copies(self) -> LinearExpr:
        """The number of copies and models that come, go or are moved, weighted to break ties.

        - A copy or model that comes or is moved counts once, one that goes twice.
        - A changed placing counts three: one model too many at a place goes, but where two are too
          many, both are placed elsewhere.
        - A touched selection that the player named or wrote a note at counts three more.
        - Each thing that a new selection holds counts ``PLAIN``.
        - One more counts for a touched selection that has an equal later in the roster (the later
          one goes), and for one that has fewer copies than another beside it.
        - A move past the first holder that could take the copies counts as ``_moved_further`` says.
        - A mark that comes, such as “army leader”, counts one for each bearer before its own that
          could have it: the first hero leads, not the engineer at the last engine.
        """
        more, excess = total(self._more), total(self._excess)
        added, kept = [*self.tree.added()], {None, self.tree.root, *self._kept}
        come = total([one.count + one.size for one in (*added, *self.relocations)])
        held = total([one.count for one in added if one.holder not in kept]).times(PLAIN - 1)
        gone = [*map(self._models_gone, self.tree.owned), (excess - more).times(2)]
        thrice = (*self.placed, *self._touched(self._is_own))
        ties = (*self._touched(self._sooner()), *self._touched(self._few()))
        literals = [of_literal(one, 3) for one in thrice], map(of_literal, ties)
        late = (*self._moved_further(), *self._marked_late())
        return total([come, held, excess, *gone, *late, *chain(*literals)])

    def _moved_further(self) -> Iterator[LinearExpr]:
        """Yield a cost for each selection that is moved past the first holder that could take it.

        Where some have to be moved on, units are, rather than single models, and the last units:
        the core of an army is written first. So the last unit in a holder costs 1, the unit before
        it 2, and so on; a single model costs one more than the first unit. Past two holders it is
        twice as much, up to ``FURTHEST`` times. Holders of the same entry are the first.
        """
        own = self.tree.relocations.owned
        units = Counter(one.holder for one in own if not _is_single(one.selection))
        most = {holder: 1 + number for holder, number in units.items()}
        for one, candidates in zip(own, self.tree.owned, strict=True):
            times = most.get(one.holder, 1)
            if not _is_single(one.selection):
                times = units[one.holder]
                units[one.holder] -= 1
            moved = sorted(filter(is_moved_itself, candidates), key=self._is_in_another_entry)
            for further, other in enumerate(moved[1:], 1):
                yield of_literal(other.present, times * min(further, FURTHEST))

    def _is_in_another_entry(self, moved: Candidate) -> bool:
        """Whether a selection is moved to a holder of another entry than its own."""
        home = self.tree.owned[moved.number or 0][0].holder
        return not (home and moved.holder and home.place.entry is moved.holder.place.entry)

    def _marked_late(self) -> Iterator[LinearExpr]:
        """Yield a cost for each mark that is added past the first bearer that could have it."""
        passed: Counter[SlotAndEntry] = Counter()
        for candidate in self.additions:
            if candidate.holder is not self.tree.root and is_free_mark(candidate.place):
                kind = _slot_and_entry(candidate)
                yield of_literal(candidate.present, passed[kind])
                passed[kind] += 1

    def _touched(self, which: Callable[[int], bool]) -> Iterator[BoolLiteral]:
        """Yield literals: copies of some of the player's selections go, or are moved."""
        for number in filter(which, range(len(self.tree.owned))):
            yield self.fewer[number]
            yield from (one.present for one in filter(is_moved_itself, self.tree.owned[number]))

    def is_as_it_was(self, number: int) -> BoolLiteral:
        """The literal for one of the player's selections that stands where it was, as it was."""
        home, *elsewhere = self.tree.owned[number]
        same = self.model.is_0(home.count - constant(_copies([home])))
        moved = (~other.present for other in elsewhere)
        return self.model.all_of([same, *moved, ~self.resized[number]])

    def is_with_its_holder(self, number: int) -> BoolLiteral:
        """The literal for one of the player's selections that stands in the holder it stood in."""
        holder = self.tree.relocations.owned[number].holder
        return self.model.any_of(
            one.present
            for one in self.tree.owned[number]
            if holder is None or (one.holder and one.holder.number == holder)
        )

    def _is_own(self, number: int) -> bool:
        """Whether the player gave a selection a name or a note."""
        selection = self.tree.owned[number][0].selection
        return selection is not None and bool(selection.name or selection.notes)

    def _sooner(self) -> Callable[[int], bool]:
        """Return a test: whether a selection has an equal (entry, copies, models) further down."""
        own = self.tree.relocations.owned
        last = {_kind(one.selection): one.number for one in own}
        return lambda number: last[_kind(own[number].selection)] > number

    def _few(self) -> Callable[[int], bool]:
        """Return a test: whether another selection in the same holder has more copies."""
        own = self.tree.relocations.owned
        most: dict[int | None, int] = {}
        for one in own:
            most[one.holder] = max(one.selection.count, most.get(one.holder, 0))
        return lambda number: own[number].selection.count < most[own[number].holder]

    def features(self) -> dict[Feature, BoolLiteral]:
        """Literals of the distinctions that tell repairs apart.

        The contents of a new selection come to the selection that it replaces. Example: to exchange
        a soldier with a shield for another soldier with a shield is no different answer.
        """
        features: dict[Feature, BoolLiteral] = {}
        for number, candidates in enumerate(self.tree.owned):
            stay = total(
                [candidate.count for candidate in candidates if not is_moved_itself(candidate)]
            )
            left = self.model.is_at_least_0(constant(_copies(candidates) - 1) - stay)
            features[Distinction("left", number)] = left
            features[Distinction("fewer", number)] = self.fewer[number]
            features[Distinction("resized", number)] = self.resized[number]
            features[Distinction("placed", number)] = self.placed[number]
        come: dict[Distinction, list[BoolLiteral]] = {}
        own = self.tree.relocations.owned
        for number, raised in enumerate(self.raised):
            kind = _slot_and_entry(self.tree.owned[number][0])
            come.setdefault(Distinction("added", own[number].holder, kind), []).append(raised)
        for candidate in (*self.relocations, *self.additions):
            to = candidate.holder.number if candidate.holder else None
            what: DistinctionKind = "arrived" if candidate.selection is not None else "added"
            distinction = Distinction(what, to, _slot_and_entry(candidate))
            come.setdefault(distinction, []).append(candidate.present)
        for (number, kind), new in self._come_instead().items():
            renewed = self.model.any_of(candidate.present for candidate in new)
            both = self.model.all_of((self.fewer[number], renewed))
            come.setdefault(Distinction("added", number, kind), []).append(both)
        features |= {
            distinction: self.model.any_of(literals) for distinction, literals in come.items()
        }
        return {
            distinction: literal for distinction, literal in features.items() if literal != FALSE
        }

    def _come_instead(self) -> dict[tuple[int, SlotAndEntry], list[Candidate]]:
        """The contents of additions: what comes to each of the player's selections of the entry."""
        numbers: dict[str, list[int]] = {}
        for one in self.tree.relocations.owned:
            numbers.setdefault(one.selection.entry, []).append(one.number)
        come: dict[tuple[int, SlotAndEntry], list[Candidate]] = {}
        for candidate in self.tree.added():
            if candidate.holder and candidate.holder.selection is None:
                _, entry = _slot_and_entry(candidate.holder)
                for number in numbers.get(entry, ()):
                    come.setdefault((number, _slot_and_entry(candidate)), []).append(candidate)
        return come

    def _placed(self, candidates: list[Candidate]) -> BoolLiteral:
        """The literal for a selection that is placed elsewhere, as ``placed`` counts it."""
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
        """The number of copies gone of one of the player's selections."""
        return self._excess[number] - self._more[number]

    def gone_alone(self, number: int) -> LinearExpr:
        """The copies that are gone, less those that go with copies of their holder.

        Negative where more copies stay than the remaining holders had.
        """
        holder = self.tree.relocations.owned[number].holder
        gone = self._more[number].times(-1)
        if holder is not None:
            each = -(-_copies(self.tree.owned[number]) // _copies(self.tree.owned[holder]))
            gone -= self.gone(holder).times(each)
        return gone

    def _models_gone(self, candidates: list[Candidate]) -> LinearExpr:
        """Twice the number of models that a unit loses, whether it goes or becomes smaller."""
        said = _models(candidates)
        if not said:
            return constant(0)
        left = constant(said) - total([candidate.size for candidate in candidates])
        return self.model.gate(self.model.is_at_least_0(left), left).times(2)

    def _fewer(self, number: int) -> BoolLiteral:
        """The literal for a selection of which more copies are gone than go with its holder."""
        gone = self.model.is_at_least_0(self.gone_alone(number) - constant(1))
        homes = self.tree.placements.home(self.tree.owned[number][0])
        if not homes or not self._goes_along(number):
            return gone
        return self.model.all_of((gone, self.model.any_of(home.present for home in homes)))

    def _resized(self, candidates: list[Candidate]) -> BoolLiteral:
        """The literal for a selection that is present with another number of models."""
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
    """The number of copies of the player's selection."""
    return candidates[0].selection.count if candidates[0].selection else 0


def _models(candidates: list[Candidate]) -> int:
    """The models of each copy of the player's selection; 0 for an entry without a size."""
    return (candidates[0].selection.size or 0) if candidates[0].selection else 0
