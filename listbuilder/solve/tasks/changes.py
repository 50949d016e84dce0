"""The changes of a repair: encoded and counted.

Some copies of each of the player's selections may be gone and some moved; the others stay. Contents
that go with their holder are no change of their own. Examples of one change: a unit goes with its
banner; six troops with six bows become four with four bows. Nor are contents that a successor takes
over: a hero goes, another comes in his place and leads his men; these are two changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from listbuilder.editing.bearers import stays_itself
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
            target is gone does not count, nor one at a target that was gone and comes again.
        relocations: candidates to which copies are moved.
        additions: candidates added to the army or to one of the player's selections.
        kept: the candidates of the player's selections.
        more: for each of them, by number, its copies less those in the roster.
        excess: the same, where it is more than 0.
        successors: literals for an addition that takes over what is left in a selection that goes,
            by that selection's number and the addition.
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
        self.kept = [candidate for candidates in self.tree.owned for candidate in candidates]
        self.relocations = [candidate for candidate in self.kept if candidate.is_moved_itself]
        holders = {self.tree.root, *self.kept}
        self.additions = [
            candidate for candidate in self.tree.added() if candidate.holder in holders
        ]
        self.more = [
            total([*(candidate.count for candidate in candidates), constant(-_copies(candidates))])
            for candidates in self.tree.owned
        ]
        self.raised = [self.model.is_at_least_0(more - constant(1)) for more in self.more]
        self.excess = list(map(self.model.gate, self.raised, self.more))
        self.fewer = [self._fewer(number) for number in range(len(self.tree.owned))]
        self.resized = [self._resized(candidates) for candidates in self.tree.owned]
        tree.placements.renew()
        self.placed = [self._placed(candidates) for candidates in self.tree.owned]
        self.successors = self._possible_successors()

    def rule_out_detours(self) -> None:
        """Exclude roundabout repairs: another does the same, or does it as a player would."""
        self._break_symmetry()
        self._add_nothing_that_goes()
        self._raise_nothing_that_is_moved()
        self._hand_on_from_bearers_that_stay()
        self._keep_options_only_in_succession()

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
            for candidate in (one for one in candidates if one.is_moved_itself):
                self.model.clause((~raised, ~candidate.present))

    def _hand_on_from_bearers_that_stay(self) -> None:
        """Post that an option is handed on only if its bearer stays: else it goes with him."""
        for number, bearers in self.tree.relocations.handed_on.items():
            holder = self.tree.relocations.owned[number].holder
            for candidate in (one for one in self.tree.owned[number] if one.is_moved_itself):
                to = candidate.holder and candidate.holder.number
                if to in bearers and holder is not None:
                    self.model.clause((~candidate.present, self.tree.owned[holder][0].present))

    def _keep_options_only_in_succession(self) -> None:
        """Post that what stays with its bearer goes to an addition only if that succeeds him."""
        for moved in self.relocations:
            if moved.holder and moved.holder.is_added and not stays_itself(moved.place, True):
                self.model.clause((~moved.present, self.taken_over(moved)))

    def number(self) -> LinearExpr:
        """The number of changes; all added copies of a plain entry are one."""
        added = (
            candidate.count if candidate.place.copies == 1 else of_literal(candidate.present)
            for candidate in self.additions
        )
        moved = map(self._is_moved, self.relocations)
        literals = (*self.fewer, *self.raised, *self.resized, *self.placed, *moved)
        return total([*map(of_literal, literals), *added])

    def is_further_change(self, adds_more: BoolLiteral) -> BoolLiteral:
        """The literal for additions left out, if they are no contents of an addition made."""
        holders = (one for one in self.additions if any(one.place.offered()))
        return self.model.all_of((adds_more, *(~one.present for one in holders)))

    def _is_moved(self, candidate: Candidate) -> BoolLiteral:
        """The literal for copies that are moved to a candidate, not taken over with all else."""
        is_taken_over = self.taken_over(candidate)
        return self.model.all_of((candidate.present, ~is_taken_over))

    def taken_over(self, moved: Candidate) -> BoolLiteral:
        """The literal for copies that come with all that is left in their holder, which goes."""
        former, holder = self.former_holder(moved), moved.holder
        if former is None or holder is None:
            return FALSE
        return self.successors.get((former, holder), FALSE)

    def former_holder(self, moved: Candidate) -> int | None:
        """The number of the holder in which a moved selection stood; None: the army."""
        return None if moved.number is None else self.tree.relocations.owned[moved.number].holder

    def _possible_successors(self) -> dict[tuple[int, Candidate], BoolLiteral]:
        """Literals for pairs of a holder that goes and an addition that takes over what is left.

        The addition comes beside the holder, and each holder has one successor at most: of two it
        would not be known who takes over what.
        """
        pairs: dict[tuple[int, Candidate], BoolLiteral] = {}
        of_holder: dict[int, list[BoolLiteral]] = {}
        for moved in self.relocations:
            holder, successor = self.former_holder(moved), moved.holder
            if holder is None or successor is None or (holder, successor) in pairs:
                continue
            home = self.tree.owned[holder][0].holder
            if successor.selection is None and successor.holder is home:
                literal = pairs[holder, successor] = self.model.literal()
                self.model.clause((~literal, successor.present))
                for candidate in self.tree.owned[holder]:
                    self.model.clause((~literal, ~candidate.present))
                of_holder.setdefault(holder, []).append(literal)
        for literals in of_holder.values():
            self.model.at_least_0(constant(1) - total(map(of_literal, literals)))
        return pairs

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

    def features(self) -> dict[Feature, BoolLiteral]:
        """Literals of the distinctions that tell repairs apart.

        The contents of a new selection come to the selection that it replaces. Example: to exchange
        a soldier with a shield for another soldier with a shield is no different answer.
        """
        features: dict[Feature, BoolLiteral] = {}
        for number, candidates in enumerate(self.tree.owned):
            stay = total(
                [candidate.count for candidate in candidates if not candidate.is_moved_itself]
            )
            left = self.model.is_at_least_0(constant(_copies(candidates) - 1) - stay)
            features[Distinction("left", number)] = left
            features[Distinction("fewer", number)] = self.fewer[number]
            features[Distinction("resized", number)] = self.resized[number]
            features[Distinction("placed", number)] = self.placed[number]
        come: dict[Distinction, list[BoolLiteral]] = {}
        own = self.tree.relocations.owned
        for number, raised in enumerate(self.raised):
            kind = slot_and_entry(self.tree.owned[number][0])
            come.setdefault(Distinction("added", own[number].holder, kind), []).append(raised)
        for candidate in (*self.relocations, *self.additions):
            to = candidate.holder.number if candidate.holder else None
            what: DistinctionKind = "arrived" if candidate.selection is not None else "added"
            distinction = Distinction(what, to, slot_and_entry(candidate))
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
                _, entry = slot_and_entry(candidate.holder)
                for number in numbers.get(entry, ()):
                    come.setdefault((number, slot_and_entry(candidate)), []).append(candidate)
        return come

    def _placed(self, candidates: list[Candidate]) -> BoolLiteral:
        """The literal for a selection that is placed elsewhere, as ``placed`` counts it."""
        placements = self.tree.placements
        anew = []
        for candidate in candidates:
            known = placements.literals[candidate]
            if not known:
                continue
            moved = [candidate.present, placements.is_anew(candidate)]
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
        return self.excess[number] - self.more[number]

    def gone_alone(self, number: int) -> LinearExpr:
        """The copies that are gone, less those that go with copies of their holder.

        Negative where more copies stay than the remaining holders had.
        """
        holder = self.tree.relocations.owned[number].holder
        gone = self.more[number].times(-1)
        if holder is not None:
            each = -(-_copies(self.tree.owned[number]) // _copies(self.tree.owned[holder]))
            gone -= self.gone(holder).times(each)
        return gone

    def _fewer(self, number: int) -> BoolLiteral:
        """The literal for a selection of which more copies are gone than go with its holder."""
        gone = self.model.is_at_least_0(self.gone_alone(number) - constant(1))
        homes = self.tree.placements.home(self.tree.owned[number][0])
        if not homes or not self._goes_along(number):
            return gone
        return self.model.all_of((gone, self.model.any_of(home.present for home in homes)))

    def _resized(self, candidates: list[Candidate]) -> BoolLiteral:
        """The literal for a selection that is present with another number of models.

        One of several copies, each with so many models, can be split: then each part is asked.
        """
        parts = [[one] for one in candidates] if _copies(candidates) > 1 else [candidates]
        said = constant(models_of(candidates))
        return self.model.any_of(
            self.model.all_of(
                (
                    self.model.any_of(one.present for one in part),
                    ~self.model.is_0(total([one.size for one in part]) - said),
                )
            )
            for part in parts
        )


def slot_and_entry(candidate: Candidate) -> SlotAndEntry:
    """Slot and entry of a candidate."""
    slot, entry = candidate.place.slot, candidate.place.entry
    return slot.id if slot else "", entry.id if entry else ""


def _copies(candidates: list[Candidate]) -> int:
    """The number of copies of the player's selection."""
    return candidates[0].selection.count if candidates[0].selection else 0


def models_of(candidates: list[Candidate]) -> int:
    """The models of each copy of the player's selection; 0 for an entry without a size."""
    return (candidates[0].selection.size or 0) if candidates[0].selection else 0
