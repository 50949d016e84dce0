"""The result of an edit, and the numbers that edits take."""

from __future__ import annotations

import attrs

from listbuilder.errors import EditError
from listbuilder.loading.selections import unknown_selections
from listbuilder.messages import gettext
from listbuilder.model.language import MOST_COPIES, Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge


@attrs.frozen
class Edited:
    """A roster after an edit, and the edit in a few words."""

    roster: Roster
    done: str


def refuse_unreadable(judge: Judge, roster: Roster) -> Roster:
    """Refuse an edit after which the roster could not be read again; else give the roster back.

    Raises:
        EditError: the roster selects entries that its book does not have.
    """
    for problem in unknown_selections(roster, judge.book):
        raise EditError(problem.message)
    return roster


def whole_number(value: str, key: str) -> int:
    """Read a whole number for a key.

    Raises:
        EditError: the text is no whole number, or too long.
    """
    if not value.isdecimal() or not value.isascii() or len(value) > len(str(MOST_COPIES)):
        raise EditError(
            gettext("“{key}” takes a whole number, not “{value}”.", key=key, value=value)
        )
    return int(value)


def read_copies(count: int) -> Copies:
    """Read a number of copies or models.

    Raises:
        EditError: the number is too large, or less than 1.
    """
    if not 1 <= count <= MOST_COPIES:
        raise EditError(
            gettext(
                "A selection has from 1 to {most_copies} copies, not {count}.",
                most_copies=MOST_COPIES,
                count=count,
            )
        )
    return Copies(count)
