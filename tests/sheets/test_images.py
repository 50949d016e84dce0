"""Cards as PNG files: their size, their names, and what hinders them."""

from io import BytesIO

import pytest
from PIL import Image

from listbuilder.sheets import Options, print_army
from listbuilder.sheets.images import DPI, card_images
from tests.sheets.game import ENGINE, play, roster

MILLIMETRE = DPI / 25.4


def test_each_side_is_a_file_of_the_cards_size() -> None:
    game = play(roster(ENGINE, {"entry": "thane", "name": "Ħåkon / the 2nd"}))
    options = Options(sheets=("cards",), single=True, duplex=True)
    done = print_army(game.judge, game.verdict, game.findings, options)
    found = dict(card_images(done.pdf))
    assert len(found) == 2 * len(game.page.cards)
    assert "003-ħåkon-the-2nd.png" in found
    assert "004-ħåkon-the-2nd.png" in found
    for image in found.values():
        drawn = Image.open(BytesIO(image))
        assert drawn.size == pytest.approx((63 * MILLIMETRE, 88 * MILLIMETRE), abs=1)
        assert drawn.info["dpi"] == pytest.approx((DPI, DPI), abs=0.1)
        assert min(drawn.convert("L").tobytes()) < 100
