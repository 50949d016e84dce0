"""Kept texts are told in the language of whoever reads them, and nothing else is made of them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.messages import (
    Titled,
    gettext,
    joined,
    lowered_title,
    ngettext,
    spoken,
    translated,
)
from listbuilder.web.storage.kept_text import kept, read_kept
from tests.sampling import examples

CREW = Titled("Crews", {"de": {"Crews": "Besatzungen", "Crew": "Besatzung"}})
TEXTS = [
    gettext("Removed {unit}.", unit=joined(" ", ("1.2", CREW))),
    ngettext("{count} card", "{count} cards", 2),
    CREW.removesuffix("s"),
    CREW.lower(),
    joined(" ", ("of", CREW)).begun(),
    lowered_title("crew", CREW),
    joined(", ", ["{", CREW]),
]


@pytest.mark.parametrize("text", TEXTS, ids=map(str, TEXTS))
def test_text_is_told_as_when_it_was_kept(text: str) -> None:
    again = read_kept(kept(text))
    assert again == text
    with spoken("de"):
        assert translated(again) == translated(text)


def test_a_step_of_before_is_told_as_it_is() -> None:
    assert read_kept("Added Lurtz.") == kept("Added Lurtz.") == "Added Lurtz."


@given(st.text() | st.recursive(st.none() | st.text(), st.lists, max_leaves=3).map(json.dumps))
@examples(100)
def test_whatever_is_kept_can_be_read(said: str) -> None:
    assert read_kept(said) == said
    assert read_kept(kept(said)) == said


@pytest.mark.parametrize(
    "msgid", ["{x.__class__}", "{x:>99999999}", "{x!r}", "{0}", "{", "{x[0]}", "{y}"]
)
def test_what_no_sentence_of_ours_holds_is_told_as_it_is(msgid: str) -> None:
    said = json.dumps({"say": msgid, "many": "", "of": 0, "with": {"x": "1"}})
    assert read_kept(said) == said


def test_too_deep_is_told_as_it_is() -> None:
    said = '{"small": "x", "whole": ' * 50 + '"x"' + "}" * 50
    assert read_kept(said) == said
