"""For everyone: axe finds nothing, on any page, by day and by night, phone and desk; and light."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.conftest import bring
from tests.web.stories import CHROMIUM, NO_CHROMIUM, ServedVisitor, Server, chromium

RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}

PAGES = (
    "/",
    "/examples",
    "/new/warhammer",
    "/games",
    "/games/mesbg",
    "/games/mesbg/mordor",
    "/games/mesbg/mordor/mordor-war-catapult",
    "/army/bad",
    "/army/nowhere",
    "/army/heads-over-the-wall?at=1.1",
    "/army/heads-over-the-wall?at=.",
    "/army/heads-over-the-wall/play",
    "/army/heads-over-the-wall/print",
    "/army/heads-over-the-wall/solve",
    "/army/heads-over-the-wall/odds",
    "/army/heads-over-the-wall/share",
    "/shared",
    "/collection",
    "/compare?a=heads-over-the-wall&b=illegal",
    "/army/heads-over-the-wall/about?at=1.1.3",
    "/army/illegal",
    "/army/the-walls-of-the-reikland?at=1.1.5",
    "/army/the-walls-of-the-reikland/castle",
    "/army/westernesse-as-listed/set-up?pick=1.1.4.1",
    "/guide/index.html",
    "/guide/build-an-army.html",
    "/guide/print-an-army.html",
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
@pytest.mark.parametrize(
    ("size", "one_in"),
    [
        ("phone", 3),
        *(pytest.param(size, 1, marks=pytest.mark.proof) for size in ("phone", "desktop")),
    ],
)
def test_axe_finds_nothing(browser: Any, server: Server, size: str, one_in: int) -> None:
    """At a push one in three pages is looked at by night, too: their styles are the same."""
    visitor = ServedVisitor(browser, server, size, color_scheme="light", reduced_motion="reduce")
    page = visitor.page
    axe = Axe()
    found, passed = [], 0
    for number, path in enumerate(PAGES):
        page.goto(path)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        looks = [axe.run(page, options=RULES).response]
        if number % one_in == 0:
            page.emulate_media(color_scheme="dark")
            looks.append(axe.run(page, options=COLOURS).response)  # nothing else changes
            page.emulate_media(color_scheme="light")
        passed += sum(len(look["passes"]) for look in looks)
        found += [
            f"{path} {one['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
            for look in looks
            for one in look["violations"]
            for node in one["nodes"][:3]
        ]
    visitor.context.close()
    assert found == []
    assert passed > len(PAGES) * 20, "it did look"
