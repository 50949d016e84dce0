"""The pictures of the README and of the guide, taken of the running program: `make pictures`."""

from __future__ import annotations

import re
import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
import pypdfium2 as pdfium
from PIL import Image

from tests.screens import drawn, screen
from tests.shipped import LIBRARY
from tests.web.stories import ServedVisitor, Server, chromium
from tests.web.test_stories import HAND_OVER

DOCS = Path(__file__).parents[1] / "docs"
FILES = Path(__file__).parent / "interop" / "files"
COMMAND = re.compile(r"^\$ listbuilder (.*)$", re.MULTILINE)
CARDS = "grond-is-coming"
CARDS_SHOWN = ("001-gothmog-lieutenant-of-sauron", "17-orc-warrior", "011-mordor-war-catapult")
WALL = 6
"""Armies on the wall."""

FEW = 64
"""Colours of a picture that is no photograph."""


@attrs.frozen
class Shown:
    """What a command of a page shows.

    Attributes:
        page: of the guide; its commands before that one are run, too.
        command: as the page says it.
        misspelt: a file, what stands in it, and what does then instead.
    """

    page: str
    command: str
    misspelt: tuple[str, str, str] | None = None

    def draw(self) -> str:
        """Draw what the command shows, once those before it have been run."""
        if self.misspelt:
            file, right, wrong = self.misspelt
            text = Path(file).read_text(encoding="utf-8")
            assert right in text
            Path(file).write_text(text.replace(right, wrong, 1), encoding="utf-8")
        return drawn(self.command, screen(self.command))


SCREENS = {
    "browse.svg": Shown("build-an-army.md", "browse mesbg mordor gothmog"),
    "build-an-army.svg": Shown("build-an-army.md", "show army.json"),
    "mend-an-army.svg": Shown("mend-an-army.md", "check army.json  # ends with 1"),
    "odds.svg": Shown("odds.md", "odds army.json"),
    "keep-data.svg": Shown(
        "keep-data.md",
        "lint --strict --no-proofs ours/catalogues",
        ("ours/catalogues/ours/border-watch.json", '"is": "troop"', '"is": "trop"'),
    ),
}
"""Pictures of a terminal, which the tests compare with what the program shows."""


def draw_screens() -> None:
    """Run the commands of the pages, and draw."""
    for name, shown in SCREENS.items():
        text = (DOCS / "guide" / shown.page).read_text(encoding="utf-8")
        with TemporaryDirectory() as folder, chdir(folder):
            for command in COMMAND.findall(text):
                if command == shown.command:
                    (DOCS / "guide" / name).write_text(shown.draw(), encoding="utf-8")
                    break
                screen(command)


@contextmanager
def at_a_window(width: int, height: int) -> Iterator[ServedVisitor]:
    """Serve armies to somebody with a window of that size."""
    with TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder) / "rosters")
        visitor = ServedVisitor(browser, server, "desktop")
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.goto("/")
        yield visitor
        visitor.context.close()
        server.end()


def keep(picture: bytes | Image.Image, name: str) -> None:
    """Keep a picture, in few colours, which makes it small."""
    whole = picture if isinstance(picture, Image.Image) else Image.open(BytesIO(picture))
    few = whole.convert("RGB").quantize(FEW, dither=Image.Dither.NONE)
    few.save(DOCS / name, optimize=True)


def take_other_programs() -> None:
    """Drop another program's file on the page."""
    with at_a_window(760, 600) as visitor:
        page = visitor.page
        page.locator("[data-open]").scroll_into_view_if_needed()
        keep(page.locator("form:has([data-open])").screenshot(), "open-a-file.png")
        raw = (FILES / "engine-and-a-stranger.ros").read_bytes()
        page.evaluate(HAND_OVER, ["drop", "theirs.ros", b64encode(raw).decode()])
        page.get_by_role("button", name="Keep it").wait_for()
        keep(page.screenshot(), "other-programs.png")
        page.get_by_role("button", name="Keep it").click()
        page.wait_for_url("**/army/**")
        keep(page.screenshot(), "imported.png")


def take_builder() -> None:
    """Build, and play, at a desk and on a phone."""
    with at_a_window(1024, 640) as visitor:
        page = visitor.page
        key = visitor.bring("heads-over-the-wall")
        page.goto(f"/army/{key}?at=1.1")
        page.locator("#panel .choice").first.wait_for()
        keep(page.screenshot(), "guide/in-the-browser.png")
        castle = visitor.bring("the-walls-of-the-reikland")
        page.goto(f"/army/{castle}/castle")
        page.locator(".army-top").wait_for()
        keep(page.screenshot(), "guide/besiege-a-castle.png")


def take_phone() -> None:
    """Play on a phone."""
    with at_a_window(360, 640) as visitor:
        page = visitor.page
        page.goto(f"/army/{visitor.bring('heads-over-the-wall')}/play")
        keep(page.screenshot(), "guide/publish-a-builder.png")


def take_wall() -> None:
    """Judge the armies of a game by the smallest pack of the page on events."""
    text = (DOCS / "events.md").read_text(encoding="utf-8")
    pack, _ = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    with TemporaryDirectory() as folder, chdir(folder), chromium() as browser:
        Path("event.json").write_text(pack, encoding="utf-8")
        Path("inbox").mkdir()
        for path in LIBRARY.rosters("mesbg")[:WALL]:
            shutil.copy(path, "inbox")
        screen("check inbox --pack event.json --table wall.html")
        page = browser.new_page(viewport={"width": 900, "height": 420})
        page.goto(Path("wall.html").resolve().as_uri())
        keep(page.screenshot(full_page=True), "events.png")


def print_cards() -> None:
    """Print three cards, and a page of them."""
    roster = next(path for path in LIBRARY.rosters() if path.stem == CARDS)
    with TemporaryDirectory() as folder, chdir(folder):
        screen(f"print {roster} --sheets cards --png -o cards")
        paths = [next(Path("cards").glob(f"*{name}.png")) for name in CARDS_SHOWN]
        cards = [Image.open(path).convert("RGB") for path in paths]
        high = 330
        cards = [card.resize((round(card.width * high / card.height), high)) for card in cards]
        gap = 24
        row = Image.new("RGB", (sum(c.width + gap for c in cards) - gap, high), "white")
        at = 0
        for card in cards:
            row.paste(card, (at, 0))
            at += card.width + gap
        keep(row, "cards.png")
        screen(f"print {roster} --sheets cards --cards tarot -o cards.pdf")
        with pdfium.PdfDocument("cards.pdf") as pages:
            keep(pages[0].render(scale=1.1).to_pil(), "guide/print-an-army.png")


TAKEN: dict[Callable[[], None], tuple[str, ...]] = {
    take_other_programs: ("open-a-file.png", "other-programs.png", "imported.png"),
    take_builder: ("guide/in-the-browser.png", "guide/besiege-a-castle.png"),
    take_phone: ("guide/publish-a-builder.png",),
    take_wall: ("events.png",),
    print_cards: ("cards.png", "guide/print-an-army.png"),
    draw_screens: tuple(f"guide/{name}" for name in SCREENS),
}
"""All pictures of the documents, by what makes them; but for the map (`make map`)."""


def main() -> None:
    for make in TAKEN:
        make()


if __name__ == "__main__":
    main()
