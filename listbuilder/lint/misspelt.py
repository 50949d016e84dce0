"""Check of names on cards: rare names that are one slip away from a common name."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.loading.names import LONGEST_NEAR, quoted
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Keyword
from listbuilder.rules.carried import FIELDS
from listbuilder.rules.glossary import PARAMETER

OFTEN = 3
"""Least occurrences of a common name; a rare name close to it counts as misspelt."""

FEWEST_LETTERS = 4
"""Least letters of a name that is compared: in shorter names one letter makes another word."""


def rare_names(game: Game) -> Iterator[Diagnostic]:
    """Yield names that occur once, close to one that occurs often, in a game without a glossary."""
    if any(file.part.glossary for file in game.files.values() if file.part is not None):
        return
    places: dict[str, dict[str, list[tuple[Location, str]]]] = {field: {} for field in FIELDS}
    for kind in (Entry, Keyword):
        for at, carrier in game.of(kind):
            for field in FIELDS:
                for index, named in enumerate(getattr(carrier, field, ())):
                    name = PARAMETER.sub("", named.name)
                    places[field].setdefault(name, []).append((at, f"/{field}/{index}"))
    for named_so in places.values():
        often: dict[str, list[str]] = {}
        for name, where in named_so.items():
            for key in _one_letter_less(name) if len(where) >= OFTEN else ():
                often.setdefault(key, []).append(name)
        for name, where in named_so.items():
            if len(where) > 1:
                continue
            likely = (one for key in _one_letter_less(name) for one in often.get(key, ()))
            close = next((one for one in likely if _one_slip(name, one)), None)
            if close is not None:
                (at, step), number = where[0], len(named_so[close])
                message = gettext(
                    "Only this is called {name}, {number} are {close}.",
                    name=quoted(name),
                    number=number,
                    close=quoted(close),
                )
                yield at.diagnostic("rare-name", message, step)


def _one_letter_less(name: str) -> list[str]:
    """List a name and its deletions of one letter: names one slip apart have one in common.

    The symmetric deletion of SymSpell: so no pairs of names need to be compared.
    """
    if len(name) > LONGEST_NEAR:
        return []
    folded = name.casefold()
    return [folded, *(folded[:at] + folded[at + 1 :] for at in range(len(folded)))]


def _one_slip(name: str, other: str) -> bool:
    """Whether two names differ by one letter more, less or other, two swapped, or by case."""
    one, two = name.casefold(), other.casefold()
    if one == two:
        return True
    if min(len(one), len(two)) < FEWEST_LETTERS or abs(len(one) - len(two)) > 1:
        return False
    start = _alike(one, two)
    one, two = one[start:], two[start:]
    end = _alike(one[::-1], two[::-1])
    one, two = one[: len(one) - end], two[: len(two) - end]
    swapped = len(one) == len("ab") and one == two[::-1]
    return swapped or max(len(one), len(two)) <= 1


def _alike(one: str, two: str) -> int:
    """Count the equal letters at the beginning of two names."""
    pairs = zip(one, two, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))
