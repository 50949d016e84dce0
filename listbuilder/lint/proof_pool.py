"""Proofs of many books side by side: one request and one result for each book."""

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
    """An obligation that nothing shows.

    Attributes:
        stopped: nothing is proved of it; else it is impossible.
        reasons: codes and sentences of the rules that leave no room.
    """

    kind: ObligationKind
    part: str
    name: str
    stopped: bool
    reasons: tuple[str, ...] = ()

    @property
    def obligation(self) -> Obligation:
        """The obligation."""
        return Obligation(self.kind, self.part, self.name)


@attrs.frozen
class ProofResult:
    """What was found of one book.

    Attributes:
        shown: names of the ruleset's obligations that rosters of it show, each ``kind name``.
        doubts: of the obligations that were to be proved.
        explored: what is near small rosters, and those that come along, was looked at; else what
            was kept showed enough.
        rosters: those that show what is shown.
    """

    shown: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    explored: bool = False
    rosters: tuple[Roster, ...] = ()


Depth = Literal["settle", "everywhere", "near"]
"""How far a question is looked into."""


class ProofRequest(NamedTuple):
    """A book, and what to prove of it.

    Attributes:
        obligations: to be proved.
        besides: obligations to take along where a roster shows them.
        kept: what showed some before the last change.
        shipped: rosters that come with the book.
        explored: with these obligations it was explored before, and showed none.
        found: rosters that showed other obligations of its army lists.
        depth: tell why what is not shown is impossible; or only look for it, everywhere or near
            known rosters.
    """

    book: Book
    obligations: Sequence[Obligation]
    besides: Sequence[Obligation] = ()
    kept: ProofResult | None = None
    shipped: Sequence[Roster] = ()
    explored: bool = False
    depth: Depth = "settle"
    found: Sequence[Roster] = ()


def run_in_processes(questions: Sequence[ProofRequest]) -> Iterator[ProofResult]:
    """Yield an answer to each question; as many processes as there are processors look for them."""
    workers = min(len(questions), processors())
    if workers <= 1:
        yield from map(answer, questions)
        return
    with ProcessPoolExecutor(workers, initializer=collect_seldom) as pool:
        yield from pool.map(answer, questions)


def answer(question: ProofRequest) -> ProofResult:
    """Answer a question.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    proof = Proof(judge_of(question.book), [*question.obligations, *question.besides])
    shown = proof.witnesses
    expected = {*question.obligations, *question.besides}
    if (kept := question.kept) is not None:
        proof.record_all(kept.rosters)
        expected = {*question.obligations}.union(
            obligation
            for obligation in question.besides
            if obligation_name(obligation) in kept.shown
        )
    proof.record_all(question.found)
    explored = not question.explored and not expected.isdisjoint(shown.open)
    if explored:
        proof.explore_small()
        proof.record_all(question.shipped)
        proof.explore_rich(question.shipped)
    if question.depth == "settle":
        doubts = [_doubt(one, proof.outcome(one)) for one in question.obligations]
    else:
        near = question.depth == "near"
        missing = [one for one in question.obligations if proof.find(one, near) is None]
        doubts = [Doubt(*one, stopped=True) for one in missing]
    return ProofResult(
        tuple(
            obligation_name(obligation)
            for obligation in question.besides
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
            return None  # it hangs on what is placed where, or on more than is looked at
        case Stopped():
            return Doubt(*obligation, stopped=True)
        case Impossible(conflict):
            reasons = [f"“{rule.code}”: {rule.text}" for rule in conflict.rules] if conflict else []
            return Doubt(*obligation, stopped=False, reasons=tuple(reasons))


def obligation_name(obligation: Obligation) -> str:
    """What an obligation is called in answers."""
    return f"{obligation.kind} {obligation.name}"


def serialised(answer: ProofResult) -> object:
    """An answer as JSON."""
    return {
        "shown": list(answer.shown),
        "explored": answer.explored,
        "doubts": [
            {**attrs.asdict(doubt), "reasons": list(doubt.reasons)} for doubt in answer.doubts
        ],
        "rosters": [plain(roster) for roster in answer.rosters],
    }
