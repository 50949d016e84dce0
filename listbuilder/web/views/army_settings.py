"""Settings of a whole army: its limits, its choices and its army list."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from listbuilder.loading.library import Library
from listbuilder.web.storage.documents import RosterDocument
from listbuilder.web.views.games import game_of


@attrs.frozen
class ArmySettings:
    """The settings of an army, to be changed.

    Attributes:
        limits: key, title and number of each; empty where it is not set.
        choices: key, title, options with their titles, and the option that is chosen.
        list: id of the first army list; empty where there is none.
        lists: id and name of the first army list, and of those that could take its place.
    """

    limits: tuple[tuple[str, str, int | str], ...]
    choices: tuple[tuple[str, str, Mapping[str, str], str], ...]
    list: str
    lists: tuple[tuple[str, str], ...]

    @property
    def can_be_other(self) -> bool:
        """Whether there is a setting that can be changed."""
        return bool(self.limits or self.choices or (self.list and self.others))

    @property
    def others(self) -> tuple[tuple[str, str], ...]:
        """The army lists that the army does not draw on."""
        return tuple(one for one in self.lists if one[0] != self.list)


def army_settings(document: RosterDocument, library: Library) -> ArmySettings:
    """Show the settings of an army with their alternatives."""
    book, roster = document.judge.book, document.roster
    children = document.verdict.army.root.children
    first = next((node.place.list_id for node in children if node.place.list_id), "")
    return ArmySettings(
        tuple(
            (key, kind.title, roster.limits.get(key, ""))
            for key, kind in book.ruleset.limits.items()
        ),
        tuple(
            (key, choice.title, choice.options, roster.choices.get(key, ""))
            for key, choice in book.choices.items()
        ),
        first,
        tuple(
            (one.id, one.name)
            for one in game_of(library, roster.ruleset).lists
            if one.id == first or one.id not in roster.catalogues
        ),
    )
