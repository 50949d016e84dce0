"""What players do, from end to end, in a real browser, on a phone and at a desk."""

import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from listbuilder.loading.parse import parse_bytes
from listbuilder.loading.rosters import read_roster
from listbuilder.rules.evaluate import judge_of
from tests.shipped import LIBRARY
from tests.site.visiting import Site
from tests.web.conftest import bring
from tests.web.stories import BURST, CHROMIUM, NO_CHROMIUM, PATIENCE, Server, Visitor, chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)

Chromium = Any


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("stories") / "rosters")
    yield started
    started.end()


@pytest.fixture
def server(one_server: Server) -> Server:
    """A server, for what a browser can't do by itself; it is there again if a story ended it."""
    if one_server.process.poll() is not None:
        one_server.start()
    return one_server


@pytest.fixture(params=["serve", pytest.param("site", marks=pytest.mark.site)])
def place(request: pytest.FixtureRequest) -> Server | Site:
    """Where the builder is: at a server, or in the browser itself."""
    found: Server | Site = request.getfixturevalue("server" if request.param == "serve" else "site")
    return found


@pytest.fixture(params=["desktop", "phone"])
def visitor(
    request: pytest.FixtureRequest, browser: Chromium, place: Server | Site
) -> Iterator[Visitor]:
    """Somebody at a phone or a desk; nothing may go wrong, and nothing be asked of others."""
    someone = place.visit(browser, request.param)
    yield someone
    someone.context.close()
    assert someone.complaints == []
    assert someone.outside == []


def on_one(device: str) -> pytest.MarkDecorator:
    """Try a story that is the same on all devices on one of them at a push."""
    devices = [
        pytest.param(one, marks=[] if one == device else [pytest.mark.proof])
        for one in ("desktop", "phone")
    ]
    return pytest.mark.parametrize("visitor", devices, indirect=True)


def key_of(visitor: Visitor) -> str:
    found = re.search(r"/army/([^/?#]+)", visitor.page.url)
    assert found
    return found[1]


def verdict(visitor: Visitor) -> str:
    loaded = read_roster(parse_bytes(visitor.file(key_of(visitor)), "army.json"), LIBRARY)
    return "legal" if judge_of(loaded.book).evaluate(loaded.roster).legal else "illegal"


def saved(visitor: Visitor) -> Any:
    return json.loads(visitor.file(key_of(visitor)))


def begin(visitor: Visitor, game: str, army_list: str, **settings: str) -> None:
    """Begin an army from the list of armies."""
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name=LIBRARY.ruleset(game).name).click()
    page.get_by_label("Army list").select_option(army_list)
    for label, value in settings.items():
        field = page.get_by_label(
            re.compile(rf"^\s*{label}(?! of)")
        ).first  # not “Points of the ally”
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/army/**")


def look_at(visitor: Visitor, name: str) -> None:
    visitor.page.locator(".row .name", has_text=name).first.click()
    visitor.page.locator("#panel-title", has_text=name).wait_for()


def has_number(field: Any, number: int) -> None:
    expect(field).to_have_value(str(number), timeout=PATIENCE)


def settled(visitor: Visitor) -> None:
    """Wait until all that a page asks for afterwards has come."""
    visitor.page.wait_for_load_state("networkidle")


def say_legal(visitor: Visitor) -> None:
    visitor.page.locator(".army-top .verdict.legal").wait_for()
    assert verdict(visitor) == "legal"


class Actions:
    """What a player does, counted: each press, choice and field; by the keys alone, if so said."""

    def __init__(self, keys: bool = False) -> None:
        self.number = 0
        self.keys = keys

    def press(self, what: Any, key: str = "Enter") -> None:
        self.number += 1
        if not self.keys:
            what.click(timeout=PATIENCE)
            return
        what.focus(timeout=PATIENCE)
        assert what.evaluate(REACHED), "the Tab key, or arrows in a list, come there"
        what.press(key)

    def choose(self, field: Any, option: str) -> None:
        self.number += 1
        field.select_option(option)

    def fill(self, field: Any, value: str) -> None:
        self.number += 1
        field.fill(value)
        field.press("Enter")


REACHED = """(one) => one === document.activeElement
  && (one.tabIndex >= 0 || one.closest(".row, .choice") !== null)"""

WAYS: dict[str, tuple[str, bool, bool]] = {
    "desktop": ("desktop", False, True),
    "phone": ("phone", False, True),
    "landscape": ("landscape", False, True),
    "keyboard": ("desktop", True, True),
    "no-script": ("phone", False, False),
}
"""Of each way to use it: the screen, whether by the keys alone, and whether scripts run."""


HEAD = (".army-name h1", ".army-top .verdict")


def overlap(one: Any, other: Any) -> bool:
    """Whether two boxes on the screen lie over each other."""
    return all(
        one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


def built_for_middle_earth(visitor: Visitor, does: Actions) -> tuple[str, str]:
    page = visitor.page
    begin_by_hand(visitor, does, "mesbg", "mordor", "500")
    assert page.get_by_text("What this army needs").is_visible()
    does.press(page.get_by_role("button", name="Add Gothmog, Lieutenant of Sauron", exact=True))
    page.locator(".row .name", has_text="Army leader").wait_for(state="attached")
    does.press(page.get_by_role("button", name="Add Mordor War Catapult", exact=True))
    page.locator(".row .name", has_text="Catapult").wait_for(state="attached")
    does.press(page.locator(".row .name", has_text="Gothmog").first)
    does.press(page.get_by_role("button", name="Add Orc Warrior", exact=True))
    page.locator("#row-1\\.1\\.2").wait_for(state="attached")
    does.press(page.get_by_role("link", name="Close"))
    does.fill(page.locator("#many-1\\.1\\.2"), "14")
    page.locator("main[data-said*='count to 14']").wait_for(state="attached")
    points = int(page.locator(".army-top .cost b").first.inner_text())
    assert 350 <= points <= 500
    return "Mordor", "Gothmog, Lieutenant of Sauron is out of play"


def built_for_warhammer(visitor: Visitor, does: Actions) -> tuple[str, str]:
    page = visitor.page
    begin_by_hand(visitor, does, "warhammer", "empire", "400")
    for name in ("Captain of the Empire", "Halberdiers", "Swordsmen", "Archers"):
        does.press(page.get_by_role("button", name=f"Add {name}", exact=True))
        page.locator(".row .name", has_text=name).first.wait_for(state="attached")
    return "The Empire", "Captain of the Empire is out of play"


def built_for_helms_deep(visitor: Visitor, does: Actions) -> tuple[str, str]:
    page = visitor.page
    begin_by_hand(visitor, does, "helms-deep", "westernesse")
    page.wait_for_timeout(BURST)  # on a phone the counter lies where “Begin” lay
    walls = page.locator("section.area", has=page.get_by_role("heading", name="Hornburg walls"))
    does.press(walls.get_by_role("link", name="Infantry"))
    page.get_by_text("is picked up").wait_for()
    does.press(page.get_by_role("button", name="The Deep: here"))
    deep = page.locator("section.area", has=page.get_by_role("heading", name="The Deep"))
    deep.get_by_text("× 3").wait_for()
    return "Westernesse", "Gimli 4 Rally is out of play"


BUILT = {
    "mesbg": built_for_middle_earth,
    "warhammer": built_for_warhammer,
    "helms-deep": built_for_helms_deep,
}


def armies() -> Iterator[Any]:
    """Each game in each way; a push tries each way once, and each game at least once."""
    games = ("warhammer", "helms-deep", "mesbg", "warhammer", "mesbg")
    at_a_push = {*zip(WAYS, games, strict=True)}
    for case in product(WAYS, BUILT):
        yield pytest.param(*case, marks=[] if case in at_a_push else [pytest.mark.proof])


@pytest.mark.parametrize(("way", "game"), [*armies()])
def test_an_army_of_each_game_is_built_played_printed_and_shared(
    browser: Chromium, place: Server | Site, way: str, game: str
) -> None:
    size, keys, scripts = WAYS[way]
    if isinstance(place, Site) and not scripts:
        pytest.skip("a site is a script: it says so to those without, who need a server")
    visitor = place.visit(browser, size, java_script_enabled=scripts)
    if isinstance(place, Server):
        for path in place.folder.glob("*.json"):
            path.unlink()
    visitor.page.goto("/")
    visitor.page.get_by_text("There are none yet").wait_for()
    does = Actions(keys)
    name, whose = BUILT[game](visitor, does)
    say_legal(visitor)
    if scripts:
        assert visitor.fits()
    played(visitor, does, whose, scripts)
    name_and_verdict = [visitor.page.locator(one).bounding_box() for one in HEAD]
    assert not overlap(*name_and_verdict), "nothing lies over anything in the head"
    does.press(visitor.page.get_by_role("link", name="Print", exact=True))
    sheets = visitor.page.frame_locator("iframe.preview").locator("body")
    sheets.get_by_text(name).first.wait_for(state="attached")
    if way == "desktop":
        assert name in visitor.printed()
    does.number += 1
    assert does.number <= 25
    shared(visitor, does, name)
    assert visitor.complaints == []
    assert visitor.outside == []
    visitor.context.close()


def begin_by_hand(
    visitor: Visitor, does: Actions, game: str, army_list: str, points: str = ""
) -> None:
    page = visitor.page
    page.goto("/")
    does.press(page.get_by_role("link", name=LIBRARY.ruleset(game).name))
    does.choose(page.get_by_label("Army list"), army_list)
    if points:
        does.number += 1
        page.get_by_label("Points", exact=True).fill(points)
    does.press(page.get_by_role("button", name="Begin"))
    page.wait_for_url("**/army/**")


def played(visitor: Visitor, does: Actions, whose: str, scripts: bool) -> None:
    """Somebody falls in the second turn, and it is kept."""
    page = visitor.page
    does.press(page.get_by_role("link", name="Play", exact=True))
    page.wait_for_url("**/play")
    out = page.get_by_role("checkbox", name=whose)
    if scripts:
        does.press(page.get_by_role("button", name="Next turn"))
        does.press(out, "Space")
        expect(page.locator("#fallen")).to_have_text("1", timeout=PATIENCE)
        settled(visitor)
    else:
        page.locator("input[name=turn]").fill("2")
        does.press(out)
        does.press(page.get_by_role("button", name="Keep the ticks"))
    page.goto(page.url)
    expect(out).to_be_checked(timeout=PATIENCE)
    has_number(page.locator("input[name=turn]"), 2)


def shared(visitor: Visitor, does: Actions, name: str) -> None:
    """The link is taken to where links are opened, and shows the army."""
    page = visitor.page
    page.goto(f"/army/{key_of(visitor)}")
    does.press(page.get_by_role("link", name="Share", exact=True))
    link = page.get_by_role("textbox", name="As a link").input_value()
    page.goto("/shared")
    page.get_by_label("A link, the text of a code").fill(link)
    does.press(page.get_by_role("button", name="Look at it"))
    page.get_by_role("heading", name=name).wait_for()
    page.locator(".verdict.legal").wait_for()


def test_search_is_watched_and_stopped(browser: Chromium, server: Server) -> None:
    visitor = server.visit(browser, "desktop")
    page = visitor.page
    visitor.bring("drums-on-the-reik-road")
    page.goto("/army/drums-on-the-reik-road/solve")
    page.locator("#ask-convert select[name='army.side']").select_option("defender")
    before = boxes_of_buttons(page)
    page.get_by_role("button", name="Turn it into another kind").click()
    page.locator("#ask-convert .waiting", has_text="of at most").wait_for()
    assert boxes_of_buttons(page) == before, "nothing moves while it searches"
    page.get_by_role("button", name="Stop the search").click()
    page.get_by_text("It was stopped. The army is as it was.").wait_for()
    assert visitor.complaints == []
    visitor.context.close()


def test_field_army_becomes_a_defender_in_a_castle(browser: Chromium, server: Server) -> None:
    visitor = server.visit(browser, "desktop")
    page, does = visitor.page, Actions()
    visitor.bring("arrows-from-the-green")
    page.goto("/army/arrows-from-the-green")
    does.press(page.get_by_role("link", name="Help me"))
    does.choose(page.locator("#ask-convert select[name='army.side']"), "defender")
    does.press(page.get_by_role("button", name="Turn it into another kind"))
    take = page.get_by_role("button", name="Take this").first
    take.wait_for(timeout=600_000)
    page.locator("#answers:focus").wait_for()
    does.press(take)
    page.locator("main[data-said*='Took']").wait_for(state="attached")
    assert page.evaluate("scrollY") == 0, "the army is seen from its beginning"
    assert page.url.endswith("/army/arrows-from-the-green"), "links of Help me lead there again"
    does.press(page.get_by_role("link", name="Castle"))
    does.press(page.get_by_role("button", name="Four Towers"))
    free = page.locator(".free .unit")
    free.first.wait_for()
    taken = 0
    for number in range(5):
        unit = free.nth(taken)
        placed = page.locator(".tile .unit").count()
        does.press(unit)
        does.press(page.get_by_role("button", name="Here: ").nth(number))
        page.locator(".tile .unit").nth(placed).wait_for()
        if page.locator(".army-top .verdict.illegal").count():
            does.press(page.get_by_role("button", name="Undo"))
            page.locator(".army-top .verdict.legal").wait_for()
            taken += 1
    tile = page.locator(".tile", has_text="North Wall")
    placed = tile.locator(".unit").count()
    free.nth(taken).drag_to(tile)
    tile.locator(".unit").nth(placed).wait_for()
    assert does.number <= 30
    assert visitor.fits()
    assert "castle" in json.dumps(saved(visitor)) or "four-towers" in json.dumps(saved(visitor))
    assert visitor.complaints == []
    visitor.context.close()
    for size in ("phone", "landscape"):
        other = server.visit(browser, size)
        other.page.goto(f"/army/{key_of(visitor)}/castle")
        assert other.fits()
        unit = other.page.locator(".tile .unit").first
        name = unit.inner_text().split()[0]
        unit.click()
        other.page.get_by_role("button", name="Here: ").last.click()
        other.page.locator(".tile", has_text=name).last.wait_for()
        if size == "phone":
            printed = "".join(sheet.extract_text() for sheet in other.pdf().pages)
            assert "the castle" in printed
        assert other.complaints == []
        other.context.close()


def boxes_of_buttons(page: Any) -> list[Any]:
    return [button.bounding_box() for button in page.locator(".ask button").all()]


def test_counter_is_moved_by_drag_and_by_keyboard(browser: Chromium, place: Server | Site) -> None:
    visitor = place.visit(browser, "desktop")
    visitor.bring("westernesse-as-listed")
    page = visitor.page
    page.goto("/army/westernesse-as-listed/set-up")
    page.locator('[data-drag="move:1.1.3.1:*"]').drag_to(page.locator('section[data-drop="1.1.2"]'))
    page.locator("#area-1\\.1\\.2 .counter", has_text="Light Cavalry").wait_for()
    page.keyboard.press("Control+z")
    page.locator("#area-1\\.1\\.3 .counter", has_text="Light Cavalry").wait_for()
    page.locator('[data-drag="move:1.1.3.1:*"]').focus()
    page.keyboard.press("Enter")
    page.get_by_text("is picked up").wait_for()
    page.get_by_role("button", name="Move here: Inner courtyard").focus()
    page.keyboard.press("Enter")
    page.locator("#area-1\\.1\\.2 .counter", has_text="Light Cavalry").wait_for()
    key = visitor.bring("heads-over-the-wall")
    page.goto(f"/army/{key}")
    page.locator("#row-1\\.1\\.3 .name").drag_to(page.locator("#row-1\\.2 .name"))
    page.locator("main[data-said*='Moved']").wait_for(state="attached")
    assert visitor.complaints == []
    visitor.context.close()


SPOTS = (
    ("heads-over-the-wall", "?at=1", "#panel .choice .add >> nth=3", 10),
    ("heads-over-the-wall", "?at=1.1.3", "#panel [data-step='1'] >> nth=0", 10),
    ("heads-over-the-wall", "", "#row-1\\.1\\.3 .stepper button:last-child", 10),
    ("heads-over-the-wall", "", "#row-1\\.1\\.3 .stepper button:first-child", -6),
    ("heads-over-the-wall", "", ".row .remove >> nth=-1", -1),
    ("the-walls-of-the-reikland", "/castle", ".standing .stepper button:last-child >> nth=3", 10),
    ("the-walls-of-the-reikland", "/castle", ".standing .remove >> nth=2", -1),
)
"""Army, page, what is clicked ten times, and by how much what it is of becomes more."""

ELSEWHERE = (
    ("/army/westernesse-as-listed/set-up", '[data-drag="move:1.1.3.1:*"]'),
    ("/", "#armies h2 a >> nth=0"),
    ("/games/mesbg/mordor", ".entries a >> nth=3"),
    ("/collection", "main button >> nth=0"),
    ("/examples", "button:has-text('Take') >> nth=2"),
)
"""Pages with what leads elsewhere, or is picked up, when it is clicked: that changes no army."""


def bursts() -> Iterator[Any]:
    """Screens, and milliseconds between clicks: at a push each has some of the spots, all have one.

    The first spot and each so manieth after it are clicked.
    """
    yield "phone", 20, 0, 2
    yield "desktop", 200, 1, 2
    for size, pause in product(("phone", "desktop"), (20, 200)):
        yield pytest.param(size, pause, 0, 1, marks=pytest.mark.proof)


@pytest.mark.parametrize(("size", "pause", "first", "each"), [*bursts()])
def test_ten_clicks_on_one_spot_all_mean_the_same(
    browser: Chromium, place: Server | Site, size: str, pause: int, first: int, each: int
) -> None:
    visitor = place.visit(browser, size)
    page = visitor.page
    for army, where, spot, change in SPOTS[first::each]:
        key = visitor.bring(army)
        page.goto(f"/army/{key}{where}")
        settled(visitor)
        before = counted(visitor)
        press_ten_times(visitor, spot, pause)
        for _ in range(PATIENCE // 100):
            page.wait_for_timeout(100)
            changed = differing(before, counted(visitor))
            if change in changed.values():
                break
        page.wait_for_timeout(300)
        changed = differing(before, counted(visitor))
        assert max(changed.values(), key=abs, default=0) == change, (where, spot, changed)
        assert visitor.complaints == []
    visitor.bring("westernesse-as-listed")
    armies = kept(visitor)
    for where, spot in ELSEWHERE[first::each]:
        page.goto(where)
        settled(visitor)
        press_ten_times(visitor, spot, pause, leads_away=True)
        settled(visitor)
        now = kept(visitor)
        assert {key: now[key] for key in armies} == armies, where
        assert len(now) - len(armies) == ("Take" in spot), where
    visitor.context.close()


SLOWLY = """(milliseconds) => {
  const asked = window.fetch;
  window.fetch = async (...what) => {
    const answer = await asked(...what);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return answer;
  };
}"""


def test_click_between_late_answers_counts(browser: Chromium, place: Server | Site) -> None:
    visitor = place.visit(browser, "desktop")
    key = visitor.bring("heads-over-the-wall")
    page = visitor.page
    page.goto(f"/army/{key}?at=1.1.3")
    settled(visitor)
    page.evaluate(SLOWLY, 200)
    more = page.locator("#panel [data-step='1']").first
    field = more.locator("xpath=../input")
    answered = page.locator("main[data-said]")
    for number in range(1, 4):
        more.click(no_wait_after=True)
        expect(field).to_have_value(str(number))
    before = answered.get_attribute("data-version")
    for _ in range(2):  # the first answer comes, and the second, while the third click waits
        expect(answered).not_to_have_attribute("data-version", before or "")
        before = answered.get_attribute("data-version")
    more.click()
    expect(field).to_have_value("4")
    settled(visitor)
    expect(field).to_have_value("4")
    assert visitor.complaints == []
    visitor.context.close()


def kept(visitor: Visitor) -> dict[str, bytes]:
    return dict(zip(keys := sorted(visitor.keys()), map(visitor.file, keys), strict=True))


def press_ten_times(visitor: Visitor, spot: str, pause: int, leads_away: bool = False) -> None:
    """Click or tap; a tap that falls between two pages is never answered, and holds up the test."""
    page = visitor.page
    button = page.locator(spot)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    taps = visitor.size == "phone" and not leads_away
    click = page.touchscreen.tap if taps else page.mouse.click
    for _ in range(10):
        click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(pause)


def differing(before: Counter[str], after: Counter[str]) -> dict[str, int]:
    return {one: after[one] - before[one] for one in before | after if after[one] != before[one]}


def counted(visitor: Visitor) -> Counter[str]:
    """How many models of each kind an army has, but for what these hold."""
    found: Counter[str] = Counter()

    def count(selections: list[Any]) -> None:
        for one in selections:
            found[one["entry"]] += one.get("count", 1) * one.get("size", 1)
            count(one.get("with", []))

    count(saved(visitor)["army"])
    return found


def test_illegal_edit_is_explained_and_mended_by_a_tap(visitor: Visitor) -> None:
    key = visitor.bring("heads-over-the-wall")
    page = visitor.page
    page.goto(f"/army/{key}?at=1.1.3")
    page.get_by_text("Number, name, notes").click()
    assert page.locator(".army-top .sums").is_visible(), "points are always in view"
    assert page.locator(".army-top .sums").bounding_box()["y"] < 100  # type: ignore[index]
    page.get_by_label("How many").first.fill("20")
    page.get_by_role("button", name="Set", exact=True).click()
    page.locator(".army-top .verdict.illegal").wait_for()
    page.get_by_role("link", name="Close").click()
    told = page.locator("#row-1\\.1 .told")
    assert "26 models, at most 12 allowed" in told.inner_text()
    assert "page" in told.inner_text()
    told.get_by_role("button", name="Remove 14 of 20").click()
    page.locator(".army-top .verdict.legal").wait_for()
    assert verdict(visitor) == "legal"
    assert visitor.fits()


@on_one("desktop")
def test_undo_and_redo_by_button_and_key(visitor: Visitor) -> None:
    key = visitor.bring("heads-over-the-wall")
    page = visitor.page
    page.goto(f"/army/{key}")
    before = saved(visitor)
    warriors = page.locator("#many-1\\.1\\.3")
    page.get_by_role("button", name="One more: Orc Warrior").first.click()
    has_number(warriors, 7)
    warriors.fill("9")
    warriors.press("Tab")
    page.locator("main[data-said*='count to 9']").wait_for()
    after = saved(visitor)
    page.get_by_role("button", name="Undo").click()
    has_number(warriors, 7)
    page.keyboard.press("Control+z")
    has_number(warriors, 6)
    assert saved(visitor) == before
    page.keyboard.press("Control+Shift+z")
    has_number(warriors, 7)
    page.get_by_role("button", name="Redo").click()
    has_number(warriors, 9)
    assert saved(visitor) == after


@on_one("desktop")
def test_second_tab_is_told_and_shown_the_difference(visitor: Visitor) -> None:
    key = visitor.bring("heads-over-the-wall")
    visitor.page.goto(f"/army/{key}")
    other = visitor.tab()
    other.goto(f"/army/{key}")
    other.get_by_role("button", name="Remove Mordor War Catapult").click()
    other.locator("#row-1\\.3").wait_for(state="detached")
    page = visitor.page
    page.get_by_role("button", name="Remove Orc Drummer").click()
    page.get_by_text("was not done; nothing is lost").wait_for()
    assert "− 1 × Mordor War Catapult" in page.locator(".changes").inner_text()
    assert "orc-drummer" in json.dumps(saved(visitor))
    page.get_by_role("link", name="Go on with it as it is now").click()
    page.get_by_role("button", name="Remove Orc Drummer").click()
    page.locator(".row .name", has_text="Orc Drummer").wait_for(state="detached")


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of one test's own, to be killed."""
    started = Server(tmp_path / "rosters")
    yield started
    started.end()


def test_server_killed_in_the_middle_of_an_edit(browser: Chromium, mortal: Server) -> None:
    server = mortal
    key = bring(server.folder, "heads-over-the-wall")
    before = (server.folder / f"{key}.json").read_bytes()
    visitor = server.visit(browser, "phone")
    page = visitor.page
    page.goto(f"/army/{key}")
    server.kill()
    page.get_by_role("button", name="Remove Orc Drummer").click()
    page.locator("#lost").wait_for()
    assert "may not be saved" in page.locator("#lost").inner_text()
    assert (server.folder / f"{key}.json").read_bytes() == before
    server.start()
    page.get_by_role("button", name="Remove Orc Drummer").click()
    page.locator(".row .name", has_text="Orc Drummer").wait_for(state="detached")
    assert page.locator("#lost").is_hidden()
    page.reload()
    page.locator("#row-1").wait_for()
    assert "orc-drummer" not in json.dumps(saved(visitor))
    visitor.context.close()


def test_link_is_opened_in_a_fresh_profile_and_kept(
    browser: Chromium, place: Server | Site, visitor: Visitor
) -> None:
    key = visitor.bring("heads-over-the-wall")
    page = visitor.page
    page.goto(f"/army/{key}/share")
    link = page.get_by_role("textbox", name="As a link").input_value()
    mine = json.loads(visitor.file(key))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    friend = place.visit(browser, visitor.size)
    friend.page.goto(link)
    friend.page.get_by_role("heading", name="Heads over the Wall").wait_for()
    friend.page.locator(".verdict.legal").wait_for()
    before = friend.keys()
    friend.page.get_by_role("button", name="Keep it").click()
    friend.page.wait_for_url("**/army/**")
    (kept,) = friend.keys() - before
    assert json.loads(friend.file(kept))["army"] == mine["army"]
    assert sent == []
    assert friend.complaints == []
    assert friend.outside == []
    friend.context.close()


FOREIGN = Path(__file__).parents[1] / "interop" / "files"
HAND_OVER = """([how, name, base64]) => {
  const data = new DataTransfer();
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  data.items.add(new File([bytes], name));
  const event = how === "drop" ? new DragEvent("drop", {dataTransfer: data, bubbles: true})
    : new ClipboardEvent("paste", {clipboardData: data, bubbles: true});
  document.body.dispatchEvent(event);
}"""
OWN = (
    b"Hosts (Middle-earth siege engines): 45 of 500 points\n1 Mordor\n  1.1 Orc Captain [Shield]\n"
)
BATTLESCRIBE = b"""++ Strategy Battle Game (Mordor) [45 Points] ++

+ Heroes +

Orc Captain [45 Points]: Shield [5 Points]

++ Total: [45 Points] ++
Created with BattleScribe (https://battlescribe.net)
"""
NEW_RECRUIT = b"""Mordor - Hosts - [45 pts]

# ++ Strategy Battle Game (Mordor) ++ [45 pts]

## Heroes [45 pts]
Orc Captain [45 pts]: Shield [5 pts]

Created with newrecruit.eu v35.82
"""
BANDS = {
    "version": "1.0",
    "leader_warband_id": "w1",
    "warbands": [
        {
            "id": "w1",
            "num": 1,
            "hero": {"id": "a", "model_id": "[mordor] orc_captain", "quantity": 1, "options": []},
            "units": [],
        }
    ],
}
FORMS = {
    "a.ros": ((FOREIGN / "hand" / "mordor.ros").read_bytes(), "Too many of them"),
    "b.rosz": ((FOREIGN / "hand" / "high-elves.rosz").read_bytes(), "Spears of Ulthuan"),
    "c.json": ((FOREIGN / "hand" / "rohan.json").read_bytes(), "Eorlingas"),
    "d.json": (json.dumps(BANDS).encode(), "Mordor"),
    "e.txt": (OWN, "Hosts"),
    "f.txt": (BATTLESCRIBE, "Orc Captain"),
    "g.txt": (NEW_RECRUIT, "Hosts"),
}


@pytest.mark.parametrize("how", ["drop", "paste"])
def test_each_format_is_opened_by_its_file(
    browser: Chromium, place: Server | Site, how: str
) -> None:
    visitor = place.visit(browser, "desktop")
    page = visitor.page
    for name, (raw, shown) in FORMS.items():
        page.goto("/")
        page.evaluate(HAND_OVER, [how, name, b64encode(raw).decode()])
        page.get_by_role("button", name="Keep it").wait_for()
        assert shown in page.locator("main").inner_text(), name
        assert "can't be used" not in page.content(), name
    page.get_by_role("button", name="Keep it").click()
    page.wait_for_url("**/army/**")
    assert visitor.complaints == []
    visitor.context.close()


PAGE_STAYS = """async () => {
  const kept = await caches.open(`play ${location.href}`);
  const addresses = (await kept.keys()).map((request) => request.url);
  return addresses.includes(location.href) && addresses.some((one) => one.endsWith("/play.js"));
}"""


def test_game_is_kept_undone_and_sent_when_the_connection_is_back(
    browser: Chromium, server: Server
) -> None:
    visitor = server.visit(browser, "phone")
    key = visitor.bring("the-walls-of-the-reikland")
    page = visitor.page
    page.goto(f"/army/{key}/play")
    army = saved(visitor)
    tall = page.evaluate("document.documentElement.scrollHeight / innerHeight")
    assert tall < 6, "an army of 2,000 points, folded"
    left = page.get_by_label("Models left: Halberdiers")
    page.get_by_role("button", name="One model fewer: Halberdiers").click()
    page.get_by_role("button", name="Next turn").click()
    page.get_by_text("Arch Lector", exact=True).first.click()
    wound = page.get_by_role("checkbox", name="Wounds 1").first
    wound.check()
    assert page.locator("#fallen").inner_text() == "1"
    page.wait_for_function(PAGE_STAYS)
    server.kill()
    page.reload()
    has_number(left, 30)
    page.get_by_text("Arch Lector", exact=True).first.click()
    assert wound.is_checked(), "the page is there, with what was ticked before it was gone"
    wound.uncheck()
    page.reload()
    page.get_by_text("Arch Lector", exact=True).first.click()
    assert not wound.is_checked(), "and since"
    page.keyboard.press("Control+z")
    assert wound.is_checked(), "its Undo is its own"
    page.get_by_text("Kept in this browser").wait_for()
    server.start()
    page.locator("#kept:empty").wait_for(state="attached")
    friend = server.visit(browser, "phone")
    friend.page.goto(f"/army/{key}/play")
    assert friend.page.locator("input[name=turn]").input_value() == "2", "it was sent"
    assert friend.page.get_by_label("Models left: Halberdiers").input_value() == "30"
    friend.context.close()
    page.get_by_role("button", name="Begin anew").click()
    has_number(left, 31)
    page.get_by_role("button", name="Undo").click()
    has_number(left, 30)
    page.reload()
    has_number(left, 30)
    assert saved(visitor) == army, "the army is as it was"
    visitor.complaints = [one for one in visitor.complaints if "ERR_CONNECTION" not in one]
    assert visitor.complaints == []
    visitor.context.close()


def test_ticks_are_kept_in_their_order_however_late_answers_come(
    browser: Chromium, server: Server
) -> None:
    visitor = server.visit(browser, "phone", service_workers="block")
    page = visitor.page
    page.goto(f"/army/{visitor.bring('heads-over-the-wall')}/play")
    late: list[Any] = []
    page.route(
        "**/play",
        lambda route: (
            late.append(route) if route.request.method == "POST" and not late else route.continue_()
        ),
    )
    page.get_by_role("button", name="Next turn").click()
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Next turn").click()
    page.wait_for_timeout(500)
    late[0].continue_()
    page.wait_for_timeout(500)
    page.locator("#kept:empty").wait_for(state="attached")
    friend = server.visit(browser, "phone")
    friend.page.goto(page.url)
    has_number(friend.page.locator("input[name=turn]"), 3)
    friend.context.close()
    visitor.context.close()


def test_keyboard_alone_is_enough(browser: Chromium, place: Server | Site) -> None:
    visitor = place.visit(browser, "desktop")
    key = visitor.bring("heads-over-the-wall")
    page = visitor.page
    page.goto(f"/army/{key}?at=1")
    page.keyboard.press("/")
    page.keyboard.type("orc captain")
    page.locator("#panel .what", has_text="Gothmog, Lieutenant").wait_for(state="detached")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.choice .add')"):
            break
    add = page.get_by_role("button", name="Add Orc Captain", exact=True)
    for _ in range(5):
        if add.evaluate("one => one === document.activeElement"):
            break
        page.keyboard.press("ArrowDown")
    assert add.evaluate("one => one === document.activeElement"), "a list is one stop"
    page.keyboard.press("Enter")
    page.locator("#row-1\\.4").wait_for()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.locator("#panel-title", has_text="Gorbag").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Close").wait_for(state="detached")
    visitor.context.close()


def test_text_typed_at_any_moment_is_looked_for(browser: Chromium, server: Server) -> None:
    visitor = server.visit(browser, "desktop")
    key, page = visitor.bring("heads-over-the-wall"), visitor.page
    late: list[Any] = []

    def hold(route: Any) -> None:
        late.append(route)

    page.route("**/htmx.min.js", hold)
    page.goto(f"/army/{key}?at=1", wait_until="commit")
    page.locator("#find").press_sequentially("orc captain")
    other = page.locator("#panel .what", has_text="Gothmog, Lieutenant")
    assert other.count() == 1, "nobody listens yet"
    late.pop().continue_()
    other.wait_for(state="detached")

    page.locator("#find").fill("")
    other.wait_for()
    page.route("**/panel?*", hold, times=1)
    page.get_by_role("button", name="Add Orc Captain", exact=True).click()
    page.locator("#panel[hx-get]").wait_for()
    page.locator("#find").press_sequentially("orc captain")
    other.wait_for(state="detached")
    with suppress(Error):
        late.pop().continue_()
    page.wait_for_load_state("networkidle")
    assert other.count() == 0, "the panel asked for before does not come after it"
    assert visitor.complaints == []
    visitor.context.close()


@on_one("phone")
def test_counters_names_and_links_are_nowhere_too_wide(visitor: Visitor) -> None:
    castle = visitor.bring("the-walls-of-the-reikland")
    counters = visitor.bring("isengard-as-listed")
    long = visitor.keep("long", long_names())
    for path in (
        *("/", "/games", "/games/warhammer/empire", "/new/warhammer", "/examples"),
        *(f"/army/{castle}/{name}" for name in ("castle", "solve", "play", "print", "share")),
        *(f"/army/{counters}/set-up", f"/army/{long}", f"/army/{long}?at=1.1"),
    ):
        visitor.page.goto(path)
        assert visitor.fits(), path


def long_names() -> bytes:
    path = next(path for path in LIBRARY.rosters() if path.stem == "heads-over-the-wall")
    army = json.loads(path.read_text(encoding="utf-8"))
    army["name"] = "Donaudampfschifffahrtsgesellschaft" * 5
    army["army"][0]["with"][0]["name"] = "x" * 200
    return json.dumps(army).encode()
