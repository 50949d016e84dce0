"""HTML to PDF: the same bytes for the same page, nothing read but what lies in the templates."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit
from urllib.request import url2pathname

from listbuilder.loading.folders import data_folder

Paper = Literal["a4", "letter"]

MEDIA_TYPES = {
    ".css": "text/css",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""Of the files that a page may read."""

SIZES: dict[Paper, str] = {"a4": "210mm 297mm", "letter": "8.5in 11in"}


def pdf(html: str, paper: Paper) -> bytes:
    """Print a page that lies in the folder of sheets."""
    weasyprint = _weasyprint()
    folder = (data_folder("templates") / "sheets").resolve()
    page = weasyprint.HTML(string=html, base_url=f"{folder.as_uri()}/", url_fetcher=_fetcher())
    size = weasyprint.CSS(string=f"@page {{ size: {SIZES[paper]} }}")
    printed: bytes = page.write_pdf(stylesheets=[size])
    return printed


def _weasyprint() -> Any:
    """Import WeasyPrint; a machine without fonts is no matter to warn of, ours come along."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*FontConfig", UserWarning)
        import weasyprint
    return weasyprint


def read_template(url: str) -> tuple[bytes, str]:
    """Read a file of the templates: its bytes and its media type.

    Raises:
        ValueError: it is anything else: a page reads no network and no file of the machine.
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
def _fetcher() -> Any:
    """What WeasyPrint gets its files by."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class TemplateFetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: object = None) -> Any:
            data, media_type = read_template(url)
            return URLFetcherResponse(url, data, {"Content-Type": media_type})

    return TemplateFetcher()
