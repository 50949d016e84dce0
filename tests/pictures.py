"""The pictures of docs/other-programs.md, taken of the running program: `make pictures`."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.web.stories import ServedVisitor, Server, chromium
from tests.web.test_stories import HAND_OVER

DOCS = Path(__file__).parents[1] / "docs"
FILES = Path(__file__).parent / "interop" / "files"


def main() -> None:
    with TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder) / "rosters")
        page = ServedVisitor(browser, server, "desktop").page
        page.set_viewport_size({"width": 760, "height": 600})
        page.goto("/")
        page.locator("[data-open]").scroll_into_view_if_needed()
        page.locator("form:has([data-open])").screenshot(path=DOCS / "open-a-file.png")
        raw = (FILES / "engine-and-a-stranger.ros").read_bytes()
        page.evaluate(HAND_OVER, ["drop", "theirs.ros", b64encode(raw).decode()])
        page.get_by_role("button", name="Keep it").wait_for()
        page.screenshot(path=DOCS / "other-programs.png")
        page.get_by_role("button", name="Keep it").click()
        page.wait_for_url("**/army/**")
        page.screenshot(path=DOCS / "imported.png")
        server.end()


if __name__ == "__main__":
    main()
