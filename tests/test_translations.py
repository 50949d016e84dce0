"""All that is told to players is in the messages, and each language says all of it."""

import re
from collections import Counter
from pathlib import Path

import pytest

from listbuilder.messages import ENGLISH, languages, placeholders
from tests.translations import (
    CHECKOUT,
    compiled,
    files,
    helps,
    read,
    said,
    templates,
    updated,
    written,
)

TAG = re.compile(r"</?\w+>")
FILES = files()
GONE = re.compile(
    r"\{% block style %\}.*?\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<style.*?</style>"
    r"|<script.*?</script>|<svg.*?</svg>"
    r"|<!doctype.*?>",
    re.DOTALL,
)
"""Of a template: all that is no text of its own."""

ATTRIBUTE = re.compile(r'\b(?:title|alt|aria-label|placeholder)="([^"]*)"')
WORD = re.compile(r"[^\W\d_]{2,}")
OURS = {"Listbuilder", "MIT", "nbsp", "middot", "times", "mm"}
"""Words that are the same in all languages."""

CALLS = re.compile(r"(?<![\w.])(?:_|ngettext)\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)")
LITERAL = re.compile(r'"([^"]*)"')
COMPARED = re.compile(r'(?:==|in|!=|replace\()\s*\(?"[^"]*"')


def test_languages_are_those_that_have_a_file() -> None:
    assert (ENGLISH, *(path.parent.parent.name for path in FILES)) == languages()


@pytest.mark.parametrize("path", FILES, ids=str)
def test_messages_are_those_of_the_program(path: Path) -> None:
    assert written(updated(read(path))) == path.read_bytes(), "run make translations"


@pytest.mark.parametrize("path", FILES, ids=str)
def test_what_is_read_is_what_translators_wrote(path: Path) -> None:
    assert compiled(read(path)) == path.with_suffix(".mo").read_bytes(), "run make translations"


@pytest.mark.parametrize("path", FILES, ids=str)
def test_each_message_is_translated_with_all_that_stands_in_it(path: Path) -> None:
    bad = []
    without_values = {text for _, text in helps()}
    for message in read(path):
        one, *several = words(message.id)
        if not one or (one in without_values and message.string):
            continue
        last = [one, *several][-1]
        for string in words(message.string):
            lacking = placeholders(last) ^ placeholders(string)
            if several:
                lacking -= {"count"}  # "one" says it as well
            tags = [Counter(TAG.findall(text)) for text in (string, last)]
            if not string or message.fuzzy or lacking or tags[0] != tags[1]:
                bad.append(message.id)
    assert bad == []


def words(said: object) -> list[str]:
    return [str(one) for one in said] if isinstance(said, list | tuple) else [str(said or "")]


def test_a_message_without_its_placeholders_is_found() -> None:
    assert placeholders("{name}: {count} left") == {"name", "count"}
    assert placeholders("nothing") == frozenset()


def test_values_have_names() -> None:
    """A translator orders words by them."""
    nameless = {""}
    for place, message in said():
        for one in message if isinstance(message, tuple) else (message,):
            assert not placeholders(one) & nameless, place
            assert all(name.isidentifier() for name in placeholders(one)), place


def outside(text: str) -> list[str]:
    """What a template says to people that is no message."""
    bare = CALLS.sub("", re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL))
    found = []
    for told in re.findall(r"\{\{.*?\}\}|\{%-? set .*?%\}", bare, re.DOTALL):
        words = LITERAL.findall(COMPARED.sub("", told))
        found += [word for word in words if re.match(r"[A-Za-z]\w* \w*[a-z]{2}", word)]
        found += [word for word in words if re.fullmatch(r"[A-Z][a-z]+", word)]
    rest = GONE.sub("\n", bare)
    found += [text for text in ATTRIBUTE.findall(rest) if WORD.search(text)]
    for line in re.sub(r"<[^>]*>", "\n", rest).splitlines():
        if '="' not in line and {*WORD.findall(re.sub(r"&#?\w+;", "", line))} - OURS:
            found.append(line.strip())
    return found


PAGES = [*templates()]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_templates_say_nothing_but_messages(path: Path) -> None:
    assert outside(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<p>{{ _('Cards') }}</p>", []),
        ("<p>Cards</p>", ["Cards"]),
        ('<p title="A card">{{ name }}</p>', ["A card"]),
        ('{{ "Legal" if legal }}', ["Legal"]),
        ('{{ _("Legal") if legal else "not yet" }}', ["not yet"]),
        ('{{ name }}: {{ _("{count} cards", count=many) }}', []),
        ("{# a note #}<b>{{ name }}</b> · <style>p { color: red }</style>", []),
    ],
)
def test_a_sentence_outside_the_messages_is_found(text: str, found: list[str]) -> None:
    assert outside(text) == found


def test_translations_lie_where_the_package_is() -> None:
    assert all(path.is_relative_to(CHECKOUT / "listbuilder") for path in FILES)
