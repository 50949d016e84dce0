"""Proofs about a game: all its entries can be fielded, its rules kept, and broken alone.

An obligation is proved by a roster of one army list, or of several together. The rosters that show
what there is are kept: after a change they are judged again, and only what they no longer show is
looked for anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations

import attrs

from listbuilder.errors import LoadError
from listbuilder.lint.cache import Cache
from listbuilder.lint.doubt_words import refuted
from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.proof_pool import (
    Depth,
    Doubt,
    ProofRequest,
    ProofResult,
    obligation_name,
    run_in_processes,
    serialised,
)
from listbuilder.loading.index import ROSTERS
from listbuilder.loading.json_pointer import token
from listbuilder.loading.library import understand
from listbuilder.loading.names import quoted
from listbuilder.loading.parse import parse
from listbuilder.loading.structuring import structure
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Slot
from listbuilder.model.language import Constraint
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Part, Ruleset
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.slots import NOWHERE, entry_constraints, slot_constraints
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.proofs.altering import alterations_of
from listbuilder.solve.proofs.obligations import Obligation, ObligationKind, obligations_of

CODES: Mapping[ObligationKind, str] = {
    "fielded": "never-fielded",
    "kept": "never-kept",
    "broken": "never-broken",
    "altered": "never-altered",
}
UNPROVED = "unproved"
FEW = 2
"""Army lists in which all of a ruleset's obligations are sought, near shipped rosters too; in the
others, the open ones."""
FIRST = 4
"""As how many searches for what is left the first search of an army list counts: what it takes of
the time, for those who wait."""
PAIRS = 8
"""Pairs of army lists, the shortest first, in which is sought what a single one doesn't show."""
PARTS = 2
"""Into so many what is left is divided, to be looked for side by side."""
COMPANY = ("/requires", "/excludes")
"""What an offer says of what must, or must not, be there."""


def proofs(
    game: Game, cache: Cache, tell: Callable[[float], None] = lambda share: None
) -> Iterator[Diagnostic]:
    """Prove the obligations of a game: of its ruleset and of each army list.

    Nothing more is said of an entry that can't be fielded, nor of a rule that can't be kept. Rules
    are proved of what writes them, not of every entry that is ``like`` it.

    Args:
        game: with a book.
        cache: keeps answers, and the rosters that prove them.
        tell: told what share of the steps is done, from 0 to 1.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    if game.book is None:
        return
    told: set[Location] = set()
    prover = _Prover(game, game.book, cache, tell)
    for doubt in prover.doubts():
        at = prover.places.get(doubt.obligation) or game.entry_at(doubt.part, doubt.name)
        if not any(at.file == file and f"{at.pointer}/".startswith(f"{it}/") for file, it in told):
            told.add(at)
            yield _diagnostic(doubt, at)


def _diagnostic(doubt: Doubt, at: Location) -> Diagnostic:
    said = refuted(doubt.kind, quoted(doubt.name))
    if doubt.stopped:
        return at.diagnostic(
            UNPROVED, gettext("Not proved, and not shown otherwise: {said}.", said=said)
        )
    message = gettext("{what}.", what=said)
    if doubt.reasons:
        message = gettext("{what}: {reasons}", what=said, reasons=joined(" ", doubt.reasons))
    return at.diagnostic(CODES[doubt.kind], message)


def _is_doubtful(doubt: Doubt | None) -> bool:
    """Whether a doubt counts: slots alone may see to it that a rule is never broken."""
    return doubt is not None and (doubt.stopped or bool(doubt.reasons) or doubt.kind != "broken")


ListNames = frozenset[str]
"""The army lists of a book."""


class _Prover:
    """Proves the obligations of one game."""

    def __init__(self, game: Game, book: Book, cache: Cache, tell: Callable[[float], None]) -> None:
        self.game = game
        self.book = book
        self.cache = cache
        self.tell = tell
        self.steps = 1
        self.steps_done = 0.0
        self.explored: set[ListNames] = set()
        self.rich: set[ListNames] = set()
        self.found: dict[ListNames, tuple[Roster, ...]] = {}
        self.places: dict[Obligation, Location] = {}
        for name, file in game.files.items():
            for rule, pointer in _places(file.part) if file.part else ():
                self.places[Obligation("kept", name, rule)] = Location(name, pointer)
                if not _is_guide(pointer):
                    self.places[Obligation("broken", name, rule)] = Location(name, pointer)
            for alteration, pointer, _ in alterations_of(file.part) if file.part else ():
                self.places[Obligation("altered", name, alteration)] = Location(name, pointer)
        self.obligations = [
            obligation
            for obligation in obligations_of(book)
            if obligation.kind == "fielded" or obligation in self.places
        ]
        self.shipped = list(_shipped(game))
        self.several = _several(book)

    def doubts(self) -> list[Doubt]:
        """What no roster shows: of one army list, then of several together.

        A rule that is never broken for no other rule's sake is in no doubt: what slots offer sees
        to it, and the rule tells why.
        """
        alone = self._shortest_first()
        shipped = self._shipped_together()
        together = [*dict.fromkeys((*shipped, *self._pairs(alone)))]
        self.rich = {*alone[:FEW], *together}
        self.steps = (
            (FIRST + 2) * len(alone) + 2 * len(together) + len(shipped) + FEW + self.several
        )
        # An obligation of a ruleset that is shown in one book need not be looked for in the next.
        left = [obligation for obligation in self.obligations if not obligation.part]
        doubts: dict[Obligation, Doubt] = {}
        for some in (alone[:FEW], alone[: FEW - 1 : -1]):
            answers = self._answers([self._alone(names, left) for names in some], FIRST * len(some))
            shown = {name for answer in answers for name in answer.shown}
            left = [obligation for obligation in left if obligation_name(obligation) not in shown]
            doubts |= {doubt.obligation: doubt for answer in answers for doubt in answer.doubts}
            self.explored |= {
                names for names, answer in zip(some, answers, strict=True) if answer.explored
            }
            if some == alone[:FEW]:
                for names in some:
                    left = self._still_left(names, left, "near")
        left += doubts
        for names in shipped:
            left = self._still_left(names, left, "near", explore=True)
            self.explored.add(names)
        for names in (*together, *alone):
            left = self._still_left(names, left, "near")
        for names in together:
            left = self._still_left(names, left, "everywhere")
        for names in alone:
            left = self._settle(names, left, doubts)
        doubtful = [one for one in left if _is_doubtful(doubts.get(one))]
        if self.several:
            doubtful = self._settle(frozenset(self.book.catalogues), doubtful, doubts)
        return [
            doubts[obligation]
            for obligation in self.obligations
            if obligation in doubtful and _is_doubtful(doubts[obligation])
        ]

    def _shortest_first(self) -> list[ListNames]:
        """Each army list alone."""
        said = {name: len(file.text) for name, file in self.game.files.items()}
        names = sorted(self.book.catalogues, key=lambda name: (said[name], name))
        return [frozenset({name}) for name in names]

    def _shipped_together(self) -> list[ListNames]:
        """The army lists that shipped rosters put together."""
        if not self.several:
            return []
        together = dict.fromkeys(frozenset(one.catalogues) for one in self.shipped)
        return [one for one in together if len(one) > 1 and one <= self.book.catalogues.keys()]

    def _pairs(self, alone: Sequence[ListNames]) -> list[ListNames]:
        """Pairs of short army lists."""
        if not self.several:
            return []
        pairs = sorted(combinations(range(len(alone)), 2), key=sum)
        return [alone[first] | alone[second] for first, second in pairs[:PAIRS]]

    def _still_left(
        self, names: ListNames, left: Sequence[Obligation], depth: Depth, explore: bool = False
    ) -> list[Obligation]:
        """What is left after a search in some army lists.

        What an army list says was looked for in it alone before.

        Args:
            explore: look near small rosters and the shipped ones, too.
        """
        asked = [
            obligation
            for obligation in left
            if not obligation.part or (len(names) > 1 and obligation.part in names)
        ]
        missing = {doubt.obligation for doubt in self._divided(names, asked, depth, explore)}
        return [
            obligation for obligation in left if obligation not in asked or obligation in missing
        ]

    def _settle(
        self, names: ListNames, left: Sequence[Obligation], doubts: dict[Obligation, Doubt]
    ) -> list[Obligation]:
        """What is left after all; the doubts tell why."""
        asked = [one for one in left if not one.part or (len(names) > 1 and one.part in names)]
        found: list[Obligation] = []
        for doubt in self._divided(names, asked, "settle"):
            found.append(doubt.obligation)
            before = doubts.get(doubt.obligation)
            if len(names) > 1 or not _is_doubtful(before) or doubt.stopped:
                doubts[doubt.obligation] = doubt
        return [obligation for obligation in left if obligation not in asked or obligation in found]

    def _divided(
        self, names: ListNames, asked: Sequence[Obligation], depth: Depth, explore: bool = False
    ) -> Iterator[Doubt]:
        """Ask about some army lists in parts, side by side."""
        explore = explore or depth == "everywhere"
        parts = [asked[first::PARTS] for first in range(PARTS)]
        questions = [
            one._replace(depth=depth, explored=one.explored or not explore)
            for one in (self._question(names, part) for part in parts if part)
        ]
        for answer in self._answers(questions):
            yield from answer.doubts

    def _alone(self, names: ListNames, besides: Sequence[Obligation]) -> ProofRequest:
        obligations = [obligation for obligation in self.obligations if obligation.part in names]
        return self._question(names, obligations, besides)

    def _question(
        self,
        names: ListNames,
        obligations: Sequence[Obligation],
        besides: Sequence[Obligation] = (),
    ) -> ProofRequest:
        catalogues = self.book.catalogues
        book = Book(
            self.book.ruleset, {name: catalogues[name] for name in catalogues if name in names}
        )
        kept: ProofResult | None = None
        with suppress(ValueError):
            kept = structure(self.cache.get(*self._rosters(book, besides)), ProofResult)
        found = [one for some, those in self.found.items() if some <= names for one in those]
        shipped = [one for one in self.shipped if names == {*one.catalogues}]
        if names not in self.rich:
            found, shipped = [*found, *shipped], []
        explored = names in self.explored
        return ProofRequest(book, obligations, besides, kept, shipped, explored, found=found)

    def _answers(self, questions: list[ProofRequest], steps: int = 1) -> list[ProofResult]:
        """Answer questions: what was answered before as it was, the others side by side.

        Args:
            questions: of some army lists.
            steps: as which they count.
        """
        answers: dict[int, ProofResult] = {}
        asked: list[int] = []
        rosters: dict[tuple[bytes, ...], list[ProofResult]] = {}
        for number, question in enumerate(questions):
            try:
                answers[number] = structure(self.cache.get(*self._said(question)), ProofResult)
            except ValueError:
                asked.append(number)
        if not asked:
            self._advance(steps)
        new = run_in_processes([questions[number] for number in asked])
        for number, answer in zip(asked, new, strict=True):
            self._advance(steps / len(asked))
            question = questions[number]
            rosters.setdefault(tuple(self._rosters(question.book, question.besides)), []).append(
                answer
            )
            self.cache.put(serialised(attrs.evolve(answer, rosters=())), *self._said(question))
            names = frozenset(question.book.catalogues)
            self.found[names] = (*self.found.get(names, ()), *answer.rosters)
            answers[number] = answer
        for key, those in rosters.items():
            shown = {name: None for answer in those for name in answer.shown}
            kept = {id(one): one for answer in those for one in answer.rosters}
            known = ProofResult(tuple(shown), (), rosters=tuple(kept.values()))
            self.cache.put(serialised(known), *key)
        return [answers[number] for number in range(len(questions))]

    def _advance(self, steps: float) -> None:
        self.steps_done += steps
        self.tell(min(1.0, self.steps_done / self.steps))

    def _rosters(self, book: Book, besides: Sequence[Obligation]) -> list[bytes]:
        """By which the rosters of an answer are kept, whatever the book's files say now."""
        names = [os.fsencode(self.game.files[name].path) for name in ("", *book.catalogues)]
        return [b"rosters", bytes([bool(besides)]), *names]

    def _said(self, question: ProofRequest) -> list[bytes]:
        """By which an answer is kept: what was asked, and all that the files say."""
        said = [self.game.files[name].text.encode() for name in ("", *question.book.catalogues)]
        asked = repr((question.obligations, question.depth))
        return [b"proofs", asked.encode(), *said]


def _several(book: Book) -> bool:
    """Whether a roster can hold what is of several army lists, or of none."""
    judge = judge_of(book)
    roster = Roster(book.ruleset.id, "", {})
    lists = [place for place in judge.root.offered() if place.list_id]
    most = DomainBounds(judge, roster, ()).most_held(judge.root, lists)
    return not lists or most is None or most > 1


def _is_guide(pointer: str) -> bool:
    """Whether a rule need not be broken alone: what fits into a slot, or the size of a unit.

    Builders and sheets go by it, whether or not another rule says as much.
    """
    return "/size/" in pointer or ("/slots/" in pointer and not pointer.endswith(COMPANY))


def _shipped(game: Game) -> Iterator[Roster]:
    """Yield the rosters that lie with a game's files and can be read."""
    folders = dict.fromkeys(file.path.parent / ROSTERS for file in game.files.values())
    for path in (path for folder in folders for path in sorted(folder.glob("*.json"))):
        with suppress(LoadError):
            yield understand(parse(path), Roster)


def _places(part: Part) -> Iterator[tuple[str, str]]:
    """Yield the rules that a file writes out, by name, and where each stands."""
    for index, slot in enumerate(part.slots if isinstance(part, Ruleset) else ()):
        yield from _of_slot("roster", slot, f"/slots/{index}")
    for name, keyword in part.keywords.items():
        at = f"/keywords/{token(name)}"
        yield from _written(keyword.constraints, at)
        for index, slot in enumerate(keyword.slots):
            yield from _of_slot(name, slot, f"{at}/slots/{index}")
    for number, entry in enumerate(part.entries):
        at = f"/entries/{number}"
        for rule in entry_constraints(entry):
            key, _, step = rule.id.removeprefix(f"{entry.id}.").partition(".")
            if key in ("requires", "excludes"):
                step = str(int(step) - 1)
            yield rule.id, f"{at}/{key}/{token(step)}"
        yield from ((f"{entry.id}.caps.{scope}", f"{at}/caps/{scope}") for scope in entry.caps)
        yield from _written(entry.constraints, at)
        for index, slot in enumerate(entry.slots):
            yield from _of_slot(entry.id, slot, f"{at}/slots/{index}")
    yield from _written(part.constraints, "")


def _written(rules: Iterable[Constraint], at: str) -> Iterator[tuple[str, str]]:
    for index, rule in enumerate(rules):
        yield rule.id, f"{at}/constraints/{index}"


def _of_slot(owner: str, slot: Slot, at: str) -> Iterator[tuple[str, str]]:
    names: dict[str, str] = {}
    for number, group in enumerate(slot.groups):
        names[str(group.id or number + 1)] = f"groups/{number}"
    for number, offer in enumerate(slot.offers):
        names[offer.test.entry[0] if offer.test.entry else str(number + 1)] = f"offers/{number}"
    for rule in slot_constraints(owner, slot, NOWHERE):
        first, _, rest = rule.id.removeprefix(f"{owner}.{slot.id}.").partition(".")
        inside = names[first] if first in names and rest else first
        key = rest.rstrip("0123456789.") if rest.startswith(("requires", "excludes")) else rest
        yield rule.id, f"{at}/{inside}/{key}".rstrip("/")
