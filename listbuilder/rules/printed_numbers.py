"""The numbers of profiles as printed, before any alteration."""

from __future__ import annotations

import re

from listbuilder.model.entries import Entry
from listbuilder.model.language import PrintedNumber

SIGNS = frozenset('0123456789()+-"')
"""The characters of a printed number: ``4``, ``4+``, ``(10)``, ``4(10)``, ``12-48"``."""

DIGITS = re.compile(r"[0-9]+")
MOST_WRITTEN = 4
"""The most digits of a number; longer ones are no numbers."""


def numbers_in(value: int | str | None) -> tuple[int, ...]:
    """Read the numbers of a profile in a column: none in words, dice and signed additions.

    Examples: 4 of ``4+``, 4 and 10 of ``4(10)``, none of ``D6+3``, ``+1`` and ``-``.
    """
    if isinstance(value, int):
        return (value,)
    if not value or value[0] in "+-" or not SIGNS.issuperset(value):
        return ()
    return tuple(int(one) for one in DIGITS.findall(value) if len(one) <= MOST_WRITTEN)


def number_in(value: int | str | None) -> int | None:
    """Read the number of a profile in a column; None: it has none, or several."""
    found = numbers_in(value)
    return found[0] if len(found) == 1 else None


def has_printed(asked: PrintedNumber, entry: Entry | None) -> bool:
    """Tell whether one of an entry's profiles has such a number; the roster (None) has none."""
    return any(
        asked.allow(number)
        for profile in (entry.profiles if entry else ())
        if asked.type is None or profile.type == asked.type
        for number in numbers_in(profile.values.get(asked.column))
    )
