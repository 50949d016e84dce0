"""A message is English to programs, and each reader's language to people."""

import json
import pickle
from contextvars import copy_context

import pytest
from jinja2 import Environment

from listbuilder.loading.library import Library
from listbuilder.loading.structuring import structure
from listbuilder.messages import (
    Titled,
    first_offered,
    gettext,
    joined,
    language,
    ngettext,
    speak,
    spoken,
    template_globals,
    translated,
)
from listbuilder.model.ruleset import Catalogue, Ruleset
from tests.shipped import LIBRARY

CREW = Titled("Crews", {"de": {"Crews": "Besatzungen", "Crew": "Besatzung"}})
TABLE = {"de": {"Points": "Punkte", "attacker": "Angreifer", "Do it.": "Tu es."}}
RULESET = {
    "id": "game",
    "name": "Game",
    "version": "1.0.0",
    "documents": {},
    "limits": {"points": {"title": "Points"}},
    "choices": {"side": {"title": "Side", "options": {"one": "attacker", "other": "other"}}},
    "titles": TABLE,
}


def told(text: str, language: str = "de") -> str:
    with spoken(language):
        return translated(text)


def test_message_is_english_and_told_in_another_language() -> None:
    message = gettext("{some} of {all}", some=1, all=CREW)
    assert json.dumps([message]) == '["1 of Crews"]'
    assert (told(message), told(message, "en")) == ("1 von Besatzungen", "1 of Crews")


def test_what_nobody_translated_is_told_in_english() -> None:
    assert told(gettext("Nobody says {name}.", name="this")) == "Nobody says this."
    assert told("plain") == "plain"
    assert told(gettext("legal"), "fr") == "legal"


@pytest.mark.parametrize(("count", "said"), [(1, "1 weiterer"), (2, "2 weitere")])
def test_plural(count: int, said: str) -> None:
    message = ngettext("{count} more are not drawn.", "{count} more are not drawn.", count)
    assert told(message).startswith(said)


@pytest.mark.parametrize(
    "text",
    [gettext("page {number}", number=3), joined(", ", [CREW, "x"]), CREW, CREW.lower()],
    ids=["message", "joined", "titled", "lowered"],
)
def test_texts_go_from_process_to_process(text: str) -> None:
    again = pickle.loads(pickle.dumps(text))
    assert (again, told(again)) == (text, told(text))
    assert type(again) is type(text)


def test_forms_of_a_title() -> None:
    one = CREW.removesuffix("s")
    assert (str(one), told(one)) == ("Crew", "Besatzung")
    assert (str(CREW.lower()), told(CREW.lower())) == ("crews", "Besatzungen")
    assert told(Titled("Mounts", {}, CREW)) == "Besatzungen"


def test_template_says_it_in_the_language_of_its_reader_and_escapes_values() -> None:
    page = Environment(autoescape=True)
    page.globals |= template_globals()
    template = page.from_string('{{ language() }} {{ _("{name}: cards", name=name) }} {{ crew }}')
    with spoken("de"):
        assert template.render(name="<b>", crew=CREW) == "de &lt;b&gt;: Karten Besatzungen"
    assert template.render(name="<b>", crew=CREW) == "en &lt;b&gt;: cards Crews"


def test_language_is_that_of_a_request_and_not_of_the_process() -> None:
    copy_context().run(speak, "de")
    assert language() == "en"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["de"], "de"),
        (["de-AT"], "de"),
        (["de_CH.UTF-8"], "de"),
        (["fr", "de"], "de"),
        (["en-GB", "de"], "en"),
        (["C.UTF-8"], "en"),
        (["../de", ""], "en"),
        ([], "en"),
    ],
)
def test_choice_of_a_language(wanted: list[str], language: str) -> None:
    assert first_offered(wanted) == language


def test_data_says_its_titles_once_for_a_file() -> None:
    ruleset = structure(RULESET, Ruleset)
    options = ruleset.choices["side"].options
    assert (ruleset.limits["points"].title, options["one"]) == ("Points", "attacker")
    assert told(ruleset.limits["points"].title) == "Punkte"
    assert [told(option) for option in options.values()] == ["Angreifer", "other"]
    assert ruleset == structure(RULESET, Ruleset)


def test_titles_of_a_ruleset_hold_in_its_army_lists() -> None:
    raw = {
        "id": "list",
        "ruleset": "game",
        "name": "List",
        "version": "1.0.0",
        "keywords": {"a": {"title": "Points"}, "b": {"title": "Own"}},
        "titles": {"de": {"Own": "Eigenes"}},
    }
    keywords = structure(raw, Catalogue, TABLE).keywords
    assert [told(one.title or "") for one in keywords.values()] == ["Punkte", "Eigenes"]
    alone = structure(raw, Catalogue).keywords["a"].title
    assert told(alone or "") == "Points"


@pytest.mark.parametrize("titles", [None, "de", {"de": "Punkte"}, {"de": {"Points": 1}}, []])
def test_bad_titles_are_refused(titles: object) -> None:
    with pytest.raises(ValueError, match="Ruleset"):
        structure({**RULESET, "titles": titles}, Ruleset)


@pytest.mark.parametrize("name", LIBRARY.rulesets())
def test_shipped_titles_are_of_something(name: str) -> None:
    """A title that nothing has any more is a mistake; plurals have their singular beside them."""
    table = LIBRARY.ruleset(name).titles["de"]
    read = {
        key: json.loads(path.read_text(encoding="utf-8"))
        for key, path in Library().files(name).items()
    }
    texts = {key: {*strings(one | {"titles": {}})} for key, one in read.items()}
    every = set().union(*texts.values())
    assert {one for one in table if one not in every and f"{one}s" not in every} == set()
    for key, one in read.items():
        own = one.get("titles", {}).get("de", {}) if key else {}
        assert {*own} <= texts[key], key
        assert not {*own} & {*table}, f"{key}: the ruleset says so already"
    costs = [one.title for one in LIBRARY.ruleset(name).values.values() if one.cost]
    assert {title.removesuffix("s") for title in costs} <= {*table}


def strings(data: object) -> list[str]:
    if isinstance(data, dict):
        return [text for value in data.values() for text in strings(value)]
    if isinstance(data, list):
        return [text for value in data for text in strings(value)]
    return [data] if isinstance(data, str) else []
