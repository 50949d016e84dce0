"""Ids and other names from outside: their form, how they are quoted, and near misses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from listbuilder.messages import gettext

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""Lower case with hyphens, as the rule language has it."""

MOST_QUOTED = 60
"""Most characters of a name that a message repeats."""

LONGEST_NEAR = 100
"""Most characters of a name whose near misses are searched: comparing two names is quadratic."""

LIKENESS = 0.6
"""The least likeness of a near miss, from 0 to 1, as ``difflib`` counts it."""


def is_id(name: str) -> bool:
    """Tell whether a name has the form of an id."""
    return ID.fullmatch(name) is not None


def shortened(name: str) -> str:
    """Write a name; of a long name the beginning."""
    return f"{name[:MOST_QUOTED]}…" if len(name) > MOST_QUOTED else name


def quoted(name: str) -> str:
    """Quote a name (``shortened``)."""
    return gettext("“{name}”", name=shortened(name))


def did_you_mean(name: str, known: Iterable[str], likeness: float = LIKENESS) -> str:
    """Write a near miss as a question, `` Did you mean “…”?``; empty without one."""
    close = near_misses(name, known, 1, likeness)
    return gettext(" Did you mean “{name}”?", name=close[0]) if close else ""


def near_misses(
    name: str, known: Iterable[str], number: int = 1, likeness: float = LIKENESS
) -> tuple[str, ...]:
    """Find the near misses of a name, best first; none for a name longer than any id.

    Args:
        name: the misspelt name.
        known: the known names.
        number: most near misses.
        likeness: least likeness, from 0 to 1, as ``difflib`` counts it.
    """
    if len(name) > LONGEST_NEAR:
        return ()
    from difflib import get_close_matches

    there = [one for one in known if len(one) <= LONGEST_NEAR]
    return tuple(get_close_matches(name, there, number, likeness))


def is_slip(said: str, name: str) -> bool:
    """Whether a name was meant, but for the case of letters, spaces, or one slip of the pen.

    That is a letter too many, too few, another one, or two that changed places. Another digit is no
    slip, nor is another letter that stands alone: ``wall-1`` is not ``wall-2``, ``b`` is not ``a``.
    """
    one, other = (text.casefold().replace(" ", "-") for text in (said, name))
    parts = zip(one.split("-"), other.split("-"), strict=False)
    is_label = any(a != b and max(len(a), len(b)) == 1 for a, b in parts)
    if is_label or abs(len(one) - len(other)) > 1:
        return False
    for _ in range(2):  # what both begin with, then what both end with, is left out
        pairs = enumerate(zip(one, other, strict=False))
        same = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
        one, other = one[same:][::-1], other[same:][::-1]
    if any(letter.isdigit() for letter in one + other):
        return False
    return max(len(one), len(other)) < 2 or (len(one) == 2 and one == other[::-1])


def meant_by(said: str, called: Mapping[str, str]) -> str | None:
    """The id that was meant by a name that is none; None: no single one is known.

    That is one of which it is a slip of the pen (``is_slip``), or the only one whose title has all
    its words, two at least: ``eagle-gate`` is the gate called “The Eagle Gate”.

    Args:
        said: the name.
        called: the titles by id.
    """
    for name in called:
        if is_slip(said, name):
            return name
    words = _words(said)
    if len(words) < 2:
        return None
    longest = max(words, key=len)  # most titles have not even that
    near = (name for name, title in called.items() if longest in title.casefold())
    meant = [name for name in near if words <= _words(called[name])]
    return meant[0] if len(meant) == 1 else None


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold().replace("_", " ")))
