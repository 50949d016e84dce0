"""The guide as pages: HTML of its Markdown and of all linked files, and the pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from listbuilder.loading.folders import data_folder
from listbuilder.messages import ENGLISH

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

START = "index.html"
"""The page that lists all others."""

SCROLLED = ("fence", "code_block", "table_open")
"""Elements that may be wider than a phone; they take the focus, to be scrolled by keys."""

OUTSIDE = ("http:", "https:", "#")
"""Beginnings of addresses that lead to no file of ours."""


@attrs.frozen
class GuidePage:
    """A page of the guide.

    Attributes:
        title: its heading.
        html: its content; links lead to pages and pictures beside it.
        pictures: the pictures' files, by name.
        language: the language that it is written in.
    """

    title: str
    html: str
    pictures: dict[str, Path]
    language: str


@cache
def guide_pages() -> dict[str, Path]:
    """Find the Markdown of the guide and of all linked pages, by the page's name."""
    start = data_folder("docs") / "guide" / "README.md"
    found = {START: start}
    ahead = [start]
    for source in ahead:
        for target in _targets(_parsed(source), source):
            if target.suffix == ".md" and target not in found.values():
                found[_name_of(target)] = target
                ahead.append(target)
    return found


@cache
def guide_page(name: str, language: str = ENGLISH) -> GuidePage | None:
    """Make a page in a language, else in English; None where no page has the name."""
    english = guide_pages().get(name)
    if english is None:
        return None
    names = {path: each for each, path in guide_pages().items()}
    names |= {_in_language(path, language): each for path, each in names.items()}
    source = _in_language(english, language)
    tokens = _parsed(source)
    pictures: dict[str, Path] = {}
    title = ""
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            text = tokens[number + 1].content
            title = title or text
            token.attrSet("id", _anchor(text))
        elif token.type in SCROLLED or _is_picture(tokens, number):
            token.attrSet("tabindex", "0")
        for inner in token.children or ():
            if inner.type == "link_open":
                address, _, at = str(inner.attrGet("href")).partition("#")
                target = (source.parent / address).resolve()
                if target in names:
                    inner.attrSet("href", names[target] + (f"#{at}" if at else ""))
            elif inner.type == "image":
                picture = (source.parent / str(inner.attrGet("src"))).resolve()
                pictures[picture.name] = picture
                inner.attrSet("src", picture.name)
    markdown = _markdown()
    html = markdown.renderer.render(tokens, markdown.options, {})
    return GuidePage(title, html, pictures, ENGLISH if source == english else language)


@cache
def guide_pictures() -> dict[str, Path]:
    """Find the pictures of all pages, by name."""
    pages = (guide_page(name) for name in guide_pages())
    return {name: path for page in pages if page for name, path in page.pictures.items()}


def _in_language(source: Path, language: str) -> Path:
    """Give the file of a page in a language; the English file where there is none."""
    docs = data_folder("docs")
    if language == ENGLISH or not source.is_relative_to(docs):
        return source
    there = docs / language / source.relative_to(docs)
    return there if there.is_file() else source


def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # for those who read the guide

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _parsed(source: Path) -> list[Token]:
    return _markdown().parse(source.read_text(encoding="utf-8"))


def _targets(tokens: list[Token], source: Path) -> Iterator[Path]:
    """Yield the files that a page leads to."""
    for token in tokens:
        for inner in token.children or ():
            address = str(inner.attrGet("href") or "")
            if inner.type == "link_open" and not address.startswith(OUTSIDE):
                yield (source.parent / address.partition("#")[0]).resolve()


def _is_picture(tokens: list[Token], number: int) -> bool:
    """Whether the paragraph at a token is a single picture."""
    if tokens[number].type != "paragraph_open":
        return False
    return [one.type for one in tokens[number + 1].children or ()] == ["image"]


def _name_of(source: Path) -> str:
    stem = source.parent.name if source.stem == "README" else source.stem
    return f"{stem.lower()}.html"


def _anchor(heading: str) -> str:
    """Make the anchor of a heading as GitHub does."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
