"""Pictures on cards: a player's own files, small, from beside what names them, and no others."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from listbuilder.content.card_pictures import ROSTER
from listbuilder.loading.picture_file import BEGINNINGS
from listbuilder.sheets import Options, Printed, html_of_army, print_armies
from listbuilder.sheets.pictures import DPI, MOST_BYTES
from tests.sheets.game import Game, play, roster

CARDS = Options(sheets=("cards",))
WIDTH = 57 / 25.4 * DPI


def painted(path: Path, size: tuple[int, int] = (2000, 1500), mode: str = "RGB") -> Path:
    Image.new(mode, size, "red").save(path)
    return path


def with_picture(name: str) -> Game:
    return play(roster({"entry": "thane", "picture": name}))


def printed(game: Game, options: Options = CARDS, **folders: Path) -> Printed:
    armies = [(game.judge, game.verdict, game.findings)]
    places = {ROSTER: folders["roster"]} if "roster" in folders else {}
    return print_armies(armies, options, folders=[places])


def images(done: Printed) -> list[Any]:
    return [image for page in PdfReader(BytesIO(done.pdf)).pages for image in page.images]


@pytest.mark.parametrize(("name", "mode"), [("thane.png", "RGBA"), ("thane.jpg", "RGB")])
def test_picture_is_on_the_card_and_no_larger_than_paper_needs(
    tmp_path: Path, name: str, mode: str
) -> None:
    painted(tmp_path / name, mode=mode)
    done = printed(with_picture(name), roster=tmp_path)
    (image,) = images(done)
    assert image.image.width == pytest.approx(WIDTH, abs=1)
    assert done.left_out == ()
    assert len(done.pdf) < 60_000


def test_ink_saver_takes_its_colours(tmp_path: Path) -> None:
    painted(tmp_path / "thane.png")
    done = printed(
        with_picture("thane.png"), Options(sheets=("cards",), ink_saver=True), roster=tmp_path
    )
    assert [image.image.mode for image in images(done)] == ["L"]


def test_page_for_a_browser_holds_it(tmp_path: Path) -> None:
    painted(tmp_path / "thane.png")
    game = with_picture("thane.png")
    army = (game.judge, game.verdict, game.findings, CARDS)
    assert "data:image/jpeg" in html_of_army(*army, {ROSTER: tmp_path})
    assert "data:image/jpeg" not in html_of_army(*army)


def test_opponent_does_not_get_it(tmp_path: Path) -> None:
    painted(tmp_path / "thane.png")
    game = with_picture("thane.png")
    done = printed(game, Options(sheets=("cards",), reader="opponent"), roster=tmp_path)
    assert images(done) == []


def test_what_lies_elsewhere_is_left_out(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    secret = painted(tmp_path / "secret.png")
    (inside / "link.png").symlink_to(secret)
    for name in ("../secret.png", str(secret), "link.png", "file:secret.png", "..\\secret.png"):
        done = printed(with_picture(name), roster=inside)
        assert images(done) == []
        (said,) = done.left_out
        assert said.startswith(f"Thane: the picture “{name}” is left out: ")


def test_what_is_no_picture_is_left_out_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture", encoding="utf-8")
    (tmp_path / "folder.png").mkdir()
    with (tmp_path / "large.png").open("wb") as file:
        file.write(BEGINNINGS[0])
        file.truncate(MOST_BYTES + 1)
    whole = painted(tmp_path / "whole.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(whole[:20])
    painted(tmp_path / "wide.png", (10_000, 5_001), "1")
    Image.new("RGB", (10, 10)).save(tmp_path / "other.png", "GIF")
    reasons = {
        "text.png": "no PNG or JPEG file, or damaged",
        "cut.png": "no PNG or JPEG file, or damaged",
        "other.png": "no PNG or JPEG file, or damaged",
        "large.png": "more than 20 MB",
        "wide.png": "more than 50 million pixels",
        "folder.png": "there is no such file",
        "nowhere.png": "there is no such file",
    }
    for name, reason in reasons.items():
        assert [
            reason in said for said in printed(with_picture(name), roster=tmp_path).left_out
        ] == [True], name
    (said,) = printed(with_picture("whole.png")).left_out
    assert "its folder is not known" in said
