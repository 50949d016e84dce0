"""HTML to PDF with WeasyPrint: the same bytes for the same page, reading templates alone."""

from __future__ import annotations

import gc
import sys
import warnings
import weakref
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname
from xml.etree.ElementTree import fromstring

from listbuilder.errors import NoPdfError
from listbuilder.loading.folders import data_folder
from listbuilder.sheets.further_font import FurtherFont
from listbuilder.sheets.options import Flip
from listbuilder.sheets.render.advances import lacking
from listbuilder.sheets.render.html import PagePart, font_face
from listbuilder.sheets.render.weasyprint_boxes import tell_bleed
from listbuilder.sheets.render.weasyprint_columns import keep_blocks
from listbuilder.sheets.render.weasyprint_styles import keep_of_styles
from listbuilder.sheets.render.weasyprint_tags import (
    leave_out_running_lines,
    tell_heads,
    tell_where_links_lead,
)

MEDIA_TYPES = {
    ".css": "text/css",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": (WOFF2 := "font/woff2"),
}
"""Media types of the files that a page may read, by ending."""

SFNT = "font/sfnt"
"""Media type of unpacked fonts."""

PICTURE = "data:image/jpeg;base64,"
"""Beginning of a ``data:`` address, which holds a picture."""

FURTHER = "further-font"
"""Address of the further font, in the folder of sheets."""

SVG = "http://www.w3.org/2000/svg"

STANDARD = "pdf/ua-1"
"""The PDF is tagged, so that it can be read aloud and searched."""


class PdfRenderer:
    """WeasyPrint with our fonts and style sheet, which it reads once for all that is laid out."""

    def __init__(self, font: FurtherFont | None = None) -> None:
        """Read fonts and style sheets.

        Args:
            font: a font for letters that ours lack.

        Raises:
            NoPdfError: WeasyPrint is missing, or a library that it needs.
        """
        weasyprint = import_weasyprint()
        from weasyprint.text.fonts import FontConfiguration

        self.letters: set[str] = set()
        self.font = font
        self.fonts = FontConfiguration()
        # Fonts lie in a temporary folder; a command leaves without taking its objects apart.
        weakref.finalize(self, self.fonts.__del__)
        self.address = _address()
        self.css = weasyprint.CSS
        self.html = weasyprint.HTML
        self.faces = self.css(
            url=f"{self.address}fonts.css", url_fetcher=_fetcher(), font_config=self.fonts
        )

    def lay_out(self, html: str, part: PagePart = "before") -> Any:
        """Break a page that lies in the folder of sheets into pages of paper.

        Args:
            html: a page of our templates, which is XML as well.
            part: the part of a roster's pages; cards have a style sheet of their own.

        Returns:
            WeasyPrint's document.

        Raises:
            NoPdfError: WeasyPrint is missing, or a library that it needs.
        """
        self.letters |= {*html}
        page = self.html(string="<html>", base_url=self.address, url_fetcher=_fetcher())
        page.wrapper_element = page_element(html)
        page.etree_element = page.wrapper_element.etree_element
        # WeasyPrint's own style of all elements there are takes a third of the work on styles.
        page._ua_stylesheets = lambda forms=False: [style_sheet("elements")]  # noqa: SLF001
        sheets = [self.faces, *style_sheets(part), *self._further()]
        return page.render(font_config=self.fonts, stylesheets=sheets)

    def _further(self) -> Iterator[Any]:
        """Yield the style sheet of the further font, if there is one."""
        font = self.font.subset(lacking(self.letters)) if self.font else b""
        if font:
            yield self.css(
                string=font_face(f"{self.address}{FURTHER}"),
                url_fetcher=_fetcher(font),
                font_config=self.fonts,
            )

    def write(
        self,
        document: Any,
        flip: Flip | None = None,
        finish: Callable[[Any], None] = lambda _: None,
    ) -> bytes:
        """Write a document that was laid out.

        Args:
            document: WeasyPrint's document.
            flip: the edge over which paper with backs is turned; None where nothing has a back.
            finish: a last change to pydyf's PDF.
        """

        def finished(drawn: Any, pdf: Any) -> None:
            tell_heads(drawn.pages, pdf)
            leave_out_running_lines(drawn.pages, pdf)
            tell_where_links_lead(drawn.pages)
            tell_bleed(drawn.pages, pdf)
            if flip is not None:
                pdf.catalog["ViewerPreferences"]["Duplex"] = f"/DuplexFlip{flip.title()}Edge"
            finish(pdf)

        written: bytes = document.write_pdf(pdf_variant=STANDARD, finisher=finished)
        return written


def page_element(html: str) -> Any:
    """Parse a page as XML, in a tenth of the time of an HTML parser in Python.

    Returns:
        The root, as WeasyPrint wants it: HTML in no namespace, drawings in theirs.
    """
    from cssselect2 import ElementWrapper

    root = fromstring(html)  # noqa: S314 - our own templates', without entities
    for drawing in root.iter("svg"):
        for element in drawing.iter():
            element.tag = f"{{{SVG}}}{element.tag}"
    return ElementWrapper.from_html_root(root)


@contextmanager
def gc_paused(last: bool = False) -> Iterator[None]:
    """Pause garbage collection, which takes a third of the time of printing.

    The new objects are searched in the end, unless the process ends then (``last``).
    """
    swept = gc.isenabled()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        if last:
            gc.freeze()  # old objects, as after thawing, are not searched at once
        else:
            gc.collect()
        gc.unfreeze()
        if swept:
            gc.enable()


def _address() -> str:
    return f"{(data_folder('templates') / 'sheets').resolve().as_uri()}/"


def style_sheets(part: PagePart) -> list[Any]:
    """List the style sheets of a part of a roster's pages: only rules that the part needs.

    Raises:
        NoPdfError: WeasyPrint is missing, or a library that it needs.
    """
    return [style_sheet(name) for name in ("sheets", "cards" if part == "cards" else "pages")]


@cache
def style_sheet(name: str) -> Any:
    """Read a style sheet: once, for no layout changes it.

    Raises:
        NoPdfError: WeasyPrint is missing, or a library that it needs.
    """
    return import_weasyprint().CSS(url=f"{_address()}{name}.css", url_fetcher=_fetcher())


def import_weasyprint() -> Any:
    """Import WeasyPrint, without its warning about a machine without fonts: ours come along.

    Raises:
        NoPdfError: WeasyPrint or a library of the system is missing.
    """
    with warnings.catch_warnings(), _by_file_name(), redirect_stdout(StringIO()):
        warnings.filterwarnings("ignore", ".*FontConfig", UserWarning)
        try:
            import weasyprint
        except (ImportError, OSError) as error:  # which it has printed a page about
            raise NoPdfError from error
    keep_blocks()
    keep_of_styles()
    return weasyprint


@contextmanager
def _by_file_name() -> Iterator[None]:
    """Let WeasyPrint find libraries on Linux by the names of their files alone.

    Other names, which it tries first, would make Python's ctypes run gcc, ld and ldconfig some
    forty times.
    """
    if sys.platform != "linux" or "weasyprint" in sys.modules:
        yield
        return
    from ctypes import util

    find, util.find_library = util.find_library, lambda name: None
    try:
        yield
    finally:
        util.find_library = find


def read_template(url: str) -> tuple[bytes, str]:
    """Read a file of the templates: its bytes and its media type.

    Raises:
        ValueError: the address is no template: a page reads neither network nor other files.
    """
    parts = urlsplit(url)
    folder = data_folder("templates").resolve()
    path = Path(url2pathname(parts.path)).resolve()
    if parts.scheme != "file" or parts.netloc or not path.is_relative_to(folder):
        raise ValueError(f"sheets don't read {url}")
    if path.suffix not in MEDIA_TYPES:
        raise ValueError(f"sheets have no use for {url}")
    return path.read_bytes(), MEDIA_TYPES[path.suffix]


@cache
def _unpacked(font: bytes) -> bytes:
    """Unpack a font once, which WeasyPrint would unpack for each renderer anew."""
    from fontTools.ttLib import woff2

    out = BytesIO()
    woff2.decompress(BytesIO(font), out)
    return out.getvalue()


@cache
def _fetcher(font: bytes = b"") -> Any:
    """Make WeasyPrint's fetcher of files."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class TemplateFetcher(URLFetcher):  # type: ignore[misc]
        """Fetches templates, a page's pictures and the further font, and nothing else."""

        def fetch(self, url: str, headers: object = None) -> Any:
            """Answer a request of WeasyPrint; for any other file it raises ``ValueError``."""
            if url.startswith(PICTURE):
                return URLFetcherResponse(
                    url, b64decode(url.removeprefix(PICTURE)), {"Content-Type": "image/jpeg"}
                )
            if font and url.endswith(FURTHER):
                data, media_type = font, SFNT
            else:
                data, media_type = read_template(url)
                if media_type == WOFF2:
                    data, media_type = _unpacked(data), SFNT
            return URLFetcherResponse(url, data, {"Content-Type": media_type})

    return TemplateFetcher()
