"""For everyone: axe finds nothing, on any page, by day and by night, phone and desk; and light."""

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.browser import Browser
from tests.web.conftest import bring
from tests.web.stories import CHROMIUM, NO_CHROMIUM, Server, Visitor, chromium

MOST_BYTES = 150_000

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

PAGES = (
    "/",
    "/examples",
    "/new/warhammer",
    "/games",
    "/games/mesbg/mordor",
    "/games/mesbg/mordor/mordor-war-catapult",
    "/army/bad",
    "/army/heads-over-the-wall?at=1.1",
    "/army/heads-over-the-wall?at=.",
    "/army/heads-over-the-wall/play",
    "/army/heads-over-the-wall/print",
    "/army/heads-over-the-wall/solve",
    "/army/illegal",
    "/army/the-walls-of-the-reikland?at=1.1.5",
    "/army/the-walls-of-the-reikland/castle",
    "/army/westernesse-as-listed/set-up?pick=1.1.4.1",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("everyone") / "rosters"
    for name in ("heads-over-the-wall", "the-walls-of-the-reikland", "westernesse-as-listed"):
        bring(folder, name)
    heads = (folder / "heads-over-the-wall.json").read_text(encoding="utf-8")
    illegal = heads.replace('"count": 7', '"count": 70')
    (folder / "illegal.json").write_text(illegal, encoding="utf-8")
    (folder / "bad.json").write_text("{", encoding="utf-8")
    started = Server(folder)
    yield started
    started.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing(browser: Any, server: Server, size: str, scheme: str) -> None:
    visitor = Visitor(browser, server, size, color_scheme=scheme, reduced_motion="reduce")
    axe = Axe()
    found = []
    for path in PAGES:
        visitor.page.goto(path)
        result = axe.run(visitor.page, options=RULES)
        found += [
            f"{path} {one['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
            for one in result.response["violations"]
            for node in one["nodes"][:3]
        ]
    visitor.context.close()
    assert found == []


@pytest.mark.parametrize(
    "page", ["/", "/army/heads-over-the-wall", "/army/the-walls-of-the-reikland?at=1.1.5"]
)
def test_first_page_is_light_with_all_it_loads(browser_light: Browser, page: str) -> None:
    """As it is sent: pages and styles packed, fonts as they are."""
    sizes = {page: len(gzip.compress(browser_light.get(page).content, 3))}
    linked = re.findall(r'(?:href|src)="(/assets/[^"]+)"', browser_light.last.text)
    for url in linked:
        asset = browser_light.get(url, headers={"Accept-Encoding": "gzip"})
        sizes[url] = int(asset.headers["content-length"])
        if url.endswith(".css"):
            for font in set(re.findall(r"url\(([\w.-]+)\)", asset.text)):
                sizes[font] = len(browser_light.get(url.rsplit("/", 1)[0] + "/" + font).content)
    assert len(sizes) >= 8
    assert sum(sizes.values()) < MOST_BYTES, sizes


@pytest.fixture
def browser_light(folder: Any) -> Browser:
    bring(folder, "heads-over-the-wall")
    bring(folder, "the-walls-of-the-reikland")
    return Browser(folder)
