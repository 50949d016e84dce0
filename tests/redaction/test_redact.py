"""What an opponent gets to see: never which of what is hidden is which."""

import copy
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from listbuilder.content.counters import Counter
from listbuilder.content.page import Page
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.findings import Finding, Severity
from listbuilder.loading.save import dump
from listbuilder.model.roster import Roster
from listbuilder.redaction.redact import WITHHELD, open_copy, opponents_copy, redacted
from listbuilder.report.outline import text_lines
from listbuilder.sheets import Options, html_of_army, print_army
from listbuilder.sheets.reader import page_for
from tests.sheets import game
from tests.sheets.board import CATALOGUE, RULESET, army, bank, board, unit
from tests.sheets.game import HERE, Game

OPPONENT = Options(reader="opponent")
OTHER = {"powder": "sand", "sand": "powder"}
BANKS = (
    bank("far", unit("spear", 2, "powder"), unit("spear", 1, "sand"), "sand", "powder", "powder"),
    bank("near", unit("bow", 1, "sand"), "sand"),
)


def seen(game: Game) -> Page:
    return page_for(game.judge, game.verdict, game.findings, OPPONENT)


def copy_of(game: Game) -> Roster:
    return opponents_copy(game.judge, game.verdict)


def html(game: Game) -> str:
    return html_of_army(game.judge, game.verdict, game.findings, OPPONENT)


def swapped(data: Any) -> Any:
    """The same with the real for the false."""
    if isinstance(data, dict):
        return {key: swapped(value) for key, value in data.items()}
    if isinstance(data, list):
        return [swapped(value) for value in data]
    return OTHER.get(data, data) if isinstance(data, str) else data


def rule(code: str, require: Any, **more: Any) -> dict[str, Any]:
    title = more.pop("title", code)
    return {"id": code, "title": title, "for": "roster", "require": require, "source": HERE, **more}


FIGURES = [
    {"id": "barrels", "title": "Barrels", "quantity": {"count": {"is": "barrel"}}},
    {"id": "weight", "title": "Weight", "quantity": {"sum": "weight"}},
    {"id": "bang", "title": "Bang", "quantity": {"count": {"entry": "powder"}}},
    {"id": "noise", "title": "Noise", "quantity": {"sum": "noise"}},
    {"id": "bare", "title": "Bare", "quantity": {"count": {"not": {"entry": "sand"}}}},
]
RULES = [
    rule("all", {"count": {"is": "barrel"}, "at_most": 20}, shown="All barrels"),
    rule("real", {"count": {"entry": "powder"}, "at_most": 20}, shown="Powder"),
    rule("each", {"count": {"is": "barrel"}, "at_most": 20, "per": "entry"}, shown="Each"),
    rule("gold", {"sum": "gold", "at_most": 900}, shown="Gold"),
]


ODDS = [
    {
        "id": "real",
        "title": "One that is drawn is real",
        "for": {"is": "bank"},
        "numbers": {
            "all": {"title": "Barrels", "quantity": {"count": {"is": "barrel"}}, "suppose": 4},
            "real": {"title": "real", "quantity": {"count": {"entry": "powder"}}, "suppose": 2},
        },
        "chance": {"of": {"draw": 1, "of": {"number": "all"}, "good": {"number": "real"}}},
        "rows": [{"title": "Drawn"}],
        "source": HERE,
    },
    {
        "id": "bang",
        "title": "The powder goes off",
        "for": {"entry": "powder"},
        "chance": {"of": {"dice": "D6"}, "at_least": 4},
        "rows": [{"title": "Bang"}],
        "source": HERE,
    },
]


FLOWS = [
    {
        "id": "turn",
        "title": "Turn",
        "steps": [
            {"title": "Set off", "cards": {"entry": "powder"}},
            {"title": "Shoot", "cards": {"is": "barrel"}},
        ],
        "source": HERE,
    }
]


def test_odds_suppose_what_an_opponent_may_not_know() -> None:
    told = []
    for banks in (BANKS, swapped([*BANKS])):
        game = board(army(*banks), odds=ODDS)
        mine, theirs = (
            page_for(game.judge, game.verdict, game.findings, options).odds
            for options in (Options(sheets=("odds",)), Options(sheets=("odds",), reader="opponent"))
        )
        assert mine
        assert theirs
        assert "The powder goes off" in {passage.title for passage in mine.passages}
        assert {passage.title for passage in theirs.passages} == {"One that is drawn is real"}
        told.append([passage.given for passage in theirs.passages])
    assert told[0] == told[1] == ["Barrels 6, real 2", "Barrels 2, real 2"]


def test_which_marker_is_real_changes_nothing_that_an_opponent_gets() -> None:
    one, other = (
        board(army(*banks), figures=FIGURES, constraints=RULES, flows=FLOWS)
        for banks in (BANKS, swapped([*BANKS]))
    )
    assert html(one) == html(other)
    assert dump(copy_of(one)) == dump(copy_of(other))
    assert one.page != other.page
    copy_of_mine, _, _ = redacted(one.judge, one.verdict, one.findings)
    (flow,) = copy_of_mine.book.ruleset.flows
    assert [step.cards is None for step in flow.steps] == [True, False]
    texts = []
    for each in (one, other):
        data = print_army(each.judge, each.verdict, each.findings, options=OPPONENT).pdf
        texts.append([page.extract_text() for page in PdfReader(BytesIO(data)).pages])
    assert texts[0] == texts[1]
    assert not any(word in html(one) for word in ("Powder", "Sand", "explodes", "roster "))


def test_a_printed_number_of_one_of_a_kind_is_not_told() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    (powder,) = (entry for entry in catalogue["entries"] if entry["id"] == "powder")
    powder["profiles"] += [{"type": "man", "values": {"skill": 9}}]
    strong = {"count": {"printed": {"column": "skill", "type": "man", "at_least": 9}}}
    figures = [{"id": "strong", "title": "Strong", "quantity": strong}]
    rules = [rule("strong", {**strong, "at_most": 20}, shown="The strong")]
    one, other = (
        board(army(*banks), catalogue, figures=figures, constraints=rules)
        for banks in (BANKS[:1], swapped([*BANKS[:1]]))
    )
    assert "Strong" in str(one.page)
    assert "trong" not in html(one)
    assert html(one) == html(other)


@settings(deadline=None)  # the first brings the odds along, which takes its time
@given(st.lists(st.tuples(st.sampled_from(["near", "far", "spear"]), st.booleans()), max_size=8))
def test_whatever_is_where_only_the_number_in_a_place_is_seen(
    places: list[tuple[str, bool]],
) -> None:
    def laid(turn: bool) -> dict[str, Any]:
        found: dict[str, list[Any]] = {"near": [], "far": []}
        for place, real in places:
            marker = "powder" if real is not turn else "sand"
            found["near" if place == "spear" else place].append(
                unit("spear", 1, marker) if place == "spear" else marker
            )
        return army(*(bank(name, *inside) for name, inside in found.items()))

    one, other = (board(laid(turn), figures=FIGURES) for turn in (False, True))
    assert seen(one) == seen(other)
    assert dump(copy_of(one)) == dump(copy_of(other))


def test_hidden_ones_are_merged_in_their_place_and_alike_holders_too() -> None:
    far, near = seen(board(army(*BANKS))).sheet.areas
    barrels = Counter("Barrels", "", "", "3")
    carried = ("Carried: 3 of 9",)
    assert far.counters == (
        Counter("Spear", "D3/4", "", "3", notes=carried, carries=(barrels,)),
        barrels,
    )
    assert [counter.name for counter in near.counters] == ["Bow", "Barrels"]
    squares = seen(board(army(*BANKS))).cut_outs.squares
    assert {square.back for square in squares} == {None}


def test_several_hidden_kinds_in_one_place_are_in_an_order_of_their_own() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["keywords"] = {"trick": {"hidden": "Tricks"}}
    trick = {"is": ["unit", "trick"], "profiles": CATALOGUE["entries"][3]["profiles"]}
    catalogue["entries"] += [{"id": "net", "name": "Net", **trick}]
    catalogue["entries"] += [{"id": "pit", "name": "Pit", **trick}]
    for inside in (["sand", "net", "pit"], ["pit", "powder", "net"]):
        (area,) = seen(board(army(bank("far", *inside)), catalogue)).sheet.areas
        names = [(counter.name, counter.code, counter.many) for counter in area.counters]
        assert names == [("Barrels", "", ""), ("Tricks", "", "2")]


def test_what_the_player_calls_them_and_notes_is_not_told() -> None:
    marker = {"entry": "powder", "name": "The big one", "notes": "Boom", "id": "boom"}
    named = {"entry": "spear", "name": "Old guard", "with": [marker], "notes": "Bluff"}
    laid = army(bank("near", named, {"entry": "bow", "at": "boom"}), notes="A ruse")
    page = html(board(laid))
    assert "Old guard" in page
    assert not any(word in page for word in ("The big one", "Boom", "Bluff", "A ruse", "Powder"))


def test_things_of_their_own_are_not_merged() -> None:
    named = {**unit("spear", 1, "sand"), "name": "Old guard"}
    inner = unit("spear", 1, "sand")
    inner["with"].append({"entry": "duke", "id": "duke"})
    (area,) = seen(board(army(bank("far", named, unit("spear", 1, "sand"), inner)))).sheet.areas
    assert [counter.name for counter in area.counters] == ["Old guard", "Spear", "Spear"]


def test_numbers_that_tell_are_left_out_and_others_stay() -> None:
    played = board(army(*BANKS), figures=FIGURES, constraints=RULES)
    sheet = seen(played).sheet
    assert [(figure.title, figure.value) for figure in sheet.figures] == [
        ("Barrels", "8"),
        ("Weight", "16"),
    ]
    assert [(gauge.title, gauge.found) for gauge in sheet.gauges] == [
        ("All barrels", "8"),
        ("Units", "3"),
        ("Units", "1"),
    ]
    assert (sheet.costs, sheet.unit) == ((), "")
    assert played.page.sheet.costs[0].amount == "40"


def test_slot_of_one_kind_only_tells_by_its_number() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][2]["slots"] = [
        {"id": "real", "offers": ["powder"], "shown": "Real", "max": 9},
        {
            "id": "false",
            "offers": [{"is": "barrel", "not": {"entry": "powder"}}],
            "shown": "False",
            "max": 9,
        },
        {"id": "both", "offers": ["powder", "sand"], "shown": "Both", "max": 9},
    ]
    played = board(army(bank("far", "powder", "sand")), catalogue)
    gauges = {gauge.title for gauge in seen(played).sheet.gauges}
    assert {"Real", "False", "Both"} <= {gauge.title for gauge in played.page.sheet.gauges}
    assert (gauges & {"Real", "False", "Both"}) == {"Both"}


@pytest.mark.parametrize("place", ["barrel", "false"])
def test_place_named_by_a_keyword_tells_where_only_some_have_it(place: str) -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][8]["is"] = ["barrel", "false"]
    count = {"count": {"in": place}}
    figures = [{"id": "around", "title": "Around", "quantity": count}]
    played = board(army(bank("far", "sand")), catalogue, figures=figures)
    assert len(seen(played).sheet.figures) == (place == "barrel")


def test_offer_that_prices_them_tells() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][2]["slots"] = [
        {"id": "b", "offers": [{"entry": "sand", "values": {"weight": 5}}, "powder"]}
    ]
    played = board(army(bank("far", "sand")), catalogue, figures=FIGURES)
    assert [figure.title for figure in seen(played).sheet.figures] == ["Barrels"]


def test_broken_rule_that_tells_is_not_told_and_another_is_under_the_hidden_name() -> None:
    rules = [
        rule("all", {"count": {"is": "barrel"}, "at_most": 5}, title="Few barrels"),
        rule("real", {"count": {"entry": "powder"}, "at_most": 1}, title="One powder"),
        rule("false", {"count": {"entry": "sand"}, "at_most": 1}, title="One sand"),
        rule(
            "odd", {"count": {"entry": "sand"}, "at_most": 0}, title="No sand", severity="warning"
        ),
    ]
    sheet = seen(board(army(*BANKS), constraints=rules)).sheet
    assert not sheet.legal
    few, withheld, warned = sheet.findings
    assert (few.message, few.parts, few.remedies) == (
        "The army: Few barrels: Barrel: 8, at most 5 allowed.",
        ("8 × Barrels",),
        (),
    )
    assert (withheld.message, withheld.error, warned.message) == (WITHHELD, True, WITHHELD)
    assert not warned.error


def test_hidden_one_where_none_may_be_is_not_told() -> None:
    stray = {"entry": "bow", "with": [{"entry": "duke", "with": [{"entry": "powder"}]}]}
    sheet = seen(board(army(bank("far", stray)))).sheet
    assert [finding.message for finding in sheet.findings] == [WITHHELD]


def test_single_hidden_entry_may_be_anything() -> None:
    figures = [{"id": "units", "title": "Units in all", "quantity": {"count": {"is": "unit"}}}]
    page = seen(board(army(bank("far", "spy", "bow")), figures=figures))
    assert page.sheet.figures == ()
    (area,) = page.sheet.areas
    assert area.text == ("Someone",)
    assert [card.piece.name for card in page.cards] == ["Bow"]
    assert page.sheet.costs == ()


def test_hidden_entry_of_the_ruleset() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    spy = catalogue["entries"].pop()
    page = seen(board(army(bank("far", "spy", "bow")), catalogue, entries=[spy]))
    assert page.sheet.areas[0].text == ("Someone",)


def test_roster_that_hides_nothing_keeps_all_but_notes_hash_and_remedies() -> None:
    men = {"entry": "thane", "notes": "Paint him!"}
    played = game.play(game.roster(men, limits={"gold": 7}))
    mine, page = played.page, seen(played)
    assert page.cards == mine.cards
    assert page.sheet.costs == mine.sheet.costs
    assert [told.message for told in page.sheet.findings] == [
        told.message for told in mine.sheet.findings
    ]
    assert mine.sheet.findings[0].remedies
    assert not page.sheet.findings[0].remedies
    assert mine.stamp.startswith(f"{page.stamp} · roster")


def test_copy_shows_what_redaction_leaves() -> None:
    for banks in (BANKS, [bank("far", "spy", "bow")]):
        played = board(army(*banks, **{"$schema": "home/of/the/player.json"}))
        theirs = copy_of(played)
        seen_at_home = redacted(played.judge, played.verdict, ())[:2]
        lines = [*text_lines(*open_copy(played.judge, theirs))]
        assert lines == [*text_lines(*seen_at_home)]
        assert lines != [*text_lines(played.judge, played.verdict)]
        assert "player.json" not in dump(theirs)
        again = opponents_copy(played.judge, played.judge.evaluate(theirs))
        assert dump(again) == dump(theirs)


def test_place_that_is_hidden_is_told_by_no_copy() -> None:
    hidden = {"entry": "powder", "id": "the-real-one"}
    there = {"entry": "bow", "at": "the-real-one"}
    far, near = {"entry": "far", "id": "over-there"}, {"entry": "bow", "at": "over-there"}
    theirs = dump(copy_of(board(army(bank("near", hidden, there, near), far))))
    assert "the-real-one" not in theirs
    assert '"at": "over-there"' in theirs


def test_notice_about_the_file_is_told() -> None:
    played = board(army(*BANKS))
    notice = Finding("older", Severity.WARNING, "It is old.")
    findings = [notice, *findings_with_remedies(played.verdict, played.judge)]
    sheet = page_for(played.judge, played.verdict, findings, OPPONENT).sheet
    assert [told.message for told in sheet.findings] == ["It is old."]
    assert RULESET["keywords"]["barrel"]["hidden"] == "Barrels"
