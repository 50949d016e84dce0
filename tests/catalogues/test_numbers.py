"""Numbers in play, held to tables of other sources: with each option, and with each mount.

``numbers/<ruleset>.json`` holds what other sources say; what differs is in ``DIFFERENCES`` with
the reason.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from listbuilder.model.entries import Entry, Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.odds.starting_numbers import in_profiles
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.glossary import glossary_of
from listbuilder.rules.profiles import ProfileReader, WorkedProfile
from tests.shipped import LIBRARY

NUMBERS = Path(__file__).parent / "numbers"

Case = tuple[str, str, tuple[str, ...]]

DIFFERENCES: dict[Case, str] = {
    ("rohan", "dernhelm", ("pony",)): "the pony is the passenger's, whose card has no numbers"
}
"""Army, entry and options of what is otherwise here, and why."""


@cache
def facts(ruleset: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((NUMBERS / f"{ruleset}.json").read_text(encoding="utf-8"))
    return loaded


def worked(ruleset: str, army: str, entry: str, *held: Any) -> tuple[WorkedProfile, ...]:
    """The profiles of an entry that holds these, by themselves; a tuple holds its last parts."""
    judge = judge_of(LIBRARY.book(ruleset, [army]))
    roster = Roster(ruleset, "", {army: "1.0.0"}, army=(Selection(entry, with_=_with(held)),))
    laid = judge.lay_out(roster)
    return ProfileReader(judge, laid).models(laid.nodes[0])


def _with(held: tuple[Any, ...]) -> tuple[Selection, ...]:
    return tuple(
        Selection(one) if isinstance(one, str) else Selection(one[0], with_=_with(one[1:]))
        for one in held
    )


def test_defence_is_what_the_sources_say_with_each_option_and_pair() -> None:
    agree, differ = 0, {}
    for fact in facts("mesbg")["gear"]:
        for options, defence in ([[], fact["defence"]], *fact["with"]):
            found = worked("mesbg", fact["army"], fact["entry"], *options)[0].values["defence"]
            if found == defence:
                agree += 1
            else:
                differ[fact["army"], fact["entry"], tuple(options)] = found, defence
    assert (agree, differ) == (192, {})


def test_every_power_says_how_far_it_goes_and_what_casts_it() -> None:
    told = {fact["caster"]: fact["powers"] for fact in facts("mesbg")["casters"]}
    book = LIBRARY.book("mesbg")
    agree, differ = 0, []
    for entry in (entry for entries in book.entries.values() for entry in entries.values()):
        names = {_short(name): notes for name, notes in told.items()}
        notes = names.get(_short(entry.name), {})
        for power in entry.powers:
            of = {_plain(name): note for name, note in notes.items()}
            if of.get(_plain(power.name)) == power.note:
                agree += 1
            else:
                differ.append((entry.id, power.name, power.note))
    assert (agree, differ) == (128, [])


def _short(name: str) -> str:
    """A caster's name without what one source has behind it."""
    known = {"Saruman the White": "Saruman", "The Witch-king": "The Witch-king of Angmar"}
    return known.get(name, name).partition(",")[0]


def _plain(power: str) -> str:
    return power.partition(" (")[0]


def test_every_mount_carries_its_rider_and_has_a_line() -> None:
    agree, differ = 0, set()
    for fact in facts("mesbg")["mounts"]:
        for army, entry, bought in fact["taken_by"]:
            held = (fact["mount"],) if bought else ()
            rider, *others = worked("mesbg", army, entry, *held)
            mounts = [dict(other.values) for other in others if other.role == "mount"]
            if (rider.values["move"], mounts) == (fact["move"], [fact["profile"]]):
                agree += 1
            else:
                differ.add((army, entry, held))
    assert (agree, differ) == (71, {*DIFFERENCES})


def test_a_shield_counts_beside_a_bow_for_an_expert_rider_who_is_mounted() -> None:
    on_foot = worked("mesbg", "rohan", "captain-of-rohan", "shield", "bow")[0]
    mounted = worked("mesbg", "rohan", "captain-of-rohan", "shield", "bow", "horse")[0]
    assert (on_foot.values["defence"], mounted.values["defence"]) == (5, 6)


LISTS = [(game, army) for game in ("mesbg", "warhammer") for army in LIBRARY.catalogues(game)]


@pytest.mark.parametrize(("game", "army"), LISTS, ids=str)
def test_no_two_options_of_a_model_alter_it_by_their_order(game: str, army: str) -> None:
    book = LIBRARY.book(game, [army])
    known = {**book.entries[""], **book.entries[army]}
    altering = [entry for entry in known.values() if _alters(book, entry, army)]
    for entry in book.entries[army].values():
        if not book.is_piece(entry):
            continue
        tests = [offer.test for slot in entry.slots for offer in slot.offers]
        named = {name for test in tests for name in test.entry}
        classed = {keyword for test in tests for keyword in test.is_}
        offered = [one for one in altering if one.id in named or not classed.isdisjoint(one.is_)]
        for one, other in combinations(offered, 2):
            found = worked(game, army, entry.id, one.id, other.id)
            assert worked(game, army, entry.id, other.id, one.id) == found


def _alters(book: Book, entry: Entry, army: str) -> bool:
    term = glossary_of(book).find(entry.name, army)
    kinds = (book.keywords[keyword] for keyword in entry.is_)
    return bool(entry.alters or (term and term.alters) or any(kind.alters for kind in kinds))


def test_odds_read_the_numbers_in_play() -> None:
    judge = judge_of(LIBRARY.book("mesbg", ["mordor"]))
    shields = (Selection("shield"), Selection("spear", count=Copies(2)))
    orcs = Selection("orc-warrior", count=Copies(2), with_=shields)
    army = judge.lay_out(Roster("mesbg", "", {"mordor": "1.0.0"}, army=(orcs,)))
    assert sorted(in_profiles(judge, army, army.nodes[0], "defence")) == [4, 5]
    judge = judge_of(LIBRARY.book("warhammer", ["empire"]))
    knights = Selection("knightly-orders", size=Copies(5))
    army = judge.lay_out(Roster("warhammer", "", {"empire": "1.0.0"}, army=(knights,)))
    assert min(in_profiles(judge, army, army.nodes[0], "save")) == 2, "barding and all"


SAVES: dict[tuple[str, str], str] = {
    ("beastmen", "centigors"): "the printed +1 is counted",
    ("beastmen", "warhoofs-centigors"): "the printed +1 is counted",
    ("beastmen", "gorehoof"): "the printed +1 is counted",
    ("empire", "valten"): "the full plate that comes with the warhorse is counted",
    ("high-elves", "imrik-crown-prince-of-caledor"): "the printed save is kept",
    ("skaven", "stormfiends"): "their warpstone-laced armour is counted",
}
"""Army and entry whose save is otherwise here, and why."""


def usual(army: str, entry: str, held: list[Any]) -> list[Any]:
    """What an entry has that must have one of some things and has none of these yet."""
    found = judge_of(LIBRARY.book("warhammer", [army])).book.find(entry, army)
    assert found is not None
    names = {one if isinstance(one, str) else one[0] for one in held}
    return [
        one.entry
        for slot in found[0].slots
        if slot.exactly == 1 and slot.id != "mount"
        for one in slot.default
        if names.isdisjoint(name for offer in slot.offers for name in offer.test.entry)
    ]


def lacks_mount(army: str, entry: str, held: list[Any]) -> bool:
    """Whether an entry has none of the mounts of which it must have one: no such army is legal."""
    found = judge_of(LIBRARY.book("warhammer", [army])).book.find(entry, army)
    assert found is not None
    return any(
        slot.exactly == 1
        and not {name for offer in slot.offers for name in offer.test.entry} & {*held}
        for slot in found[0].slots
        if slot.id == "mount"
    )


def test_armour_saves_are_what_the_sources_say_with_each_option_and_mount() -> None:
    agree, differ = 0, set()
    for army, entry, name, held, save in facts("warhammer")["saves"]:
        if lacks_mount(army, entry, [one for one in held if isinstance(one, str)]):
            continue
        found = worked("warhammer", army, entry, *held, *usual(army, entry, held))
        named = [one for one in found if (one.name or "").casefold() == name.casefold()]
        if (*named, found[0])[0].values["save"] == save:
            agree += 1
        else:
            differ.add((army, entry))
    for army, champion, unit, save in facts("warhammer")["champions"]:
        held = tuple(Selection(one) for one in usual(army, unit, []))
        squad = Selection(unit, size=Copies(10), with_=(Selection(champion), *held))
        judge = judge_of(LIBRARY.book("warhammer", [army]))
        laid = judge.lay_out(Roster("warhammer", "", {army: "1.0.0"}, army=(squad,)))
        if ProfileReader(judge, laid).models(laid.nodes[1])[0].values["save"] == save:
            agree += 1
        else:
            differ.add((army, champion))
    assert (agree, differ) == (1470, {*SAVES})


def test_nobody_who_wears_armour_is_without_a_save() -> None:
    for army in LIBRARY.catalogues("warhammer"):
        judge = judge_of(LIBRARY.book("warhammer", [army]))
        glossary = glossary_of(judge.book)
        for entry in judge.book.entries[army].values():
            worn = [glossary.find(one.name, army) for one in entry.wargear]
            suits = [
                each
                for term in worn
                if term is not None
                for each in term.alters
                if each.family in ("suit", "shield") and each.column == "save"
            ]
            if suits and judge.book.is_piece(entry) and "mount" not in entry.is_:
                first = worked("warhammer", army, entry.id)[0]
                assert first.values["save"] != "-" or first.role is not None, entry.id


def test_machines_shoot_as_other_sources_say_or_a_ruling_tells_why_not() -> None:
    """The rule document goes first: its own numbers need no ruling."""
    agree, ruled, by_document, unexplained = 0, 0, 0, []
    machines = json.loads((NUMBERS / "machines.json").read_text(encoding="utf-8"))
    for fact in machines:
        judge = judge_of(LIBRARY.book("warhammer", [fact["army"]]))
        chosen = (Selection(fact["entry"]),)
        laid = judge.lay_out(Roster("warhammer", "", {fact["army"]: "1.0.0"}, army=chosen))
        node = laid.nodes[0]
        entry = node.place.entry
        assert entry is not None
        found = {
            tuple(str(one.values.get(column)) for column in ("range", "strength"))
            for one in ProfileReader(judge, laid).gear(node)
        }
        documented = {
            tuple(str(one.values.get(column)) for column in ("range", "strength"))
            for name in node.keywords
            for one in judge.book.keywords[name].profiles
        }
        for name, reach, strength in fact["weapons"]:
            if (reach, strength) in found:
                agree += 1
            elif found & documented:
                by_document += 1
            elif entry.ruling:
                ruled += 1
            else:
                unexplained.append((fact["army"], fact["entry"], name, reach, strength, found))
    assert unexplained == []
    assert (agree, by_document, ruled) == (37, 11, 1)
