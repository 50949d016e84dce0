"""The text of ``lint --explain``, and the page of all codes: ``catalogues/LINT.md``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from listbuilder.lint.codes import Code, ExampleKind, codes, game
from listbuilder.loading.layout import laid_out

PATHS: Mapping[ExampleKind, str] = {
    "ruleset": "gate/ruleset.json",
    "catalogue": "gate/night.json",
    "roster": "gate/rosters/first-watch.json",
}
"""Paths of the example game's files, as the page tells them."""

TITLES: Mapping[ExampleKind, str] = {
    "ruleset": "in a ruleset",
    "catalogue": "in an army list",
    "roster": "in a roster",
}

INTRODUCTION = """# What lint finds

`listbuilder lint PATH…` reads rulesets, army lists and rosters, and says all that is wrong with
them at once. This page is made by `listbuilder lint --explain all`; `--explain CODE` prints one
part of it. Codes stay what they are: `--select` and `--ignore` name them.

Errors are wrong; warnings are probably mistakes, and fail only with `--strict`. Of the examples,
each bad one gives just its code and each good one none, in the game at the end of the page: what
an example says is added to its file."""


def explained(code: Code) -> Iterator[str]:
    """Yield the lines that explain a code, as Markdown."""
    yield f"### {code.name}"
    yield ""
    yield f"{str(code.severity).capitalize()}. {code.means}"
    yield ""
    yield f"To mend it: {code.remedy}"
    for title, example in (("Bad", code.bad), ("Good", code.good)):
        yield ""
        if code.home is None:
            yield f"{title}: {example}"
        else:
            whole = "the whole file" if isinstance(example, str) else TITLES[code.home]
            yield f"{title}, {whole}:"
            yield ""
            text = example if isinstance(example, str) else laid_out(example)
            yield from _block(text)


def page_lines() -> Iterator[str]:
    """Yield the lines of the page of all codes."""
    yield INTRODUCTION
    for topic, grouped in groupby(codes().values(), key=lambda code: code.topic):
        yield ""
        yield f"## {topic}"
        for code in grouped:
            yield ""
            yield from explained(code)
    yield ""
    yield "## The game of the examples"
    for home, data in game().items():
        yield ""
        yield f"`{PATHS[home]}`:"
        yield ""
        yield from _block(laid_out(data))


def _block(text: str) -> Iterator[str]:
    yield "```json"
    yield from text.splitlines()
    yield "```"
