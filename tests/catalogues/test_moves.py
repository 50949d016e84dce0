"""Every piece of an order of battle taken out, doubled and put elsewhere: exactly what breaks.

What must break is worked out by plain walks over the roster: from what areas hold and slots offer,
and from what the rule document says beyond its lists (``LIMITS``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

import attrs
import pytest

from listbuilder.content.pieces import entry_of
from listbuilder.editing.defaults import with_defaults
from listbuilder.editing.edit import new
from listbuilder.editing.roster_tree import add_to, change_selection, path_of, remove_at, with_count
from listbuilder.interop.opening import load_roster
from listbuilder.model.entries import Entry, Offer, Selection, Slot
from listbuilder.model.language import Copies, Count, Test
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.explain import parts
from listbuilder.rules.measure import counter_profile
from listbuilder.rules.places import Place
from listbuilder.rules.slots import NOT_OFFERED
from tests.shipped import LIBRARY

Around = tuple[str, ...]
"""Ids of the entries around a counter, inside out."""

Broken = tuple[str, str | None, str]
"""A finding's code, its case in the document, and the counter that it is about."""


@attrs.frozen
class Limit:
    """What the document says of some counters beside its lists.

    Attributes:
        code, case: of the finding where it is not kept.
        counters: those it is asked of.
        kept: by what is around the counter.
    """

    code: str
    case: str
    counters: frozenset[str]
    kept: Callable[[Around], bool]


def under(*areas: str) -> Callable[[Around], bool]:
    return lambda around: not {*areas}.isdisjoint(around)


def on(*holders: str) -> Callable[[Around], bool]:
    return lambda around: around[0] in holders


def either(*ways: Callable[[Around], bool]) -> Callable[[Around], bool]:
    return lambda around: any(way(around) for way in ways)


def both(*ways: Callable[[Around], bool]) -> Callable[[Around], bool]:
    return lambda around: all(way(around) for way in ways)


def no(way: Callable[[Around], bool]) -> Callable[[Around], bool]:
    return lambda around: not way(around)


def strangers(case: str, area: str, units: str, leaders: str, listed: str = "") -> Limit:
    """Leaders who stand with an area's units though its list does not have them."""
    others = frozenset(leaders.split()) - {*listed.split()}
    return Limit(f"{area}-other-leader", case, others, no(both(on(*units.split()), under(area))))


ORCS = "orcs orc-archers uruk-guard uruk-archers uruk-infantry half-orc-guard"
HORDE = f"{ORCS} wargs-cavalry dunland-infantry dunland-archers dunland-cavalry dunland-guard"
CHIEFS = "captain chief-of-the-dunlendings lieutenant-of-isengard"
MEN = "infantry armoured-archer knights-guard light-cavalry archer heavy-inf guard riders"
LORDS = "theoden eomer aragorn legolas gimli gamling erkenbrand gandalf"
BESIEGED = "theoden eomer aragorn legolas gimli"
WALLS = "central-tower hornburg-walls main-gate deeping-wall"

LIMITS = {
    "helms-deep": (
        strangers("13.1", "eastern-edge", HORDE, CHIEFS, "captain"),
        strangers("14.1", "turn-two", HORDE, CHIEFS, "captain chief-of-the-dunlendings"),
        strangers("14.1", "turn-three", HORDE, CHIEFS),
        strangers("14.1", "turn-four", HORDE, CHIEFS, "lieutenant-of-isengard"),
        strangers("13.2", "fortress", MEN, LORDS, BESIEGED),
        strangers("13.2", "helms-dike", MEN, LORDS, "gamling"),
        strangers("14.21", "turn-fourteen", MEN, LORDS, "erkenbrand gandalf"),
        strangers("14.22", "glittering-caves", MEN, LORDS),
        Limit(
            "ram-without-dunland-infantry",
            "20.21",
            frozenset({"battering-ram"}),
            on("dunland-infantry"),
        ),
        Limit(
            "ram-not-on-turn-two",
            "14.1",
            frozenset({"battering-ram"}),
            either(no(on(*HORDE.split())), under("turn-two")),
        ),
        Limit(
            "blasting-fire-without-orcs",
            "20.31",
            frozenset({"blasting-fire", "blasting-fire-dummy"}),
            both(on(*ORCS.split()), under("turn-two", "turn-three", "turn-four")),
        ),
        Limit(
            "outside-the-inner-courtyard",
            "13.2",
            frozenset({"theoden", "eomer", "aragorn", "knights-guard"}),
            either(no(under("fortress")), under("inner-courtyard")),
        ),
        Limit(
            "rocks-off-the-walls",
            "20.81",
            frozenset({"rocks", "rocks-dummy"}),
            under(*WALLS.split()),
        ),
        Limit(
            "shield-wall-without-dunland-infantry",
            "8.41",
            frozenset({"shield-wall"}),
            either(on("dunland-infantry"), under("westernesse")),
        ),
        Limit(
            "formation-at-set-up",
            "14.2",
            frozenset({"shield-wall", "wedge"}),
            either(under("isengard"), under("turn-fourteen", "glittering-caves")),
        ),
        Limit(
            "horn-outside-the-central-tower",
            "21.51",
            frozenset({"horn-of-helm-hammerhand"}),
            under("central-tower"),
        ),
    )
}

COUNTS = {
    "helms-deep": {
        "isengard": (
            ("not-six-blasting-fire", "14.1", "blasting-fire", 6),
            ("not-six-blasting-fire-dummies", "14.1", "blasting-fire-dummy", 6),
        ),
        "westernesse": (("not-one-horn", "21.51", "horn-of-helm-hammerhand", 1),),
    }
}
"""Of a whole side what stands in no area's list: code, case, counter, and how often it is there."""

SIDES = [
    pytest.param(ruleset, side, id=f"{ruleset}-{side}")
    for ruleset in LIBRARY.rulesets()
    for side in LIBRARY.catalogues(ruleset)
    if any(entry.holds for entry in LIBRARY.catalogue(ruleset, side).entries)
]


@attrs.frozen
class Edit:
    """What is done to the default, and the counters that it touches."""

    done: str
    roster: Roster
    touched: frozenset[str]


@attrs.frozen
class Deployment:
    """A side's default, and what the naive walks need of its data."""

    judge: Judge
    roster: Roster
    army: Army

    @property
    def book(self) -> Book:
        return self.judge.book

    def pieces(self) -> list[Node]:
        """The counters, and what goes with them: all that has a profile or is used up."""
        return [node for node in self.army.nodes if is_piece(node.place)]

    def counters(self) -> list[Node]:
        """The counters alone."""
        return [node for node in self.pieces() if counter_profile(self.book, entry_of(node))]

    def offered(self) -> set[str]:
        """Ids of the pieces, and of all that could be added to one."""
        pieces = self.pieces()
        below = {place.entry.id for node in pieces for place in node.place.offered() if place.entry}
        return below | {node.selection.entry for node in pieces}

    def broken(self, roster: Roster) -> set[Broken]:
        """What the judge says."""
        verdict = self.judge.evaluate(roster)
        return {
            (check.constraint.id, check.constraint.source.section, name)
            for check in verdict.breaches
            for name in self._named(check, [node for node, _ in parts(check, verdict, self.judge)])
        }

    def _named(self, check: Check, found: list[Node]) -> set[str]:
        """What a finding is about: what it counts in the whole of an area, or where it is asked."""
        quantity = check.constraint.require.quantity
        assert isinstance(quantity, Count)
        if quantity.count.in_ == "whole":
            return {node.selection.entry for node in found} | {*quantity.count.test.entry}
        return {check.node.selection.entry}

    def expected(self, roster: Roster) -> set[Broken]:
        """What the data's lists and offers, and the document's limits, say."""
        return set(Walk(self.book).breaks(roster))


@attrs.frozen
class Walk:
    """Finds what is broken without the judge."""

    book: Book

    def breaks(self, roster: Roster) -> Iterator[Broken]:
        there = count(roster.army)
        for side in self.book.catalogues:
            for code, case, counter, number in COUNTS.get(self.book.ruleset.id, {}).get(side, ()):
                if there.get(counter, 0) != number:
                    yield code, case, counter
        yield from self._below(roster.army, ())

    def _below(self, held: tuple[Selection, ...], around: Around) -> Iterator[Broken]:
        for selection in held:
            entry = self.entry(selection.entry)
            inside = count(selection.with_)
            for listed, number in entry.holds.items():
                if inside.get(listed, 0) != number:
                    yield f"{entry.id}.holds.{listed}", section(entry), listed
            for slot in self.slots(entry):
                filling = [one for one in selection.with_ if self.slot(entry, one, around) is slot]
                there = sum(one.count for one in filling)
                if isinstance(slot.exactly, int) and there != slot.exactly * selection.count:
                    yield f"{entry.id}.{slot.id}.exactly", section(slot) or section(entry), entry.id
            if around:
                holder = self.entry(around[0])
                if self.slot(holder, selection, around[1:]) is None:
                    yield NOT_OFFERED, section(holder), entry.id
                for limit in LIMITS.get(self.book.ruleset.id, ()):
                    if entry.id in limit.counters and not limit.kept(around):
                        yield limit.code, limit.case, entry.id
            yield from self._below(selection.with_, (entry.id, *around))

    def entry(self, entry_id: str) -> Entry:
        return next(known[entry_id] for known in self.book.entries.values() if entry_id in known)

    def slots(self, entry: Entry) -> list[Slot]:
        given = [slot for name in entry.is_ for slot in self.book.keywords[name].slots]
        return [*given, *entry.slots]

    def slot(self, holder: Entry, selection: Selection, beyond: Around) -> Slot | None:
        """The holder's slot that a selection stands in."""
        chain = (selection.entry, holder.id, *beyond)
        for slot in self.slots(holder):
            if selection.slot in (None, slot.id) and self.takes(slot.offers, chain):
                return slot
        return None

    def takes(self, offers: tuple[Offer, ...], chain: Around) -> bool:
        return any(self.passes(offer.test, chain) for offer in offers)

    def passes(self, test: object, chain: Around) -> bool:
        """Whether an offer's test passes: it may ask for entries, keywords and what is around."""
        assert isinstance(test, Test)
        assert test == Test(test.is_, test.entry, under=test.under, not_=test.not_)
        entry = self.entry(chain[0])
        return (
            (not test.entry or entry.id in test.entry)
            and (not test.is_ or not {*test.is_}.isdisjoint(entry.is_))
            and (test.not_ is None or not self.passes(test.not_, chain))
            and (
                test.under is None
                or any(self.passes(test.under, chain[index:]) for index in range(len(chain)))
            )
        )


def count(held: tuple[Selection, ...]) -> dict[str, int]:
    """Copies of each entry, at any depth."""
    found: dict[str, int] = {}
    for selection in held:
        found[selection.entry] = found.get(selection.entry, 0) + selection.count
        for entry, number in count(selection.with_).items():
            found[entry] = found.get(entry, 0) + number
    return found


def section(part: Entry | Slot) -> str | None:
    return part.source.section if part.source else None


@cache
def deployment(ruleset: str, side: str) -> Deployment:
    """The default that ``new`` makes."""
    judge = judge_of(LIBRARY.book(ruleset, [side]))
    roster = new(judge, "As listed", {})
    return Deployment(judge, roster, judge.lay_out(roster))


def taken_out(game: Deployment) -> Iterator[Edit]:
    """Yield the default without one copy of each piece."""
    for node in game.pieces():
        yield Edit(f"less {node.subject}", less(game.roster, node), touched(node.selection, node))


def put_in(game: Deployment) -> Iterator[Edit]:
    """Yield the default with one piece more, at every holder, and all that may be added to one."""
    for entry in sorted(game.offered()):
        for holder in holders(game, None):
            more = attrs.evolve(with_defaults(holder.place.below[entry, None]), slot=None)
            roster = add_to(game.roster, path_of(holder), more)
            yield Edit(f"{entry} more at {holder.subject}", roster, touched(more, holder))


def moved(game: Deployment) -> Iterator[Edit]:
    """Yield the default with one piece, and what it holds, at every other holder."""
    for node in game.pieces():
        for holder in holders(game, node):
            inside = node.selection.with_ if node.count == 1 else ()
            one = attrs.evolve(node.selection, count=Copies(1), slot=None, with_=inside)
            # What is put in stands at the end, so the path still leads to what goes.
            roster = less(add_to(game.roster, path_of(holder), one), node)
            names = touched(node.selection, node) | touched(one, holder)
            yield Edit(f"{node.subject} to {holder.subject}", roster, names)


def holders(game: Deployment, node: Node | None) -> Iterator[Node]:
    """Yield what could hold a piece, if not yet; of like ones in one area only the first."""
    seen: set[Around] = set()
    for other in game.army.nodes:
        inside = node is not None and node.start <= other.start < node.end
        own = node is not None and other is node.holder
        if not inside and not own and kinds_around(other) not in seen:
            seen.add(kinds_around(other))
            yield other


def kinds_around(node: Node) -> Around:
    holder = node.holder
    return () if holder is None else (node.selection.entry, *kinds_around(holder))


def less(roster: Roster, node: Node) -> Roster:
    """Take one copy out; what it holds goes with the last."""
    if node.count == 1:
        return remove_at(roster, path_of(node))
    left = node.count - 1
    return change_selection(roster, path_of(node), lambda held: with_count(held, left))


def touched(selection: Selection, node: Node) -> frozenset[str]:
    """What is moved with a selection, and who is left or joined."""
    around = {other.selection.entry for other in (node, node.holder) if other and other.holder}
    return frozenset({selection.entry, *count(selection.with_), *around})


def is_piece(place: Place) -> bool:
    return place.entry is not None and bool(place.entry.profiles or place.entry.uses)


@pytest.mark.parametrize(("ruleset", "side"), SIDES)
def test_the_default_is_complete_legal_and_shipped(ruleset: str, side: str) -> None:
    game = deployment(ruleset, side)
    assert game.broken(game.roster) == set()
    assert game.expected(game.roster) == set()
    counted = {counter for _, _, counter, _ in COUNTS.get(ruleset, {}).get(side, ())}
    for node in game.counters():
        around = [place.entry for place in node.place.around() if place.entry]
        assert node.selection.entry in counted | {held for one in around for held in one.holds}
    shipped = [load_roster(path, LIBRARY).roster.army for path in LIBRARY.rosters(ruleset)]
    assert game.roster.army in shipped


@pytest.mark.parametrize("one_in", [5, pytest.param(1, marks=pytest.mark.proof)])
@pytest.mark.parametrize("edits", [taken_out, put_in, moved])
@pytest.mark.parametrize(("ruleset", "side"), SIDES)
def test_an_edit_breaks_what_it_must_and_nothing_else(
    ruleset: str, side: str, edits: Callable[[Deployment], Iterator[Edit]], one_in: int
) -> None:
    """Some edits are tried at every push, all by the exhaustive tests."""
    game = deployment(ruleset, side)
    legal = illegal = 0
    for edit in islice(edits(game), 0, None, one_in):
        broken = game.broken(edit.roster)
        assert broken == game.expected(edit.roster), edit.done
        assert {name for _, _, name in broken} <= edit.touched, edit.done
        legal, illegal = legal + (not broken), illegal + bool(broken)
    assert illegal > 0
    assert (legal > 0) == (edits is not taken_out)
