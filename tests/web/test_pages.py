"""Castle, set-up, solving, printing, play and army lists: all from the data."""

import io
import json
import re
from pathlib import Path
from typing import Any

import attrs
import pytest
from pypdf import PdfReader

from listbuilder.checking.check import check_file
from listbuilder.web.http.addresses import shared_base
from listbuilder.web.storage.jobs import Jobs
from tests.sampling import sampled
from tests.shipped import LIBRARY
from tests.web.browser import Browser
from tests.web.conftest import bring


def saved(folder: Path, key: str) -> Any:
    return json.loads((folder / f"{key}.json").read_text(encoding="utf-8"))


@pytest.fixture
def castle(browser: Browser, folder: Path) -> str:
    key = bring(folder, "the-walls-of-the-reikland")
    browser.get(f"/army/{key}/castle")
    return key


class TestCastle:
    def test_is_there_where_the_rules_place_things_and_nowhere_else(
        self, browser: Browser, folder: Path, castle: str
    ) -> None:
        assert ">Castle</a>" in browser.text
        browser.get(f"/army/{bring(folder, 'heads-over-the-wall')}")
        assert ">Castle</a>" not in browser.text
        for page in ("castle", "set-up"):
            assert browser.get(f"/army/heads-over-the-wall/{page}").status_code == 404

    def test_shows_sections_with_who_stands_there_and_how_much_room_is_taken(
        self, browser: Browser, castle: str
    ) -> None:
        tower = re.search(r'id="section-2.3".*?</details>', browser.text, re.DOTALL)
        assert tower
        assert "Gun Tower" in tower[0]
        assert "10 of 20" in tower[0]
        assert "Handgunners" in tower[0]

    def test_somebody_is_posted_resized_moved_out_and_it_is_judged(
        self, browser: Browser, folder: Path, castle: str
    ) -> None:
        form = next(one for one in browser.forms() if one["fields"].get("place") == ["2.4"])
        fields = {**form["fields"], "do": "add:1.1.5:garrisons:garrison", "size": "11"}
        browser.post(form["action"], fields)
        assert "/castle" in str(browser.last.url)
        halberdiers = saved(folder, castle)["army"][0]["with"][0]["with"][4]
        garrison = halberdiers["with"][-1]
        assert garrison["size"] == 11
        assert check_file(folder / f"{castle}.json", LIBRARY).verdict == "legal"
        number = f"1.1.5.{len(halberdiers['with'])}"
        browser.press(f"size:{number}:12")
        assert "Illegal" in browser.text, "no more than the unit has"
        browser.press(f"remove:{number}")
        assert ">Legal<" in browser.text

    def test_what_stands_nowhere_is_placed(
        self, browser: Browser, folder: Path, castle: str
    ) -> None:
        path = folder / f"{castle}.json"
        army = saved(folder, castle)
        del army["army"][0]["with"][0]["with"][0]["with"][-1]["at"]
        path.write_text(json.dumps(army), encoding="utf-8")
        browser.get(f"/army/{castle}/castle")
        assert "Nowhere yet" in browser.text
        browser.press("set:1.1.1.5", place="2.1")
        assert "Nowhere yet" not in browser.text
        assert ">Legal<" in browser.text

    def test_castle_is_built_from_nothing(self, browser: Browser, folder: Path) -> None:
        browser.get("/new/warhammer")
        form = browser.forms()[0]["fields"]
        browser.post("/new/warhammer", {**form, "list": "empire", "army.side": "defender"})
        browser.get(str(browser.last.url.path) + "/castle")
        browser.press("add:.:castle:castle")
        for section in ("tower", "gate", "wall"):
            browser.press(f"add:2:sections:{section}")
        browser.press("add:2:sections:tower")
        assert saved(folder, "the-empire")["army"][1]["with"][3]["name"] == "Tower 2"
        browser.press("undo")

        def built() -> list[str]:
            return [one["entry"] for one in saved(folder, "the-empire")["army"][1]["with"]]

        assert built() == ["tower", "gate", "wall"]
        assert "Beside Tower, Wall" in browser.text
        browser.press("after:2.2:")
        assert built() == ["gate", "tower", "wall"]
        browser.press("after:2.2:2.3")
        assert built() == ["gate", "wall", "tower"]
        assert "Beside Gate, Tower" in browser.text

    def test_castle_is_drawn_around_its_courtyard(self, browser: Browser, castle: str) -> None:
        rows = re.findall(r"<tr>(.*?)</tr>", browser.text.split('class="plan')[1], re.DOTALL)[:3]
        drawn = [re.findall(r'<td class="(?:tile[^>]*tile-2\.(\d)|(\w+))', row) for row in rows]
        assert [[number or kind for number, kind in row] for row in drawn] == [
            ["7", "6", "5", "4"],
            ["8", "yard", "yard", "3"],
            ["9", "join", "1", "2"],
        ]

    def test_unit_is_picked_up_and_set_down(
        self, browser: Browser, folder: Path, castle: str
    ) -> None:
        browser.get(f"/army/{castle}/castle?pick=1.1.5")
        assert "11 Halberdiers" in browser.text
        browser.press("post:1.1.5:garrisons:garrison:2.4")
        units = saved(folder, castle)["army"][0]["with"][0]["with"]
        posted = units[4]["with"][-1]
        assert posted["size"] == 11
        browser.get(f"/army/{castle}/castle?pick=1.1.1.5")
        browser.press("station:1.1.1.5:2.7")
        units = saved(folder, castle)["army"][0]["with"][0]["with"]
        river = saved(folder, castle)["army"][1]["with"][6]
        assert units[0]["with"][-1]["at"] == river["id"]

    def test_only_what_a_unit_may_ever_take_is_offered(self, browser: Browser, castle: str) -> None:
        for unit, offered in (("1.1.5", False), ("1.1.9", True)):
            browser.get(f"/army/{castle}?at={unit}")
            assert "Cauldron of Boiling Oil" in browser.text
            assert ("Siege Ammunition" in browser.text) is offered
            assert "Battering Clubs" not in browser.text

    def test_refused_edit_is_said_on_the_same_page(self, browser: Browser, castle: str) -> None:
        fields = {"version": browser.version, "page": "castle", "do": "remove:99"}
        assert browser.post(f"/army/{castle}/edit", fields).status_code == 422
        assert "Not done." in browser.text
        assert "Gun Tower" in browser.text


class TestSetUp:
    @pytest.fixture
    def setup(self, browser: Browser, folder: Path) -> str:
        key = bring(folder, "westernesse-as-listed")
        browser.get(f"/army/{key}/set-up")
        return key

    def test_shows_each_counter_in_its_area_with_its_code(
        self, browser: Browser, setup: str
    ) -> None:
        area = re.search(r'id="area-1\.1\.1".*?</section>', browser.text, re.DOTALL)
        assert area
        assert "Central tower" in area[0]
        assert "De3X" in area[0]
        assert ">Set-up</a>" in browser.text

    def test_counter_is_picked_and_moved_where_it_may_go(
        self, browser: Browser, folder: Path, setup: str
    ) -> None:
        browser.get(f"/army/{setup}/set-up?pick=1.1.4.1")
        moves = set(re.findall(r'value="(move:1\.1\.4\.1:[\d.]+)"', browser.text))
        assert "move:1.1.4.1:1.1.7" in moves
        assert "move:1.1.4.1:1.1.4" not in moves, "it is there already"
        browser.press("move:1.1.4.1:1.1.7", count="1")
        assert "/set-up" in str(browser.last.url)
        deep = saved(folder, setup)["army"][0]["with"][0]["with"][6]["with"]
        assert deep[0] == {"entry": "infantry", "count": 3}
        browser.press("undo")
        assert saved(folder, setup)["army"][0]["with"][0]["with"][6]["with"][0]["count"] == 2

    def test_what_breaks_the_order_of_battle_is_said_at_its_area(
        self, browser: Browser, setup: str
    ) -> None:
        browser.get(f"/army/{setup}/set-up?pick=1.2.2")
        browser.press("move:1.2.2:1.1.7")
        dike = re.search(r'id="area-1\.2".*?</section>', browser.text, re.DOTALL)
        assert dike
        assert "exactly 4 needed" in dike[0]

    def test_counter_that_is_gone_is_not_picked(self, browser: Browser, setup: str) -> None:
        assert browser.get(f"/army/{setup}/set-up?pick=9.9").status_code == 200
        assert "is picked up" not in browser.text


def test_army_is_finished_by_a_job_and_taken(browser: Browser, folder: Path, heads: str) -> None:
    browser.get(f"/army/{heads}")
    browser.press("remove:1.2")
    browser.get(f"/army/{heads}/solve")
    browser.press("complete")
    assert "proved best" in browser.text
    assert saved(folder, heads)["army"][0]["with"][1]["entry"] == "mordor-war-catapult"
    before = saved(folder, heads)
    do = re.findall(r'value="(apply:\w+)"', browser.text)[0]
    browser.press(do)
    assert browser.last.status_code == 200
    assert saved(folder, heads) != before
    assert check_file(folder / f"{heads}.json", LIBRARY).verdict == "legal"
    browser.press("undo")
    assert saved(folder, heads) == before


@pytest.mark.usefixtures("jobs_at_hand")
class TestSolving:
    def test_army_is_mended(self, browser: Browser, folder: Path, heads: str) -> None:
        browser.get(f"/army/{heads}?at=1.1.3")
        browser.press("set:1.1.3", count="20")
        browser.get(f"/army/{heads}/solve")
        assert "One change makes it legal at once" in browser.text
        assert "Remove 14 of 20 × Orc Warrior (1.1.3)" in browser.text
        browser.press("repair")
        assert "1 change" in browser.text
        browser.press(re.findall(r'value="(apply:\w+)"', browser.text)[0])
        assert check_file(folder / f"{heads}.json", LIBRARY).verdict == "legal"

    def test_what_mends_all_findings_is_offered_once(self, browser: Browser, folder: Path) -> None:
        key = bring(folder, "the-last-of-esgaroth")
        path = folder / f"{key}.json"
        wrong = path.read_text("utf-8").replace("survivors-of-lake-town", "army-of-lake-town")
        path.write_text(wrong, "utf-8")
        browser.get(f"/army/{key}/solve")
        assert browser.text.count("Exchange Army of Lake-town for Survivors of Lake-town") == 1

    def test_nothing_is_offered_that_changes_nothing(self, browser: Browser, heads: str) -> None:
        browser.get(f"/army/{heads}/solve")
        browser.press("repair")
        assert "Nothing has to be changed" in browser.text
        assert 'value="apply:' not in browser.text

    def test_limits_change_where_they_may(self, browser: Browser, folder: Path, heads: str) -> None:
        browser.get(f"/army/{heads}?at=.")
        browser.press("roster", **{"army.points": "300"})
        before = saved(folder, heads)
        browser.get(f"/army/{heads}/solve")
        browser.press("repair", may="limits")
        assert re.search(r"set Points from 300 to \d+", browser.text)
        browser.press(re.findall(r'value="(apply:\w+)"', browser.text)[0])
        after = saved(folder, heads)
        assert after["limits"]["points"] > before["limits"]["points"]
        assert after["army"] == before["army"]
        assert check_file(folder / f"{heads}.json", LIBRARY).verdict == "legal"

    def test_choices_change_where_they_may(self, browser: Browser, folder: Path) -> None:
        key = bring(folder, "ladders-against-the-wall")
        browser.get(f"/army/{key}?at=.")
        browser.press("roster", **{"army.siege": "none"})
        before = saved(folder, key)
        assert check_file(folder / f"{key}.json", LIBRARY).verdict == "illegal"
        browser.get(f"/army/{key}/solve")
        assert "Limits may change, too: Points" in browser.text
        assert "Choices may change, too: Siege" in browser.text
        browser.press("repair", may="choices")
        assert "set Siege from none to attacker" in browser.text
        form = next(form for form in browser.forms() if ("do", "repair") in form["buttons"])
        assert form["fields"]["may"] == ["choices"], "what was asked stays in the form"
        browser.press(re.findall(r'value="(apply:\w+)"', browser.text)[0])
        after = saved(folder, key)
        assert after["choices"]["siege"] == "attacker"
        assert after["army"] == before["army"]
        assert check_file(folder / f"{key}.json", LIBRARY).verdict == "legal"
        browser.press("undo")
        assert saved(folder, key) == before

    def test_limits_and_choices_may_change_together(self, browser: Browser, heads: str) -> None:
        browser.get(f"/army/{heads}?at=.")
        browser.press("roster", **{"army.points": "300"})
        browser.get(f"/army/{heads}/solve")
        browser.press("repair", may=["limits", "choices"])
        assert re.search(r"set Points from 300 to \d+", browser.text)
        form = next(form for form in browser.forms() if ("do", "repair") in form["buttons"])
        assert form["fields"]["may"] == ["limits", "choices"]

    def test_game_without_settings_offers_none(self, browser: Browser, folder: Path) -> None:
        browser.get(f"/army/{bring(folder, 'westernesse-as-listed')}/solve")
        form = next(form for form in browser.forms() if ("do", "repair") in form["buttons"])
        assert form["fields"].keys() == {"token", "version"}
        assert "may change, too" not in browser.text

    def test_side_is_changed_with_the_units(self, browser: Browser, folder: Path) -> None:
        key = bring(folder, "blood-and-brass")
        before = saved(folder, key)
        browser.get(f"/army/{key}?at=.")
        assert f"/army/{key}/solve#convert" in browser.text
        browser.get(f"/army/{key}/solve")
        assert browser.press("convert").status_code == 422
        assert "Say first what is to be different" in browser.text
        browser.press("convert", **{"army.side": "defender"})
        assert "no points lost" in browser.text
        form = next(form for form in browser.forms() if ("do", "convert") in form["buttons"])
        assert form["fields"]["army.side"] == ["defender"]
        browser.press(re.findall(r'value="(apply:\w+)"', browser.text)[0])
        after = saved(folder, key)
        assert after["choices"]["side"] == "defender"
        assert check_file(folder / f"{key}.json", LIBRARY).verdict == "legal"
        browser.press("undo")
        assert saved(folder, key) == before

    def test_army_moves_to_another_list(self, browser: Browser, folder: Path) -> None:
        key = bring(folder, "the-doors-of-durin")
        browser.get(f"/army/{key}/solve")
        browser.press("convert", list="the-kingdom-of-moria", **{"army.points": "300"})
        assert "Not in that list: Durin, King of Khazad-Dûm, 6" in browser.text
        assert re.search(r"\d+ of 7\d\d points come along", browser.text)
        assert "of 300 points" in browser.text
        browser.press(re.findall(r'value="(apply:\w+)"', browser.text)[0])
        assert saved(folder, key)["catalogues"].keys() == {"the-kingdom-of-moria"}
        assert check_file(folder / f"{key}.json", LIBRARY).verdict == "legal"

    def test_what_is_broken_leads_to_what_mends_all(self, browser: Browser, heads: str) -> None:
        link = f"/army/{heads}/solve#repair"
        browser.get(f"/army/{heads}?at=.")
        assert link not in browser.text
        browser.press("roster", **{"army.points": "300"})
        assert link in browser.get(f"/army/{heads}?at=.").text
        assert link not in browser.get(f"/army/{heads}").text, "its own remedies mend it"

    def test_what_was_asked_for_stays(self, browser: Browser, heads: str) -> None:
        browser.get(f"/army/{heads}/solve")
        browser.press("why", entry='<b> "nobody')
        form = next(form for form in browser.forms() if ("do", "why") in form["buttons"])
        assert form["fields"]["entry"] == ['<b> "nobody']
        assert '<b> "' not in browser.last.text

    def test_why_not_names_the_rules(self, browser: Browser, heads: str) -> None:
        browser.get(f"/army/{heads}/solve")
        browser.press("why", entry="gorbag-orc-captain")
        build, solver = browser.text.index("Not now: "), browser.text.index("These can't all hold")
        assert build < solver, "first the rule that Build names"
        browser.get(f"/army/{heads}?at=.")
        browser.press("roster", **{"army.points": "700"})
        browser.get(f"/army/{heads}/solve")
        browser.press("why", entry="Orc Captain")
        assert "It can be added now" in browser.text
        browser.press(re.findall(r'value="(add:[^"]+orc-captain)"', browser.text)[0])
        assert "Orc Captain" in browser.text
        browser.get(f"/army/{heads}/solve")
        assert browser.press("why", entry="nobody at all").status_code == 422


def test_what_the_choices_rule_out_is_named_and_not_offered(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}?at=1")
    assert re.search(r"Not for this kind of army: [^<]*Siege Ladder", browser.text)
    assert "Only the attacker of a siege has this" not in browser.text
    browser.get(f"/army/{heads}?at=.")
    browser.press("roster", **{"army.siege": "attacker"})
    browser.get(f"/army/{heads}?at=1")
    assert not re.search(r"Not for this kind of army: [^<]*Siege Ladder", browser.text)
    assert "Siege Ladder" in browser.text


def test_armies_to_compare_go_by_their_names(browser: Browser, heads: str) -> None:
    browser.get("/compare")
    assert '<option value="heads-over-the-wall">Heads over the Wall</option>' in browser.text


def test_a_new_army_has_no_game_of_a_deleted_one(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}/play")
    browser.submit(f"/army/{heads}/play", do="keep", turn="3")
    assert re.search(r'name="turn" value="3"', browser.get(f"/army/{heads}/play").text)
    browser.get("/")
    browser.post("/change", {"army": heads, "do": "delete"})
    browser.get("/new/mesbg")
    browser.submit("", list="mordor", name="Heads over the Wall")
    assert "heads-over-the-wall" in str(browser.last.url)
    assert re.search(r'name="turn" value="1"', browser.get(f"/army/{heads}/play").text)


def test_all_counters_of_a_side_are_counted_in_play(browser: Browser, folder: Path) -> None:
    key = bring(folder, "westernesse-as-listed")
    browser.get(f"/army/{key}/play")
    assert re.search(r'id="fallen">0</b> of 58', browser.text)
    assert "Models left: Infantry D3X" in browser.text


class TestPrinting:
    def test_pdf_is_the_armys(self, browser: Browser, heads: str) -> None:
        answer = browser.get(f"/army/{heads}/sheets.pdf?paper=letter&reader=me&sheets=army")
        assert answer.headers["content-type"] == "application/pdf"
        first = PdfReader(io.BytesIO(answer.content)).pages[0]
        assert "Heads over the Wall" in first.extract_text()
        assert float(first.mediabox.width) == pytest.approx(612, abs=1)

    @pytest.mark.parametrize(
        ("name", "has"), [("westernesse-as-listed", True), ("heads-over-the-wall", False)]
    )
    def test_counters_are_offered_where_there_are_any(
        self, browser: Browser, folder: Path, name: str, has: bool
    ) -> None:
        browser.get(f"/army/{bring(folder, name)}/print")
        form = next(form for form in browser.forms() if "sheets" in form["fields"])
        assert ("counters" in form["fields"]["sheets"]) == has
        assert "order of play" in browser.text

    @pytest.mark.usefixtures("jobs_at_hand")
    def test_cards_are_asked_for_as_of_the_command(self, browser: Browser, heads: str) -> None:
        cards = f"/army/{heads}/sheets.pdf?sheets=cards"
        asked = f"{cards}&single=1&plain=1&duplex=1&back=wall&min_type=8"
        pages = PdfReader(io.BytesIO(browser.get(asked).content)).pages
        assert {round(float(page.mediabox.width) / 72 * 25.4) for page in pages} == {63}
        assert "A back" in browser.get(f"/army/{heads}/sheets?duplex=1&back=wall").text
        for wrong in ("back=sky", "min_type=nan", "min_type=-1", "min_type=1e9", "min_type=x"):
            page = cards.replace("sheets.pdf", "sheets")
            assert browser.get(f"{page}&duplex=1&{wrong}").status_code == 200

    def test_preview_may_do_nothing(self, browser: Browser, heads: str) -> None:
        answer = browser.get(f"/army/{heads}/sheets")
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "script-src" not in policy
        assert policy.endswith("sandbox")
        assert "Heads over the Wall" in browser.text
        assert browser.get(f"/army/{heads}/print").status_code == 200

    def test_too_many_jobs_are_refused_and_too_long_ones_are_ended(
        self, browser: Browser, heads: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        browser.app.state.context = attrs.evolve(
            browser.app.state.context, jobs=Jobs(at_once=0, waiting=0)
        )
        assert browser.get(f"/army/{heads}/sheets.pdf").status_code == 503
        assert "Try again soon" in browser.text
        browser.app.state.context = attrs.evolve(browser.app.state.context, jobs=Jobs(at_once=1))
        monkeypatch.setattr("listbuilder.web.routes.printing.LONGEST", 0.01)
        assert browser.get(f"/army/{heads}/sheets.pdf").status_code == 504
        assert "stopped after 0.01 seconds" in browser.text


@pytest.mark.parametrize(
    "path", sampled([(path,) for path in LIBRARY.rosters()], 4), ids=lambda path: path.stem
)
def test_every_army_that_comes_along_can_be_played_and_placed(
    browser: Browser, folder: Path, path: Path
) -> None:
    key = bring(folder, path.stem)
    assert browser.get(f"/army/{key}/play").status_code == 200
    boxes = re.findall(r'<input type="checkbox" name="([^"]+)"', browser.text)
    assert len(boxes) == len(set(boxes)), "each box is remembered by itself"
    for page in re.findall(rf'href="(/army/{key}/(?:castle|set-up))"', browser.text):
        assert browser.get(page).status_code == 200


class TestPlaying:
    def test_game_is_kept_without_scripts(
        self, browser: Browser, folder: Path, castle: str
    ) -> None:
        before = saved(folder, castle)
        browser.get(f"/army/{castle}/play")
        fields = {**browser.forms()[0]["fields"], "turn": "3", "left.7.0": "20"}
        browser.post(f"/army/{castle}/play", {**fields, "do": "keep"})
        assert 'name="turn" value="3"' in browser.text
        assert 'name="left.7.0" value="20"' in browser.text
        for do, turn in (("anew", "1"), ("undo", "3"), ("undo", "1"), ("redo", "3")):
            browser.press(do)
            assert f'name="turn" value="{turn}"' in browser.text
        assert saved(folder, castle) == before

    @pytest.mark.parametrize(
        "record",
        [
            *("{", "[]", '{"ticks": {}}', '{"ticks": {"a": 1}, "past": [], "future": []}'),
            *('{"ticks": {}, "past": [{"a": "xyz"}], "future": []}', "{}" * 150_000),
        ],
    )
    def test_what_is_no_record_is_refused(
        self, browser: Browser, folder: Path, castle: str, record: str
    ) -> None:
        fields = {"do": "keep", "record": record}
        assert browser.post(f"/army/{castle}/play", fields).status_code in (413, 422)
        assert not (folder / ".play").exists()

    def test_spoilt_record_is_an_empty_one(
        self, browser: Browser, folder: Path, castle: str
    ) -> None:
        (folder / ".play").mkdir()
        (folder / ".play" / f"{castle}.json").write_text("{", encoding="utf-8")
        assert browser.get(f"/army/{castle}/play").status_code == 200


def test_card_of_an_engine_has_its_table_with_the_chances(browser: Browser, folder: Path) -> None:
    browser.get(f"/army/{bring(folder, 'heads-over-the-wall')}/play")
    cards = re.findall(r'<article class="card".*?</article>', browser.text, re.DOTALL)
    (engine,) = (card for card in cards if "Siege Engine" in card)
    assert "66.7 %" in engine
    assert "Slight Deviation" in engine
    assert sum("66.7 %" in card for card in cards) == 1


def test_army_lists_are_looked_through(browser: Browser) -> None:
    browser.get("/games")
    assert "/games/mesbg/mordor" in browser.text
    browser.get("/games/mesbg/mordor?q=catapult")
    assert "mordor-war-catapult" in browser.text
    assert "/gothmog" not in browser.text
    browser.get("/games/mesbg/mordor/mordor-war-catapult")
    assert "Severed Heads" in browser.text
    assert browser.get("/games/warhammer").status_code == 200
    for page in ("/games/no", "/games/mesbg/no", "/games/mesbg/mordor/no"):
        assert browser.get(page).status_code == 404


def in_order(selections: list[Any]) -> list[Any]:
    """Selections in one order: lines tell options first."""
    sorted_below = [one | {"with": in_order(one.get("with", []))} for one in selections]
    return sorted(sorted_below, key=repr)


class TestSharing:
    def link(self, browser: Browser, key: str) -> str:
        browser.get(f"/army/{key}/share")
        found = re.search(r"http://127\.0\.0\.1:8765/shared#LB1:[A-Z2-7]+", browser.text)
        assert found
        return found[0]

    def lines(self, browser: Browser, key: str) -> str:
        browser.get(f"/army/{key}/share")
        found = re.search(r'id="lines"[^>]*>(.*?)</textarea>', browser.text, re.DOTALL)
        assert found
        return found[1]

    @pytest.mark.parametrize("way", ["link", "line", "file", "lines"])
    def test_army_goes_out_and_comes_in(
        self, browser: Browser, folder: Path, heads: str, way: str
    ) -> None:
        match way:
            case "link":
                text = self.link(browser, heads)
            case "line":
                text = self.link(browser, heads).partition("#")[2].lower()
            case "file":
                text = (folder / f"{heads}.json").read_text(encoding="utf-8")
            case _:
                text = self.lines(browser, heads)
        browser.get("/shared")
        browser.press("look", text=text)
        assert "490 of 500 points" in " ".join(re.sub(r"<[^>]+>", " ", browser.text).split())
        assert not (folder / f"{heads}-2.json").exists(), "it is only looked at"
        browser.press("keep")
        assert in_order(saved(folder, f"{heads}-2")["army"]) == in_order(
            saved(folder, heads)["army"]
        )

    @pytest.mark.parametrize(
        "text", ["", "LB1:AAAA", "LB9:AAAA", "{", "Nobody", "http://127.0.0.1:8765/shared#", "[]"]
    )
    def test_what_is_no_army_is_said(self, browser: Browser, folder: Path, text: str) -> None:
        browser.get("/shared")
        assert browser.press("look", text=text).status_code == 422
        assert "Not done." in browser.text
        assert not folder.exists()

    def test_read_only_looks_and_does_not_keep(self, folder: Path, heads: str) -> None:
        text = (folder / f"{heads}.json").read_text(encoding="utf-8")
        browser = Browser(folder, read_only=True)
        browser.get("/shared")
        browser.press("look", text=text)
        assert "Keep it" not in browser.text
        assert browser.post("/shared", {"text": text, "do": "keep"}).status_code == 403

    def test_link_is_one_that_others_can_open(self, folder: Path, heads: str) -> None:
        browser = Browser(folder)
        browser.get(f"/army/{heads}/share")
        assert "Only this machine opens it" in browser.text
        browser = Browser(folder, public_url="https://builder.example/lists/")
        browser.get(f"/army/{heads}/share")
        assert "https://builder.example/lists/shared#LB1:" in browser.text
        assert "Only this machine" not in browser.text
        base, reachable = shared_base("http://127.0.0.1:8765/", "0.0.0.0", "")
        assert reachable == ("127.0.0.1" not in base)
        assert shared_base("http://10.1.2.3:8765/", "0.0.0.0", "") == (
            "http://10.1.2.3:8765/",
            True,
        )

    def test_army_that_hides_something_has_a_copy_for_the_opponent(
        self, browser: Browser, folder: Path
    ) -> None:
        key = bring(folder, "westernesse-as-listed")
        browser.get(f"/army/{key}/share")
        theirs = browser.text.split('id="their-lines"')[1].split("</textarea>")[0]
        link = re.search(r'id="their-link"[^>]*>([^<]+)<', browser.text)
        assert link
        mine = browser.text.split('id="lines"')[1].split("</textarea>")[0]
        assert "Dummy" in mine
        assert "Dummy" not in theirs
        assert browser.text.count("It tells all") == browser.text.count('class="qr"') - 1 + 3
        copy = browser.get(f"/army/{key}/share/opponent")
        assert "attachment" in copy.headers["content-disposition"]
        for text in (link[1], copy.text):
            browser.get("/shared")
            browser.post("/shared", {"text": text, "do": "look"})
            assert "Opponent’s copy" in browser.text
            assert not {'value="keep"', "Dummy", "Illegal"} & {*browser.text.split()}
            assert theirs.partition(">")[2].split("\n", 1)[1] in browser.text
            assert browser.post("/shared", {"text": text, "do": "keep"}).status_code == 422
            assert "neither judged nor changed" in browser.text.replace("\n", " ")
        assert [path.stem for path in folder.glob("*.json")] == [key]
        browser.get(f"/army/{bring(folder, 'heads-over-the-wall')}/share")
        assert "For your opponent" not in browser.text

    def test_code_says_the_same(self, browser: Browser, heads: str) -> None:
        browser.get(f"/army/{heads}/share")
        assert "<svg" in browser.text
        assert "style=" not in browser.last.text


def test_collection_tells_what_armies_use_and_lack(
    browser: Browser, folder: Path, heads: str
) -> None:
    browser.get("/collection")
    assert browser.post("/collection", {"owned": "12 Nobody at all"}).status_code == 422
    assert "Nobody at all” is no number" in browser.text
    browser.get("/collection")
    browser.post("/collection", {"owned": "10 Orc Warrior\n30 x warg-rider\n"})
    assert "10 Orc Warrior\n30 Warg Rider" in browser.text
    told = browser.text.split("What my armies use")[1]
    assert "10 of 10 Orc Warrior" in told
    assert "4 of 30 Warg Rider" in told
    assert "Lacks" in told
    assert "2 Orc Warrior" in told
    assert re.search(r"Mordor</a>.*?40 models of 2 kinds", told, re.DOTALL)
    assert saved(folder / ".collection", "owned") == {"orc-warrior": 10, "warg-rider": 30}
    assert browser.get("/").text.count("<h2><a") == 1, "it is no army"


def test_collection_tells_what_armies_use_and_lack_of_it(
    browser: Browser, folder: Path, heads: str
) -> None:
    bring(folder, "westernesse-as-listed")
    browser.get("/collection")
    browser.submit("/collection", owned="24 Orc Warrior\n1 Mordor War Catapult")
    told = " ".join(browser.text.split())
    assert '12 of 24 Orc Warrior, 1 of 1 Mordor War Catapult. <b class="broken">Lacks</b>' in told
    assert 'Nothing of it: <a href="/army/westernesse-as-listed">' in told
    assert "25 models of 2 kinds" in told
    browser.submit("/collection", owned="24 Orc Wariror")
    assert browser.last.status_code == 422
    assert "“24 Orc Wariror” is no number with the name of a model." in browser.text


def test_two_armies_stand_side_by_side(browser: Browser, folder: Path, heads: str) -> None:
    other, castle = (bring(folder, one) for one in ("grond-is-coming", "westernesse-as-listed"))
    browser.get(f"/compare?a={heads}&b={other}")
    assert "490 of 500 points" in browser.text
    assert re.search(r"<li>\+ \d+ × ", browser.text)
    assert re.search(r"<li>− \d+ × ", browser.text)
    browser.get(f"/compare?a={heads}&b={castle}")
    assert browser.last.status_code == 200
    assert "has more and less" not in browser.text
    assert browser.get("/compare?a=nobody&b=nobody").status_code == 404
    assert browser.get("/compare").status_code == 200


def test_odds_are_shown_exactly_and_as_bars(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}/odds")
    assert "33.3 %" in browser.text
    assert "1/3" in browser.text
    assert re.search(r'<rect width="33\.3"', browser.text)


def test_what_went_wrong_leads_back_to_its_army(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}")
    back = f'<a class="button main" href="/army/{heads}">Back to the army</a>'
    assert back in browser.post(f"/army/{heads}/edit", {"do": "x" * 100_000}).text
    assert back in browser.get(f"/army/{heads}/castle").text
    assert "Back to the army" not in browser.get("/army/nobody/castle").text


def test_an_army_list_does_not_list_itself(browser: Browser) -> None:
    page = browser.get("/games/mesbg/mordor").text
    entries = page[page.index('id="entries"') :]
    assert '<a href="/games/mesbg/mordor/mordor">' not in entries
    assert '<a href="/games/mesbg/mordor/mordor">What an army of this list holds</a>' in page
    assert "0, 0, then 5 points" in entries


class TestGuide:
    def test_is_read_from_the_front_page_with_its_pictures(self, browser: Browser) -> None:
        browser.get("/")
        assert 'href="/guide/index.html"' in browser.text
        browser.get("/guide/index.html")
        (first, *_) = re.findall(r'<li><a href="([^"]+)"', browser.text)
        browser.get(f"/guide/{first}")
        (picture,) = re.findall(r'<img src="([^"]+)"', browser.text)
        assert browser.get(f"/guide/{picture}").headers["content-type"] == "image/svg+xml"
        assert browser.get("/guide/nowhere.html").status_code == 404
        assert browser.get("/guide/..%2Fevents.md").status_code == 404
