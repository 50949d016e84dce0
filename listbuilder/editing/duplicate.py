"""Duplicating a selection with its contents."""

from __future__ import annotations

import attrs

from listbuilder.editing.edited import Edited
from listbuilder.editing.find import described, find_selection
from listbuilder.editing.roster_tree import change_held, path_of, selection_at
from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge


def duplicate(judge: Judge, roster: Roster, wanted: str) -> Edited:
    """Put a copy of a selection behind it, without the ids at which others are placed.

    Args:
        judge: the judge of the roster's book.
        roster: the roster.
        wanted: the selection (``find_selection``).

    Raises:
        EditError: there is no such selection.
    """
    node = find_selection(judge.lay_out(roster), wanted)
    path = path_of(node)
    copy = _nameless(selection_at(roster, path))

    def put_behind(held: tuple[Selection, ...]) -> tuple[Selection, ...]:
        return (*held[: path[-1] + 1], copy, *held[path[-1] + 1 :])

    return Edited(
        change_held(roster, path[:-1], put_behind), gettext("Doubled {unit}.", unit=described(node))
    )


def _nameless(selection: Selection) -> Selection:
    return attrs.evolve(selection, id=None, with_=tuple(map(_nameless, selection.with_)))
