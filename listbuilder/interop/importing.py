"""Converting another program's roster into ours, with a report of the selections that were lost."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import dropwhile

import attrs

from listbuilder.editing.defaults import with_defaults
from listbuilder.editing.find import described as numbered
from listbuilder.editing.find import folded
from listbuilder.editing.roster_tree import add_to, path_of
from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity, written
from listbuilder.interop.foreign import ForeignForce, ForeignRoster, ForeignSelection
from listbuilder.interop.literal import QUOTED, unquoted
from listbuilder.interop.matching import Match, Matcher
from listbuilder.interop.naming import offers_of
from listbuilder.interop.refusal import refusal
from listbuilder.interop.remarks import MISSED, MOST_TOLD, NOTE, finding_of
from listbuilder.loading.library import Library
from listbuilder.loading.names import quoted
from listbuilder.messages import gettext, joined
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.measure import own
from listbuilder.rules.places import Place

OTHER_POINTS = "other-points"
MOST_DIGITS = 9
NUMBERED = re.compile(rf"(?P<name>{QUOTED}|.*\S)\s+#(?P<number>\d{{1,4}})")
"""A name with the number of one selection among several of that name: ``Tower #2``."""


@attrs.frozen
class Imported:
    """A roster that was made from another program's.

    Attributes:
        roster: the roster in our form.
        program: the program whose format the file had.
        missed: selections that match no entry.
        differences: selections whose points differ from ours, in words.
    """

    roster: Roster
    program: str
    missed: tuple[ForeignSelection, ...] = ()
    differences: tuple[str, ...] = ()

    def findings(self) -> Iterator[Finding]:
        """Yield warnings about missed selections and other points, to stand beside the verdict."""
        if self.missed:
            yield finding_of([*map(missed_selection, self.missed)])
        if self.differences:
            listed = joined("; ", self.differences[:MOST_TOLD])
            yield Finding(
                OTHER_POINTS, Severity.WARNING, gettext("Points differ: {listed}.", listed=listed)
            )


class Settings:
    """The choices and limits of a roster: the game's defaults until a line sets others."""

    def __init__(self, judge: Judge) -> None:
        book = judge.book
        self._book = book
        self.choices = {key: one.default for key, one in book.choices.items() if one.default}
        self.limits: dict[str, int] = {}

    def take(self, line: str) -> bool:
        """Set the choice or limit that a line names by its title; whether it names any."""
        title, parted, said = line.partition(": ")
        name, wanted = folded(title), folded(said)
        for key, choice in self._book.choices.items() if parted else ():
            for option, known in choice.options.items():
                if name == folded(choice.title) and wanted in (folded(known), folded(option)):
                    self.choices[key] = option
                    return True
        for key, limit in self._book.ruleset.limits.items() if parted else ():
            if name == folded(limit.title) and said.isdecimal() and len(said) <= MOST_DIGITS:
                self.limits[key] = int(said)
                return True
        return False


def missed_selection(node: ForeignSelection) -> str:
    """Tell a selection that matches no entry: number, names on the way to it, points."""
    many = f"{node.number} × " if node.number > 1 else ""
    what = f"{many}{' / '.join(node.path)}"
    if not node.points:
        return what
    return gettext("{what}, {number} points", what=what, number=written(node.points))


def converted(foreign: ForeignRoster, path: str, library: Library) -> Imported:
    """Make a roster of ours; an illegal army stays as it is.

    Raises:
        LoadError: the file names no known game, or none of the game's army lists.
    """
    if foreign.exact:
        judge = _judge_of_lines(foreign, path, library)
        matcher = Matcher(judge, _cost(judge), foreign.exact)
        root = Match(judge.root)
        settings = Settings(judge)
        (force,) = foreign.forces
        force.held = [*dropwhile(lambda one: not one.held and settings.take(one.line), force.held)]
        matcher.force(force, root)
        if matcher.missed and not root.held:
            raise refusal(
                path,
                "no-army",
                gettext("{name} has no army that begins so.", name=judge.book.ruleset.name),
            )
        return _imported(foreign, judge, matcher, root.held, settings)
    ruleset = _ruleset(foreign, path, library)
    lists = [_catalogue(force, ruleset, path, library) for force in foreign.forces]
    if not lists:
        raise refusal(path, "no-army", gettext("This roster holds no army."))
    judge = judge_of(library.book(ruleset, list(dict.fromkeys(lists))))
    matcher = Matcher(judge, _cost(judge), foreign.exact)
    tops: list[Match] = []
    root = Match(judge.root)  # for what stands beside an army, such as a castle
    for force, list_id in zip(foreign.forces, lists, strict=True):
        top = _top(judge, list_id, tops, path)
        if top not in tops:
            tops.append(top)
        matcher.force(force, top, root)
    return _imported(foreign, judge, matcher, [*tops, *root.held])


def _imported(
    foreign: ForeignRoster,
    judge: Judge,
    matcher: Matcher,
    tops: Sequence[Match],
    settings: Settings | None = None,
) -> Imported:
    """Make a roster of what was matched."""
    book, ruleset = judge.book, judge.book.ruleset
    settings = settings or Settings(judge)
    known = {folded(one.name): name for name, one in book.catalogues.items()}
    lists = dict.fromkeys(known[name] for name in map(folded, foreign.lists) if name in known)
    lists |= dict.fromkeys(top.place.list_id for top in tops if top.place.list_id)
    made = [match for top in tops for match in top.whole()]
    limits = settings.limits | {
        key: most
        for key in ruleset.limits
        for title, most in foreign.limits.items()
        if folded(title) == folded(key)
    }
    ids = _ids(made)
    roster = Roster(
        ruleset=ruleset.id,
        name=foreign.name or next((top.title for top in tops), ""),
        catalogues={name: book.catalogues[name].version for name in lists},
        ruleset_version=ruleset.version,
        limits=limits,
        choices=settings.choices,
        player=foreign.player or None,
        team=foreign.team or None,
        army=tuple(top.selection(ids) for top in tops),
    )
    differences = tuple(_differences(judge, roster, made, matcher.cost))
    nowhere = [
        ForeignSelection(match.at, path=(match.title, f"at {match.at}"))
        for match in made
        if match.at and match.at not in ids
    ]
    missed = (*matcher.missed, *nowhere)
    if not foreign.exact or missed:
        roster = attrs.evolve(roster, notes=_notes(foreign, missed, differences))
    else:
        roster = attrs.evolve(roster, notes=foreign.notes or None)
    if not foreign.exact:
        roster = _with_what_comes_along(judge, roster)
    return Imported(roster, foreign.program, missed, differences)


def _cost(judge: Judge) -> str:
    """Give the id of the game's first cost, which other programs count as points."""
    return next((name for name, kind in judge.book.ruleset.values.items() if kind.cost), "")


def _ids(made: Sequence[Match]) -> dict[str, str]:
    """Give ids to the selections that others are placed at.

    Returns:
        The id by the text that names the selection, such as ``Tower #2``.
    """
    called: dict[str, list[Match]] = defaultdict(list)
    wanted = dict.fromkeys(match.at for match in made if match.at)
    for match in made if wanted else ():
        called[folded(match.title)].append(match)
    ids: dict[str, str] = {}
    for said in wanted:
        numbered = NUMBERED.fullmatch(said)
        alike = called.get(folded(unquoted(numbered["name"])), []) if numbered else []
        if numbered and 1 <= int(numbered["number"]) <= len(alike):
            meant = alike[int(numbered["number"]) - 1]
        elif there := called.get(folded(unquoted(said))):
            meant = there[0]
        else:
            continue
        meant.id = meant.id or f"place-{len(ids) + 1}"
        ids[said] = meant.id
    return ids


def _judge_of_lines(foreign: ForeignRoster, path: str, library: Library) -> Judge:
    """Find the game that the head names; without a head, the game with the first line's entry."""
    wanted = {folded(name) for name in foreign.game}
    held = foreign.forces[0].held
    first = next((one for one in held if one.held or ": " not in one.line), None)
    unusable: list[LoadError] = []
    for name in library.rulesets():
        try:
            if wanted and wanted.isdisjoint({folded(name), folded(library.ruleset(name).name)}):
                continue
            judge = judge_of(library.book(name, library.usable(name)[0]))
        except LoadError as error:
            unusable.append(error)
            continue
        offers = offers_of(judge, judge.root)
        if wanted or (first is not None and folded(first.name) in offers):
            return judge
    if unusable:
        raise unusable[0]
    message = gettext(
        "No game has an army that begins so; if it is one, name its game in the first line."
    )
    raise refusal(path, "unknown-game", message)


def _ruleset(foreign: ForeignRoster, path: str, library: Library) -> str:
    """Find the game by the file's names for it, else by its army lists."""
    found = next(_rulesets(foreign, library), None)
    if found is not None:
        return found
    named = [quoted(name) for name in foreign.game]
    said = joined(gettext(" or "), named) if named else gettext("its army lists")
    raise refusal(path, "unknown-game", gettext("No game here is known as {said}.", said=said))


def _rulesets(foreign: ForeignRoster, library: Library) -> Iterator[str]:
    wanted = {folded(name) for name in foreign.game}
    for name in library.rulesets() if wanted else ():
        with suppress(LoadError):
            ruleset = library.ruleset(name)
            if wanted & {folded(known) for known in (name, ruleset.name, *ruleset.known_as)}:
                yield name
    for name in library.rulesets():
        if any(_found(force, name, library) for force in foreign.forces):
            yield name


def _catalogue(force: ForeignForce, ruleset: str, path: str, library: Library) -> str:
    found = _found(force, ruleset, library)
    if found is None:
        named = [quoted(name) for name in force.catalogue]
        said = joined(gettext(" or "), named) if named else gettext("nothing")
        raise refusal(
            path,
            "unknown-list",
            gettext("No army list of {ruleset} is known as {said}.", ruleset=ruleset, said=said),
        )
    return found


def _found(force: ForeignForce, ruleset: str, library: Library) -> str | None:
    """Find an army list by the file's names for it: by its id, else its names."""
    wanted = {folded(name) for name in force.catalogue if name}
    listed = library.catalogues(ruleset)
    for list_id in listed:
        if folded(list_id) in wanted:
            return list_id
    for list_id in listed:
        with suppress(LoadError):
            catalogue = library.catalogue(ruleset, list_id)
            if wanted & {folded(known) for known in (catalogue.name, *catalogue.known_as)}:
                return list_id
    return None


def _top(judge: Judge, list_id: str, tops: Iterable[Match], path: str) -> Match:
    """Give the top selection of an army list: a second force of the same list joins the first."""
    for top in tops:
        if top.place.list_id == list_id:
            return top
    places: list[Place] = [place for place in judge.root.offered() if place.list_id == list_id]
    if not places:
        raise refusal(
            path, "unknown-list", gettext("A roster takes nothing from {list_id}.", list_id=list_id)
        )
    taken = {id(top.place.slot) for top in tops}
    first = next((place for place in places if id(place.slot) not in taken), places[0])
    return Match(first)


def _differences(judge: Judge, roster: Roster, made: Iterable[Match], cost: str) -> Iterator[str]:
    """Yield the selections whose points by themselves are not those in the file."""
    army = judge.lay_out(roster)
    for node, match in zip(army.nodes, made, strict=True):
        if match.theirs is None:
            continue
        ours: Number = own(judge, army, node, cost)
        if ours != match.theirs:
            yield gettext(
                "{unit}: {theirs} there, {ours} here",
                unit=numbered(node),
                theirs=written(match.theirs),
                ours=written(ours),
            )


def _notes(
    foreign: ForeignRoster, missed: Iterable[ForeignSelection], differences: Iterable[str]
) -> object:
    """Make the roster's notes, which keep the selections and numbers that were lost."""
    kept: dict[str, object] = {"from": foreign.program}
    if foreign.notes:
        kept["notes"] = foreign.notes
    if listed := [missed_selection(node) for node in missed]:
        kept[MISSED] = listed
    if others := list(differences):
        kept["other points"] = others
    if foreign.total is not None:
        kept["points there"] = written(foreign.total)
    return {NOTE: kept}


def _with_what_comes_along(judge: Judge, roster: Roster) -> Roster:
    """Add contents that files leave out because they are always there, such as an engine's crew."""
    for node in judge.lay_out(roster).nodes:
        for place, count in _short(node):
            roster = add_to(roster, path_of(node), with_defaults(place, count))
    return roster


def _short(node: Node) -> Iterator[tuple[Place, int]]:
    """Yield the first offer of each slot that holds fewer copies than its least, and the lack."""
    for _, slot, _ in node.place.owned:
        least = slot.exactly if slot.exactly is not None else slot.min
        there = sum(child.count for child in node.children if child.place.slot is slot)
        if not isinstance(least, int) or there >= least * node.count:
            continue
        places = [place for place in node.place.offered() if place.slot is slot]
        if places:
            yield places[0], least * node.count - there
