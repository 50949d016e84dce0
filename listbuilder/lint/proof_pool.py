"""Proofs of many books in parallel processes: one request and one result for each book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Literal, NamedTuple

import attrs

from listbuilder.loading.save import plain
from listbuilder.loading.side_by_side import collect_seldom
from listbuilder.loading.system import processors
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import judge_of
from listbuilder.solve.outcomes import Impossible, Outcome, Solved, Stopped, StopReason
from listbuilder.solve.proofs.obligations import Obligation, ObligationKind
from listbuilder.solve.proofs.prove import Proof


@attrs.frozen
class Doubt:
    """An obligation without a witness.

    Attributes:
        stopped: the search was stopped, so nothing is proved; else the obligation is impossible.
        reasons: codes and sentences of the rules that make it impossible.
    """

    kind: ObligationKind
    part: str
    name: str
    stopped: bool
    reasons: tuple[str, ...] = ()

    @property
    def obligation(self) -> Obligation:
        """The obligation that is in doubt."""
        return Obligation(self.kind, self.part, self.name)


@attrs.frozen
class ProofResult:
    """The proofs of one book.

    Attributes:
        shown: names of the ruleset's obligations that the book has witnesses for, ``kind name``.
        doubts: the obligations that were asked for and have no witness.
        explored: the neighbourhood of small and shipped rosters was searched; else the kept
            witnesses were enough.
        rosters: the witnesses.
    """

    shown: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    explored: bool = False
    rosters: tuple[Roster, ...] = ()


Depth = Literal["settle", "everywhere", "near"]
"""The extent of a request's search (``ProofRequest.depth``)."""


class ProofRequest(NamedTuple):
    """A book, and obligations to prove of it.

    Attributes:
        obligations: the obligations to prove.
        besides: obligations that are noted if a witness happens to show them.
        kept: the result before the last change of the files.
        shipped: rosters that come with the book.
        explored: the neighbourhoods were searched before, and show none of these obligations.
        found: witnesses of other obligations of the book's army lists.
        depth: ``settle`` proves or refutes each obligation; ``everywhere`` and ``near`` look for
            witnesses alone, in the whole book or near known rosters.
    """

    book: Book
    obligations: Sequence[Obligation]
    besides: Sequence[Obligation] = ()
    kept: ProofResult | None = None
    shipped: Sequence[Roster] = ()
    explored: bool = False
    depth: Depth = "settle"
    found: Sequence[Roster] = ()


def run_in_processes(requests: Sequence[ProofRequest]) -> Iterator[ProofResult]:
    """Yield the result of each request, worked out in as many processes as there are processors."""
    workers = min(len(requests), processors())
    if workers <= 1:
        yield from map(prove_book, requests)
        return
    with ProcessPoolExecutor(workers, initializer=collect_seldom) as pool:
        yield from pool.map(prove_book, requests)


def prove_book(request: ProofRequest) -> ProofResult:
    """Prove a request's obligations.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    proof = Proof(judge_of(request.book), [*request.obligations, *request.besides])
    shown = proof.witnesses
    expected = {*request.obligations, *request.besides}
    if (kept := request.kept) is not None:
        proof.record_all(kept.rosters)
        expected = {*request.obligations}.union(
            obligation
            for obligation in request.besides
            if obligation_name(obligation) in kept.shown
        )
    proof.record_all(request.found)
    explored = not request.explored and not expected.isdisjoint(shown.open)
    if explored:
        proof.explore_small()
        proof.record_all(request.shipped)
        proof.explore_rich(request.shipped)
    if request.depth == "settle":
        doubts = [_doubt(one, proof.outcome(one)) for one in request.obligations]
    else:
        near = request.depth == "near"
        missing = [one for one in request.obligations if proof.find(one, near) is None]
        doubts = [Doubt(*one, stopped=True) for one in missing]
    return ProofResult(
        tuple(
            obligation_name(obligation)
            for obligation in request.besides
            if obligation not in shown.open
        ),
        tuple(doubt for doubt in doubts if doubt is not None),
        explored,
        tuple({id(one): one for one in shown.witness_of.values()}.values()),
    )


def _doubt(obligation: Obligation, outcome: Outcome) -> Doubt | None:
    match outcome:
        case Solved():
            return None
        case Stopped(stopped_by=StopReason.SIZE) if obligation.kind in ("kept", "broken"):
            return None  # it depends on placing, or on more places than are looked at
        case Stopped():
            return Doubt(*obligation, stopped=True)
        case Impossible(conflict):
            reasons = [f"“{rule.code}”: {rule.text}" for rule in conflict.rules] if conflict else []
            return Doubt(*obligation, stopped=False, reasons=tuple(reasons))


def obligation_name(obligation: Obligation) -> str:
    """Write an obligation as results name it: ``kind name``."""
    return f"{obligation.kind} {obligation.name}"


def serialised(result: ProofResult) -> object:
    """Make JSON of a result."""
    return {
        "shown": list(result.shown),
        "explored": result.explored,
        "doubts": [
            {**attrs.asdict(doubt), "reasons": list(doubt.reasons)} for doubt in result.doubts
        ],
        "rosters": [plain(roster) for roster in result.rosters],
    }
