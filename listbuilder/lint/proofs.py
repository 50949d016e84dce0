"""What is proved of a game: all its entries can be fielded, its rules kept, and broken alone.

A claim is proved by a roster of one army list, or of several together. The rosters that show what
there is are kept: after a change they are judged again, and only what they no longer show is
looked for anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import NamedTuple

import attrs

from listbuilder.errors import LoadError
from listbuilder.lint.cache import Cache
from listbuilder.lint.game import At, Fault, Game
from listbuilder.loading.convert import structure
from listbuilder.loading.library import ROSTERS, understand
from listbuilder.loading.parse import parse
from listbuilder.loading.problems import token
from listbuilder.loading.save import plain
from listbuilder.model.entries import Slot
from listbuilder.model.language import Constraint
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Part, Ruleset
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.slots import NOWHERE, entry_constraints, slot_constraints
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.claims import Claim, Kind, claims_of
from listbuilder.solve.outcomes import GaveUp, Impossible, Limit, Outcome, Solved
from listbuilder.solve.prove import Proof

CODES: Mapping[Kind, str] = {
    "fielded": "never-fielded",
    "kept": "never-kept",
    "broken": "never-broken",
}
UNPROVED = "unproved"
COMPANY = ("/requires", "/excludes")
"""What an offer says of what must, or must not, be there."""
SAID: Mapping[Kind, str] = {
    "fielded": "No legal roster has it",
    "kept": "No legal roster keeps {} where it is asked",
    "broken": "No roster breaks {} and no other rule",
}


@attrs.frozen
class Doubt:
    """A claim that nothing shows.

    Attributes:
        gave_up: nothing is proved of it; else it is impossible.
        reasons: codes and sentences of the rules that leave no room.
    """

    kind: Kind
    part: str
    name: str
    gave_up: bool
    reasons: tuple[str, ...] = ()

    @property
    def claim(self) -> Claim:
        """The claim."""
        return Claim(self.kind, self.part, self.name)


@attrs.frozen
class Answer:
    """What was found of one book.

    Attributes:
        shown: names of the ruleset's claims that rosters of it show, each ``kind name``.
        doubts: of the claims that were to be proved.
        rosters: those that show what is shown.
    """

    shown: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    rosters: tuple[Roster, ...] = ()


class Question(NamedTuple):
    """A book, and what to prove of it.

    Attributes:
        claims: to be proved.
        besides: claims to take along where a roster shows them.
        kept: what showed some before the last change.
        shipped: rosters that come with the book.
    """

    book: Book
    claims: Sequence[Claim]
    besides: Sequence[Claim] = ()
    kept: Answer | None = None
    shipped: Sequence[Roster] = ()


def proofs(game: Game, cache: Cache) -> Iterator[Fault]:
    """Prove what a game claims: of its ruleset and of each army list.

    Nothing more is said of an entry that can't be fielded, nor of a rule that can't be kept. Rules
    are proved of what writes them, not of every entry that is ``like`` it.

    Args:
        game: with a book.
        cache: keeps answers, and the rosters that prove them.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    if game.book is None:
        return
    told: set[At] = set()
    prover = _Prover(game, game.book, cache)
    for doubt in prover.doubts():
        at = prover.places.get(doubt.claim) or game.entry_at(doubt.part, doubt.name)
        if not any(at.file == file and f"{at.pointer}/".startswith(f"{it}/") for file, it in told):
            told.add(at)
            yield _fault(doubt, at)


def _fault(doubt: Doubt, at: At) -> Fault:
    said = SAID[doubt.kind].format(f"“{doubt.name}”")
    if doubt.gave_up:
        return at.fault(UNPROVED, f"Not proved, and not shown otherwise: {said}.")
    because = f": {' '.join(doubt.reasons)}" if doubt.reasons else "."
    return at.fault(CODES[doubt.kind], f"{said}{because}")


class _Prover:
    """Proves what one game claims."""

    def __init__(self, game: Game, book: Book, cache: Cache) -> None:
        self.game = game
        self.book = book
        self.cache = cache
        self.places: dict[Claim, At] = {}
        for name, file in game.files.items():
            for rule, pointer in _places(file.part) if file.part else ():
                self.places[Claim("kept", name, rule)] = At(name, pointer)
                if not _is_guide(pointer):
                    self.places[Claim("broken", name, rule)] = At(name, pointer)
        self.claims = [
            claim for claim in claims_of(book) if claim.kind == "fielded" or claim in self.places
        ]
        self.shipped = list(_shipped(game))

    def doubts(self) -> list[Doubt]:
        """What no roster shows: of one army list, then of several together.

        A rule that is never broken for no other rule's sake is in no doubt: what slots offer sees
        to it, and the rule tells why.
        """
        names = list(self.book.catalogues)
        ruleset = [claim for claim in self.claims if not claim.part]
        # A ruleset's claim that is shown in one book need not be looked for in the next.
        few = _processors()
        left = ruleset
        doubts: dict[Claim, Doubt] = {}
        for some in (names[:few], names[few:]):
            answers = self._answers([self._alone(name, left) for name in some])
            shown = {name for answer in answers for name in answer.shown}
            left = [claim for claim in left if _name(claim) not in shown]
            doubts |= {doubt.claim: doubt for answer in answers for doubt in answer.doubts}
        books = [self._book([name]) for name in names]
        for first in range(0, len(books), few):
            left = self._still_left(books[first : first + few], left, doubts)
        left = self._still_left(list(self._together()), [*left, *doubts], doubts)
        return [
            doubts[claim]
            for claim in self.claims
            if claim in left and claim in doubts
            if doubts[claim].gave_up or doubts[claim].reasons or claim.kind != "broken"
        ]

    def _still_left(
        self, books: Sequence[Book], left: Iterable[Claim], doubts: dict[Claim, Doubt]
    ) -> list[Claim]:
        """Ask what is left of each of some books; what is left then, and the doubts about it."""
        left = list(dict.fromkeys(left))
        asked = [[claim for claim in left if claim.part in book.entries] for book in books]
        questions = [
            self._question(book, own) for book, own in zip(books, asked, strict=True) if own
        ]
        answers = self._answers(questions)
        shown: set[Claim] = set()
        for question, answer in zip(questions, answers, strict=True):
            shown |= {*question.claims} - {doubt.claim for doubt in answer.doubts}
            for doubt in answer.doubts:
                before = doubts.get(doubt.claim)
                if before is None or doubt.gave_up or (doubt.reasons and not before.gave_up):
                    doubts[doubt.claim] = doubt
        return [claim for claim in left if claim not in shown]

    def _together(self) -> Iterator[Book]:
        """Yield the books of several army lists: of each roster that comes with them, and all."""
        together = {frozenset(one.catalogues): None for one in self.shipped}
        together[frozenset(self.book.catalogues)] = None
        for names in together if _several(self.book) else ():
            if len(names) != 1 and names <= self.book.catalogues.keys():
                yield self._book([name for name in self.book.catalogues if name in names])

    def _book(self, names: Iterable[str]) -> Book:
        return Book(self.book.ruleset, {name: self.book.catalogues[name] for name in names})

    def _alone(self, name: str, besides: Sequence[Claim]) -> Question:
        claims = [claim for claim in self.claims if claim.part == name]
        return self._question(self._book([name]), claims, besides)

    def _question(
        self, book: Book, claims: Sequence[Claim], besides: Sequence[Claim] = ()
    ) -> Question:
        kept: Answer | None = None
        with suppress(ValueError):
            kept = structure(self.cache.get(*self._rosters(book, besides)), Answer)
        shipped = [one for one in self.shipped if {*one.catalogues} == {*book.catalogues}]
        return Question(book, claims, besides, kept, shipped)

    def _answers(self, questions: list[Question]) -> list[Answer]:
        """Answer questions: what was answered before as it was, the others side by side."""
        answers: dict[int, Answer] = {}
        asked: list[int] = []
        for number, question in enumerate(questions):
            try:
                answers[number] = structure(self.cache.get(*self._said(question)), Answer)
            except ValueError:
                asked.append(number)
        new = _side_by_side([questions[number] for number in asked])
        for number, answer in zip(asked, new, strict=True):
            question = questions[number]
            self.cache.put(_plain(answer), *self._rosters(question.book, question.besides))
            self.cache.put(_plain(attrs.evolve(answer, rosters=())), *self._said(question))
            answers[number] = answer
        return [answers[number] for number in range(len(questions))]

    def _rosters(self, book: Book, besides: Sequence[Claim]) -> list[bytes]:
        """By which the rosters of an answer are kept, whatever the book's files say now."""
        names = [os.fsencode(self.game.files[name].path) for name in ("", *book.catalogues)]
        return [b"rosters", bytes([bool(besides)]), *names]

    def _said(self, question: Question) -> list[bytes]:
        """By which an answer is kept: what was asked, and all that the files say."""
        said = [self.game.files[name].text.encode() for name in ("", *question.book.catalogues)]
        return [b"proofs", repr(question.claims).encode(), *said]


def _several(book: Book) -> bool:
    """Whether a roster can hold what is of several army lists, or of none."""
    judge = judge_of(book)
    roster = Roster(book.ruleset.id, "", {}, {}, {})
    lists = [place for place in judge.root.offered() if place.list_id]
    most = Bounds(judge, roster, ()).most_held(judge.root, lists)
    return not lists or most is None or most > 1


def _side_by_side(questions: Sequence[Question]) -> list[Answer]:
    """Answer questions, in as many processes as there are processors."""
    workers = min(len(questions), _processors())
    if workers <= 1:
        return [answered(question) for question in questions]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(answered, questions))


def _processors() -> int:
    count: Callable[[], set[int]] | None = getattr(os, "sched_getaffinity", None) and (
        lambda: os.sched_getaffinity(0)
    )
    return len(count()) if count else os.cpu_count() or 1


def answered(question: Question) -> Answer:
    """Answer a question.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    proof = Proof(judge_of(question.book), [*question.claims, *question.besides])
    shown = proof.shown
    expected = {*question.claims, *question.besides}
    if (kept := question.kept) is not None:
        proof.look_at(kept.rosters)
        expected = {*question.claims}.union(
            claim for claim in question.besides if _name(claim) in kept.shown
        )
    if not expected.isdisjoint(shown.open):
        proof.look_around()
        proof.look_at(question.shipped)
        proof.look_near(question.shipped)
    doubts = [_doubt(claim, proof.outcome(claim)) for claim in question.claims]
    return Answer(
        tuple(_name(claim) for claim in question.besides if claim not in shown.open),
        tuple(doubt for doubt in doubts if doubt is not None),
        tuple({id(one): one for one in shown.by.values()}.values()),
    )


def _doubt(claim: Claim, outcome: Outcome) -> Doubt | None:
    match outcome:
        case Solved():
            return None
        case GaveUp(limit=Limit.SIZE) if claim.kind != "fielded":
            return None  # it hangs on what is placed where, or on more than is looked at
        case GaveUp():
            return Doubt(*claim, gave_up=True)
        case Impossible(conflict):
            reasons = [f"“{rule.code}”: {rule.text}" for rule in conflict.rules] if conflict else []
            return Doubt(*claim, gave_up=False, reasons=tuple(reasons))


def _name(claim: Claim) -> str:
    return f"{claim.kind} {claim.name}"


def _is_guide(pointer: str) -> bool:
    """Whether a rule need not be broken alone: what fits into a slot, or the size of a unit.

    Builders and sheets go by it, whether or not another rule says as much.
    """
    return "/size/" in pointer or ("/slots/" in pointer and not pointer.endswith(COMPANY))


def _plain(answer: Answer) -> object:
    return {
        "shown": list(answer.shown),
        "doubts": [
            {**attrs.asdict(doubt), "reasons": list(doubt.reasons)} for doubt in answer.doubts
        ],
        "rosters": [plain(roster) for roster in answer.rosters],
    }


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
