"""Proofs about a game: all its entries can be fielded, its rules kept, and broken alone.

A roster of one army list, or of several together, proves an obligation as its witness. Witnesses
are kept: after a change of the files they are judged again, and only obligations that have lost
their witness are searched anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from listbuilder.lint.written_rules import is_bound, rule_pointers
from listbuilder.loading.index import ROSTERS
from listbuilder.loading.library import understand
from listbuilder.loading.names import quoted
from listbuilder.loading.parse import parse
from listbuilder.loading.structuring import structure
from listbuilder.messages import gettext, joined
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import judge_of
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
"""Army lists in which all of a ruleset's obligations are searched, near shipped rosters too; in
all others only those without a witness are."""
FIRST = 4
"""Weight of an army list's first search in the progress that is told; a later search has 1."""
PAIRS = 8
"""Pairs of army lists, the shortest first, in which open obligations are searched."""
PARTS = 2
"""Parts into which open obligations are divided, for as many processes."""


def proofs(
    game: Game, cache: Cache, tell: Callable[[float], None] = lambda share: None
) -> Iterator[Diagnostic]:
    """Prove the obligations of a game: of its ruleset and of each army list.

    An entry that can't be fielded, or a rule that can't be kept, is told once, without its parts.
    Rules are proved of the entry that writes them, not of every entry that is ``like`` it.

    Args:
        game: a game; one without a book has no proofs.
        cache: keeps results, with their witnesses, from one run to the next.
        tell: called with the share of the steps that are done, from 0 to 1.

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
    """Whether a doubt is told: a rule may be never broken because of slots alone."""
    return doubt is not None and (doubt.stopped or bool(doubt.reasons) or doubt.kind != "broken")


ListNames = frozenset[str]
"""Ids of the army lists of a book."""


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
            for rule, pointer in rule_pointers(file.part) if file.part else ():
                self.places[Obligation("kept", name, rule)] = Location(name, pointer)
                if not is_bound(pointer):
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
        """List the obligations without a witness, in one army list or in several together.

        A rule that is never broken though no other rule prevents it is in no doubt: the offers of
        slots prevent it, and the rule tells players why.
        """
        alone = self._shortest_first()
        shipped = self._shipped_together()
        together = [*dict.fromkeys((*shipped, *self._pairs(alone)))]
        self.rich = {*alone[:FEW], *together}
        self.steps = (
            (FIRST + 2) * len(alone) + 2 * len(together) + len(shipped) + FEW + self.several
        )
        # An obligation of the ruleset with a witness in one book is not searched in the next.
        left = [obligation for obligation in self.obligations if not obligation.part]
        doubts: dict[Obligation, Doubt] = {}
        for some in (alone[:FEW], alone[: FEW - 1 : -1]):
            results = self._results([self._alone(names, left) for names in some], FIRST * len(some))
            shown = {name for result in results for name in result.shown}
            left = [obligation for obligation in left if obligation_name(obligation) not in shown]
            doubts |= {doubt.obligation: doubt for result in results for doubt in result.doubts}
            self.explored |= {
                names for names, result in zip(some, results, strict=True) if result.explored
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
        """List the army lists one by one, the shortest file first."""
        said = {name: len(file.text) for name, file in self.game.files.items()}
        names = sorted(self.book.catalogues, key=lambda name: (said[name], name))
        return [frozenset({name}) for name in names]

    def _shipped_together(self) -> list[ListNames]:
        """List the combinations of army lists in shipped rosters."""
        if not self.several:
            return []
        together = dict.fromkeys(frozenset(one.catalogues) for one in self.shipped)
        return [one for one in together if len(one) > 1 and one <= self.book.catalogues.keys()]

    def _pairs(self, alone: Sequence[ListNames]) -> list[ListNames]:
        """List pairs of the shortest army lists."""
        if not self.several:
            return []
        pairs = sorted(combinations(range(len(alone)), 2), key=sum)
        return [alone[first] | alone[second] for first, second in pairs[:PAIRS]]

    def _still_left(
        self, names: ListNames, left: Sequence[Obligation], depth: Depth, explore: bool = False
    ) -> list[Obligation]:
        """Search witnesses in some army lists together, and list the obligations still open.

        Obligations of a single army list were searched in it alone before.

        Args:
            names: the army lists.
            left: the open obligations.
            depth: ``near`` or ``everywhere`` (``ProofRequest``).
            explore: search near small rosters and the shipped ones, too.
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
        """Prove or refute open obligations in some army lists, and note the doubts that stay."""
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
        """Prove obligations in parts, one process for each; yield the doubts."""
        explore = explore or depth == "everywhere"
        parts = [asked[first::PARTS] for first in range(PARTS)]
        requests = [
            one._replace(depth=depth, explored=one.explored or not explore)
            for one in (self._request(names, part) for part in parts if part)
        ]
        for result in self._results(requests):
            yield from result.doubts

    def _alone(self, names: ListNames, besides: Sequence[Obligation]) -> ProofRequest:
        obligations = [obligation for obligation in self.obligations if obligation.part in names]
        return self._request(names, obligations, besides)

    def _request(
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

    def _results(self, requests: list[ProofRequest], steps: int = 1) -> list[ProofResult]:
        """Work requests out: from the cache, or else in parallel processes.

        Args:
            requests: requests of some army lists.
            steps: their weight in the progress that is told.
        """
        results: dict[int, ProofResult] = {}
        asked: list[int] = []
        rosters: dict[tuple[bytes, ...], list[ProofResult]] = {}
        for number, request in enumerate(requests):
            try:
                results[number] = structure(self.cache.get(*self._said(request)), ProofResult)
            except ValueError:
                asked.append(number)
        if not asked:
            self._advance(steps)
        new = run_in_processes([requests[number] for number in asked])
        for number, result in zip(asked, new, strict=True):
            self._advance(steps / len(asked))
            request = requests[number]
            rosters.setdefault(tuple(self._rosters(request.book, request.besides)), []).append(
                result
            )
            self.cache.put(serialised(attrs.evolve(result, rosters=())), *self._said(request))
            names = frozenset(request.book.catalogues)
            self.found[names] = (*self.found.get(names, ()), *result.rosters)
            results[number] = result
        for key, those in rosters.items():
            shown = {name: None for result in those for name in result.shown}
            kept = {id(one): one for result in those for one in result.rosters}
            known = ProofResult(tuple(shown), (), rosters=tuple(kept.values()))
            self.cache.put(serialised(known), *key)
        return [results[number] for number in range(len(requests))]

    def _advance(self, steps: float) -> None:
        self.steps_done += steps
        self.tell(min(1.0, self.steps_done / self.steps))

    def _rosters(self, book: Book, besides: Sequence[Obligation]) -> list[bytes]:
        """Make the key of kept witnesses: the files' paths, whatever their text is now."""
        names = [os.fsencode(self.game.files[name].path) for name in ("", *book.catalogues)]
        return [b"rosters", bytes([bool(besides)]), *names]

    def _said(self, request: ProofRequest) -> list[bytes]:
        """Make the key of a kept result: the obligations, the depth, and all text of the files."""
        said = [self.game.files[name].text.encode() for name in ("", *request.book.catalogues)]
        asked = repr((request.obligations, request.depth))
        return [b"proofs", asked.encode(), *said]


def _several(book: Book) -> bool:
    """Whether a roster can hold what is of several army lists, or of none."""
    judge = judge_of(book)
    roster = Roster(book.ruleset.id, "", {})
    lists = [place for place in judge.root.offered() if place.list_id]
    most = DomainBounds(judge, roster, ()).most_held(judge.root, lists)
    return not lists or most is None or most > 1


def _shipped(game: Game) -> Iterator[Roster]:
    """Yield the rosters that lie with a game's files and can be read."""
    folders = dict.fromkeys(file.path.parent / ROSTERS for file in game.files.values())
    for path in (path for folder in folders for path in sorted(folder.glob("*.json"))):
        with suppress(LoadError):
            yield understand(parse(path), Roster)
