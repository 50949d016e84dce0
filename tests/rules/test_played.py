"""The hash of what is played: how a roster is written counts for nothing, what is in it does."""

import random
from collections.abc import Callable, Iterator
from functools import partial

import attrs
import pytest

from listbuilder.interop.opening import load_roster
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.places import Place
from listbuilder.rules.played import played_hash, shown_hash
from tests.shipped import LIBRARY

LOADED = [load_roster(path, LIBRARY) for path in LIBRARY.rosters()]


def hashed(judge: Judge, roster: Roster) -> str:
    return played_hash(judge.lay_out(roster))


def otherwise(judge: Judge, roster: Roster, chance: random.Random) -> Roster:
    """The same army, typed by somebody else."""
    ids = {node.selection.id: f"x-{node.start}" for node in judge.lay_out(roster).nodes}

    def one(selection: Selection, holder: Place) -> Selection:
        place = holder.below[selection.entry, selection.slot]
        held = [one(inside, place) for inside in selection.with_]
        rows = any(slot.ring is not None for _, slot, _ in place.owned)
        if not rows:
            chance.shuffle(held)
        return attrs.evolve(
            selection,
            slot=place.slot.id if place.slot else None,
            name="Other",
            notes="Mine",
            id=ids[selection.id] if selection.id else "never-used-" + str(chance.random()),
            at=ids[selection.at] if selection.at else None,
            with_=tuple(held),
        )

    army = [one(top, judge.root) for top in roster.army]
    chance.shuffle(army)
    choices = judge.book.ruleset.choices
    unsaid = {key: said for key, said in roster.choices.items() if choices[key].default != said}
    return attrs.evolve(
        roster, name="Other", player="Ann", notes=1, schema="s", choices=unsaid, army=tuple(army)
    )


def test_whoever_types_an_army_gets_the_same_hash() -> None:
    chance = random.Random(25)
    found = set()
    for loaded in LOADED:
        judge = judge_of(loaded.book)
        own = hashed(judge, loaded.roster)
        assert hashed(judge, otherwise(judge, loaded.roster, chance)) == own
        assert own.startswith("2-")
        assert len(own) == 2 + 64
        assert own.startswith(shown_hash(own))
        found.add(own)
    assert len(found) == len(LOADED)


def whole(selections: tuple[Selection, ...]) -> Iterator[Selection]:
    for one in selections:
        yield one
        yield from whole(one.with_)


def changed(roster: Roster, change: Callable[[Selection], Selection], number: int) -> Roster:
    """A roster whose selection of that number is otherwise."""
    left = [number]

    def one(selection: Selection) -> Selection:
        left[0] -= 1
        made = change(selection) if left[0] == -1 else selection
        return attrs.evolve(made, with_=tuple(map(one, made.with_)))

    return attrs.evolve(roster, army=tuple(map(one, roster.army)))


def test_every_selection_counts() -> None:
    for loaded in LOADED[::5]:
        judge = judge_of(loaded.book)
        own = hashed(judge, loaded.roster)
        for number, selection in enumerate(whole(loaded.roster.army)):
            more = attrs.evolve(selection, count=Copies(selection.count + 1))
            roster = changed(loaded.roster, partial(attrs.evolve, count=more.count), number)
            assert hashed(judge, roster) != own
            if selection.at:
                roster = changed(loaded.roster, lambda one: attrs.evolve(one, at=None), number)
                assert hashed(judge, roster) != own
        for key, limit in loaded.roster.limits.items():
            roster = attrs.evolve(loaded.roster, limits={key: limit + 1})
            assert hashed(judge, roster) != own


@pytest.fixture(scope="module")
def castle() -> tuple[Judge, Roster]:
    loaded = next(one for one in LOADED if one.roster.name.startswith("The Walls"))
    return judge_of(loaded.book), loaded.roster


def test_where_something_stands_counts(castle: tuple[Judge, Roster]) -> None:
    judge, roster = castle
    army = judge.lay_out(roster)
    placed = [node for node in army.nodes if node.selection.at]
    first = placed[0]
    other = next(one.selection.at for one in placed if one.selection.at != first.selection.at)
    moved = changed(roster, lambda one: attrs.evolve(one, at=other), first.start)
    assert hashed(judge, moved) != hashed(judge, roster)
    (row,) = (
        node
        for node in army.nodes
        if any(one.place.slot and one.place.slot.ring for one in node.children)
    )
    sections = row.selection.with_
    turned = changed(
        roster, lambda one: attrs.evolve(one, with_=(*sections[1:], sections[0])), row.start
    )
    assert hashed(judge, turned) != hashed(judge, roster), "others stand beside one another"
