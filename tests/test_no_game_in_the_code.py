"""Nothing in the Python or the templates names a game, an army or a unit."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.shipped import LIBRARY

ROOT = Path(__file__).resolve().parent.parent
CODE = sorted(
    path
    for folder, pattern in (("listbuilder", "*.py"), ("templates", "*.*"))
    for path in (ROOT / folder).rglob(pattern)
    if path.suffix in {".py", ".html", ".j2", ".css"}
)


def names() -> Iterator[str]:
    for ruleset in LIBRARY.rulesets():
        yield ruleset
        yield LIBRARY.ruleset(ruleset).name
        for catalogue_id in LIBRARY.catalogues(ruleset):
            catalogue = LIBRARY.catalogue(ruleset, catalogue_id)
            yield catalogue_id
            yield catalogue.name
            for entry in catalogue.entries:
                if entry.profiles:
                    yield entry.id
                    yield entry.name


OURS = frozenset({"chosen", "tracker"})
"""Words that the code had before a game brought something so called: what a player chose, boxes."""

NAMES = {name.casefold() for name in names()}


def names_in(text: str, names: Iterable[str] = NAMES - OURS) -> list[str]:
    """The names in a text; those of which it has all words are looked for."""
    folded = text.casefold()
    words = {*re.findall(r"\w+", folded)}
    return [
        name
        for name in names
        if words.issuperset(re.findall(r"\w+", name))
        and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", folded)
    ]


def test_code_names_no_game_army_or_unit() -> None:
    found = {path: names_in(path.read_text(encoding="utf-8")) for path in CODE}
    assert {path: named for path, named in found.items() if named} == {}


@pytest.mark.parametrize("word", sorted(OURS))
def test_word_of_ours_is_a_name_and_in_the_code(word: str) -> None:
    assert word in NAMES
    ours = [path for path in CODE if names_in(path.read_text(encoding="utf-8"), [word])]
    assert ours != []


@pytest.mark.parametrize("text", ["if unit == 'Steam Tank':", "HALBERDIERS = 10", "{% warlord %}"])
def test_names_of_a_game_are_found(text: str) -> None:
    assert names_in(text) != []
