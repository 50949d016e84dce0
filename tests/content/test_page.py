"""What is on the pages of a roster."""

import copy
from typing import Any

import attrs
import pytest

from listbuilder.content.boxes import Boxes, Tracker
from listbuilder.content.figures import FigureView
from listbuilder.content.fingerprint import fingerprint_of
from listbuilder.content.pieces import Gear
from listbuilder.content.reference import army_reference, whole_reference
from listbuilder.findings import Finding, Severity
from listbuilder.sheets.reader import page_for
from tests.sheets.game import CATALOGUE, ENGINE, HERE, ROSTER, RULESET, Game, play, roster


def test_head_of_the_sheet() -> None:
    sheet = play().page.sheet
    assert (sheet.name, sheet.ruleset, sheet.lists) == (
        "Up the Hill",
        "Stone and Rope",
        ("Hill Folk 1.0.3",),
    )
    assert sheet.choices == (("Side", "Without"),)
    assert [(cost.title, cost.amount, cost.allowed) for cost in sheet.costs] == [
        ("gold", "278", "400"),
        ("favour", "3", ""),
    ]
    assert sheet.legal
    assert [(gauge.title, gauge.found, gauge.bound, gauge.allowed) for gauge in sheet.gauges] == [
        ("Bows", "3", "of", "4")
    ]
    assert sheet.figures == (
        FigureView("Models", "21", text="No engines."),
        FigureView("Left", "400"),
    )


def test_only_the_most_of_a_cost_is_its_limit() -> None:
    ruleset = copy.deepcopy(RULESET)
    ruleset["constraints"][0] |= {"require": {"sum": "gold", "at_least": 5}}
    sheet = play(ruleset=ruleset).page.sheet
    assert sheet.costs[0].allowed == ""


def test_line_that_costs_only_the_lesser_coin() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][6]["values"] = {"favour": 2}
    (line,) = play(roster(ENGINE), catalogue=catalogue).lines()
    assert [inner.cost for inner in line.groups[0].lines] == ["0", "8 favour"]


def test_figure_of_a_limit_that_is_not_set_is_left_out() -> None:
    sheet = play(roster(limits={})).page.sheet
    assert [figure.title for figure in sheet.figures] == ["Models"]
    assert sheet.costs[0].allowed == ""


def test_tree_has_a_line_for_all_but_options() -> None:
    mog, thane, onager = play().lines()
    assert (mog.called, mog.name, mog.options) == ("Old Mog", "Thane", ("Axe", "Pony", "Charm ×2"))
    assert (mog.cost, mog.total, mog.notes) == ("45", "89", ("Paint him!",))
    assert [(gauge.title, gauge.found) for gauge in mog.gauges] == [("Men", "7")]
    (men,) = mog.groups
    assert [(line.many, line.name, line.options) for line in men.lines] == [
        ("4", "Spearman", ()),
        ("3", "Spearman", ("Bow ×2",)),
    ]
    assert [(line.each, line.cost, line.total) for line in men.lines] == [
        ("6", "24", ""),
        ("", "20", ""),  # two of three have a bow
    ]
    assert thane.options == ("Torch",)
    assert (onager.cost, onager.total) == ("50, 3 favour", "58, 3 favour")
    crew = [line.name for group in onager.groups for line in group.lines]
    assert crew == ["Master", "Loader"]


def test_section_names_its_slots_where_there_are_several() -> None:
    (section,) = play().page.sheet.sections
    assert (section.title, section.total) == ("Hill Folk", "278, 3 favour")
    assert section.text == ("Sure-footed",)
    assert [group.title for group in section.groups] == ["Chiefs", "Engines"]
    (section,) = play(roster(ENGINE)).page.sheet.sections
    assert [group.title for group in section.groups] == [""]


def test_gauge_says_whose_it_is_where_there_are_several() -> None:
    (host,) = ROSTER["army"]
    sheet = play(roster(army=[host, {**host, "name": "Rear", "count": 2}])).page.sheet
    assert [gauge.where for gauge in sheet.gauges] == ["Hill Folk", "Rear"]
    assert [section.title for section in sheet.sections] == ["Hill Folk", "2 × Hill Folk “Rear”"]


def test_placement_is_noted() -> None:
    ogre = {"entry": "ogre", "at": "gate"}
    thane = {"entry": "thane", "id": "gate", "with": [ogre]}
    (line,) = play(roster(thane)).lines()
    assert line.groups[0].lines[0].notes == ("at Thane",)


def test_options_that_stand_somewhere_are_said_with_their_place() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][1]["slots"].append(
        {"id": "posts", "title": "Posts", "offers": ["post", "charm"]}
    )
    pole = {"id": "pole", "name": "Pole"}
    slots = [{"id": "held", "offers": ["pole"]}]
    catalogue["entries"] += [{"id": "post", "name": "Post", "size": {}, "slots": slots}, pole]
    posts = [
        {"entry": "post", "size": 12, "at": "gate", "with": [{"entry": "pole"}]},
        {"entry": "post", "size": 1, "at": "wall"},
        {"entry": "post", "size": 3},
        {"entry": "charm"},
    ]
    army = roster(
        {"entry": "thane", "with": posts},
        {"entry": "onager", "id": "gate", "name": "Great Gate"},
        {"entry": "onager", "id": "wall"},
    )
    game = play(army, catalogue=catalogue)
    thane, gate, wall = game.lines()
    assert thane.notes == ("Posts: 12 at Great Gate (Pole), at Onager",)
    assert thane.options == ("Post", "Charm")
    assert (gate.notes, wall.notes) == (("here: 12 Thane (Pole)",), ("here: Thane",))
    piece = game.piece("Thane")
    assert piece.names[-1] == ("Posts", ("12 at Great Gate (Pole)", "at Onager"))
    assert [option.name for option in piece.options] == ["Post", "Charm"]


def test_what_is_placed_and_is_no_option_is_said_by_its_own_name() -> None:
    ogre = {"entry": "ogre", "at": "gate", "name": "Grumm"}
    game = play(roster({"entry": "thane", "with": [ogre]}, {**ENGINE, "id": "gate"}))
    thane, engine = game.lines()
    assert thane.notes == ()
    assert engine.notes == ("here: Grumm",)


def test_who_stands_beside_whom_is_on_the_line() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    for slot in catalogue["entries"][0]["slots"]:
        slot["ring"] = {}
    army = roster(
        *({"entry": "onager", "name": name} for name in ("Gate", "Wall", "Tower", "Hall"))
    )
    notes = [line.notes for line in play(army, catalogue=catalogue).lines()]
    assert notes[0] == ("beside: Hall, Wall",)
    assert notes[2] == ("beside: Wall, Hall",)


def test_figure_of_boxes_is_on_the_line_in_tens() -> None:
    ruleset = copy.deepcopy(RULESET)
    ruleset["figures"].append(
        {
            "id": "hands",
            "title": "Hands",
            "for": {"is": "engine"},
            "boxes": True,
            "quantity": {"sum": "models", "of": {"in": "below"}},
        }
    )
    crews = [[], [{"entry": "loader", "count": 3}], [{"entry": "loader", "count": 20}]]
    crews += [[{"entry": "loader", "count": 23}], [{"entry": "loader", "count": 301}]]
    army = roster(*({"entry": "onager", "with": crew} for crew in crews))
    game = play(army, ruleset=ruleset)
    runs = [[run.count for row in line.boxes for run in row.boxes] for line in game.lines()]
    assert runs == [[], [3], [10, 10], [10, 10, 3], []]
    assert game.lines()[1].boxes[0].label == "Hands"
    assert all(figure.title != "Hands" for card in game.page.cards for figure in card.piece.figures)


def test_rows_of_a_line_are_those_of_all_it_holds() -> None:
    (line,) = play(roster({"entry": "thane"})).lines()
    assert line.rows == 1 + len(line.gauges)
    men = {"entry": "spearman", "notes": "In front"}
    (line,) = play(roster({"entry": "thane", "notes": "Late", "with": [men, men]})).lines()
    assert line.rows == 1 + len(line.gauges) + 1 + 2 * 2


def test_notes_that_are_no_text_are_not_printed() -> None:
    page = play(roster({"entry": "thane", "notes": {"x": 1}}, notes="For Sunday")).page
    assert page.sheet.notes == "For Sunday"
    assert page.sheet.sections[0].groups[0].lines[0].notes == ()


def test_one_card_for_each_kind() -> None:
    cards = [(card.piece.name, card.piece.many, card.cost) for card in play().page.cards]
    assert cards == [
        ("Thane", "", "45 gold"),
        ("Spearman", "12", "75 gold in all"),
        ("Thane", "", "40 gold"),
        ("Ogre", "2", "30 gold each"),
        ("Onager", "", "58 gold, 3 favour"),
    ]


def test_price_that_copies_do_not_share_is_that_of_all() -> None:
    men = {"entry": "spearman", "count": 3, "with": [{"entry": "bow", "count": 1}]}
    game = play(roster({"entry": "thane", "with": [men]}))
    assert game.card("Spearman").cost == "19 gold in all"


def test_price_that_rises_has_no_each() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][3]["values"]["gold"] = {"steps": [30, 20, 10]}
    ogres = {"entry": "ogre", "count": 3}
    game = play(roster({"entry": "thane", "with": [ogres]}), catalogue=catalogue)
    assert game.card("Ogre").cost == "60 gold in all"
    (line,) = game.lines()[0].groups[0].lines
    assert (line.each, line.cost) == ("", "60")


def test_selections_of_a_kind_that_cost_otherwise_have_no_each() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][3]["values"]["gold"] = {"steps": [30, 20]}
    thane = {"entry": "thane", "with": [{"entry": "ogre"}, {"entry": "ogre"}]}
    assert play(roster(thane), catalogue=catalogue).card("Ogre").cost == "50 gold in all"


def test_hero_card() -> None:
    card = play().card("Old Mog")
    piece = card.piece
    assert piece.keywords == ("Chief", "Mounted")
    assert piece.wargear == (Gear("Sword", struck=True), Gear("Mail"))
    assert [(option.name, option.many) for option in piece.options] == [
        ("Axe", ""),
        ("Charm", "×2"),
    ]
    assert piece.names == (
        ("Rules", ("Stubborn",)),
        ("Actions", ("Shout",)),
        ("Powers", ("Glare",)),
    )
    assert (piece.text, piece.cite) == (("Leads from the front.",), "The Rules, page 7")
    assert piece.raised == (FigureView("Luck", "3", "1 + 2 Charm"),)
    (grid,) = card.grids
    assert [letters for letters, _ in grid.columns] == ["M", "S", "W", "L"]
    own, pony = grid.rows
    assert (own.name, own.values) == ("Old Mog", ("6″", "3+", "2", "3"))
    assert own.made == ("", "", "", "1 + 2 Charm")
    assert own.trackers == (Tracker("", (Boxes("Wounds", 2), Boxes("Luck", 3))),)
    assert (pony.name, pony.values) == ("Pony", ("9″", "6+", "1", ""))
    assert pony.piece is not None


def test_option_brings_its_rules_along() -> None:
    piece = play().page.cards[2].piece
    assert piece.options[0].text == ("Burns.",)
    assert piece.names[0] == ("Rules", ("Stubborn", "Glow"))


def test_what_only_some_have_is_counted() -> None:
    men = play().page.cards[1].piece
    assert men.wargear == (Gear("Spear", left="9 of 12"),)
    assert [(option.name, option.many) for option in men.options] == [("Bow", "3 of 12")]


def test_plain_models_with_other_gear_are_rows_of_one_card_as_far_as_their_numbers_differ() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    entries = {entry["id"]: entry for entry in catalogue["entries"]}
    entries["spearman"]["slots"][0]["offers"] += ["charm", "torch"]
    entries["spearman"]["profiles"][0]["values"]["skill"] = 4
    entries["charm"]["alters"] = [{"column": "skill", "add": 1}]
    men = [
        {"entry": "spearman", "count": 2, "with": [{"entry": "charm", "count": 2}]},
        {"entry": "spearman", "with": [{"entry": "charm"}, {"entry": "torch"}]},
        {"entry": "spearman", "count": 4, "with": [{"entry": "torch", "count": 3}]},
    ]
    game = play(roster({"entry": "thane", "with": men}), catalogue=catalogue)
    card = game.card("Spearman")
    assert card.piece.many == "7"
    (grid,) = card.grids
    assert [(row.many, row.name, row.called, row.values[1]) for row in grid.rows] == [
        ("3", "", "Charm (2); Charm, Torch (1)", "5"),
        ("4", "", "Torch (3); Spearman alone (1)", "4"),
    ]
    rows = [row for table in game.page.glance.numbers for row in table.rows]
    assert "Spearman: Charm (2); Charm, Torch (1)" in [row.title for row in rows]


def test_option_adds_to_the_model_and_to_nobody_beside_it() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    profiles = catalogue["entries"][1]["profiles"]
    profiles.append({**profiles[0], "name": "Shield-bearer", "role": "bearer"})
    thane = {"entry": "thane", "with": [{"entry": "charm"}]}
    (grid,) = play(roster(thane), catalogue=catalogue).card("Thane").grids
    assert [(row.name, row.values[-1]) for row in grid.rows] == [
        ("Thane", "2"),
        ("Shield-bearer", "1"),
    ]


def test_those_with_other_numbers_are_rows_of_one_card() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][1]["profiles"][0]["values"]["luck"] = 0
    thane = {"entry": "thane", "count": 3, "with": [{"entry": "charm"}]}
    card = play(roster(thane), catalogue=catalogue).card("Thane")
    assert card.piece.raised == (FigureView("Luck", "1", "0 + 1 Charm"),)
    assert card.piece.options[0].many == "1 of 3"
    (grid,) = card.grids
    assert [(row.many, row.called, row.values[-1]) for row in grid.rows] == [
        ("", "Charm", "1"),
        ("2", "Thane alone", "0"),
    ]


def test_plain_models_have_no_boxes_and_tough_ones_have() -> None:
    _, spearmen, _, ogres, _ = play().page.cards
    assert spearmen.grids[0].rows[0].trackers == ()
    assert ogres.grids[0].rows[0].trackers == (Tracker("", (Boxes("Wounds", 3), Boxes("", 3))),)
    horde = play(roster({"entry": "thane", "with": [{"entry": "ogre", "count": 99}]}))
    assert horde.card("Ogre").grids[0].rows[0].trackers == ()


def test_more_than_boxes_are_of_help_for_has_none() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    for entry in catalogue["entries"]:
        for profile in entry.get("profiles", []):
            if "luck" in profile["values"]:
                profile["values"]["wounds"] = 10**15 - 1
    own = play(catalogue=catalogue).card("Old Mog").grids[0].rows[0]
    assert own.trackers == (Tracker("", (Boxes("Luck", 3),)),)


def test_engine_card_shows_what_upgrades_change_and_has_the_crew() -> None:
    card = play().card("Onager")
    assert card.piece.figures == (FigureView("Reach", "42″", "30 + 12 Long arm"),)
    assert [(option.name, option.text) for option in card.piece.options] == [
        ("Long arm", ("Throws further.",))
    ]
    assert card.grids[0].rows[0].trackers == (Tracker("", (Boxes("Wounds", 3),)),)
    (grid,) = card.shared
    assert [letters for letters, _ in grid.columns] == ["M", "S", "W", "L"]
    assert [(row.name, row.many, row.values[-1]) for row in grid.rows] == [
        ("Master", "", "1"),
        ("Loader", "4", ""),
    ]
    assert grid.rows[1].trackers == (Tracker("", (Boxes("Wounds", 4),)),)


def test_engines_alike_share_a_card_with_boxes_for_each() -> None:
    other = {**ENGINE, "with": ENGINE["with"][:2]}
    game = play(roster(ENGINE, ENGINE, other))
    both, single = game.page.cards
    assert (both.piece.many, both.cost) == ("2", "58 gold, 3 favour each")
    assert single.piece.figures == (FigureView("Reach", "30″"),)
    loaders = both.shared[0].rows[1]
    assert (loaders.many, [tracker.label for tracker in loaders.trackers]) == ("4", ["1", "2"])


def test_several_heroes_of_a_kind_have_boxes_each() -> None:
    card = play(roster({"entry": "thane", "count": 2})).card("Thane")
    assert [tracker.label for tracker in card.grids[0].rows[0].trackers] == ["1", "2"]


def test_unit_counts_its_models() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][2] |= {"size": {"min": 5}, "values": {"gold": {"per_model": 6}}}
    unit = {"entry": "spearman", "size": 10, "with": [{"entry": "bow"}]}
    game = play(roster({"entry": "thane", "with": [unit]}), catalogue=catalogue)
    assert (game.piece("Spearman").many, game.card("Spearman").cost) == ("10", "61 gold")
    assert game.lines()[0].groups[0].lines[0].many == "10"


def test_profiles_of_one_entry_have_their_names_and_numbers() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    profile = {"type": "man", "values": {"wounds": 1}}
    catalogue["entries"][4]["profiles"].append({**profile, "name": "Puller", "count": 2})
    first, second = play(roster({"entry": "onager"}), catalogue=catalogue).page.cards[0].grids
    assert (first.rows[0].name, first.columns[0]) == ("Onager", ("P", "Power"))
    assert (second.rows[0].name, second.rows[0].many) == ("Puller", "2")
    assert second.rows[0].trackers == (Tracker("", (Boxes("Wounds", 2),)),)


def test_crews_of_several_engines_have_boxes_each() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    crew = {"type": "man", "values": {"wounds": 1}, "name": "Puller", "count": 2}
    catalogue["entries"][4]["profiles"].append(crew)
    engines = roster({"entry": "onager"}, {"entry": "onager"})
    (card,) = play(engines, catalogue=catalogue).page.cards
    assert card.grids[1].rows[0].trackers == (
        Tracker("1", (Boxes("Wounds", 2),)),
        Tracker("2", (Boxes("Wounds", 2),)),
    )


@pytest.fixture
def armed() -> Game:
    """The game's roster, with profiles of weapons for its bows and spears."""
    ruleset, catalogue = copy.deepcopy(RULESET), copy.deepcopy(CATALOGUE)
    ruleset["profiles"]["weapon"] = {
        "title": "Weapon",
        "gear": True,
        "columns": [
            {"id": "range", "title": "R", "name": "Range", "unit": "″"},
            {"id": "rules", "title": "Rules", "name": "Special rules"},
        ],
    }
    entries = {entry["id"]: entry for entry in catalogue["entries"]}
    bow = {"type": "weapon", "values": {"range": 24, "rules": "Volley"}}
    spear = {"type": "weapon", "name": "Long spear", "values": {"range": 1}}
    entries["bow"]["profiles"] = [bow, {**bow, "name": "Fire arrow"}]
    entries["spearman"]["profiles"].append(spear)
    return play(ruleset=ruleset, catalogue=catalogue)


def test_gear_of_all_on_a_card_is_listed_once_by_name(armed: Game) -> None:
    _, men, *_ = armed.page.cards
    assert [grid.columns for grid in men.gear] == [
        (("Weapon", "Weapon"), ("R", "Range"), ("Rules", "Special rules"))
    ]
    assert [row.values for row in men.gear[0].rows] == [
        ("Long spear", "1″", ""),
        ("Bow", "24″", "Volley"),
        ("Fire arrow", "24″", "Volley"),
    ]
    assert armed.card("Onager").gear == ()


def test_what_has_but_a_profile_of_gear_is_an_option(armed: Game) -> None:
    bare = play()
    assert armed.lines() == bare.lines()
    assert [attrs.evolve(card, gear=()) for card in armed.page.cards] == [*bare.page.cards]
    men = armed.page.cards[1]
    assert [(option.name, option.many) for option in men.piece.options] == [("Bow", "3 of 12")]


def test_illegal_army_says_why() -> None:
    men = {"entry": "spearman", "count": 9, "with": [{"entry": "bow", "count": 9}]}
    sheet = play(roster({"entry": "thane", "with": [men]}, limits={"gold": 60})).page.sheet
    assert not sheet.legal
    dear, bows = sheet.findings
    assert (dear.word, dear.error) == ("Illegal", True)
    assert "103 gold, at most 60 allowed" in dear.message
    assert dear.parts == ("54: 9 × Spearman", "40: 1 × Thane", "9: 9 × Bow")
    assert dear.remedies
    assert (bows.cite, bows.ruling) == ("The Rules, page 7", "Chiefs count too.")
    assert not sheet.gauges[0].kept


def test_only_the_greatest_parts_are_listed() -> None:
    game = play(roster(*({"entry": "thane", "name": str(n)} for n in range(9)), limits={"gold": 9}))
    assert game.page.sheet.findings[0].parts[-1] == "3 more"


@pytest.mark.parametrize(("severity", "legal"), [(Severity.ERROR, False), (Severity.WARNING, True)])
def test_finding_from_elsewhere_counts(severity: Severity, legal: bool) -> None:
    game = play()
    notice = Finding("odd", severity, "It is odd.")
    sheet = page_for(game.judge, game.verdict, [notice]).sheet
    assert sheet.legal is legal
    assert sheet.findings[0].message == "It is odd."


def test_reference_is_what_the_army_needs() -> None:
    passages = play(roster(ENGINE)).page.reference.passages
    assert [passage.title for passage in passages] == ["Winning", "Mishaps"]
    (table,) = passages[1].tables
    assert [(result.rolls, result.title, result.text) for result in table.results] == [
        ("1–2", "Crack!", "It breaks."),
        *((str(roll), "", "") for roll in range(3, 7)),
    ]
    assert [passage.title for passage in play().page.reference.passages][2:] == ["Fire"]


def test_topic_may_have_a_table_without_dice() -> None:
    ruleset = copy.deepcopy(RULESET)
    ruleset["reference"][0]["grid"] = {"columns": ["Who", "Worth"], "rows": [["Ogre", "3"]]}
    winning, mishaps = play(roster(ENGINE), ruleset=ruleset).page.reference.passages
    assert (winning.grid, mishaps.grid) == ((("Who", "Worth"), ("Ogre", "3")), ())


def test_topic_tells_of_entries_by_name() -> None:
    ruleset, catalogue = copy.deepcopy(RULESET), copy.deepcopy(CATALOGUE)
    ruleset["keywords"]["bought"] = {}
    ruleset["reference"] = [
        {"id": "bought", "title": "Bought", "entries": "bought", "source": HERE}
    ]
    for entry in catalogue["entries"]:
        if entry["id"] in ("torch", "onager", "long-arm"):
            entry["is"] = [*entry.get("is", []), "bought"]
    army = roster(
        {"entry": "thane", "with": [{"entry": "torch"}]},
        {"entry": "thane", "with": [{"entry": "torch"}]},
        {"entry": "thane", "name": "Old Thane", "with": [{"entry": "torch"}]},
        ENGINE,
    )
    game = play(army, ruleset=ruleset, catalogue=catalogue)
    (passage,) = army_reference(game.judge, game.verdict.army).passages
    (beside_cards,) = game.page.reference.passages
    assert [item.name for item in beside_cards.items] == ["Onager"]
    told = [(item.name, item.whose, item.text) for item in passage.items]
    assert told[0] == ("3 × Torch", "2 × Thane, Old Thane", ("Burns.",))
    assert told[1][:2] == ("Onager", "")
    whole = whole_reference(game.judge.book).passages[0].items
    assert [(item.name, item.whose) for item in whole] == [
        ("Onager", "50 gold"),
        ("Long arm", "3 favour"),
        ("Torch", ""),
    ]
    plain = play(roster({"entry": "thane"}), ruleset=ruleset, catalogue=catalogue)
    assert plain.page.reference.passages == ()


def test_table_of_the_games_own_dice_has_their_title() -> None:
    ruleset = copy.deepcopy(RULESET)
    ruleset["dice"] = {"luck": {"title": "Luck dice", "faces": [1, "Oh"], "source": HERE}}
    ruleset["tables"][0] |= {"dice": "luck", "outcomes": [{"rolls": "Oh"}, {"rolls": "1"}]}
    (table,) = play(roster(ENGINE), ruleset=ruleset).page.reference.passages[1].tables
    assert table.dice == "Luck dice"
    assert [result.rolls for result in table.results] == ["Oh", "1"]


def test_whole_reference_has_every_table_once() -> None:
    passages = whole_reference(play().judge.book).passages
    titles = [passage.title for passage in passages]
    assert titles == ["Winning", "Mishaps", "Fire", "Weather"]
    assert [table.title for passage in passages for table in passage.tables] == [
        "Mishap",
        "Weather",
    ]


def test_ruleset_without_profiles_figures_or_tables() -> None:
    keys = ("profiles", "figures", "tables", "reference", "constraints", "values", "keywords")
    bare = {key: value for key, value in RULESET.items() if key not in keys}
    bare["slots"] = [{"id": "top", "offers": ["flag"]}]
    catalogue = {key: value for key, value in CATALOGUE.items() if key != "entries"}
    catalogue["entries"] = [
        {"id": "flag", "name": "Flag", "slots": [{"id": "s", "offers": ["pin"]}]}
    ]
    catalogue["entries"].append({"id": "pin", "name": "Pin"})
    page = play(roster(army=[{"entry": "flag", "with": [{"entry": "pin"}]}]), bare, catalogue).page
    assert (page.cards, page.reference.passages, page.sheet.unit) == ((), (), "")
    assert page.sheet.sections[0].groups[0].lines[0].name == "Pin"


def test_stray_selection_is_printed() -> None:
    stray: dict[str, Any] = {"entry": "loader", "slot": "nowhere"}
    game = play(roster(stray))
    assert not game.page.sheet.legal
    assert game.piece("Loader").name == "Loader"
    assert game.lines()[0].name == "Loader"


def test_stamp_names_versions_and_roster() -> None:
    game = play()
    words = game.page.stamp.split(" · ")
    assert words[0].startswith("Listbuilder")
    assert words[1:3] == ["siege 2.1.0", "hill 1.0.3"]
    assert words[3].startswith("roster ")
    assert len(words[3]) == len("roster 2-") + 12
    assert fingerprint_of(game.judge.book).split(" · ")[1:] == words[1:3]
