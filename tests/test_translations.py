"""All that is told to players is in the messages, and each language says all of it."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.messages import ENGLISH, languages
from tests.translations import (
    CHECKOUT,
    compiled,
    files,
    helps,
    placeholders,
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


def test_templates_say_nothing_but_messages() -> None:
    said = {path: outside(path.read_text(encoding="utf-8")) for path in PAGES}
    assert {path: words for path, words in said.items() if words} == {}


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


SENTENCE = re.compile(r"[A-Za-z]{2,}[^A-Za-z]{0,3} [a-z]{2,}")
"""Two words in a row, the second in small letters."""

BETWEEN = re.compile(r"(\{\}|^)[^{}]* [a-z]{2,}[^{}=<]*(\{\}|$)")
"""Of an f-string: a word between its values, or beside one."""

CODE = re.compile(
    r"^ *listbuilder |^(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA)\b"
    r"|=[\"']|-src |(width|height|size): |^(public|text/html|attachment|inline)[,;]"
)
"""What looks like a sentence and is a command, or in another language than people's."""

GOALS = {
    "least lost": "names of goals",
    "least given up": "as that",
    "fewest changes": "as that",
    "in between": "as that",
}

NOT_TOLD = {
    "__init__.py": {"module {} has no attribute {}": "raises a bug"},
    "editing/compare.py": {"battle rule": "a kind, whose words are beside it"},
    "editing/difference_words.py": {"battle rule": "a kind, whose words are beside it"},
    "interop/importing.py": {
        "other points": "a key of notes, which are read again",
        "points there": "as that",
    },
    "interop/rehoming.py": {"the roster": "a name in place of a file's"},
    "interop/remarks.py": {"not understood": "a key of notes"},
    "interop/texts.py": {"Created with": "a line of another program's"},
    "interop/warbands.py": {"Army leader": "an entry of the data"},
    "lint/split_sensitivity.py": {
        "it is 0": "values of an enumeration",
        "both have all of it": "as that",
        "each has a part": "as that",
    },
    "loading/parse.py": {
        "duplicate key": "the place is looked for, and told",
        "huge number": "as that",
    },
    "model/event.py": {"An army is built to the event's limit": "the title of a rule in data"},
    "report/diff.py": {"The version is still {}.": "of Markdown, which is English"},
    "report/github.py": {"::notice title=Listbuilder::{}": "of a format that programs read"},
    "report/text.py": {"army lists": "a head of a column, by which it is spared"},
    "report/roster_tables.py": {
        "army lists": "of CSV, which programs read",
        "{} limit": "as that",
    },
    "report/repair.py": GOALS,
    "solve/outcomes.py": GOALS,
    "solve/search/refinement.py": {
        "the solver calls legal what breaks {}": "raises a bug",
        "the solver calls kept what breaks {}": "as that",
    },
    "solve/tasks/answer_order.py": GOALS,
    "solve/tasks/repair_goals.py": {"given up": "the name of a goal"},
    "sheets/render/html.py": {"@font-face { font-family: Further; src: url({}) }": "CSS"},
    "web/routes/printing.py": {" allow-same-origin allow-modals": "a header"},
    "web/http/bugs.py": {"with one of many": "where a bug is logged"},
}
"""What nobody reads as a sentence, by module, and why."""

ROOMS_OF_FILES = {
    "lint/codes_page.py": "writes a page of the repository",
    "lint/codes.py": "its codes are explained on that page",
    "site/packs.py": "names of files",
    "site/runtime.py": "names of files",
}
"""Modules with long texts that are for no player, and why."""

UNREAD = re.compile(
    r"^(gettext|ngettext|click\.(option|argument|group|command|version_option)|re\.compile|compile"
    r"|getattr|hasattr|(Type|Value|Assertion|NotImplemented|Runtime|Key)Error)$"
)
"""Calls whose arguments are messages already, help that is gathered, or of bugs."""


def callee(call: ast.Call) -> str:
    """The name that is called, with that of its module; of what has no name, nothing."""
    match call.func:
        case ast.Name(name):
            return name
        case ast.Attribute(ast.Name(module), name):
            return f"{module}.{name}"
    return ""


def untranslated(path: Path) -> list[str]:
    """Sentences of a module that are no messages."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    read: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            read |= {one.value for one in node.body if isinstance(one, ast.Expr)}
        if isinstance(node, ast.Call) and UNREAD.search(callee(node)):
            for part in (*node.args, *node.keywords):
                read |= {*ast.walk(part)}
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            read |= {*ast.walk(node.annotation)}
    found = []
    for node in ast.walk(tree):
        if node in read:
            continue
        between = False
        if isinstance(node, ast.JoinedStr):
            parts = [one for one in node.values if isinstance(one, ast.Constant)]
            read |= {*parts}
            said = "".join(
                str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values
            )
            between = BETWEEN.search(said) is not None
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value
        else:
            continue
        if (between or SENTENCE.search(said)) and not CODE.search(said):
            found.append(said)
    return found


MODULES = sorted((CHECKOUT / "listbuilder").rglob("*.py"))


def in_package(path: Path) -> str:
    return path.relative_to(CHECKOUT / "listbuilder").as_posix()


def test_modules_tell_nothing_but_messages() -> None:
    told = {in_package(path): {*untranslated(path)} for path in MODULES}
    known = {name: {*NOT_TOLD.get(name, ())} for name in told}
    assert {
        name: words
        for name, words in told.items()
        if name not in ROOMS_OF_FILES and words != known[name]
    } == {}


def test_a_sentence_that_is_no_message_is_found(tmp_path: Path) -> None:
    module = tmp_path / "said.py"
    module.write_text(
        '"""A module that speaks."""\n'
        'click.echo(f"Saved to {file} now.")\nclick.echo(translated(gettext("Saved it.")))\n'
        'raise EditError(f"There is no {name}.")\nclick.echo(f"{name}: {number}")\n'
        'click.echo(f"{some} of {all}")\n'
        'TITLE = "army lists"\nraise ValueError("a bug of ours")\n'
        'yield {"text": f"{many} more are there"}\n',
        encoding="utf-8",
    )
    said = ["Saved to {} now.", "There is no {}.", "army lists", "{} more are there", "{} of {}"]
    assert sorted(untranslated(module)) == sorted(said)


class Told(NamedTuple):
    """A call of ``gettext`` or ``ngettext``: the forms of its message, and the names it gives."""

    forms: list[str]
    given: set[str | None]


@cache
def told(path: Path) -> list[Told]:
    """The messages that a module makes."""
    return [
        Told(
            [str(one.value) for one in node.args[:2] if isinstance(one, ast.Constant)],
            {one.arg for one in node.keywords},
        )
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and callee(node) in ("gettext", "ngettext")
    ]


def test_messages_are_gathered_wherever_they_are_made() -> None:
    """Babel finds none inside an f-string."""
    gathered = {one for _, message in said() for one in (*message,) if isinstance(message, tuple)}
    gathered |= {message for _, message in said() if isinstance(message, str)}
    made = {form for path in MODULES for one in told(path) for form in one.forms}
    assert made - gathered == set()


def misfilled(path: Path) -> list[str]:
    """Messages of a module that are not given what stands in them."""
    found = []
    for one in told(path):
        wanted = placeholders(one.forms[-1]) - ({"count"} if len(one.forms) > 1 else set())
        if one.given != wanted:
            found.append(one.forms[-1])
    return found


def test_messages_are_given_what_stands_in_them() -> None:
    found = [one for path in MODULES for one in misfilled(path) if in_package(path) != MESSAGES]
    assert found == []


MESSAGES = "messages.py"
