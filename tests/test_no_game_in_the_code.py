"""Nothing in the Python or the templates names a game, an army or a unit."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.loading.library import Library

ROOT = Path(__file__).resolve().parent.parent
CODE = sorted(
    path
    for folder, pattern in (("listbuilder", "*.py"), ("templates", "*.*"))
    for path in (ROOT / folder).rglob(pattern)
    if path.suffix in {".py", ".html", ".j2", ".css"}
)


def names() -> Iterator[str]:
    library = Library()
    for ruleset in library.rulesets():
        yield ruleset
        yield library.ruleset(ruleset).name
        for catalogue_id in library.catalogues(ruleset):
            catalogue = library.catalogue(ruleset, catalogue_id)
            yield catalogue_id
            yield catalogue.name
            for entry in catalogue.entries:
                if entry.profiles:
                    yield entry.id
                    yield entry.name


WORDS = re.compile(
    r"(?<!\w)(" + "|".join(re.escape(name) for name in sorted(set(names()))) + r")(?!\w)",
    re.IGNORECASE,
)


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_code_names_no_game_army_or_unit(path: Path) -> None:
    assert WORDS.findall(path.read_text(encoding="utf-8")) == []
