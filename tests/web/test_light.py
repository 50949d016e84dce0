"""Light: what the first page takes with all it loads."""

import gzip
import re
from pathlib import Path

import pytest

from tests.web.browser import Browser
from tests.web.conftest import bring

MOST_BYTES = 120_000


@pytest.mark.parametrize(
    "page", ["/", "/army/heads-over-the-wall", "/army/the-walls-of-the-reikland?at=1.1.5"]
)
def test_first_page_is_light_with_all_it_loads(browser: Browser, folder: Path, page: str) -> None:
    """As it is sent: pages and styles packed, fonts as they are."""
    bring(folder, "heads-over-the-wall")
    bring(folder, "the-walls-of-the-reikland")
    sizes = {page: len(gzip.compress(browser.get(page).content, 3))}
    linked = re.findall(r'(?:href|src)="(/assets/[^"]+)"', browser.last.text)
    for url in linked:
        asset = browser.get(url, headers={"Accept-Encoding": "gzip"})
        sizes[url] = int(asset.headers["content-length"])
        if url.endswith(".css"):
            for font in set(re.findall(r"url\(([\w.-]+)\)", asset.text)):
                sizes[font] = len(browser.get(url.rsplit("/", 1)[0] + "/" + font).content)
    assert len(sizes) >= 8
    assert sum(sizes.values()) < MOST_BYTES, sizes
