"""A keeper's site, from the first visit to the next version, in one browser."""

import json
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from pypdf import PdfReader

from tests.site.visiting import BELOW, Site, SiteVisitor
from tests.web.stories import BURST, CHROMIUM, NO_CHROMIUM, PATIENCE, chromium

pytestmark = [pytest.mark.site, pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)]

RELIEF = Path(__file__).parents[1] / "cases/warhammer/army.relief.max/illegal.json"
"""An attacker's relief force: no change that is tried moves its knights, the solver's do."""

FIRST_VISIT = 8_000_000
"""Bytes that a first visit may take."""


@pytest.fixture(scope="module")
def someone(site: Site) -> Iterator[SiteVisitor]:
    """Somebody with a phone, who has been there once; the net is cut."""
    with chromium() as browser:
        visitor = site.visit(browser, "phone")
        yield visitor
        visitor.context.close()
        site.connect()


def warriors(visitor: SiteVisitor, key: str) -> Any:
    held = json.loads(visitor.file(key))["army"][0]["with"][0]["with"]
    return next(one["count"] for one in held if one["entry"] == "orc-warrior")


def test_first_visit_brings_no_more_than_it_may(site: Site, someone: SiteVisitor) -> None:
    assert list(site.folder.glob("app/*.br")), "npm comes with Node, which packs by Brotli"
    assert 5_000_000 < site.sent <= FIRST_VISIT
    assert someone.outside == []


def test_keepers_own_game_is_there(someone: SiteVisitor) -> None:
    page = someone.page
    page.goto("/games")
    page.locator('a[href="/games/gate"]').click()
    page.wait_for_url("**/games/gate")


def test_manifest_names_icons_that_are_there(someone: SiteVisitor) -> None:
    found = someone.page.evaluate("""async () => {
      const address = document.querySelector("link[rel=manifest]").href;
      const manifest = await (await fetch(address)).json();
      const status = async (icon) => (await fetch(new URL(icon.src, address))).status;
      const icons = await Promise.all(manifest.icons.map(status));
      const start = new URL(manifest.start_url, address).pathname;
      return [start, manifest.icons.some((icon) => icon.purpose === "maskable"), ...icons];
    }""")
    assert found == ["/", True, 200, 200, 200, 200]


def test_killed_in_the_middle_of_an_edit_nothing_is_lost(someone: SiteVisitor) -> None:
    key = someone.bring("heads-over-the-wall")
    page = someone.page
    page.goto(f"/army/{key}")
    number = page.locator("#many-1\\.1\\.3")
    more = page.get_by_role("button", name="One more: Orc Warrior").first
    more.click()
    page.locator("main[data-said*='count to 7']").wait_for(state="attached")
    someone.stop_worker()
    more.click()  # Python is started anew for it
    page.locator("main[data-said*='count to 8']").wait_for(state="attached", timeout=60_000)
    more.click(no_wait_after=True)
    someone.page = someone.tab()
    page.close()
    someone.stop_worker()
    page = someone.page
    page.goto(f"/army/{key}")
    number = page.locator("#many-1\\.1\\.3")
    number.wait_for(timeout=60_000)
    there = warriors(someone, key)
    assert there in (8, 9), "what was answered is kept; what was not, is there whole or not at all"
    expect(number).to_have_value(str(there))
    page.get_by_role("button", name="Undo").click()
    expect(number).to_have_value(str(there - 1), timeout=PATIENCE)
    assert warriors(someone, key) == there - 1, "the steps are kept, too"


def test_all_armies_go_out_as_one_file_and_come_back(someone: SiteVisitor) -> None:
    for name in ("drums-on-the-reik-road", "westernesse-as-listed"):
        someone.bring(name)
    before = {key: someone.file(key) for key in sorted(someone.keys())}
    page = someone.page
    page.goto("/")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Take all along in one file").click()
    for _ in before:
        page.get_by_text("More").first.click()
        page.get_by_role("button", name="Delete").first.click()
        page.wait_for_load_state("networkidle")
    assert someone.keys() == set()
    page.goto("/")
    page.locator("input[type=file]").set_input_files(taken.value.path())
    page.get_by_role("button", name="Import").click()
    page.locator(".armies h2 a").first.wait_for()
    assert {key: someone.file(key) for key in sorted(someone.keys())} == before


def test_two_armies_stand_side_by_side(someone: SiteVisitor) -> None:
    page = someone.page
    page.goto("/")
    page.get_by_role("link", name="Two armies side by side").click()
    page.get_by_label("First").select_option("drums-on-the-reik-road")
    page.get_by_label("Second").select_option("westernesse-as-listed")
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("group", name="Side by side").wait_for()


def test_browser_prints_what_the_preview_shows(someone: SiteVisitor) -> None:
    page = someone.page
    page.goto("/army/westernesse-as-listed/print")
    page.frame_locator("iframe.preview").get_by_text("Westernesse").first.wait_for()
    page.evaluate(
        "document.querySelector('iframe.preview').contentWindow.print = () => { window.asked = 1 }"
    )
    page.get_by_role("button", name="Print", exact=True).click()
    assert page.evaluate("window.asked") == 1
    sheets = someone.tab()
    sheets.goto("/army/westernesse-as-listed/sheets")
    printed = PdfReader(BytesIO(sheets.pdf(prefer_css_page_size=True)))
    sheets.close()
    assert "Westernesse as listed" in printed.pages[0].extract_text()
    assert all(len(leaf.extract_text()) > 50 for leaf in printed.pages), "none is blank"
    assert {tuple(map(round, leaf.mediabox[2:])) for leaf in printed.pages} == {(595, 842)}


def test_browser_is_asked_to_keep_the_armies(someone: SiteVisitor) -> None:
    session = someone.context.new_cdp_session(someone.page)
    session.send("Browser.grantPermissions", {"permissions": ["durableStorage"]})
    someone.page.goto("/army/westernesse-as-listed")
    someone.page.wait_for_function("navigator.storage.persisted()")


def test_page_is_painted_at_once_while_python_starts(someone: SiteVisitor) -> None:
    someone.stop_worker()
    someone.page.goto("/games", wait_until="commit")
    expect(someone.page.get_by_role("heading", name="Listbuilder is starting")).to_be_visible()
    someone.page.get_by_role("heading", name="Army lists").wait_for(timeout=60_000)


def test_new_version_is_told_and_loses_no_open_army(site: Site, someone: SiteVisitor) -> None:
    key = someone.bring("drums-on-the-reik-road")
    page = someone.page
    page.goto(f"/army/{key}")
    army = someone.file(key)
    style, worker = site.folder / "app/shell.css", site.folder / "worker.js"
    old = style.read_bytes()
    new = old[:-1] + b" "
    style.write_bytes(new)
    text = worker.read_text(encoding="utf-8")
    text = text.replace(sha256(old).hexdigest(), sha256(new).hexdigest())
    worker.write_text(text, encoding="utf-8")
    site.connect()
    page.reload()
    page.get_by_text("A new version is there").wait_for(timeout=60_000)
    assert someone.fits()
    with page.expect_navigation():
        page.get_by_role("button", name="Use it").click()
    page.locator(".army-top").wait_for(timeout=60_000)
    site.disconnect()
    assert someone.file(key) == army
    assert page.locator("#newer").count() == 0
    assert page.evaluate("async () => (await fetch('/app/shell.css')).text()").encode() == new
    assert someone.outside == []


def test_site_below_a_hosts_root_shows_any_page_at_once(site: Site, someone: SiteVisitor) -> None:
    site.connect()
    assert someone.context.browser
    visitor = SiteVisitor(someone.context.browser, site, "phone")
    page = visitor.page
    page.goto(f"{BELOW}army/nowhere")  # the host has no such file
    page.get_by_text("There is no army").wait_for(timeout=120_000)
    page.get_by_role("link", name="To my armies").click()
    page.get_by_text("There are none yet").wait_for()
    assert page.url == f"{site.url}{BELOW}"
    page.goto(f"{BELOW}games")
    page.locator(f'a[href="{BELOW}games/gate"]').first.click()
    page.wait_for_url(f"**{BELOW}games/gate")
    assert visitor.outside == []
    visitor.context.close()


def test_guide_is_read_while_the_builder_is_brought(site: Site, someone: SiteVisitor) -> None:
    assert someone.context.browser
    site.connect()
    visitor = SiteVisitor(someone.context.browser, site, "phone")
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name="The guide").click()
    page.get_by_role("link", name="know the odds").click()
    page.get_by_role("heading", name="The odds of a wall").wait_for()
    assert visitor.fits()
    page.get_by_role("link", name="My armies").click()
    page.get_by_role("heading", name="My armies").wait_for(timeout=120_000)
    site.disconnect()
    page.get_by_role("link", name="Guide").click()
    page.locator("a[href='odds.html']").click()
    shown = page.locator("main img")
    shown.wait_for()
    assert shown.evaluate("one => one.naturalWidth") > 0
    assert visitor.complaints == []
    assert visitor.outside == []
    visitor.context.close()


def test_solver_is_brought_once_and_works_without_a_net(site: Site, someone: SiteVisitor) -> None:
    assert someone.context.browser
    visitor = site.visit(someone.context.browser, "phone")
    key = visitor.bring("heads-over-the-wall")
    broken = visitor.keep("relief", RELIEF.read_bytes())
    page = visitor.page

    def ask(expected: Locator) -> None:
        page.goto(f"/army/{key}/solve")
        page.wait_for_timeout(BURST)
        page.get_by_role("button", name="Finish it").click()
        expected.wait_for(timeout=60_000)

    def look_further(expected: Locator) -> None:
        page.goto(f"/army/{broken}")
        page.get_by_role("link", name="Look further").click()
        expected.wait_for(timeout=60_000)

    take = page.get_by_role("button", name="Take this")
    no_net = page.get_by_text("Ask again when there is a net")
    ask(no_net)
    look_further(no_net)
    site.connect()
    ask(take)
    site.disconnect()
    ask(take)
    assert visitor.fits()
    take.click()
    page.get_by_text("500 of 500 points").first.wait_for()
    moved = page.get_by_role("button", name="move 1.4.1 Knightly Orders")
    look_further(moved)
    assert visitor.fits()
    moved.click()
    page.locator(".army-top .verdict.legal").wait_for()
    assert visitor.outside == []
    visitor.context.close()
