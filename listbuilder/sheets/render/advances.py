"""Widths of text, by the advances of our fonts' letters."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from listbuilder.loading.folders import data_folder
from listbuilder.sheets.further_font import FurtherFont

Style = Literal["regular", "bold", "italic", "title"]

FILES: Mapping[Style, tuple[str, ...]] = {
    "regular": ("SourceSans3-Regular",),
    "bold": ("SourceSans3-Bold",),
    "italic": ("SourceSans3-Italic",),
    "title": ("Alegreya-ExtraBold-latin", "Alegreya-ExtraBold-latin-ext", "SourceSans3-Regular"),
}
"""The fonts of each style, in the style sheet's order."""

UNKNOWN = 1.0
"""Width in ems of a letter that no font of ours has: such letters are wide."""


@cache
def advances(style: Style) -> Mapping[str, float]:
    """Read the width of each letter, in ems."""
    found: dict[str, float] = {}
    for name in reversed(FILES[style]):
        found |= _advances_of(data_folder("templates") / "fonts" / f"{name}.woff2")
    return found


def list_of_advances(font: Path) -> bytes:
    """Write a font's widths to a file, for browsers, where no program reads fonts."""
    return json.dumps(_advances_of(font), ensure_ascii=False, separators=(",", ":")).encode()


@lru_cache(maxsize=20_000)
def width_of(word: str, style: Style) -> float:
    """Add up a word's width in ems, without kerning, which mostly makes it less."""
    known = advances(style)
    return sum(known.get(letter, UNKNOWN) for letter in word)


@cache
def _advances_of(path: Path) -> Mapping[str, float]:
    listed = path.with_suffix(".json")
    if listed.exists():
        known: dict[str, float] = json.loads(listed.read_text(encoding="utf-8"))
        return known
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        em = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        return {chr(code): metrics[name][0] / em for code, name in font.getBestCmap().items()}


def lacking(letters: Iterable[str], font: FurtherFont | None = None) -> Iterator[str]:
    """Yield the letters that neither our fonts nor the further font have, in their order."""
    known = advances("regular")
    also = font.letters if font else ()
    for letter in sorted(letters):
        if letter not in known and letter not in also and letter.isprintable():
            yield letter
