"""Files that need the same are done one after another, and come out in their order."""

from functools import partial

import pytest

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading import grouped as module
from listbuilder.loading.grouped import Continuation, grouped, whole
from listbuilder.loading.isolation import BUG, Isolation


class Work:
    """Work on words, which need their first letter; of one in capitals nothing is left to do."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def __call__(self, word: str) -> str | Continuation[str]:
        self.steps.append(word)
        if word.isupper():
            return word
        if word == "bad":
            raise LoadError("bad", [Finding("bad", Severity.ERROR, "Bad.")])
        return Continuation(word[0], partial(self.rest, word), 1)

    def rest(self, word: str) -> str:
        self.steps.append(f"{word}!")
        if word == "bug":
            raise ZeroDivisionError
        return f"{word}!"


def done(words: str, work: Work) -> list[str]:
    made = grouped(words.split(), str, work, Isolation())
    return [one.findings[0].code if isinstance(one, LoadError) else one for one in made]


def test_what_needs_the_same_is_done_together_and_told_in_order() -> None:
    work = Work()
    assert done("ant bee A bad axe bug bat", work) == [
        *("ant!", "bee!", "A", "bad", "axe!", BUG, "bat!")
    ]
    assert work.steps[7:] == ["ant!", "axe!", "bee!", "bug!", "bat!"]


def test_no_more_is_begun_than_memory_should_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_HELD", 1)
    work = Work()
    assert done("ant bee axe", work) == ["ant!", "bee!", "axe!"]
    assert work.steps == ["ant", "bee", "ant!", "bee!", "axe", "axe!"]


def test_one_item_is_done_at_once() -> None:
    assert [whole(Work(), word) for word in ("ant", "A")] == ["ant!", "A"]
