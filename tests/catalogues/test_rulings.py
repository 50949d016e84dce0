"""A ruling names only sources that its game lists in ``documents``: nobody else can look it up."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.model.ruleset import Document
from tests.shipped import LIBRARY

RULESETS = LIBRARY.rulesets()
GAMES = Path(__file__).parents[2] / "catalogues"

NOWHERE = re.compile(
    r"""\b(
        players?\ (say|report|field|use|think) | as\ players | everybody
      | blogs? | forums? | wikis? | reddit | facebook | youtube | battlescribe | new\ recruit
      | [\w-]+\.(com|org|net|io|co\.uk)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Names of places that no list of documents holds."""

REPOSITORY = re.compile(r"\b[A-Za-z][\w-]+/[A-Za-z][\w-]{2,}\b")


def names(document: Document) -> set[str]:
    """What a ruling may call a document: its title, of a repository its owner."""
    owner, _, rest = document.title.partition("/")
    return {document.title, owner} if rest else {document.title}


def rulings(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Yield every ruling in a file's JSON, with the id that it stands below."""
    if isinstance(value, dict):
        where = value.get("id", where)
        if "ruling" in value:
            yield where, value["ruling"]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from rulings(part, where)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rulings_name_documents_only(ruleset: str) -> None:
    book = LIBRARY.book(ruleset)
    own = {name for document in book.documents.values() for name in names(document)}
    other = {
        name
        for game in RULESETS
        for document in LIBRARY.book(game).documents.values()
        for name in names(document)
    } - own
    wrong = [
        (where, found)
        for path in sorted((GAMES / ruleset).glob("*.json"))
        for where, ruling in rulings(json.loads(path.read_text(encoding="utf-8")), path.stem)
        for found in (
            *(name for name in other if re.search(rf"\b{re.escape(name)}\b", ruling)),
            *(match[0] for match in NOWHERE.finditer(ruling)),
            *(match[0] for match in REPOSITORY.finditer(ruling) if match[0] not in own),
        )
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "said", ["Nine, as players report.", "So says BSData/elsewhere.", "See example.com."]
)
def test_a_source_that_nobody_lists_is_found_out(said: str) -> None:
    assert NOWHERE.search(said) or REPOSITORY.search(said)
