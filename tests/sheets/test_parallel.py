"""Many cards are printed in two halves: it is the same PDF as if they were not, on any machine."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import attrs
import pytest
from pypdf import PdfReader
from pypdf.generic import NullObject

from listbuilder.content.page import Page
from listbuilder.sheets import Options, silent
from listbuilder.sheets.parallel import halves as parallel
from listbuilder.sheets.parallel.worker import InlineWorker, Job
from listbuilder.sheets.printed import Printed
from listbuilder.sheets.render.html import card_html
from listbuilder.sheets.render.imposed_cards import job_of, lay_out
from listbuilder.sheets.render.pdf import PdfRenderer
from tests.sheets.entries import CATALOGUES, cards
from tests.sheets.game import play

ROOT = Path(__file__).resolve().parents[2]
KINDS = 8
"""Of cards, which is few enough to be quick, but counts as many."""

ALL = Options(sheets=("army", "cards", "reference"))

MOST = 3
"""Copies of a card."""


def page(first: int) -> Page:
    """A roster with many cards; that of a later one has some of the cards of the one before."""
    kinds = {card_html(card, "", ALL): card for card in cards(*CATALOGUES[-1], step=9)}
    some = islice(kinds.values(), first, first + KINDS)
    copied = (attrs.evolve(card, copies=1 + place % MOST) for place, card in enumerate(some))
    return attrs.evolve(play().page, cards=tuple(copied))


WAYS = {
    "alone": ((0,), ALL),
    "two rosters": ((0, KINDS // 2), Options(sheets=("cards",), cards="bridge")),
    "backs": ((0,), Options(sheets=("cards",), paper="letter", cards="tarot", duplex=True)),
}


@pytest.fixture(scope="module", params=WAYS)
def both(request: pytest.FixtureRequest) -> tuple[PdfReader, PdfReader]:
    """A PDF in one, and the same of two halves."""
    starts, options = WAYS[request.param]
    pages = [page(first) for first in starts]
    renderer = PdfRenderer()
    document, job = lay_out(renderer, job_of(pages, options))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parallel, "MANY", KINDS)
        printed: Printed = parallel.print_pages(pages, options, silent)
    assert printed.fits == job.deck.fits != ()
    return PdfReader(BytesIO(renderer.write(document))), PdfReader(BytesIO(printed.pdf))


def tags(reader: PdfReader) -> Iterator[Any]:
    """Yield all tags of a file in their order, each named by its parent in turn."""
    root: Any = reader.trailer["/Root"]
    waiting: list[tuple[Any, Any]] = [(root["/StructTreeRoot"]["/K"][0], None)]
    while waiting:
        tag, parent = waiting.pop()
        element = tag.get_object()
        yield element
        if parent is not None:
            assert element.raw_get("/P") == parent
        kids = [kid for kid in element["/K"] if not isinstance(kid, int)]
        waiting += [(kid, tag) for kid in element["/K"].get_object()[::-1] if kid in kids]


def paper_of(reader: PdfReader, tag: Any) -> int | None:
    """The number of the page that a tag is on, from 0."""
    return reader.get_page_number(tag["/Pg"]) if "/Pg" in tag else None


def test_pages_show_the_same(both: tuple[PdfReader, PdfReader]) -> None:
    shown = [
        [(page.mediabox, page["/StructParents"], content(page)) for page in reader.pages]
        for reader in both
    ]
    assert shown[0] == shown[1]
    assert len(shown[0]) > 2


def content(page: Any) -> bytes:
    data: bytes = page.get_contents().get_data()
    return data


def test_tags_are_the_same_in_the_same_order(both: tuple[PdfReader, PdfReader]) -> None:
    for one, other in zip(tags(both[0]), tags(both[1]), strict=True):
        assert one["/S"] == other["/S"]
        assert paper_of(both[0], one) == paper_of(both[1], other)


def test_every_piece_of_a_page_knows_its_tag(both: tuple[PdfReader, PdfReader]) -> None:
    _, reader = both
    root: Any = reader.trailer["/Root"]
    numbers = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    assert numbers[::2] == [*range(len(reader.pages))]
    for place, (page, marked) in enumerate(zip(reader.pages, numbers[1::2], strict=True)):
        known = {
            number: tag
            for number, tag in enumerate(each.get_object() for each in marked)
            if not isinstance(tag, NullObject)  # in the margin
        }
        for number, tag in known.items():
            assert number in tag["/K"]
            assert paper_of(reader, tag) == place
        assert content(page).count(b"/MCID") == len(known) > 0


def test_names_of_headings_are_never_the_same(both: tuple[PdfReader, PdfReader]) -> None:
    _, reader = both
    found = [*tags(reader)]
    names = [tag["/ID"] for tag in found if "/ID" in tag]
    assert len(names) == len({*names}) > 0
    for tag in found:
        if tag["/S"] == "/TD":
            assert {*tag["/A"]["/Headers"]} <= {*names}


def test_bookmarks_are_the_same(both: tuple[PdfReader, PdfReader]) -> None:
    def marks(reader: PdfReader, outline: Any) -> Iterator[Any]:
        for one in outline:
            if isinstance(one, list):
                yield [*marks(reader, one)]
            else:
                yield one.title, reader.get_destination_page_number(one), one.left, one.top

    found = [[*marks(reader, reader.outline)] for reader in both]
    assert found[0] == found[1] != []


def test_parts_of_fonts_have_names_of_their_own(both: tuple[PdfReader, PdfReader]) -> None:
    _, reader = both
    fonts: dict[str, set[int]] = {}
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            inner = font["/DescendantFonts"][0]
            assert inner["/BaseFont"] == font["/BaseFont"] == inner["/FontDescriptor"]["/FontName"]
            number = inner.raw_get("/FontDescriptor").idnum
            fonts.setdefault(font["/BaseFont"], set()).add(number)
    assert all(len(numbers) == 1 for numbers in fonts.values())
    families = {name.partition("+")[2] for name in fonts}
    assert len(families) < len(fonts) <= 2 * len(families)  # or the second half drew nothing


AGAIN = """
import hashlib, json, os, sys
from listbuilder.sheets import silent
from listbuilder.sheets.parallel import halves as parallel
from tests.sheets.test_parallel import ALL, KINDS, page
parallel.MANY = KINDS
me = os.getpid()
plain = parallel._render_in_worker
def beside(deck, press):
    seen.append(os.getpid())
    if os.getpid() != me and how == "fails":
        raise ValueError("lost")
    yield from plain(deck, press)
seen, done = [], []
parallel._render_in_worker = beside
for how in ("beside", "fails", "alone"):
    seen.clear()
    if how == "alone" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    pdf = parallel.print_pages([page(0)], ALL, silent).pdf
    done.append(["here" if seen else "beside", pdf[:4].decode(), hashlib.sha256(pdf).hexdigest()])
print(json.dumps(done))
"""


def processors() -> int:
    """Where it is Linux that counts them: nowhere else do we copy ourselves."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


def test_bytes_are_the_same_with_one_processor_and_when_the_other_half_is_lost(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", AGAIN],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    assert done.stderr == b""
    where, begins, hashes = zip(*json.loads(done.stdout), strict=True)
    assert where == ("beside" if processors() > 1 else "here", "here", "here")
    assert {*begins} == {"%PDF"}
    assert len({*hashes}) == 1
    assert [*tmp_path.iterdir()] == []


def double(first: int) -> Job:
    told = yield first * 2
    yield told * 2


def test_work_is_done_in_steps() -> None:
    here = InlineWorker(lambda: double(4))
    assert here.recv() == 8
    here.send(5)
    assert here.recv() == 10
