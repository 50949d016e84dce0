"""Reading an army from its lines, as ``show`` writes them and players paste them into chats.

A line is a selection: its number, copies, name, what the player calls it, models, where it is
placed, its options in brackets, and after two spaces its cost::

    1.1 6 × Orc “The Third” (20) at the Gate [Shield, 3 × Spear]  36 points

Numbers and costs are not needed; what is further to the right stands in what is above it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from listbuilder.editing.find import folded, near_names
from listbuilder.errors import EditError, LoadError
from listbuilder.loading.library import Library
from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Copies
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.places import Place

MOST_LINES = 2_000
LONGEST_LINE = 2_000
"""Characters."""

MOST_DEPTH = 32
"""Selections inside each other: as many as a roster's file may have."""

TAIL = r"\s+“[^”]*”|\s+\(\d+\)|\s+at\s|\s+\[[^\]]*\]|\s{2,}"
"""What may come after a name."""

LINE = re.compile(
    r"(?P<indent>\s*+)(?:[-*•]\s+)?(?:\d+(?:\.\d+)*\s+(?![×x]\s))?"
    rf"(?:(?P<many>\d+)\s*[×x]\s*)?(?P<name>\S(?:(?!{TAIL}).)*+)"
    rf"(?:\s+“(?P<called>[^”]*)”)?(?:\s+\((?P<size>\d+)\))?"
    rf"(?:\s+at\s+(?P<at>\S(?:(?!\s+\[[^\]]*\]|\s{{2,}}).)*+))?"
    r"(?:\s+\[(?P<options>[^\]]*)\])?(?:\s{2,}.*)?"
)
HEAD = re.compile(r"(?P<name>.+?)\s+\((?P<game>[^()]*)\):(?P<rest>.*)")
MANY = re.compile(r"(?:(?P<many>\d+)\s*[×x]\s*)?(?P<name>.+)")
LIMIT = re.compile(r"of (\d+) ([\w ]+)")


@attrs.define
class _Made:
    """A selection in the making, and the line that it is from."""

    place: Place
    selection: Selection
    indent: int
    number: int
    at: str
    held: list[_Made]


def parse_outline(text: str, library: Library) -> Roster:
    """Read an army from lines.

    The first line may be the head: name, game, and what it costs of its limits. Without one the
    game is the first that has what the lines begin with.

    Raises:
        EditError: a line that means nothing, said with its number and near names.
        LoadError: no game has it, of one that can't be used.
    """
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line.expandtabs()) for number, line in lines if line.strip()]
    if not lines:
        raise EditError("There is nothing to read.")
    if len(lines) > MOST_LINES:
        raise EditError(f"An army has no more than {MOST_LINES} lines.")
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            raise EditError(f"Line {number} has more than {LONGEST_LINE} characters.")
    head = HEAD.fullmatch(lines[0][1].strip())
    if head:
        lines = lines[1:]
    wanted = folded(head["game"]) if head else ""
    unusable: list[LoadError] = []
    for game in library.rulesets():
        try:
            if wanted not in ("", folded(game), folded(library.ruleset(game).name)):
                continue
            judge = judge_of(library.book(game, library.usable(game)[0]))
        except LoadError as error:
            unusable.append(error)
            continue
        if _tops(judge, lines):
            roster = _Reader(judge, lines).read()
            return _headed(roster, judge.book, head)
    if unusable:
        raise unusable[0]
    raise EditError("No game has an army that begins so; say which in a first line.")


def _tops(judge: Judge, lines: Sequence[tuple[int, str]]) -> bool:
    """Whether the first line names something that the roster itself takes."""
    names = {folded(place.entry.name) for place in judge.root.offered() if place.entry}
    found = LINE.fullmatch(lines[0][1]) if lines else None
    return found is not None and folded(found["name"]) in names


def _headed(roster: Roster, book: Book, head: re.Match[str] | None) -> Roster:
    """Take the name and the limits from the head."""
    if head is None:
        return roster
    limits = {
        key: int(number)
        for number, title in LIMIT.findall(head["rest"])
        for key in book.ruleset.limits
        if folded(title) == folded(key)
    }
    return attrs.evolve(roster, name=head["name"], limits=limits)


class _Reader:
    """Reads the lines of one army."""

    def __init__(self, judge: Judge, lines: Sequence[tuple[int, str]]) -> None:
        self.judge = judge
        self.lines = lines
        self.tops: list[_Made] = []
        topics = (topic for part in judge.book.parts() for topic in part.reference)
        self._standing = {topic.title for topic in topics if topic.on_army_sheet}
        self._offers: dict[Place, dict[str, list[Place]]] = {}

    def read(self) -> Roster:
        """Read them.

        Raises:
            EditError: a line means nothing.
        """
        around: list[_Made] = []
        for number, line in self.lines:
            made = self._line(number, line, around)
            if made is not None:
                around.append(made)
        ids = self._ids()
        book = self.judge.book
        lists = dict.fromkeys(made.place.list_id for made in self.tops if made.place.list_id)
        return Roster(
            ruleset=book.ruleset.id,
            name=self.tops[0].place.entry.name if self.tops and self.tops[0].place.entry else "",
            catalogues={name: book.catalogues[name].version for name in lists},
            choices={key: one.default for key, one in book.ruleset.choices.items() if one.default},
            army=tuple(self._whole(made, ids) for made in self.tops),
        )

    def _line(self, number: int, line: str, around: list[_Made]) -> _Made | None:
        """Read a line; None for what is said of the whole army, below it."""
        if line.partition(" – ")[0] in self._standing:
            return None  # how the army stands
        found = LINE.fullmatch(line)
        if found is None:
            raise EditError(f"Line {number} can't be read: “{line.strip()}”.")
        indent = len(found["indent"])
        while around and around[-1].indent >= indent:
            around.pop()
        if len(around) >= MOST_DEPTH:
            raise EditError(f"Line {number} is in too many others: {MOST_DEPTH}.")
        holder = around[-1].place if around else self.judge.root
        beside = around[-1].held if around else self.tops
        copies = around[-1].selection.count if around else 1
        place = _with_room(self._offered(holder).get(folded(found["name"]), ()), beside, copies)
        if place is None:
            if not around and re.fullmatch(r"[^:]+: .*\d.*", line.strip()):
                return None  # what is used of a limit
            raise _unknown(number, found["name"], holder)
        selection = attrs.evolve(
            _selection(place, found["many"], number),
            name=found["called"] or None,
            size=_copies(found["size"], number) if found["size"] else None,
        )
        made = _Made(place, selection, indent, number, found["at"] or "", [])
        beside.append(made)
        made.held += self._options(made, found["options"] or "")
        return made

    def _options(self, made: _Made, said: str) -> Iterator[_Made]:
        """Read what stands in brackets; a name may hold commas itself."""
        parts = [part.strip() for part in said.split(",")] if said.strip() else []
        offered = self._offered(made.place)
        names = (place.entry.name for (place, *_) in offered.values() if place.entry is not None)
        most = 1 + max((name.count(",") for name in names), default=0)
        at = 0
        while at < len(parts):
            for length in range(most, 0, -1):
                option = MANY.fullmatch(", ".join(parts[at : at + length]))
                places = offered.get(folded(option["name"]), ()) if option else ()
                place = next(iter(places), None)
                if option is not None and place is not None:
                    held = _selection(place, option["many"], made.number)
                    yield _Made(place, held, 0, made.number, "", [])
                    at += length
                    break
            else:
                raise _unknown(made.number, parts[at], made.place)

    def _offered(self, holder: Place) -> dict[str, list[Place]]:
        """The places that a holder offers, by the name of their entry; slot by slot."""
        if holder not in self._offers:
            named: dict[str, list[Place]] = {}
            for place in holder.offered():
                if place.entry is not None:
                    named.setdefault(folded(place.entry.name), []).append(place)
            self._offers[holder] = named
        return self._offers[holder]

    def _ids(self) -> dict[str, str]:
        """Give what something is placed at an id, by its name."""
        named: dict[str, str] = {}
        wanted = dict.fromkeys(folded(made.at) for made in self._all(self.tops) if made.at)
        for made in self._all(self.tops):
            entry = made.place.entry
            name = folded(made.selection.name or (entry.name if entry else ""))
            if name in wanted and name not in named:
                named[name] = made.selection.id or f"place-{len(named) + 1}"
                made.selection = attrs.evolve(made.selection, id=named[name])
        for made in self._all(self.tops):
            if made.at and folded(made.at) not in named:
                raise EditError(f"Line {made.number}: nothing here is called “{made.at}”.")
        return named

    def _all(self, made: Sequence[_Made]) -> Iterator[_Made]:
        for one in made:
            yield one
            yield from self._all(one.held)

    def _whole(self, made: _Made, ids: dict[str, str]) -> Selection:
        held = tuple(self._whole(one, ids) for one in made.held)
        return attrs.evolve(made.selection, with_=held, at=ids.get(folded(made.at)))


def _with_room(places: Sequence[Place], beside: Iterable[_Made], copies: int) -> Place | None:
    """The first of some places whose slot is not full, or the first of them; None of none.

    Example: the second army of a side stands in the slot of allies, for that of armies takes one.

    Args:
        places: of entries of one name.
        beside: all that their holder holds so far.
        copies: of their holder.
    """
    there: Counter[int] = Counter()
    for one in beside:
        there[id(one.place.slot)] += one.selection.count
    for place in places:
        bounds = (place.slot.max, place.slot.exactly) if place.slot else ()
        most = min((one for one in bounds if isinstance(one, int)), default=None)
        if most is None or there[id(place.slot)] < most * copies:
            return place
    return next(iter(places), None)


def _selection(place: Place, many: str | None, number: int) -> Selection:
    entry, slot = place.entry, place.slot
    if entry is None or slot is None or place.holder is None:
        raise ValueError("what is offered stands in a slot")
    first = place.holder.below[entry.id, None].slot is slot
    count = _copies(many, number) if many else Copies(1)
    return Selection(entry.id, slot=None if first else slot.id, count=count)


def _copies(said: str, number: int) -> Copies:
    if len(said) > len(str(MOST_COPIES)) or not 1 <= int(said) <= MOST_COPIES:
        raise EditError(f"Line {number}: from 1 to {MOST_COPIES}, not {said}.")
    return Copies(int(said))


def _unknown(number: int, name: str, holder: Place) -> EditError:
    names = {place.entry.name for place in holder.offered() if place.entry}
    where = holder.entry.name if holder.entry else "The army"
    return EditError(f"Line {number}: {where} takes no “{name}”.", near_names(name, names))
