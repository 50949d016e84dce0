"""Demands of an event on all rosters of one player, or of one team."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

import attrs

from listbuilder.checking.results import Result
from listbuilder.editing.find import folded
from listbuilder.findings import Finding, Severity, illegal
from listbuilder.loading.events import LoadedEvent, cited
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_bytes
from listbuilder.loading.rosters import Loaded
from listbuilder.messages import gettext, ngettext
from listbuilder.model.entries import Selection
from listbuilder.model.event import Allowed, Pack, Together
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.explain import explain
from listbuilder.rules.nouns import bound_of

TOGETHER = gettext("All lists together")
"""The text in the place of an army in the row of a player or team."""


def _many_rosters(number: int) -> str:
    return ngettext("{count} roster", "{count} rosters", number)


def _many_players(number: int) -> str:
    return ngettext("{count} player", "{count} players", number)


COUNTED: Mapping[str, Callable[[int], str]] = {"roster": _many_rosters, "player": _many_players}


class AcrossRosters:
    """Judges the rosters of each player, and of each team.

    Args:
        event: the event whose demands they must meet.
        library: the library in which army lists are found.
    """

    def __init__(self, event: LoadedEvent, library: Library) -> None:
        self._event = event
        self._library = library
        self._book = event.over(library.book(event.ruleset))
        self._books: dict[tuple[str, str, tuple[str, ...]], Book] = {}

    def judge(self, results: Sequence[Result]) -> Iterator[Result]:
        """Yield a result for each player and team whose rosters don't go together.

        Args:
            results: the results of all rosters, with players and armies (``ResultDetail.ARMY``).
        """
        sent = [result for result in results if result.verdict != "skipped"]
        for pack in self._event.packs:
            yield from self._judge(pack, sent)

    def _judge(self, pack: Pack, sent: Sequence[Result]) -> Iterator[Result]:
        groups = (("player", pack.per_player), ("team", pack.per_team))
        for kind, asked in groups:
            if asked is None:
                continue
            rosters: dict[str, list[Result]] = {}
            for result in sent:
                rosters.setdefault(folded(getattr(result, kind)), []).append(result)
            for name, theirs in rosters.items():
                if kind == "team" and not name:
                    for one in theirs:
                        why = gettext("It is of no team; {name} is for teams.", name=pack.name)
                        yield self._result(
                            one.path, theirs[:1], [self._finding("no-team", why, pack)]
                        )
                    continue
                findings = list(self._findings(kind, asked, theirs, pack))
                if findings:
                    yield self._result(f"{kind} {getattr(theirs[0], kind)}", theirs, findings)

    def _result(self, path: str, theirs: Sequence[Result], findings: list[Finding]) -> Result:
        players = {result.player for result in theirs}
        return Result(
            path,
            "illegal" if illegal(findings) else "legal",
            tuple(findings),
            TOGETHER,
            player=theirs[0].player if len(players) == 1 else "",
            team=theirs[0].team,
            across=True,
        )

    def _findings(
        self, kind: str, asked: Together, theirs: Sequence[Result], pack: Pack
    ) -> Iterator[Finding]:
        if asked.rosters is not None:
            yield from self._counted(asked.rosters, len(theirs), "roster", pack)
        if asked.players is not None:
            players = {folded(result.player) for result in theirs}
            yield from self._counted(asked.players, len(players), "player", pack)
        loaded = [self._loaded(result) for result in theirs if result.army]
        yield from self._one_of_each(asked, loaded, pack)
        if asked.constraints and loaded:
            yield from self._across(asked, [one.roster for one in loaded], f"{kind}s", pack)

    def _counted(self, allowed: Allowed, found: int, word: str, pack: Pack) -> Iterator[Finding]:
        for op, bound in allowed.bounds():
            kept = {"at_most": found <= bound, "at_least": found >= bound}.get(op, found == bound)
            if not kept:
                many = COUNTED[word](found)
                message = gettext("{found}, {bound}.", found=many, bound=bound_of(op, str(bound)))
                yield self._finding(f"event.{word}s.{op}", message, pack)

    def _one_of_each(
        self, asked: Together, loaded: Sequence[Loaded], pack: Pack
    ) -> Iterator[Finding]:
        for name, options in asked.one_of_each.items():
            known = {key: one for item in loaded for key, one in item.book.choices.items()}
            choice = known.get(name)
            if choice is None:
                continue
            made = [one.roster.choices.get(name, choice.default) for one in loaded]
            for option in options:
                if made.count(option) != 1:
                    title = choice.options.get(option, option)
                    message = gettext(
                        "{count} rosters as {title}, exactly 1 needed.",
                        count=made.count(option),
                        title=title,
                    )
                    yield self._finding("event.one-of-each", message, pack)

    def _across(
        self, asked: Together, rosters: Sequence[Roster], kind: str, pack: Pack
    ) -> Iterator[Finding]:
        """Ask the rules across rosters of all of them as of one roster."""
        lists = dict.fromkeys(chain.from_iterable(roster.catalogues for roster in rosters))
        books, key = self._books, (pack.name, kind, (*lists,))
        if key not in books:
            plain = self._library.book(pack.ruleset, list(lists))
            ruleset = attrs.evolve(
                plain.ruleset,
                documents={**plain.ruleset.documents, **pack.documents},
                constraints=asked.constraints,
            )
            books[key] = Book(ruleset, plain.catalogues)
        judge = judge_of(books[key])
        verdict = judge.evaluate(_joined(rosters))
        ours = {rule.id for rule in asked.constraints}
        for breach, finding in explain(verdict, judge):
            if breach.constraint.id in ours:
                yield finding

    def _loaded(self, result: Result) -> Loaded:
        parsed = parse_bytes(result.army.encode(), result.path)
        return self._event.read_roster(parsed, self._library)

    def _finding(self, code: str, message: str, pack: Pack) -> Finding:
        return cited(Finding(code, Severity.ERROR, message), pack, self._book)


def _joined(rosters: Sequence[Roster]) -> Roster:
    """All selections as of one roster, whose limits are added up; ids stay each roster's own."""
    limits: dict[str, int] = {}
    for roster in rosters:
        for name, limit in roster.limits.items():
            limits[name] = limits.get(name, 0) + limit
    army = tuple(
        _apart(selection, number)
        for number, roster in enumerate(rosters)
        for selection in roster.army
    )
    catalogues = {name: one for roster in rosters for name, one in roster.catalogues.items()}
    return Roster(rosters[0].ruleset, gettext("All together"), catalogues, limits=limits, army=army)


def _apart(selection: Selection, number: int) -> Selection:
    return attrs.evolve(
        selection,
        id=f"{number}-{selection.id}" if selection.id is not None else None,
        at=f"{number}-{selection.at}" if selection.at is not None else None,
        with_=tuple(_apart(held, number) for held in selection.with_),
    )
