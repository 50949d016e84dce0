"""New, add, remove, set: what comes of a roster."""

from collections.abc import Iterator
from operator import ne
from typing import Any

import attrs
import pytest

from listbuilder.editing.defaults import MOST_BROUGHT, MOST_WITHIN
from listbuilder.editing.edit import add, add_list, new, remove
from listbuilder.editing.find import ROSTER, find_selection
from listbuilder.editing.set_values import set_values
from listbuilder.errors import EditError
from listbuilder.loading.parse import parse_text
from listbuilder.loading.save import dump
from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from tests.rules.small import branching, codes, found, judge, roster
from tests.rules.small import judge as judge_of_game
from tests.shipped import LIBRARY


def book(*lists: str) -> Judge:
    return judge_of(LIBRARY.book("mesbg", lists))


def held(army: Roster, *path: int) -> tuple[Selection, ...]:
    selections = army.army
    for index in path:
        selections = selections[index].with_
    return selections


def entries(army: Roster, *path: int) -> list[tuple[str, int]]:
    return [(selection.entry, selection.count) for selection in held(army, *path)]


@pytest.fixture
def mordor() -> Judge:
    return book("mordor")


@pytest.fixture
def warband(mordor: Judge) -> Roster:
    """Mordor with Gothmog, who leads, and a captain with four orcs."""
    army = new(mordor, "Ours", {"points": "900"})
    army = add(mordor, army, "gothmog", options=["army-leader"]).roster
    army = add(mordor, army, "orc-captain", options=["shield"]).roster
    return add(mordor, army, "orc-warrior", 4, to="1.2", options=["spear=2"]).roster


class TestNew:
    @pytest.mark.parametrize("lists", [("mordor",), ("minas-tirith",), ("mordor", "isengard")])
    def test_has_its_army_lists_and_lacks_heroes_and_a_leader(self, lists: tuple[str, ...]) -> None:
        army = new(book(*lists), "Ours", {})
        assert [selection.entry for selection in army.army] == [*lists]
        assert army.limits == {"points": 700}
        assert codes(book(*lists), army) == [
            "no-army-leader",
            *("allies-without-valour" if lists[1:] else "no-hero-of-fortitude" for _ in lists),
        ]

    def test_begins_with_the_rulesets_own_entry_where_no_list_has_one(self) -> None:
        slots = [{"id": "men", "offers": [{}]}]
        judged = judge(
            {"army": {"slots": slots}}, {"elves": {}}, slots=[{"id": "top", "offers": ["army"]}]
        )
        assert entries(new(judged, "Ours", {})) == [("army", 1)]

    @pytest.mark.parametrize(
        ("key", "value"),
        [("points", "many"), ("points", "-1"), ("points", "7" * 9), ("wealth", "1")],
    )
    def test_takes_limits_that_there_are(self, mordor: Judge, key: str, value: str) -> None:
        with pytest.raises(EditError):
            new(mordor, "Ours", {key: value})

    def test_takes_options_that_there_are(self) -> None:
        choice = {"title": "Side", "options": {"in": "In", "out": "Out"}, "default": "in"}
        judged = judge(choices={"side": choice})
        assert new(judged, "Ours", {}).choices == {"side": "in"}
        assert new(judged, "Ours", {"side": "out"}).choices == {"side": "out"}
        with pytest.raises(EditError) as refused:
            new(judged, "Ours", {"side": "above"})
        assert refused.value.candidates == ("in", "out")


WALLS: dict[str, Any] = {
    "host": {
        "is": ["army"],
        "slots": [
            {
                "id": "wall",
                "offers": ["wall"],
                "exactly": {"if": {"choice": {"side": "in"}}, "then": 2},
            },
            {"id": "men", "offers": ["man"]},
        ],
    },
    "wall": {
        "copies": 1,
        "slots": [
            {"id": "men", "offers": ["man"], "min": {"count": {"in": "roster", "entry": "wall"}}}
        ],
    },
    "man": {"size": {"min": 1}},
}
SIDES = {"side": {"title": "Side", "options": {"in": "in", "out": "out"}, "default": "out"}}


@pytest.fixture
def walled() -> Judge:
    return judge(
        {},
        {"hill": WALLS},
        keywords={"army": {}},
        choices=SIDES,
        slots=[{"id": "top", "offers": [{"is": "army"}], "exactly": 1}],
    )


class TestNeeded:
    """What a slot needs where that hangs on the roster."""

    def test_is_there_on_the_side_that_needs_it(self, walled: Judge) -> None:
        army = new(walled, "Ours", {"side": "in"})
        assert entries(army, 0) == [("wall", 1), ("wall", 1)]
        # A wall needs a man for each wall there is: that is known when they stand.
        assert entries(army, 0, 0) == entries(army, 0, 1) == [("man", 1), ("man", 1)]
        assert found(walled, army) == []

    def test_is_not_there_on_the_other(self, walled: Judge) -> None:
        army = new(walled, "Ours", {})
        assert held(army, 0) == ()
        assert found(walled, army) == []

    def test_is_not_there_where_a_limit_says_how_many_and_is_not_set(self) -> None:
        slots = [{"id": "men", "offers": ["man"], "min": {"limit": "men"}}]
        judged = judge(
            {}, {"hill": {"host": {"slots": slots}, "man": {}}}, limits={"men": {"title": "Men"}}
        )
        assert held(new(judged, "Ours", {}), 0) == ()
        assert entries(new(judged, "Ours", {"men": "3"}), 0) == [("man", 3)]


def test_needs_that_branch_without_end_bring_no_more_than_can_be_read() -> None:
    judged = branching()
    made = judged.lay_out(add(judged, new(judged, "Ours", {}), "t3", to=ROSTER).roster).nodes
    assert MOST_BROUGHT <= len(made) <= 3 * MOST_BROUGHT


@pytest.mark.parametrize("way", ["default", "min", "holds"])
def test_needs_in_a_long_chain_bring_no_more_than_can_be_read(way: str) -> None:
    """A roster is a file of a bounded depth; what comes along does not go near it."""

    def thing(number: int) -> dict[str, Any]:
        below = f"t{number + 1}"
        slot: dict[str, Any] = {"id": "s", "offers": [below]}
        if way == "holds":
            return {"slots": [slot], "holds": {below: 1}, "copies": 1}
        needs = {"default": [{"entry": below}]} if way == "default" else {"min": 1}
        return {"slots": [slot | needs], "copies": 1}

    entries = {f"t{number}": thing(number) for number in range(1000)} | {"t1000": {}}
    judged = judge({}, {"hill": entries}, slots=[{"id": "top", "offers": ["t0"]}])
    army = new(judged, "Ours", {})
    assert len(judged.lay_out(army).nodes) == MOST_WITHIN
    assert parse_text(dump(army)).data


def test_an_army_begins_with_nothing_that_is_too_much() -> None:
    """The giant costs more than there is; the next that a list offers begins it instead."""
    offered: Any = {
        "giant": {"copies": 1, "values": {"points": 300}},
        "guard": {"copies": 1, "values": {"points": 20}},
    }
    over = {"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}}
    judge = judge_of_game(
        lists={"hills": offered},
        limits={"points": {"title": "Points", "default": 100}},
        constraints=({**over, "for": "roster"},),
    )
    assert [one.entry for one in new(judge, "Ours", {}).army] == ["guard"]
    assert [one.entry for one in new(judge, "Ours", {"points": "10"}).army] == ["giant"]


def test_what_stands_at_the_top_comes_from_a_list_that_joins_with_it() -> None:
    lists: Any = {"hills": {"guard": {"copies": 1}}, "woods": {"elf": {}, "bear": {}}}
    judge = judge_of_game(lists=lists)
    ours = attrs.evolve(new(judge, "Ours", {}), catalogues={"hills": "1.0.0"}, army=())
    joined = add_list(judge, ours, "woods", "bear")
    assert [*joined.catalogues] == ["hills", "woods"]
    assert entries(add(judge, joined, "bear", list_id="woods").roster) == [("bear", 1)]
    assert [one.entry for one in add_list(judge, ours, "woods").army] == ["elf"]


def test_ally_joins_once() -> None:
    both = book("mordor", "isengard")
    army = new(book("mordor"), "Ours", {})
    joined = add_list(both, army, "isengard")
    assert joined.catalogues == {"mordor": "1.0.0", "isengard": "1.0.0"}
    assert entries(joined) == [("mordor", 1), ("isengard", 1)]
    assert add_list(both, joined, "isengard") is joined


class TestAdd:
    def test_engine_comes_with_crew_and_veteran(self, mordor: Judge, warband: Roster) -> None:
        army = add(mordor, warband, "Mordor Siege Bow").roster
        assert entries(army, 0, 2) == [("orc-siege-veteran", 1), ("orc-crew", 2)]
        assert mordor.evaluate(army).legal

    def test_alike_join_and_others_stand_apart(self, mordor: Judge, warband: Roster) -> None:
        army = add(mordor, warband, "orc-tracker", 2, to="1.2").roster
        army = add(mordor, army, "orc-tracker", 3, to="1.2").roster
        army = add(mordor, army, "orc-tracker", to="1.2", options=["warg"]).roster
        assert entries(army, 0, 1)[-2:] == [("orc-tracker", 5), ("orc-tracker", 1)]
        assert entries(army, 0, 1, 2) == []
        assert entries(army, 0, 1, 3) == [("warg", 1)]

    def test_heroes_are_selections_of_their_own(self, mordor: Judge, warband: Roster) -> None:
        army = add(mordor, warband, "orc-shaman").roster
        army = add(mordor, army, "orc-shaman").roster
        army = add(mordor, army, "orc-shaman", 2, options=["warg"]).roster
        assert entries(army, 0)[2:] == [("orc-shaman", 1)] * 4
        assert [entries(army, 0, index) for index in (3, 4, 5)] == [[], *[[("warg", 1)]] * 2]
        assert mordor.evaluate(army).legal

    def test_units_are_selections_of_their_own(self) -> None:
        judged = judge({"unit": {"size": {"min": 5}}})
        army = add(judged, add(judged, roster(), "unit").roster, "unit", 2).roster
        assert [(one.count, one.size) for one in army.army] == [(1, 5)] * 3
        assert found(judged, army) == []

    def test_least_size_may_hang_on_the_slot(self) -> None:
        least = {"if": {"slot": "detached"}, "then": 5, "else": 10}
        detached = {"if": {"slot": "detached"}, "then": 0, "else": 1}
        slots = [{"id": "detached", "offers": ["unit"], "max": detached}]
        judged = judge({"unit": {"size": {"min": least}, "slots": slots}})
        army = add(judged, add(judged, roster(), "unit").roster, "unit", to="1").roster
        assert [army.army[0].size, army.army[0].with_[0].size] == [10, 5]
        assert found(judged, army) == []

    def test_what_several_could_hold_asks_which(self, mordor: Judge, warband: Roster) -> None:
        with pytest.raises(EditError) as refused:
            add(mordor, warband, "orc-warrior")
        assert refused.value.candidates == (
            "1.1 Gothmog, Lieutenant of Sauron (Mordor)",
            "1.2 Orc Captain (Mordor)",
        )

    def test_near_misses_are_named(self, mordor: Judge, warband: Roster) -> None:
        with pytest.raises(EditError) as refused:
            add(mordor, warband, "orc warior")
        assert "Orc Warrior" in refused.value.candidates
        with pytest.raises(EditError, match="one of several") as refused:
            add(mordor, warband, "captain")
        assert "orc-captain" in refused.value.candidates

    def test_what_the_holder_does_not_take_is_refused(self, mordor: Judge, warband: Roster) -> None:
        for entry, to in (
            ("flaming-ammunition", "1.1"),
            ("uruk-hai-warrior", "1.1"),
            ("warg", "1"),
        ):
            with pytest.raises(EditError):
                add(mordor, warband, entry, to=to)

    @pytest.mark.parametrize("count", [0, -1, MOST_COPIES + 1])
    def test_too_few_and_too_many_are_refused(
        self, mordor: Judge, warband: Roster, count: int
    ) -> None:
        with pytest.raises(EditError):
            add(mordor, warband, "orc-tracker", count, to="1.2")

    def test_no_edit_makes_more_copies_than_can_be_read(
        self, mordor: Judge, warband: Roster
    ) -> None:
        army = add(mordor, warband, "orc-tracker", MOST_COPIES, to="1.2").roster
        army = add(mordor, army, "orc-tracker", 1, to="1.2").roster
        assert entries(army, 0, 1)[-2:] == [("orc-tracker", MOST_COPIES), ("orc-tracker", 1)]
        with pytest.raises(EditError):
            add(mordor, warband, "orc-captain", MOST_COPIES)
        many = {"crew": {}, "engine": {"slots": [{"id": "crew", "offers": ["crew"], "min": 2}]}}
        with pytest.raises(EditError):
            add(judge(many), roster(), "engine", MOST_COPIES)


def offered(judged: Judge, army: Roster, wanted: str) -> list[str]:
    """Entries that a selection takes."""
    node = find_selection(judged.lay_out(army), wanted)
    return [*dict.fromkeys(place.entry.id for place in node.place.offered() if place.entry)]


def takings(judged: Judge) -> Iterator[tuple[Roster, str, str]]:
    """All that an army list's entries take: a roster, a selection's number there, an entry."""
    army = new(judged, "Ours", {})
    for entry in offered(judged, army, "1"):
        yield army, "1", entry
        whole = add(judged, army, entry, to="1").roster
        for option in offered(judged, whole, "1.1"):
            yield whole, "1.1", option


@pytest.mark.parametrize("list_id", LIBRARY.catalogues("mesbg"))
def test_whatever_is_added_is_whole_and_goes_again(list_id: str) -> None:
    judged = book(list_id)
    for army, to, entry in takings(judged):
        edited = add(judged, army, entry, to=to)
        if " in place of " in edited.done:
            continue  # what was there can't come back by itself
        more = edited.roster
        path = [int(step) - 1 for step in to.split(".")]
        was, now = held(army, *path), held(more, *path)
        joined = [index for index, pair in enumerate(zip(was, now, strict=False)) if ne(*pair)]
        number = f"{to}.{joined[0] + 1 if joined else len(now)}"
        assert remove(judged, more, number, 1).roster == army
        pointer = find_selection(judged.lay_out(more), number).pointer
        inside = {code for code, where, *_ in found(judged, more) if where.startswith(pointer)}
        assert {code for code in inside if code.endswith(("min", "max", "exactly"))} == set()


class TestAddAndSet:
    """Keys set on what is added, and places called by any name."""

    def test_what_is_added_gets_its_keys(self, walled: Judge) -> None:
        army = new(walled, "Ours", {"side": "in"})
        values = [("size", "12"), ("name", "The watch")]
        army = add(walled, army, "man", to="host", values=values).roster
        assert (held(army, 0)[2].size, held(army, 0)[2].name) == (12, "The watch")

    @pytest.mark.parametrize("key", ["seize", "to"])
    def test_a_key_that_it_has_not_is_refused(self, walled: Judge, key: str) -> None:
        army = new(walled, "Ours", {})
        with pytest.raises(EditError, match=f"has no “{key}” to set"):
            add(walled, army, "man", values=[(key, "1")])

    def test_a_place_gets_an_id_of_its_name(self, walled: Judge) -> None:
        army = new(walled, "Ours", {"side": "in"})
        army = set_values(walled, army, "1.1", [("name", "Long Wall, east")]).roster
        army = add(walled, army, "man", to="host", values=[("at", "long wall")]).roster
        assert held(army, 0)[0].id == held(army, 0)[2].at == "long-wall-east"
        army = add(walled, army, "man", to="host", values=[("at", "1.2")]).roster
        assert held(army, 0)[1].id == held(army, 0)[3].at == "wall"
        army = set_values(walled, army, "1.3", [("at", "wall")]).roster
        assert held(army, 0)[2].at == "wall"

    def test_a_second_place_of_a_name_gets_another_id(self, walled: Judge) -> None:
        army = new(walled, "Ours", {"side": "in"})
        for number in ("1.1", "1.2"):
            army = add(walled, army, "man", to="host", values=[("at", number)]).roster
        assert [one.id for one in held(army, 0)[:2]] == ["wall", "wall-2"]

    def test_a_place_that_is_not_there_is_refused(self, walled: Judge) -> None:
        with pytest.raises(EditError, match="Nothing here is “moat”"):
            add(walled, new(walled, "Ours", {}), "man", values=[("at", "moat")])


class TestRemove:
    def test_takes_what_is_held_along(self, mordor: Judge, warband: Roster) -> None:
        army = remove(mordor, warband, "orc-captain").roster
        assert entries(army, 0) == [("gothmog-lieutenant-of-sauron", 1)]

    def test_some_copies_leave_no_more_options_than_models(
        self, mordor: Judge, warband: Roster
    ) -> None:
        army = remove(mordor, warband, "1.2.2", 3).roster
        assert entries(army, 0, 1) == [("shield", 1), ("orc-warrior", 1)]
        assert entries(army, 0, 1, 1) == [("spear", 1)]
        assert remove(mordor, warband, "1.2.2", 4).roster == remove(mordor, warband, "1.2.2").roster
        with pytest.raises(EditError):
            remove(mordor, warband, "1.2.2", 0)

    def test_what_was_placed_there_is_placed_nowhere(self) -> None:
        judged = judge({"tower": {"slots": [{"id": "in", "offers": [{}]}]}, "unit": {}})
        tower = {"entry": "tower", "with": [{"entry": "tower", "id": "turret"}], "id": "tower"}
        units = [{"entry": "unit", "at": at, "name": at} for at in ("tower", "turret")]
        army = remove(judged, roster(tower, *units), "1.1").roster
        assert [one.at for one in army.army] == [None, "tower", None]
        army = remove(judged, roster(tower, *units), "1").roster
        assert [one.at for one in army.army] == [None, None]


class TestSet:
    def set(self, judged: Judge, army: Roster, wanted: str, **values: str) -> Roster:
        return set_values(judged, army, wanted, values.items()).roster

    def test_count_clips_what_is_held_where_it_was_no_more_than_the_models(
        self, mordor: Judge, warband: Roster
    ) -> None:
        army = self.set(mordor, warband, "1.2.2", count="1")
        assert entries(army, 0, 1, 1) == [("spear", 1)]
        assert entries(self.set(mordor, warband, "1.2.2", count="9"), 0, 1, 1) == [("spear", 2)]

    def test_roster_is_called_by_a_dot(self, mordor: Judge, warband: Roster) -> None:
        army = self.set(mordor, warband, ".", name="Theirs", points="500")
        assert (army.name, army.limits) == ("Theirs", {"points": 500})
        with pytest.raises(EditError) as refused:
            self.set(mordor, warband, ".", size="5")
        assert refused.value.candidates == ("name", "player", "team", "points", "siege")

    @pytest.mark.parametrize(
        ("key", "value"),
        [("size", "5"), ("at", "nowhere"), ("id", "leader"), ("count", "x"), ("colour", "red")],
    )
    def test_nothing_is_set_that_could_not_be_read(
        self, mordor: Judge, warband: Roster, key: str, value: str
    ) -> None:
        army = self.set(mordor, warband, "1.1", id="leader")
        with pytest.raises(EditError):
            self.set(mordor, army, "1.2", **{key: value})

    def test_new_id_is_followed_by_what_is_placed_there(self) -> None:
        judged = judge({"tower": {}, "unit": {}})
        army = roster({"entry": "tower", "id": "old"}, {"entry": "unit", "at": "old"})
        assert [one.at for one in self.set(judged, army, "1", id="new").army] == [None, "new"]
        assert [one.at for one in self.set(judged, army, "1", id="").army] == [None, None]

    def test_to_moves_with_all_that_is_held(self, mordor: Judge, warband: Roster) -> None:
        army = self.set(mordor, warband, "1.2.2", to="gothmog")
        assert entries(army, 0, 0) == [("army-leader", 1), ("orc-warrior", 4)]
        assert entries(army, 0, 0, 1) == [("spear", 2)]
        assert entries(army, 0, 1) == [("shield", 1)]

    @pytest.mark.parametrize(("wanted", "to"), [("1.2.1", "1.2"), ("1", "1.2"), ("1.2", "1.1")])
    def test_nothing_moves_where_it_is_or_into_itself_or_where_it_is_not_taken(
        self, mordor: Judge, warband: Roster, wanted: str, to: str
    ) -> None:
        with pytest.raises(EditError):
            self.set(mordor, warband, wanted, to=to)

    def test_after_moves_among_the_holders_own(self) -> None:
        judged = judge({name: {} for name in "abc"})
        army = roster("a", "b", "c")
        for wanted, after, order in (
            ("1", "3", "bca"),
            ("1", "2", "bac"),
            ("3", "", "cab"),
            ("3", "1", "acb"),
            ("2", "a", "abc"),
        ):
            moved = self.set(judged, army, wanted, after=after)
            assert "".join(one.entry for one in moved.army) == order

    @pytest.mark.parametrize(
        "keys", [{"after": "1.1.1"}, {"after": "1.2"}, {"after": "none"}, {"after": "", "to": "1"}]
    )
    def test_after_is_another_of_the_same_holder(
        self, mordor: Judge, warband: Roster, keys: dict[str, str]
    ) -> None:
        with pytest.raises(EditError):
            self.set(mordor, warband, "1.2", **keys)


class TestFind:
    def test_by_number_id_name_or_entry(self, mordor: Judge, warband: Roster) -> None:
        named = set_values(mordor, warband, "1.2", [("name", "Old Growler"), ("id", "cap")]).roster
        for wanted in ("1.2", "cap", "CAP", "old growler", "growl", "orc-captain", "Orc Captain"):
            assert entries(remove(mordor, named, wanted).roster, 0) == [
                ("gothmog-lieutenant-of-sauron", 1)
            ]

    def test_accents_and_punctuation_do_not_matter(self) -> None:
        isengard = book("isengard")
        army = add(isengard, new(isengard, "Ours", {}), "ugluk").roster
        for wanted in ("Uglúk", "ugluk", "UGLU"):
            assert entries(remove(isengard, army, wanted).roster, 0) == []

    def test_more_than_one_are_listed_with_their_numbers(
        self, mordor: Judge, warband: Roster
    ) -> None:
        army = add(mordor, warband, "orc-captain").roster
        with pytest.raises(EditError) as refused:
            remove(mordor, army, "orc captain")
        assert refused.value.candidates == ("1.2 Orc Captain (Mordor)", "1.3 Orc Captain (Mordor)")

    @pytest.mark.parametrize("wanted", ["Orc Captian", "ork captain", "orc-captan"])
    def test_near_misses_are_listed(self, mordor: Judge, warband: Roster, wanted: str) -> None:
        with pytest.raises(EditError) as refused:
            remove(mordor, warband, wanted)
        assert "1.2 Orc Captain (Mordor)" in refused.value.candidates

    def test_nothing_is_found_by_nothing(self, mordor: Judge, warband: Roster) -> None:
        for wanted in ("", "—", "9", "1.9"):
            with pytest.raises(EditError):
                remove(mordor, warband, wanted)


def test_unnamed_parts_of_the_tree_stay_the_same_objects(mordor: Judge, warband: Roster) -> None:
    army = set_values(mordor, warband, "1.1", [("name", "The Lieutenant")]).roster
    assert held(army, 0)[1] is held(warband, 0)[1]
    assert army != warband
    assert attrs.evolve(held(army, 0)[0], name=None, count=Copies(1)) == held(warband, 0)[0]


def test_an_edit_leaves_the_roster_it_was_given_alone(mordor: Judge, warband: Roster) -> None:
    before: Any = repr(warband)
    add(mordor, warband, "orc-tracker", 2, to="1.2")
    remove(mordor, warband, "1.2")
    assert repr(warband) == before


def test_a_slot_chooses_between_several_that_take_an_entry() -> None:
    judge = judge_of(LIBRARY.book("helms-deep", ["westernesse"]))
    army = new(judge, "Ours", {})
    added = add(judge, army, "gamling", to="1.2", slot="alone").roster
    slots = {
        node.place.slot.id
        for node in judge.lay_out(added).nodes
        if node.selection.entry == "gamling" and node.place.slot
    }
    assert slots == {"leaders", "alone"}
    with pytest.raises(EditError, match="takes no"):
        add(judge, army, "gamling", to="1.2", slot="units")
