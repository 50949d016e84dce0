"""The builder: edits, what hinders, what mends, undo, and two tabs."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from listbuilder.checking.check import check_file
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.web.routes.builder import MOST_FINDINGS
from listbuilder.web.views.what_if import MOST_JUDGED
from tests.sampling import sampled
from tests.shipped import LIBRARY
from tests.web.browser import Browser
from tests.web.conftest import bring

HTMX = {"HX-Request": "true"}


def saved(folder: Path, key: str) -> Any:
    return json.loads((folder / f"{key}.json").read_text(encoding="utf-8"))


def is_legal(folder: Path, key: str) -> bool:
    return check_file(folder / f"{key}.json", LIBRARY).verdict == "legal"


@pytest.fixture
def begun(browser: Browser) -> Browser:
    """A new army, opened."""
    browser.get("/new/mesbg")
    browser.post("/new/mesbg", {"list": "mordor", "name": "Ours", "army.points": "300"})
    return browser


def test_army_is_built_without_scripts(begun: Browser, folder: Path) -> None:
    assert "Army leader: none, at least 1 needed" in begun.text
    begun.press("add:1:warbands:gothmog-lieutenant-of-sauron")
    assert "Army leader to Gothmog, Lieutenant of Sauron, the only choice" in begun.text
    begun.get("/army/ours?at=1.1")
    begun.press("add:1.1:followers:orc-warrior")
    assert saved(folder, "ours")["army"][0]["with"][0]["with"] == [
        {"entry": "army-leader"},
        {"entry": "orc-warrior"},
    ]
    begun.press("count:1.1.2:2")
    begun.get("/army/ours?at=1.1.2")
    options = next(form for form in begun.forms() if "n.shield" in form["fields"])
    begun.post(options["action"], {**options["fields"], "n.shield": "2", "n.spear": "1"})
    warrior = saved(folder, "ours")["army"][0]["with"][0]["with"][1]
    assert warrior["count"] == 2
    assert {one["entry"]: one.get("count", 1) for one in warrior["with"]} == {
        "shield": 2,
        "spear": 1,
    }
    assert is_legal(folder, "ours")
    assert ">Legal<" in begun.text


def test_what_can_not_be_added_now_says_why_and_can_be_all_the_same(
    begun: Browser, folder: Path
) -> None:
    for _ in range(2):
        begun.get("/army/ours?at=1")
        begun.press("add:1:warbands:gothmog-lieutenant-of-sauron")
    begun.get("/army/ours?at=1")
    offer = re.search(
        r'<li class="choice cannot" id="choice-warbands-gothmog-lieutenant-of-sauron">.*?</li>',
        begun.text,
        re.DOTALL,
    )
    assert offer
    assert "at most 1 allowed" in offer[0]
    assert "Illegal" in begun.text
    begun.press("mend:0:0")
    assert len(saved(folder, "ours")["army"][0]["with"]) == 1


def test_army_opens_where_something_can_be_chosen_with_what_it_needs_and_nothing_red(
    browser: Browser, folder: Path
) -> None:
    browser.get("/new/warhammer")
    settings = {"list": "empire", "army.points": "2000", "army.side": "defender"}
    browser.post("/new/warhammer", settings)
    assert re.search(r'id="panel-title"[^>]*>Defence force<', browser.text)
    assert "What this army needs" in browser.text
    assert "Illegal" not in browser.text
    browser.press("add:1.1:units:general-of-the-empire")
    assert "What this army needs" not in browser.text
    assert "<b>Illegal.</b>" in browser.text
    assert re.search(r'id="panel-title"[^>]*>Defence force<', browser.text)
    browser.get("/new/helms-deep")
    browser.post("/new/helms-deep", {"list": "westernesse"})
    assert str(browser.last.url).endswith("/set-up")


def test_warband_is_doubled_put_earlier_and_its_numbers_are_typed(
    browser: Browser, folder: Path, heads: str
) -> None:
    before = saved(folder, heads)["army"][0]["with"]
    browser.get(f"/army/{heads}?at=1.2")
    browser.press("duplicate:1.2")
    held = saved(folder, heads)["army"][0]["with"]
    assert held == [*before[:2], before[1], before[2]]
    browser.get(f"/army/{heads}?at=1.2")
    browser.press("after:1.2:")
    assert saved(folder, heads)["army"][0]["with"][0] == before[1]
    browser.press("undo")
    warriors = saved(folder, heads)["army"][0]["with"][0]["with"][2]
    for dropped in ("drop:1.1.3:1.2", "drop:1.1.3:1.1.4"):
        browser.post(f"/army/{heads}/edit", {"version": browser.version, "do": dropped})
        held = saved(folder, heads)["army"][0]["with"]
        assert warriors in (held[1] if dropped.endswith("1.2") else held[0])["with"][3:]
        browser.press("undo")
    browser.get(f"/army/{heads}?at=1.1.3")
    assert re.search(r"1\.2 Orc Captain – not now: .*at most 12 allowed", browser.text)
    browser.press("numbers", **{"row.1.1.3": "9", "row.1.1.4": "2"})
    warriors = saved(folder, heads)["army"][0]["with"][0]["with"][2:4]
    assert [one["count"] for one in warriors] == [9, 2]


def test_offer_tells_its_profile_in_play_before_it_is_added(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}/about?at=1.1&slot=followers&entry=orc-warrior", headers=HTMX)
    assert "<html" not in browser.text
    values = re.findall(r"<td>(?:<details.*?<summary>)?([^<]+)", browser.text)
    assert len(values) > 5
    browser.get(f"/army/{heads}/about?at=1.1.3&slot=options&entry=nobody")
    assert browser.last.status_code == 422
    browser.get(f"/army/{heads}?at=1.1.3")
    assert "In play" in browser.text


def test_offers_are_filtered_by_keyword_and_price(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}?at=1&kw=Troll")
    offered = set(re.findall(r'id="choice-warbands-([\w-]+)"', browser.text))
    assert "black-gate-troll-chieftain" in offered
    assert "gothmog-lieutenant-of-sauron" not in offered
    browser.get(f"/army/{heads}?at=1&price=100")
    cheap = set(re.findall(r'id="choice-warbands-([\w-]+)"', browser.text))
    assert "orc-captain" in cheap
    assert "black-gate-troll-chieftain" not in cheap
    browser.get(f"/army/{heads}?at=1&price=x")
    assert offered < set(re.findall(r'id="choice-warbands-([\w-]+)"', browser.text))


def test_finding_stands_beside_what_it_speaks_of_with_its_rule_and_remedies(
    browser: Browser, folder: Path
) -> None:
    key = bring(folder, "heads-over-the-wall")
    browser.get(f"/army/{key}?at=1.1.3")
    browser.press("set:1.1.3", count="20")
    row = re.search(r'id="row-1\.1".*?id="row-1\.1\.3"', browser.text, re.DOTALL)
    assert row
    assert "26 models, at most 12 allowed" in row[0]
    assert "page" in row[0]
    assert "Remove 14 of 20 × Orc Warrior (1.1.3)" in row[0]
    assert not is_legal(folder, key)
    browser.press("mend:1:0")
    assert is_legal(folder, key)


def test_remedies_come_after_the_page_where_a_script_asks(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}")
    (form,) = [one for one in browser.forms() if ("do", "count:1.1.3:7") in one["buttons"]]
    fields = {**form["fields"], "do": "count:1.1.3:20", "token": browser.token}
    browser.ask("POST", f"/army/{heads}/edit", data=fields, headers=HTMX)
    assert browser.last.status_code == 200
    assert "mend:" not in browser.text
    url = re.findall(r'hx-get="([^"]*/mends/[^"]*)"', browser.text)[0]
    browser.get(url, headers=HTMX)
    assert "mend:0:0" in browser.text
    assert "<html" not in browser.text
    stale = url.replace("version=", "version=0")
    assert browser.get(stale, headers=HTMX).status_code == 204


def test_panel_comes_after_the_page_with_what_hinders(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}?at=1", headers=HTMX)
    assert "Not now:" not in browser.text
    (url,) = set(re.findall(r'id="panel"[^>]*hx-get="([^"]+)"', browser.text))
    browser.get(url, headers=HTMX)
    assert "Not now:" in browser.text
    browser.get(f"/army/{heads}?at=1", headers=HTMX)
    assert "Not now:" in browser.text, "what was known before is shown until it is worked out"


def test_undo_and_redo_go_all_the_way(begun: Browser, folder: Path) -> None:
    states = [saved(folder, "ours")["army"]]
    for entry in ("gothmog-lieutenant-of-sauron", "orc-captain", "orc-captain"):
        begun.get("/army/ours?at=1")
        begun.press(f"add:1:warbands:{entry}")
        states.append(saved(folder, "ours")["army"])
    for state in states[-2::-1]:
        begun.press("undo")
        assert saved(folder, "ours")["army"] == state
    with pytest.raises(AssertionError, match="no button undo"):
        begun.press("undo")
    for state in states[1:]:
        begun.press("redo")
        assert saved(folder, "ours")["army"] == state
    begun.press("undo")
    begun.press("remove:1.1")
    with pytest.raises(AssertionError, match="no button redo"):
        begun.press("redo")


def test_stale_tab_is_told_and_shown_the_difference(
    browser: Browser, folder: Path, heads: str
) -> None:
    page = browser.get(f"/army/{heads}")
    browser.press("remove:1.3")
    after = saved(folder, heads)
    browser.last = page
    answer = browser.press("remove:1.1")
    assert answer.status_code == 409
    assert "− 1 × Mordor War Catapult (Mordor)" in browser.text
    assert saved(folder, heads) == after


def test_change_by_another_program_is_seen_and_can_be_undone(
    browser: Browser, folder: Path, heads: str
) -> None:
    page = browser.get(f"/army/{heads}")
    before = saved(folder, heads)
    path = folder / f"{heads}.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"count": 7', '"count": 3'), encoding="utf-8"
    )
    browser.last = page
    assert browser.press("remove:1.1").status_code == 409
    browser.get(f"/army/{heads}")
    assert "Changed by another program" in browser.text
    browser.press("undo")
    assert saved(folder, heads) == before


def test_spoilt_file_is_told_and_never_written_over(
    browser: Browser, folder: Path, heads: str
) -> None:
    browser.get(f"/army/{heads}")
    (folder / f"{heads}.json").write_text("{", encoding="utf-8")
    assert browser.press("remove:1.1").status_code == 422
    assert (folder / f"{heads}.json").read_text(encoding="utf-8") == "{"


@pytest.mark.parametrize(
    "do",
    [
        *(
            "",
            "nonsense",
            "add",
            "add:1",
            "add:9:warbands:gothmog-lieutenant-of-sauron",
            "add:1:warbands:nobody",
        ),
        *("remove:77", "count:1.1.3:x", "count:1.1.3:-4", "count:1.1.3:999999999", "mend:5:5"),
        *("mend:a:b", "apply:nothing", "choose:1.1:nowhere", "move:1.1:1.1", "add:1:x:gothmog"),
        *("size:1.1.3:4", "set:9", "join", "undo:1"),
    ],
)
def test_what_can_not_be_done_is_said_and_changes_nothing(
    browser: Browser, folder: Path, heads: str, do: str
) -> None:
    before = (folder / f"{heads}.json").read_bytes()
    browser.get(f"/army/{heads}")
    fields = {"version": browser.version, "do": do, "n.gothmog": "1"}
    answer = browser.post(f"/army/{heads}/edit", fields)
    assert answer.status_code == 422
    assert "Not done." in browser.text
    assert (folder / f"{heads}.json").read_bytes() == before


def test_settings_limits_and_a_further_list(browser: Browser, folder: Path, heads: str) -> None:
    browser.get(f"/army/{heads}?at=.")
    browser.press("roster", **{"army.points": "650", "army.name": "Higher"})
    assert saved(folder, heads)["limits"] == {"points": 650}
    assert saved(folder, heads)["name"] == "Higher"
    browser.get(f"/army/{heads}?at=.")
    browser.press("join", list="isengard")
    assert saved(folder, heads)["catalogues"].keys() == {"mordor", "isengard"}
    browser.press("undo")
    assert saved(folder, heads)["catalogues"].keys() == {"mordor"}
    assert browser.get(f"/army/{heads}").status_code == 200


def test_selection_is_named_noted_and_moved(browser: Browser, folder: Path, heads: str) -> None:
    browser.get(f"/army/{heads}?at=1.1.3")
    browser.press("set:1.1.3", name="The Third", notes="painted", count="5")
    held = saved(folder, heads)["army"][0]["with"]
    assert {"name": "The Third", "notes": "painted", "count": 5}.items() <= held[0]["with"][
        2
    ].items()
    browser.get(f"/army/{heads}?at=1.1.3")
    browser.press("move:1.1.3", to="1.2", count="2")
    held = saved(folder, heads)["army"][0]["with"]
    assert [one.get("count") for one in held[0]["with"] if one.get("name") == "The Third"] == [3]
    assert [one.get("count") for one in held[1]["with"] if one.get("name") == "The Third"] == [2]


def test_what_stands_at_something_that_is_gone_is_told_until_it_is_placed(
    browser: Browser, folder: Path
) -> None:
    key = bring(folder, "the-walls-of-the-reikland")
    file = folder / f"{key}.json"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"at": "gatehouse"', '"at": "x"', 1), encoding="utf-8")
    browser.get(f"/army/{key}?at=1.1.1.5")
    assert "Placed at “x”, but no selection has that id" in browser.text
    browser.press("set:1.1.1.5", place="2.1")
    assert is_legal(folder, key)
    assert "Placed at “x”" not in browser.get(f"/army/{key}").text


def test_how_the_army_stands_is_told(browser: Browser, folder: Path) -> None:
    key = bring(folder, "the-two-towers-march")
    browser.get(f"/army/{key}")
    assert "<dt>Convenient Allies</dt><dd>No list has its army bonus.</dd>" in browser.text
    assert browser.text.count("<dt>Army bonus lost: ") == 2


def test_search_finds_by_name_and_keyword(browser: Browser, folder: Path) -> None:
    key = bring(folder, "the-walls-of-the-reikland")
    browser.get(f"/army/{key}?at=1.1&q=cavalry")
    assert "choice-units-pistoliers" in browser.text
    assert "choice-units-halberdiers" not in browser.text
    browser.get(f"/army/{key}?at=1.1&q=HALBERD")
    assert "choice-units-halberdiers" in browser.text


@pytest.mark.parametrize("at", ["77", "1.99", "x", "1.1.1.1.1.1.1"])
def test_what_is_gone_is_not_looked_at(browser: Browser, heads: str, at: str) -> None:
    assert browser.get(f"/army/{heads}?at={at}").status_code == 200


@pytest.mark.parametrize(
    "path", sampled([(path,) for path in LIBRARY.rosters()], 4), ids=lambda path: path.stem
)
def test_every_army_that_comes_along_opens_at_each_of_its_tops(
    browser: Browser, folder: Path, path: Path
) -> None:
    key = bring(folder, path.stem)
    for at in (".", "1", "1.1"):
        assert browser.get(f"/army/{key}?at={at}").status_code == 200
        assert ">Legal<" in browser.text


@pytest.mark.parametrize("gone", ["1.1.99", "1.1.x.1", "1.1" + ".9" * 300])
def test_what_holds_a_selection_that_is_gone_is_looked_at(
    browser: Browser, heads: str, gone: str
) -> None:
    page = browser.get(f"/army/{heads}?at=1.1").text
    assert browser.get(f"/army/{heads}?at={gone}").text == page


def _nameless(selection: dict[str, Any]) -> dict[str, Any]:
    """A selection that may be there more than once: nothing is placed at it, or elsewhere."""
    told = {key: value for key, value in selection.items() if key not in ("id", "at", "with")}
    return {**told, "with": [_nameless(held) for held in selection.get("with", [])]}


def test_huge_army_with_all_that_is_wrong_costs_no_more_than_is_shown(
    browser: Browser, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / f"{bring(folder, 'the-walls-of-the-reikland')}.json"
    roster = saved(folder, path.stem)
    for part in roster["army"]:
        part["with"] = [_nameless(held) for held in part.get("with", [])] * 5
    path.write_text(json.dumps(roster), encoding="utf-8")
    looked_at = 0
    evaluate = Judge.evaluate

    def counted(judge: Judge, roster: Roster) -> Verdict:
        nonlocal looked_at
        verdict = evaluate(judge, roster)
        looked_at += len(verdict.army.nodes)
        return verdict

    monkeypatch.setattr(Judge, "evaluate", counted)
    page = browser.get(f"/army/{path.stem}?at=1").text
    assert len(set(re.findall(r'id="finding-(\d+)"', page))) == MOST_FINDINGS
    assert re.search(r"And \d+ more findings", page)
    assert "What would mend it" in page
    browser.get(f"/army/{path.stem}/sheets")
    assert looked_at < 4 * MOST_JUDGED
