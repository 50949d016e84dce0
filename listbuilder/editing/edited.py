"""The result of an edit, and the numbers that edits take."""

from __future__ import annotations

import attrs

from listbuilder.errors import EditError
from listbuilder.loading.rosters import unknown_selections
from listbuilder.messages import gettext
from listbuilder.model.language import MOST_COPIES, Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge


@attrs.frozen
class Edited:
    """A roster after an edit, and what was done, in a few words."""

    roster: Roster
    done: str


def refuse_unreadable(judge: Judge, roster: Roster) -> Roster:
    """Refuse an edit that leaves a roster which could not be read again; else give it back.

    Raises:
        EditError: the roster selects what its book does not have.
    """
    for problem in unknown_selections(roster, judge.book):
        raise EditError(problem.message)
    return roster


def whole_number(value: str, key: str) -> int:
    """Read a number that a key is set to.

    Raises:
        EditError: it is not a whole number, or is too long.
    """
    if not value.isdecimal() or not value.isascii() or len(value) > len(str(MOST_COPIES)):
        raise EditError(
            gettext("“{key}” takes a whole number, not “{value}”.", key=key, value=value)
        )
    return int(value)


def read_copies(count: int) -> Copies:
    """Take a number for copies or models.

    Raises:
        EditError: there can't be so many, or none.
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
