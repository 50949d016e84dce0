"""Counters on the army sheet, on cards and to cut out; boxes for what can be used."""

import copy

from listbuilder.content.boxes import Boxes, Tracker
from listbuilder.content.counters import MOST_SQUARES, Counter
from tests.sheets import game
from tests.sheets.board import CATALOGUE, RULESET, army, bank, board, unit

DUKE = {"entry": "duke", "with": [{"entry": "charge"}]}
STACK = {"entry": "spear", "with": [DUKE, {"entry": "powder"}, {"entry": "banner"}]}


def test_areas_in_the_rosters_order_with_their_counters() -> None:
    sheet = board(army(bank("far", unit("bow", 6)), bank("near", STACK))).page.sheet
    assert sheet.sections == ()
    assert [(area.title, area.depth, area.text) for area in sheet.areas] == [
        ("Far bank", 0, ()),
        ("Near bank", 0, ("This side.",)),
    ]
    far, near = (area.counters for area in sheet.areas)
    assert far == (Counter("Bow", "Ee1Z", "", "6", notes=("Carried: 0 of 18",)),)
    duke = Counter("Duke", "6", "Rally", options=("Charge!",))
    assert near == (
        Counter(
            "Spear",
            "D3/4",
            "",
            options=("Banner",),
            notes=("Carried: 2 of 3",),
            carries=(duke, Counter("Powder", "", "")),
        ),
    )


def test_legend_has_the_kinds_whose_codes_have_places() -> None:
    sheet = board(army(bank("near", STACK))).page.sheet
    assert sheet.legend == (("Unit", ("Fight", "Shoot", "Armour", "Move")),)


def test_area_that_only_holds_others_is_left_out_where_it_is_the_only_one() -> None:
    river = {"entry": "river", "with": [bank("near", "bow", notes="Mind the gap")]}
    alone = board(army(river)).page.sheet.areas
    assert [(area.title, area.depth) for area in alone] == [("Near bank", 1)]
    assert alone[0].text == ("This side.", "Units: 1 of 9", "Mind the gap")
    both = board(army(river, bank("far", "bow"))).page.sheet.areas
    assert [(area.title, area.depth) for area in both] == [
        ("The river", 0),
        ("Near bank", 1),
        ("Far bank", 0),
    ]


def test_what_is_no_counter_is_named_in_its_area_and_without_any_stays_a_section() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][6]["is"] = ["unit"]  # a banner on its own
    page = board(army(bank("near", "banner", "bow"), bank("far", "banner")), catalogue).page
    assert page.sheet.areas[0].text == ("This side.", "Banner")
    (section,) = page.sheet.sections
    assert (section.title, section.groups[0].lines[0].name) == ("Far bank", "Banner")


def test_counter_has_a_card_only_where_it_says_more() -> None:
    page = board(army(bank("near", STACK, unit("bow", 2), "sand"))).page
    cards = [(card.piece.name, card.owner, card.piece.many) for card in page.cards]
    assert cards == [("Charge!", "Duke", ""), ("Powder", "", ""), ("Bow", "", "2")]
    charge, powder, bow = page.cards
    assert charge.piece.uses == (Tracker("", (Boxes("Used", 1),)),)
    assert (charge.counter, charge.grids) == (None, ())
    assert powder.counter == Counter("Powder", "", "")
    assert bow.counter == Counter("Bow", "Ee1Z", "")
    assert (bow.grids, bow.piece.names) == ((), (("Rules", ("Volley",)),))


def test_copies_have_a_box_for_each_use() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    dukes = bank("near", unit("spear", 2, "duke"), unit("spear", 1))
    dukes["with"][0]["with"][0]["with"] = [{"entry": "charge", "count": 2}]
    (card,) = board(army(dukes), catalogue).page.cards
    assert (card.piece.many, card.piece.uses) == ("2", (Tracker("", (Boxes("Used", 2),)),))
    catalogue["entries"][5]["uses"] = 3
    (card,) = board(army(dukes), catalogue).page.cards
    assert card.piece.uses == (Tracker("", (Boxes("Used", 3), Boxes("", 3))),)
    catalogue["entries"][5]["uses"] = 99
    (card,) = board(army(dukes), catalogue).page.cards
    assert card.piece.uses == ()


def test_option_that_can_be_used_has_its_boxes_on_the_card_of_what_holds_it() -> None:
    catalogue = copy.deepcopy(game.CATALOGUE)
    next(entry for entry in catalogue["entries"] if entry["id"] == "charm")["uses"] = 1
    piece = game.play(catalogue=catalogue).piece("Old Mog")
    charm = next(option for option in piece.options if option.name == "Charm")
    assert charm.uses == (Tracker("", (Boxes("Used", 2),)),)


def test_a_square_to_cut_out_for_each_copy() -> None:
    cut = board(army(bank("near", unit("bow", 2), STACK), bank("far", "bow", "sand"))).page.cut_outs
    squares = [(square.face.name, square.side, square.back) for square in cut.squares]
    assert squares == [
        *[("Bow", "Southmen", None)] * 3,
        ("Spear", "Southmen", None),
        ("Duke", "Southmen", None),
        ("Barrels", "Southmen", Counter("Powder", "", "")),
        ("Barrels", "Southmen", Counter("Sand", "", "")),
    ]
    assert (cut.left, cut.legend) == (0, (("Unit", ("Fight", "Shoot", "Armour", "Move")),))


def test_nobody_cuts_out_a_hundred_thousand() -> None:
    cut = board(army(bank("near", {"entry": "bow", "count": 100_000}))).page.cut_outs
    assert (len(cut.squares), cut.left) == (MOST_SQUARES, 100_000 - MOST_SQUARES)


def test_side_of_an_entry_of_no_list_is_not_named() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    spear = catalogue["entries"].pop(3)
    page = board(army({"entry": "spear"}), catalogue, entries=[spear]).page
    assert [square.side for square in page.cut_outs.squares] == [""]
    assert RULESET["profiles"]["unit"]["counter"]
