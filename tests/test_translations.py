"""All that is told to players is in the messages, and each language says all of it."""

import ast
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
        unsaid = {"count"} if several else set()  # "one" says it as well
        wanted = [placeholders(form) - unsaid for form in (one, last)]
        for string in words(message.string):
            tags = [Counter(TAG.findall(text)) for text in (string, last)]
            whole = placeholders(string) - unsaid in wanted and tags[0] == tags[1]
            if not string or message.fuzzy or not whole:
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


ENGLISH_ALONE = {
    "lint": "speaks to whoever writes data, of JSON and its keys",
    "lsp": "as lint, in an editor",
    "loading": "speaks of a file's JSON, as lint does",
    "interop": "remarks go into a roster's notes, which programs read",
    "odds": "speaks to whoever writes the data of odds",
    "site": "speaks to whoever publishes a builder",
    "model": "has no sentences but names",
    "rules": "what remains raises bugs",
    "solve": "what remains raises bugs",
    "checking": "tables of an inbox are read by programs",
    "redaction": "one finding, of an opponent's copy",
}
"""Rooms whose failures are told in English, and why."""


def untranslated(path: Path) -> list[str]:
    """Sentences that a module prints, or raises for people, and that are no messages."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args and TELLS.search(ast.unparse(node.func)):
            told = node.args[0]
            while isinstance(told, ast.Call) and ast.unparse(told.func) in (
                "escape_control",
                "wrapped",
            ):
                told = told.args[0]
            parts = told.values if isinstance(told, ast.JoinedStr) else [told]
            said = "".join(
                part.value
                for part in parts
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )
            if re.search(r"[A-Za-z]{3,}[^A-Za-z]* [a-z]", said):
                found.append(said)
    return found


TELLS = re.compile(
    r"^click\.(echo|UsageError|BadParameter)$|^(Edit|Foreign|Picture|NoRoster)Error$"
)
"""Calls whose first argument people read."""

TOLD = [
    path
    for path in sorted((CHECKOUT / "listbuilder").rglob("*.py"))
    if path.relative_to(CHECKOUT / "listbuilder").parts[0] not in ENGLISH_ALONE
]


@pytest.mark.parametrize(
    "path", TOLD, ids=lambda path: path.as_posix().partition("listbuilder/")[2]
)
def test_modules_tell_nothing_but_messages(path: Path) -> None:
    assert untranslated(path) == []


def test_a_sentence_that_is_no_message_is_found(tmp_path: Path) -> None:
    module = tmp_path / "said.py"
    module.write_text(
        'click.echo(f"Saved to {file} now.")\nclick.echo(translated(gettext("Saved it.")))\n'
        'raise EditError(f"There is no {name}.")\nclick.echo(f"{name}: {number}")\n',
        encoding="utf-8",
    )
    assert untranslated(module) == ["Saved to  now.", "There is no ."]


def misfilled(path: Path) -> list[str]:
    """Messages of a module that are not given what stands in them."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("gettext", "ngettext"):
            said = [one.value for one in node.args[:2] if isinstance(one, ast.Constant)]
            given = {one.arg for one in node.keywords}
            wanted = placeholders(str(said[-1])) - ({"count"} if len(said) > 1 else set())
            if given != wanted:
                found.append(str(said[-1]))
    return found


def test_messages_are_given_what_stands_in_them() -> None:
    assert [one for path in TOLD for one in misfilled(path)] == []
    rest = {*(CHECKOUT / "listbuilder").rglob("*.py")} - {*TOLD, CHECKOUT / MESSAGES}
    assert [one for path in rest for one in misfilled(path)] == []


MESSAGES = "listbuilder/messages.py"
