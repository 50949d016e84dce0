"""Entries have the numbers that sources give them, but where a reason is given.

``facts/<ruleset>/<list>.json`` holds numbers of entries by their ids, of those keys that a source
tells: ``values``, what so many ``copies`` cost, ``is`` (keywords), ``profiles`` (by name; ``""`` is
the only one), the least and most ``size`` of a unit, whether an army has it but ``once``, its
``allowances`` (the most points of magic items in its slots), and ``options`` with their prices; of
a unit all prices are for so many ``models``.
``facts/<ruleset>/differences.json`` says why something is otherwise here, by list, entry and what
differs, and which slots no source tells of.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from listbuilder.editing.defaults import least_size
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.measure import own
from listbuilder.rules.places import Place
from tests.catalogues.bounds import every_place
from tests.shipped import LIBRARY

FACTS = Path(__file__).parent / "facts"
LISTS = sorted(
    path.relative_to(FACTS) for path in FACTS.glob("*/*.json") if path.stem != "differences"
)


def read(name: Path) -> Any:
    return json.loads((FACTS / name).read_text(encoding="utf-8"))


@cache
def differences(ruleset: str) -> dict[str, Any]:
    found: dict[str, Any] = read(Path(ruleset) / "differences.json")
    return found


class Stand:
    """An entry as the first place has it that offers it, in an army of nothing else."""

    def __init__(self, judge: Judge, place: Place) -> None:
        self.judge = judge
        self.place = place

    def value(
        self, name: str, held: Place | None = None, count: int = 1, size: int | None = None
    ) -> object:
        """What so many copies carry of a value; or one of what it holds; in a unit of a size."""
        path = [*self.place.around()]
        path = [held, *path] if held else path
        selections: tuple[Selection, ...] = ()
        for place in path:
            assert place.entry is not None
            slot = place.slot.id if place.slot else None
            copies = Copies(count if place is path[0] else 1)
            many = Copies(size) if size and place is self.place else None
            selections = (Selection(place.entry.id, slot, copies, many, with_=selections),)
        ruleset = self.judge.book.ruleset
        army = self.judge.lay_out(Roster(ruleset.id, "Fact", {}, army=selections))
        return own(self.judge, army, army.nodes[-1], name)

    def once(self) -> bool:
        """Whether some rule lets an army have one of them, and no second."""
        selections: tuple[Selection, ...] = ()
        for place in self.place.around():
            assert place.entry is not None
            copies = 2 if place is self.place else 1
            slot = place.slot.id if place.slot else None
            selections = (Selection(place.entry.id, slot, with_=selections),) * copies
        ruleset = self.judge.book.ruleset
        verdict = self.judge.evaluate(Roster(ruleset.id, "Fact", {}, army=selections))
        return any(
            (breach.found, breach.allowed, breach.constraint.require.op) == (2, 1, "at_most")
            for breach in verdict.breaches
        )

    def allowances(self) -> list[object]:
        """What its slots let it spend, each sum once."""
        selections: tuple[Selection, ...] = ()
        for place in self.place.around():
            assert place.entry is not None
            slot = place.slot.id if place.slot else None
            selections = (Selection(place.entry.id, slot, with_=selections),)
        ruleset = self.judge.book.ruleset
        army = self.judge.lay_out(Roster(ruleset.id, "Fact", {}, army=selections))
        slots = [place.slot for place in self.place.offered() if place.slot]
        budgets = [slot.budget["points"] for slot in slots if "points" in slot.budget]
        amounts = {self.judge.compiler.amount(most)(army.nodes[-1], army) for most in budgets}
        return [*sorted(amounts)]

    def sizes(self) -> list[object]:
        """The fewest and the most models; None where nothing says."""
        size = self.place.entry.size if self.place.entry else None
        return [least_size(self.place), size.max if size else None]

    def options(self, left_out: frozenset[str], size: int | None) -> Iterator[tuple[str, object]]:
        for place in self.place.offered():
            if place.entry is not None and place.slot is not None and place.slot.id not in left_out:
                yield place.entry.id, self.value("points", place, size=size)

    def profile(self, name: str, columns: dict[str, object]) -> dict[str, object]:
        entry = self.place.entry
        assert entry is not None
        named = {profile.name or "": profile for profile in reversed(entry.profiles)}
        profile = named.get(name) or (next(iter(named.values())) if len(named) == 1 else None)
        return {} if profile is None else {key: profile.values.get(key) for key in columns}

    def compare(
        self, fact: dict[str, Any], left_out: frozenset[str]
    ) -> Iterator[tuple[str, object, object]]:
        """Yield what differs: what it is, the fact, and what is here."""
        models = fact.get("models")
        if "once" in fact:
            yield "once", fact["once"], self.once()
        if "allowances" in fact:
            yield "allowances", fact["allowances"], self.allowances()
        if "size" in fact:
            yield "size", fact["size"], self.sizes()
        for name, value in fact.get("values", {}).items():
            yield name, value, self.value(name, size=models)
        for count, price in fact.get("copies", {}).items():
            yield f"{count} copies", price, self.value("points", count=int(count))
        for keyword in fact.get("is", ()):
            yield keyword, True, keyword in self.place.keywords
        for name, columns in fact.get("profiles", {}).items():
            for column, here in self.profile(name, columns).items() or [("profile", None)]:
                yield f"{name} {column}".strip(), columns.get(column), here
        if "options" in fact:
            told = sorted((name, price) for name, price in fact["options"])
            here = sorted((name, price) for name, price in self.options(left_out, models))
            for option in {*told, *here}:
                yield option[0], told.count(option), here.count(option)


def found(name: Path) -> dict[str, tuple[object, object]]:
    """All that differs in a list: by entry and what it is, the fact and what is here."""
    ruleset = name.parts[0]
    left_out = frozenset(differences(ruleset)["slots"])
    judge = judge_of(LIBRARY.book(ruleset, [name.stem]))
    places: dict[str, Place] = {}
    for place in every_place(judge):
        if place.entry is not None:
            places.setdefault(place.entry.id, place)
    return {
        f"{entry_id}: {what}": (told, here)
        for entry_id, fact in read(name).items()
        for what, told, here in Stand(judge, places[entry_id]).compare(fact, left_out)
        if told != here
    }


@pytest.mark.parametrize("name", LISTS, ids=lambda path: "/".join(path.with_suffix("").parts))
def test_numbers_are_those_of_the_sources(name: Path) -> None:
    reasons = differences(name.parts[0])["lists"].get(name.stem, {})
    unlike = found(name)
    unexplained = {what: pair for what, pair in unlike.items() if what not in reasons}
    assert unexplained == {}
    assert sorted(reasons.keys() - unlike.keys()) == []  # nothing is explained that is alike


@pytest.mark.parametrize("ruleset", sorted({name.parts[0] for name in LISTS}))
def test_every_list_is_compared(ruleset: str) -> None:
    compared = {name.stem for name in LISTS if name.parts[0] == ruleset}
    assert compared == {*LIBRARY.catalogues(ruleset)}
    lists = differences(ruleset)["lists"]
    assert lists.keys() <= compared
    assert all(reason.endswith(".") for reasons in lists.values() for reason in reasons.values())
